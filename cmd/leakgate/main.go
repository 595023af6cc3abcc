// Command leakgate finds training text inside validation text.
//
//	leakgate check train.jsonl val.jsonl
//
// See `leakgate help` and README.md.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// A closed pipe (| head) must end the run with its verdict, not with a
	// signal: writing then fails with EPIPE, which the command knows.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	c := Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	status := c.Main(ctx, os.Args[1:])
	stop()
	os.Exit(status)
}
