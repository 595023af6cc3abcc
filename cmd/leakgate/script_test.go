package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/ulikunitz/xz"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"leakgate": main})
}

// TestScript runs testdata/script: leakgate as a user meets it.
//
//	typed           every command line promised to users, word for word
//	splits          one input that holds the splits
//	fields          --text, --id, --label
//	scores          --threshold, --n, --tokens, --min-grams, --sketch, --raw, --within
//	report          --all-pairs, --matches, --limit, --no-text, --quiet
//	output          -o, standard output, full disks, closed pipes
//	statuses        0 to 3 and the verdicts; 130 is TestInterrupt's
//	determinism     any number of workers, any format of the same rows
//	help            help and version
//
// What is wrong with the input, and which script holds its message, status and
// cure:
//
//	missing file, folder without files, glob without a match        bad_files
//	empty file, file of 0 documents, header only                    bad_files
//	the same file on both sides, two files of one name              bad_files
//	train and validation with each other's names                    typed
//	no permission                                                   bad_files, TestNoPermission
//	wrong field name, no text, blank documents, object as text      bad_records
//	null or number as text, duplicate keys, NaN                     bad_records
//	truncated JSON, garbage line, invalid UTF-8, NUL bytes          bad_records
//	a record over --max-document, a line of 1 GB                    bad_records, TestLongLine
//	ragged row, unbalanced quote                                    bad_csv
//	truncated .gz and .zst, checksum failure                        bad_compressed
//	more than three inputs, shards as splits                        bad_usage
//	M, threshold and other values that cannot be                    bad_usage
//	disk full on output, closed pipe                                output, TestClosedPipe
//	a misspelt split column, values that name no split              splits
func TestScript(t *testing.T) {
	reviews, err := filepath.Abs("../../testdata/reviews")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                "testdata/script",
		RequireUniqueNames: true,
		ContinueOnError:    true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("REVIEWS", reviews)
			return nil
		},
		Condition: func(condition string) (bool, error) {
			switch condition {
			case "root":
				return os.Geteuid() == 0, nil
			case "full": // a device that is always full
				_, err := os.Stat("/dev/full")
				return err == nil, nil
			}
			return false, fmt.Errorf("unknown condition %q", condition)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status, "says": says, "write": write, "rows": rows, "truncate": truncate, "flip": flip, "csv": toCSV,
			"gzip": compress(func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil }),
			"zstd": compress(func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) }),
			"xz":   compress(func(w io.Writer) (io.WriteCloser, error) { return xz.NewWriter(w) }),
		},
	})
}

func usage(ts *testscript.TestScript, right bool, line string) {
	if !right {
		ts.Fatalf("usage: %s", line)
	}
}

// status runs a command and asserts its exit status, which exec cannot.
func status(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) >= 2, "status N program [args...]")
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("status %d, want %d", got, want)
	}
}

// says asserts that the last command wrote these lines to standard error and
// nothing else. Each is given without the "leakgate: " that begins it.
func says(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg, "says [line...]")
	want := ""
	for _, line := range args {
		want += "leakgate: " + line + "\n"
	}
	if got := ts.ReadFile("stderr"); got != want {
		ts.Fatalf("standard error is\n%swant\n%s", got, want)
	}
}

// write makes a file of what a text archive cannot hold; the content is quoted
// as in Go.
func write(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) >= 1, "write file [quoted...]")
	var content strings.Builder
	for _, quoted := range args[1:] {
		s, err := strconv.Unquote(`"` + strings.ReplaceAll(quoted, `"`, `\"`) + `"`)
		if err != nil {
			ts.Fatalf("%s: %v", quoted, err)
		}
		content.WriteString(s)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(content.String()), 0o666))
}

// rows makes a file of JSON lines whose texts of 70 words have nothing in
// common with those of another seed.
func rows(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 3, "rows file N seed")
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	var content bytes.Buffer
	for i := range n {
		fmt.Fprintf(&content, `{"id":"%s%d","text":"`, args[2], i)
		for j := range 70 {
			fmt.Fprintf(&content, "%s%dx%d ", args[2], i, j)
		}
		content.WriteString("\"}\n")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), content.Bytes(), 0o666))
}

// toCSV writes JSON lines with id, text and label as CSV.
func toCSV(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 2, "csv file.jsonl target")
	var content bytes.Buffer
	w := csv.NewWriter(&content)
	ts.Check(w.Write([]string{"id", "text", "label"}))
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		var row struct{ ID, Text, Label string }
		ts.Check(json.Unmarshal([]byte(line), &row))
		ts.Check(w.Write([]string{row.ID, row.Text, row.Label}))
	}
	w.Flush()
	ts.Check(w.Error())
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), content.Bytes(), 0o666))
}

// truncate leaves the first N bytes of a file, or drops the last -N.
func truncate(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 2, "truncate file N")
	content := ts.ReadFile(args[0])
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	if n < 0 {
		n += len(content)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(content[:n]), 0o666))
}

// flip changes the byte at an offset, from the end if it is negative.
func flip(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 2, "flip file offset")
	content := []byte(ts.ReadFile(args[0]))
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	if at < 0 {
		at += len(content)
	}
	content[at] ^= 0xff
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), content, 0o666))
}

// compress makes a command that puts FILE into FILE.gz and so on, and keeps it.
func compress(writer func(io.Writer) (io.WriteCloser, error)) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		usage(ts, !neg && len(args) == 2, "gzip|zstd|xz file target")
		var packed bytes.Buffer
		w, err := writer(&packed)
		ts.Check(err)
		_, err = io.WriteString(w, ts.ReadFile(args[0]))
		ts.Check(err)
		ts.Check(w.Close())
		ts.Check(os.WriteFile(ts.MkAbs(args[1]), packed.Bytes(), 0o666))
	}
}

// outcome is what one run in this process came to.
type outcome struct {
	status         int
	stdout, stderr string
}

// invoke runs the command line in this process.
func invoke(t testing.TB, stdin io.Reader, args ...string) outcome {
	t.Helper()
	var stdout, stderr strings.Builder
	c := Command{Stdin: stdin, Stdout: &stdout, Stderr: &stderr}
	status := c.Main(context.Background(), args)
	return outcome{status, stdout.String(), stderr.String()}
}
