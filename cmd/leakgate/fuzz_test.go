package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// fuzzExtensions and fuzzOptions are what FuzzCheck chooses from.
var (
	fuzzExtensions = []string{
		".jsonl", ".csv", ".tsv", ".txt", ".json", "", ".jsonl.gz", ".csv.zst", ".txt.bz2", ".jsonl.xz", ".text",
	}
	fuzzOptions = [][]string{
		nil,
		{"--tokens", "plain"},
		{"--tokens", "chars"},
		{"--strict"},
		{"--sketch", "bits:64"},
		{"--sketch", "counts:4096"},
		{"--within"},
		{"--min-grams", "1", "--all-pairs"},
		{"--sketch", "bits:256", "--raw"},
		{"--max-document", "64"},
		{"--text", "text,label"},
		{"--split-column", "split"},
		{"--n", "1"},
	}
)

// FuzzCheck runs the whole command on two files of any bytes. It never panics
// or hangs, ends with a known status, its report is whole, and status 0 means
// that all was read.
func FuzzCheck(f *testing.F) {
	const row = `{"id":1,"text":"the quick brown fox jumps over the lazy dog","label":"a","split":"train"}` + "\n"
	const table = "id,text,split\n1,\"the quick brown fox\njumps over the lazy dog\",val\n2,,train\n"
	for i, seed := range []string{
		row, table, strings.ReplaceAll(table, ",", "\t"), "one text\nand another\n", "", "\xef\xbb\xbf" + row, "{\"text\":\"\xff\"}\n",
		"\x1f\x8b\x08\x00", "\x28\xb5\x2f\xfd\x04", "BZh91AY&SY", "\xfd7zXZ\x00\x00", "a,text\n\"", "{\"text\":[1,\"\\ud800\"]}\n\x00",
	} {
		f.Add([]byte(row), []byte(seed), byte(0), byte(i), byte(i))
		f.Add([]byte(seed), []byte(row), byte(i), byte(0), byte(i))
	}
	f.Fuzz(func(t *testing.T, train, val []byte, trainKind, valKind, option byte) {
		dir := t.TempDir()
		write := func(name string, kind byte, content []byte) string {
			path := filepath.Join(dir, name+fuzzExtensions[int(kind)%len(fuzzExtensions)])
			require.NoError(t, os.WriteFile(path, content, 0o666))
			return path
		}
		options := fuzzOptions[int(option)%len(fuzzOptions)]
		args := append([]string{"check", write("train", trainKind, train), write("val", valKind, val), "--format", "json"}, options...)

		// A hang ends as an interrupt does: with no status that is awaited.
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		var stdout, stderr bytes.Buffer
		c := Command{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr}
		status := c.Main(ctx, args)
		require.Contains(t, []int{0, 1, 2, 3}, status, stderr.String())
		require.Equal(t, status >= 2, stderr.Len() > 0, "status %d, standard error %q", status, stderr.String())
		if status == 2 {
			require.Empty(t, stdout.String())
			return
		}
		if stdout.Len() == 0 { // the splits themselves could not be read
			require.Equal(t, 3, status)
			return
		}
		var report fuzzReport
		require.NoError(t, json.Unmarshal(stdout.Bytes(), &report))
		require.Equal(t, status, report.Status)
		if status < 2 && !slices.Contains(options, "--split-column") {
			require.Empty(t, report.Problems)
			report.requireAllRead(t, train, val)
		}
	})
}

// fuzzReport is what of a JSON report says what was read.
type fuzzReport struct {
	Status   int
	Problems []any
	Splits   []struct {
		Documents int
		Files     []struct {
			Format, Compression string
			Documents, Failed   int
		}
	}
	Comparisons []struct{ Undecided []any }
}

// requireAllRead counts the records of both files by other means.
func (r *fuzzReport) requireAllRead(t *testing.T, contents ...[]byte) {
	require.Len(t, r.Splits, len(contents))
	for _, c := range r.Comparisons {
		require.Empty(t, c.Undecided)
	}
	for i, content := range contents {
		file := r.Splits[i].Files[0]
		require.Zero(t, file.Failed)
		require.Positive(t, file.Documents)
		require.Equal(t, file.Documents, r.Splits[i].Documents)
		if file.Compression != "" {
			continue
		}
		content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
		lines := bytes.SplitAfter(content, []byte{'\n'})
		records := 0
		switch file.Format {
		case "jsonl":
			for _, line := range lines {
				if len(bytes.Trim(line, " \t\r\n")) > 0 {
					records++
				}
			}
		case "lines":
			records = len(lines)
			if len(lines[records-1]) == 0 {
				records--
			}
		case "csv", "tsv":
			table := csv.NewReader(bytes.NewReader(content))
			table.LazyQuotes = true // a quote that does not begin its field is a character
			if file.Format == "tsv" {
				table.Comma = '\t'
			}
			rows, err := table.ReadAll()
			require.NoError(t, err)
			records = len(rows) - 1
		}
		require.Equal(t, records, file.Documents)
	}
}
