package detect

import (
	"slices"
	"testing"

	"github.com/leakgate/leakgate/corpus"
	"github.com/stretchr/testify/require"
)

// TestEvidenceForTheBest: whatever may be among the best findings has the
// evidence that it has without the limit.
func TestEvidenceForTheBest(t *testing.T) {
	run := func(best, workers, matches int) []Finding {
		var inputs []Input
		for _, name := range []string{"train", "val"} {
			files, err := corpus.Resolve([]string{"../testdata/reviews/" + name + ".jsonl"}, corpus.FormatAuto)
			require.NoError(t, err)
			inputs = append(inputs, Input{name, corpus.NewSource(files, corpus.Options{BlockSize: 2000})})
		}
		r, err := Run(t.Context(), inputs, Options{Evidence: true, EvidenceFor: best, Workers: workers, Matches: matches})
		require.NoError(t, err)
		findings := r.Comparisons[0].Findings
		// As a report shows them.
		slices.SortStableFunc(findings, func(a, b Finding) int { return ByImportance(&a, &b) })
		return findings
	}
	for _, matches := range []int{1, 3} {
		all := run(0, 2, matches)
		for _, best := range []int{1, 5, 10, 30, 46, 50, 57, 500} {
			for _, workers := range []int{1, 3} {
				got := run(best, workers, matches)
				shown := min(best, len(all))
				require.Equal(t, all[:shown], got[:shown], "best %d, %d matches", best, matches)
			}
		}
	}
}
