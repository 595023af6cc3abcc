package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/report"
	"github.com/leakgate/leakgate/report/terminal"
	"github.com/spf13/cobra"
)

// Command is leakgate with its three streams: all that a test needs to run it.
type Command struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer

	args       []string
	unfinished unfinished
}

// statusError carries the exit status of an error through cobra.
type statusError struct {
	status int
	err    error
}

func (e *statusError) Error() string { return e.err.Error() }
func (e *statusError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error {
	return &statusError{report.StatusUsage, fmt.Errorf(format, args...)}
}

// unfinishedRun is the end of a run that a package gave up: the command line may
// be wrong (an impossible n), ctx may have ended, or something failed.
func unfinishedRun(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, ngram.ErrScheme):
		return usagef("%w", err)
	case ctx.Err() != nil:
		return err
	}
	return &statusError{report.StatusIncomplete, err}
}

// errVerdict ends a run whose report has said all.
type errVerdict int

func (e errVerdict) Error() string { return fmt.Sprintf("status %d", int(e)) }

// Main runs the command line and returns the exit status. It returns within
// moments of ctx ending, whatever a read is waiting for.
func (c *Command) Main(ctx context.Context, args []string) int {
	c.args = args
	root := c.root()
	root.SetArgs(args)
	done := make(chan error, 1)
	go func() {
		defer func() {
			if fault := recover(); fault != nil {
				done <- &statusError{report.StatusIncomplete, fmt.Errorf("a defect of leakgate, please report it: %v", fault)}
			}
		}()
		done <- root.ExecuteContext(ctx)
	}()
	select {
	case err := <-done:
		return c.status(ctx, err)
	case <-ctx.Done():
	}
	// The run sees ctx end too and removes what it was writing. It is not waited
	// for where nothing can interrupt it: in a read from a silent pipe, in the
	// making of a large report.
	select {
	case <-done:
	case <-time.After(interruptGrace):
		c.unfinished.remove()
	}
	fmt.Fprintln(c.Stderr, "leakgate: interrupted; nothing was reported")
	return report.StatusInterrupted
}

func (c *Command) status(ctx context.Context, err error) int {
	var verdict errVerdict
	var status *statusError
	var input *corpus.Error
	switch {
	case err == nil:
		return report.StatusClean
	case errors.As(err, &verdict):
		return int(verdict)
	case errors.Is(err, syscall.EPIPE):
		return report.StatusClean // help or version into a closed pipe
	case ctx.Err() != nil:
		fmt.Fprintln(c.Stderr, "leakgate: interrupted; nothing was reported")
		return report.StatusInterrupted
	case errors.As(err, &status):
		c.complain(err)
		return status.status
	case errors.As(err, &input):
		c.complain(err)
		if input.Usage {
			return report.StatusUsage
		}
		return report.StatusIncomplete
	}
	// What is left is cobra's: unknown flags and commands, values that a flag
	// refuses.
	c.complain(err)
	return report.StatusUsage
}

func (c *Command) complain(err error) {
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintln(c.Stderr, "leakgate: "+terminal.Printable(strings.TrimRight(line, "\n")))
	}
}

func (c *Command) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "leakgate",
		Short: "Find training text inside validation text",
		Long: `leakgate reads the splits of a data set, says which validation documents also
stand in the training set (whole, edited, or inside a longer text), shows the
evidence, and fails until the leak is gone.`,
		Example: `  leakgate check train.jsonl val.jsonl
  leakgate check data.csv --split-column split
  leakgate check mydata/
  leakgate eval pairs.jsonl
  leakgate help check`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(args[0])
			}
			return usagef("what shall it do? leakgate check TRAIN VAL; leakgate help lists all commands")
		},
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		help := "leakgate help " + cmd.Name()
		if cmd == root {
			help = "leakgate help"
		}
		return usagef("%w; %s lists the options", err, help)
	})
	root.Version = tool().Version
	root.SetVersionTemplate("leakgate {{.Version}}\n")
	root.SetIn(c.Stdin)
	root.SetOut(c.Stdout)
	root.SetErr(c.Stderr)
	root.AddCommand(c.checkCommand(), c.evalCommand(), c.calibrateCommand(), c.versionCommand())
	// cobra's own takes any word for a topic and ends with status 0.
	root.SetHelpCommand(&cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Print the help of a command",
		Example: "  leakgate help check",
		RunE: func(_ *cobra.Command, args []string) error {
			topic, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(strings.Join(args, " "))
			}
			topic.InitDefaultHelpFlag()
			return topic.Help()
		},
	})
	return root
}

func unknownCommand(name string) error {
	return usagef("unknown command %q; leakgate help lists all commands", name)
}

// version is set by release builds: -ldflags "-X main.version=v0.1.0".
var version = ""

// tool says what this program is, from what the build recorded.
func tool() report.Tool {
	t := report.Tool{Name: "leakgate", Version: version, Scheme: ngram.SchemeNumber}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return t
	}
	t.Go = info.GoVersion
	if t.Version == "" {
		t.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			t.Commit = s.Value
		}
	}
	return t
}
