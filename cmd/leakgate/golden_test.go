package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// reviews is the corpus with planted leaks, seen from the top of the project,
// where the README's commands are typed.
const reviews = "testdata/reviews"

// TestGolden compares whole reports with those that were looked at and found
// right; rewrite them with go test ./cmd/leakgate -run Golden -update, and
// read the difference.
func TestGolden(t *testing.T) {
	t.Chdir("../..")
	for _, c := range []struct {
		golden  string
		options []string
		status  int
	}{
		{"report.txt", []string{"--report-only"}, 0}, // the README's command
		{"best.tsv", []string{"--format", "tsv"}, 1},
		{"all-pairs.tsv", []string{"--format", "tsv", "--all-pairs"}, 1},
		{"report.json", []string{"--format", "json"}, 1},
	} {
		t.Run(c.golden, func(t *testing.T) {
			args := append([]string{"check"}, c.options...)
			got := invoke(t, nil, append(args, reviews+"/train.jsonl", reviews+"/val.jsonl")...)
			assert.Equal(t, c.status, got.status)
			assert.Empty(t, got.stderr)
			report := withoutBuild(got.stdout)
			if c.golden == "report.txt" {
				for line := range strings.Lines(report) {
					if strings.HasPrefix(line, "  leakgate check ") {
						continue // to be copied as it stands
					}
					assert.LessOrEqual(t, runewidth.StringWidth(strings.TrimSuffix(line, "\n")), 80, line)
				}
			}
			path := filepath.Join(reviews, "golden", c.golden)
			if *update {
				require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
				require.NoError(t, os.WriteFile(path, []byte(report), 0o666))
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, string(want), report)
		})
	}
}

// build finds what differs from build to build.
var build = regexp.MustCompile(`(?m)^(    "(?:version|go)": )".*"`)

var commit = regexp.MustCompile(`(?m)^    "commit": .*\n`)

func withoutBuild(json string) string {
	return commit.ReplaceAllString(build.ReplaceAllString(json, `$1"-"`), "")
}

// TestTruth holds the report of every pair against the table that the corpus's
// generator made with plain sets of strings.
func TestTruth(t *testing.T) {
	t.Chdir("../..")
	got := invoke(t, nil, "check", "--all-pairs", "--format", "tsv", reviews+"/train.jsonl", reviews+"/val.jsonl")
	require.Equal(t, 1, got.status)
	truth, err := os.ReadFile(reviews + "/truth.tsv")
	require.NoError(t, err)
	assert.Equal(t, firstColumns(string(truth)), firstColumns(got.stdout))

	not, err := os.ReadFile(reviews + "/not-leaks.tsv")
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimSpace(string(not)), "\n")[1:] {
		pair := strings.Join(strings.Split(line, "\t")[:2], "\t")
		assert.NotContains(t, got.stdout, "\n"+pair+"\t", line)
	}
}

// firstColumns leaves the seven columns that truth.tsv shares with a report.
func firstColumns(table string) (lines []string) {
	for line := range strings.Lines(table) {
		lines = append(lines, strings.Join(strings.Split(strings.TrimSpace(line), "\t")[:7], "\t"))
	}
	return lines
}

// TestGenerators makes the data of our tests again: the same bytes as are
// committed.
func TestGenerators(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles and runs the generators")
	}
	for folder, files := range map[string][]string{
		reviews:          {"train.jsonl", "val.jsonl", "truth.tsv", "not-leaks.tsv"},
		reports:          {"train.jsonl", "val.jsonl", "truth.tsv"},
		"testdata/pairs": {"pairs.jsonl"},
	} {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			dir := t.TempDir()
			cmd := exec.Command("go", "run", folder+"/generate.go", "-o", dir)
			cmd.Dir = "../.."
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, string(out))
			for _, name := range files {
				want, err := os.ReadFile(filepath.Join("../..", folder, name))
				require.NoError(t, err)
				got, err := os.ReadFile(filepath.Join(dir, name))
				require.NoError(t, err)
				assert.Equal(t, string(want), string(got), name)
			}
		})
	}
}
