package detect

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/leakgate/leakgate/corpus"
	"github.com/stretchr/testify/require"
)

// table reads a file of testdata/reviews without its header.
func table(t *testing.T, name string) (rows [][]string) {
	t.Helper()
	data, err := os.ReadFile("../testdata/reviews/" + name)
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")[1:] {
		rows = append(rows, strings.Split(line, "\t"))
	}
	return rows
}

// TestReviews: the planted leaks, all of them and nothing else, as a second
// implementation (testdata/reviews/brute) wrote them down.
func TestReviews(t *testing.T) {
	side := func(name string) Input {
		return Input{name, corpus.NewSource([]corpus.File{{Path: "../testdata/reviews/" + name + ".jsonl"}}, corpus.Options{})}
	}
	for _, workers := range []int{1, 2, 7} {
		got, err := Run(t.Context(), []Input{side("train"), side("val")}, Options{AllPairs: true, Workers: workers})
		require.NoError(t, err)
		require.Empty(t, got.Problems)
		found := map[string]bool{}
		for _, f := range got.Comparisons[0].Findings {
			row := fmt.Sprintf("%s %s %.6f %d %d %d %v", f.Validation.ID, f.Train.ID, f.Score, f.Shared, f.Validation.Grams, f.Train.Grams, f.Kind)
			require.False(t, found[row], row)
			found[row] = true
		}
		truth := map[string]bool{}
		for _, row := range table(t, "truth.tsv") {
			truth[strings.Join(row[:7], " ")] = true
		}
		require.Greater(t, len(truth), 100)
		require.Equal(t, truth, found)
		require.Equal(t, len(truth), got.Comparisons[0].Pairs)
		// One by one as well: a look-alike that became a truth would be a mistake.
		pairs := map[string]bool{}
		for _, f := range got.Comparisons[0].Findings {
			pairs[f.Validation.ID+" "+f.Train.ID] = true
		}
		for _, row := range table(t, "not-leaks.tsv") {
			require.False(t, pairs[row[0]+" "+row[1]], "%v", row)
		}
	}
}
