//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// buildCommand gives the path of leakgate as users have it: the test binary
// would do, but slower and with the race detector's pace.
func buildCommand(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("it builds the command")
	}
	path := filepath.Join(t.TempDir(), "leakgate")
	out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput()
	require.NoError(t, err, string(out))
	return path
}

// alike makes n rows of one text of 40 words.
func alike(n int) string {
	words := ""
	for i := range 40 {
		words += fmt.Sprintf(" word%d", i)
	}
	var rows strings.Builder
	for i := range n {
		fmt.Fprintf(&rows, `{"id":%d,"text":"%s"}`+"\n", i, words)
	}
	return rows.String()
}

// TestInterrupt stops leakgate wherever a run may be: within a second it ends
// with status 130, and no half-written report is left.
func TestInterrupt(t *testing.T) {
	command := buildCommand(t)
	for _, stage := range []struct {
		name  string
		train string                // how standard input begins
		feed  func(stdin io.Writer) // and goes on
		ready func(dir string) bool // when to interrupt
		args  []string
	}{
		{name: "a pipe that stays silent", train: alike(3)},
		{name: "a pipe that stays silent from the start"},
		{
			name: "an input that does not end",
			feed: func(stdin io.Writer) {
				for rows := []byte(alike(1000)); ; {
					if _, err := stdin.Write(rows); err != nil {
						return
					}
				}
			},
		},
		{
			// 160,000 pairs take seconds to turn into JSON.
			name: "a large report being written", train: alike(200), args: []string{"--all-pairs", "--format", "json"},
			feed: func(stdin io.Writer) { stdin.(io.Closer).Close() },
			ready: func(dir string) bool {
				temporary, _ := filepath.Glob(filepath.Join(dir, ".leakgate-*"))
				return len(temporary) > 0
			},
		},
	} {
		for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
			t.Run(stage.name+"/"+signal.String(), func(t *testing.T) {
				dir := t.TempDir()
				for name, content := range map[string]string{"val.jsonl": alike(800), "report": "kept\n"} {
					require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666))
				}
				cmd := exec.Command(command, append([]string{"check", "-", "val.jsonl", "-o", "report"}, stage.args...)...)
				cmd.Dir = dir
				var stderr bytes.Buffer
				cmd.Stderr = &stderr
				stdin, err := cmd.StdinPipe()
				require.NoError(t, err)
				require.NoError(t, cmd.Start())
				defer cmd.Process.Kill()
				go func() {
					io.WriteString(stdin, stage.train)
					if stage.feed != nil {
						stage.feed(stdin)
					}
				}()
				if stage.ready == nil {
					time.Sleep(300 * time.Millisecond)
				} else {
					require.Eventually(t, func() bool { return stage.ready(dir) }, 20*time.Second, time.Millisecond)
				}

				begin := time.Now()
				require.NoError(t, cmd.Process.Signal(signal))
				err = cmd.Wait()
				assert.Less(t, time.Since(begin), time.Second)
				var exit *exec.ExitError
				require.ErrorAs(t, err, &exit)
				assert.Equal(t, 130, exit.ExitCode())
				assert.Equal(t, "leakgate: interrupted; nothing was reported\n", stderr.String())

				left, err := os.ReadDir(dir)
				require.NoError(t, err)
				assert.Len(t, left, 2, "only what was there before: %v", left)
				kept, err := os.ReadFile(filepath.Join(dir, "report"))
				require.NoError(t, err)
				assert.Equal(t, "kept\n", string(kept))
			})
		}
	}
}

// TestClosedPipe is `leakgate check … | head -1`: the reader closes the pipe
// while much is still to be written. The status is the verdict's, without a
// word.
func TestClosedPipe(t *testing.T) {
	command := buildCommand(t)
	rows := filepath.Join(t.TempDir(), "rows.jsonl")
	require.NoError(t, os.WriteFile(rows, []byte(alike(100)), 0o666))
	for status, options := range map[int][]string{
		0: {"--report-only", "--limit", "0"},
		1: {"--format", "json"},
		3: {"--format", "tsv", "--label", "none"},
	} {
		t.Run(fmt.Sprint("status ", status), func(t *testing.T) {
			cmd := exec.Command(command, append([]string{"check", rows, rows, "--same-ok", "--all-pairs"}, options...)...)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			stdout, err := cmd.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			_, err = bufio.NewReaderSize(stdout, 16).ReadString('\n')
			require.NoError(t, err)
			require.NoError(t, stdout.Close())
			err = cmd.Wait()
			var exit *exec.ExitError
			if err != nil {
				require.True(t, errors.As(err, &exit), err)
			}
			assert.Equal(t, status, cmd.ProcessState.ExitCode())
			assert.NotContains(t, stderr.String(), "pipe")
			if status != 3 {
				assert.Empty(t, stderr.String())
			}
		})
	}
}

// TestNoPermission reads what may not be read. The superuser may read
// everything and so runs leakgate as somebody else.
func TestNoPermission(t *testing.T) {
	command := buildCommand(t)
	dir, err := os.MkdirTemp("", "leakgate") // t.TempDir is closed to others
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	require.NoError(t, os.Chmod(dir, 0o755))
	content, err := os.ReadFile(command)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "leakgate"), content, 0o755))
	row := []byte(alike(1))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "open.jsonl"), row, 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "locked.jsonl"), row, 0o000))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "locked"), 0o000))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "texts"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "texts", "a.txt"), row, 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "texts", "b.txt"), row, 0o000))

	for _, c := range []struct{ args, message string }{
		{"locked.jsonl open.jsonl", "locked.jsonl: permission denied; make it readable: chmod +r locked.jsonl"},
		{"open.jsonl locked.jsonl", "locked.jsonl: permission denied; make it readable: chmod +r locked.jsonl"},
		{"open.jsonl locked", "locked: permission denied; make it readable: chmod +r locked"},
		{"open.jsonl locked/*.jsonl", "locked: permission denied; make it readable: chmod +r locked"},
		{"open.jsonl texts", "texts/b.txt: permission denied; make it readable: chmod +r texts/b.txt"},
		{"open.jsonl open.jsonl --same-ok -o report", "the report could not be written: report: no file can be made beside it: permission denied\n"},
	} {
		t.Run(c.args, func(t *testing.T) {
			cmd := exec.Command(filepath.Join(dir, "leakgate"), append([]string{"check"}, strings.Fields(c.args)...)...)
			cmd.Dir = dir
			if os.Geteuid() == 0 {
				const nobody = 65534
				cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
			} else if strings.Contains(c.args, "-o") {
				t.Skip("the folder is ours to write to")
			}
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			var exit *exec.ExitError
			require.ErrorAs(t, cmd.Run(), &exit)
			assert.Equal(t, 3, exit.ExitCode())
			assert.True(t, strings.HasPrefix(stderr.String(), "leakgate: "+c.message), stderr.String())
		})
	}
}
