package leakgate_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// console finds the examples of a page: blocks marked console, in which a line
// "$ command" is followed by what the command prints on both streams. A line
// "..." stands for any lines.
var console = regexp.MustCompile("(?s)```console\n(.*?)```")

// TestExamplesInTheDocumentation types every example as it stands.
func TestExamplesInTheDocumentation(t *testing.T) {
	pages, err := filepath.Glob("docs/*.md")
	require.NoError(t, err)
	bin := t.TempDir()
	out, err := exec.Command("go", "build", "-o", filepath.Join(bin, "leakgate"), "./cmd/leakgate").CombinedOutput()
	require.NoError(t, err, string(out))
	ran := 0
	for _, page := range append(pages, "README.md", "CONTRIBUTING.md") {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, block := range console.FindAllStringSubmatch(string(text), -1) {
			dir := t.TempDir() // examples may write files
			data, err := filepath.Abs("testdata")
			require.NoError(t, err)
			require.NoError(t, os.Symlink(data, filepath.Join(dir, "testdata")))
			for _, example := range strings.Split("\n"+block[1], "\n$ ")[1:] {
				command, want, _ := strings.Cut(example, "\n")
				if command == "go test ./..." { // this is it
					continue
				}
				ran++
				checkExample(t, page, dir, bin, command, want)
			}
		}
	}
	require.Greater(t, ran, 5)
}

func checkExample(t *testing.T, page, dir, bin, command, want string) {
	t.Helper()
	cmd := exec.Command("sh", "-c", strings.ReplaceAll(command, "go run ./cmd/leakgate", "leakgate"))
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	got, _ := cmd.CombinedOutput() // the status is part of the example where it matters
	pattern := regexp.QuoteMeta(strings.TrimRight(want, "\n"))
	pattern = "^" + strings.ReplaceAll(pattern, regexp.QuoteMeta("..."), "(?s:.*)") + "\n*$"
	if !regexp.MustCompile(pattern).Match(got) {
		t.Errorf("%s:\n$ %s\nprints\n%s\nnot\n%s", page, command, got, want)
	}
}

// TestLinksBetweenPagesHold follows every relative link.
func TestLinksBetweenPagesHold(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)\)`)
	pages, err := filepath.Glob("docs/*.md")
	require.NoError(t, err)
	for _, page := range append(pages, "README.md", "CONTRIBUTING.md", "CHANGELOG.md") {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			require.FileExists(t, filepath.Join(filepath.Dir(page), m[1]), page)
		}
	}
}
