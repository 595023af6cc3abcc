package leakgate_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/leakgate/leakgate/"

// arrows says which of our packages each package may import: the way of the
// data, and nothing against it.
var arrows = map[string][]string{
	"internal/crew":     {},
	"corpus":            {},
	"ngram":             {},
	"sketch":            {},
	"eval":              {},
	"report/plot":       {},
	"report/terminal":   {},
	"eval/sklearn":      {"eval"},
	"index":             {"sketch"},
	"detect":            {"internal/crew", "corpus", "ngram", "sketch", "index"},
	"pairs":             {"internal/crew", "corpus", "ngram", "sketch", "eval"},
	"calibrate":         {"internal/crew", "ngram", "sketch", "detect", "eval", "pairs"},
	"report":            {"detect", "corpus", "report/terminal"},
	"report/evaluation": {"corpus", "ngram", "sketch", "detect", "eval", "pairs", "report", "report/plot", "report/terminal"},
	"docs/paper":        {"corpus", "ngram", "eval", "pairs", "calibrate", "report/plot"},
	"cmd/leakgate":      {"corpus", "ngram", "sketch", "detect", "eval", "pairs", "calibrate", "report", "report/evaluation", "report/terminal"},
}

func TestImportsFollowTheWayOfTheData(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./...").Output()
	require.NoError(t, err)
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		name, ok := strings.CutPrefix(fields[0], module)
		if !ok {
			continue // the root, which has tests only
		}
		allowed, known := arrows[name]
		require.True(t, known, "package %s has no place in the way of the data: say where it stands", name)
		for _, path := range fields[1:] {
			if ours, ok := strings.CutPrefix(path, module); ok {
				require.True(t, slices.Contains(allowed, ours), "%s must not import %s", name, ours)
			}
		}
	}
}

// TestNoFileIsTooLongToRead: over 400 lines a file has two subjects.
func TestNoFileIsTooLongToRead(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		source, err := os.ReadFile(path)
		if lines := bytes.Count(source, []byte("\n")); lines > 400 {
			t.Errorf("%s has %d lines", path, lines)
		}
		return err
	})
	require.NoError(t, err)
}
