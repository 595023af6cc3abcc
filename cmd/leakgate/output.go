package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/report"
)

// interruptGrace is how long an interrupted run may take to tidy up.
const interruptGrace = 500 * time.Millisecond

// unfinished is the temporary file that a run is writing to.
type unfinished struct {
	mu   sync.Mutex
	path string
}

func (u *unfinished) set(path string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.path = path
}

// remove is for a run that is not waited for.
func (u *unfinished) remove() {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.path != "" {
		os.Remove(u.path)
	}
}

// output is a file that a command writes, and the option that names it.
type output struct{ option, path string }

// refuseOutputs tells before the work what would fail, or do harm, after it: a
// report in a folder that is not there, in place of an input, or of another one.
func refuseOutputs(outputs []output, inputs ...[]corpus.File) error {
	for i, o := range outputs {
		if o.path == "" {
			continue
		}
		if err := refuseOutput(o, inputs); err != nil {
			return err
		}
		for _, other := range outputs[:i] {
			if other.path != "" && sameTarget(o.path, other.path) {
				return usagef("%s and %s both name %s: one would overwrite the other", other.option, o.option, o.path)
			}
		}
	}
	return nil
}

// sameTarget also holds for a file that does not exist yet.
func sameTarget(a, b string) bool {
	if _, same := corpus.SameFile([]corpus.File{{Path: a}}, []corpus.File{{Path: b}}); same {
		return true
	}
	x, errX := filepath.Abs(a)
	y, errY := filepath.Abs(b)
	return errX == nil && errY == nil && x == y
}

func refuseOutput(o output, inputs [][]corpus.File) error {
	for _, files := range inputs {
		if _, same := corpus.SameFile([]corpus.File{{Path: o.path}}, files); same {
			return usagef("%s %s: the file would overwrite an input", o.option, o.path)
		}
	}
	info, err := os.Stat(o.path)
	switch {
	case err == nil && info.IsDir():
		err = fmt.Errorf("%s: a folder; name a file in it", o.path)
	case errors.Is(err, fs.ErrNotExist):
		if _, err = os.Stat(filepath.Dir(o.path)); err != nil {
			err = fmt.Errorf("%s: no such folder; make it first", filepath.Dir(o.path))
		}
	}
	if err != nil {
		return unwritten(err)
	}
	return nil
}

// unwritten is the end of a run whose report got lost.
func unwritten(err error) error {
	return &statusError{report.StatusIncomplete, fmt.Errorf("the report could not be written: %w", err)}
}

// writeFile writes a file whole or not at all: to a temporary file beside it
// that then takes its name. What is not a plain file (a device, a pipe) is
// written as it is.
func (c *Command) writeFile(ctx context.Context, path string, render func(io.Writer) error) error {
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
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".leakgate-*")
	var cause *fs.PathError
	if errors.As(err, &cause) {
		return fmt.Errorf("%s: no file can be made beside it: %w", path, cause.Err)
	}
	if err != nil {
		return err
	}
	c.unfinished.set(f.Name())
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
