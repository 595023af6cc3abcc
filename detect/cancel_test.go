package detect

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/leakgate/leakgate/corpus"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

var errStop = errors.New("stopped by the test")

// reader writes documents without end, or n bytes of them, and calls at once
// it has written so many.
type reader struct {
	n, at int // n < 0: no end
	call  func()
	line  int
	rest  []byte
	out   int
}

func (r *reader) Read(p []byte) (int, error) {
	if r.call != nil && r.out >= r.at {
		r.call()
		r.call = nil
	}
	if r.n >= 0 && r.out >= r.n {
		return 0, io.EOF
	}
	if len(r.rest) == 0 {
		r.line++
		r.rest = readerLines[r.line%len(readerLines)]
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	r.out += n
	return n, nil
}

// readerLines are made beforehand: under the race detector the reader would be
// so slow that the head of its input took over a second.
var readerLines = func() (lines [50][]byte) {
	for i := range lines {
		lines[i] = fmt.Appendf(nil, "{\"text\": %q}\n", series(fmt.Sprintf("w%d_", i), 40))
	}
	return lines
}()

func readerInput(name string, in io.Reader) Input {
	return Input{name, corpus.NewSource([]corpus.File{{Path: "-", Format: corpus.JSONL}}, corpus.Options{Stdin: in, BlockSize: 2000})}
}

// TestCancelled in the middle of the training side, of the validation side, and
// of sides held in memory: the cause comes back, no result, no goroutine.
func TestCancelled(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	const some = 30_000
	for _, c := range []struct {
		name       string
		train, val reader
		within     bool
	}{
		{"endless training side", reader{n: -1, at: 1 << 20}, reader{n: some}, false},
		{"endless validation side", reader{n: some}, reader{n: -1, at: 1 << 20}, false},
		{"at the first byte", reader{n: -1, at: 0}, reader{n: some}, false},
		{"at the end of the training side", reader{n: some, at: some}, reader{n: some}, false},
		{"at the end of the validation side", reader{n: some}, reader{n: some, at: some}, false},
		{"within", reader{n: some}, reader{n: -1, at: some}, true},
	} {
		for _, workers := range []int{1, 2, 7} {
			t.Run(fmt.Sprint(c.name, " ", workers), func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(context.Background())
				defer cancel(nil)
				train, val := c.train, c.val
				for _, r := range []*reader{&train, &val} {
					if r.n < 0 || r.at > 0 {
						r.call = func() { cancel(errStop) }
					}
				}
				got, err := Run(ctx, []Input{readerInput("train", &train), readerInput("val", &val)}, Options{Workers: workers, Within: c.within, Evidence: true})
				require.ErrorIs(t, err, errStop)
				require.Nil(t, got)
			})
		}
	}
}

// TestCancelledBeforeItBegins reads nothing.
func TestCancelledBeforeItBegins(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, within := range []bool{false, true} {
		got, err := Run(ctx, []Input{readerInput("train", &reader{n: -1}), readerInput("val", &reader{n: -1})}, Options{Within: within})
		require.ErrorIs(t, err, context.Canceled)
		require.Nil(t, got)
	}
}

// TestCancelledWhileTheInputHangs: a terminal or a pipe that nobody writes to.
// Run comes back; what sits in the read goes when the read does.
func TestCancelledWhileTheInputHangs(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	pipe, writer := io.Pipe()
	defer writer.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	got, err := Run(ctx, []Input{readerInput("train", pipe), readerInput("val", &reader{n: 10_000})}, Options{})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Nil(t, got)
	require.Less(t, time.Since(began), time.Second, "Ctrl-C ends within a second")
}

// TestNoGoroutineIsLeft by runs that end well, or that meet bad input.
func TestNoGoroutineIsLeft(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	_, err := Run(t.Context(), []Input{readerInput("train", &reader{n: 20_000}), readerInput("val", &reader{n: 20_000})}, Options{Workers: 7, Within: true})
	require.NoError(t, err)
	// Cut off in the middle of a record: told with its place, never clean.
	got, err := Run(t.Context(), []Input{readerInput("train", io.LimitReader(&reader{n: -1}, 20_000)), readerInput("val", &reader{n: 20_000})}, Options{Workers: 7})
	require.NoError(t, err)
	require.Len(t, got.Problems, 1)
	_, err = Run(t.Context(), []Input{readerInput("train", &reader{n: 1})}, Options{})
	require.ErrorContains(t, err, "fewer than two splits")
}
