package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"time"
)

// interruptGrace is how long an interrupted run may take to tidy up.
const interruptGrace = 700 * time.Millisecond

func after(d time.Duration) <-chan time.Time { return time.After(d) }

// writeFile writes a file whole or not at all: to a temporary file beside it
// that then takes its name. What is not a plain file (a device, a pipe) is
// written as it is.
func writeFile(ctx context.Context, path string, render func(io.Writer) error) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		if err := render(&untilDone{ctx, f}); err != nil {
			f.Close()
			return err
		}
		return f.Close()
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // replace the file, not the link to it
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".leakgate-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails, as it should, once the file has its name
	defer f.Close()
	if err := render(&untilDone{ctx, f}); err != nil {
		return err
	}
	if err := f.Chmod(outputMode(path)); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// outputMode is the mode of the file that is replaced, else what the umask
// leaves of 0666: CreateTemp's 0600 would lock out whoever reads the report.
func outputMode(path string) os.FileMode {
	if info, err := os.Stat(path); err == nil {
		return info.Mode().Perm()
	}
	return 0o666 &^ umask()
}

// untilDone fails writes once ctx has ended.
type untilDone struct {
	ctx context.Context
	w   io.Writer
}

func (u *untilDone) Write(b []byte) (int, error) {
	if u.ctx.Err() != nil {
		return 0, context.Cause(u.ctx)
	}
	return u.w.Write(b)
}
