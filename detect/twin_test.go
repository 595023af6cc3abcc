package detect

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/sketch"
	"github.com/stretchr/testify/require"
)

func parseThreshold(t testing.TB, s string) sketch.Threshold {
	th, err := sketch.ParseThreshold(s)
	require.NoError(t, err)
	return th
}

func pick[T any](r *rand.Rand, values ...T) T { return values[r.IntN(len(values))] }

// randomOptions are filled in like defaults, as the twin takes them.
func randomOptions(t *testing.T, r *rand.Rand) Options {
	opt := Options{
		Scheme:    ngram.Scheme{Tokens: pick(r, ngram.Words, ngram.Words, ngram.Plain, ngram.Chars), N: pick(r, 1, 2, 3, 3, 5, 10), Key: ngram.DefaultKey},
		Threshold: parseThreshold(t, pick(r, "0.5", "0.5", "0.3", "0.55", "0.8", "1", "0.01", "0.333")),
		MinGrams:  pick(r, 1, 5, 20, 20),
		FailOn:    pick(r, Leaks, Leaks, KindSet(1+r.IntN(31))), // none would be the default
		AllPairs:  r.IntN(2) == 0,
		Matches:   pick(r, 1, 1, 2, 3, 1000),
		Within:    r.IntN(4) == 0,
		Workers:   1,
	}
	return opt
}

// same requires equal results and shows the first part that is not: whole
// results fill the screen.
func same(t *testing.T, want, got *Result, message string, args ...any) {
	t.Helper()
	if reflect.DeepEqual(want, got) {
		return
	}
	how := append([]any{message}, args...)
	require.Equal(t, want.Splits, got.Splits, how...)
	require.Equal(t, want.Options, got.Options, how...)
	for i, w := range want.Comparisons {
		g := got.Comparisons[i]
		for k := range min(len(w.Findings), len(g.Findings)) {
			require.Equal(t, w.Findings[k], g.Findings[k], how...)
		}
		require.Equal(t, w, g, how...)
	}
	require.Equal(t, want, got, how...)
}

// check runs the engine with several numbers of workers and sizes of blocks and
// gives what all of them say, without what depends on the run. Evidence is
// compared between runs and stays in the result. Matching documents wait in
// memory, in the file, or in both.
func check(t *testing.T, splits []twinSplit, opt Options, input func(s *twinSplit, blockSize int) Input) *Result {
	t.Helper()
	defer func(memory int) { spoolMemory = memory }(spoolMemory)
	var first *Result
	for _, how := range []struct{ workers, block, memory int }{{1, 0, spoolMemory}, {2, 1, 1}, {7, 700, 2000}} {
		spoolMemory = how.memory
		var inputs []Input
		for i := range splits {
			inputs = append(inputs, input(&splits[i], how.block))
		}
		opt.Workers = how.workers
		got, err := Run(t.Context(), inputs, opt)
		require.NoError(t, err)
		got.Options.Workers = 1
		if first == nil {
			first = got
			continue
		}
		same(t, first, got, "%d workers, blocks of %d bytes", how.workers, how.block)
	}
	return first
}

// bare leaves out what the twin does not know: files, problems (a file without
// any text is one) and evidence.
func bare(r *Result) *Result {
	out := *r
	out.Problems = nil
	out.Splits, out.Comparisons = nil, nil
	for _, s := range r.Splits {
		s.Files = nil
		out.Splits = append(out.Splits, s)
	}
	for _, c := range r.Comparisons {
		findings := c.Findings
		c.Findings = nil
		for _, f := range findings {
			f.Evidence = nil
			c.Findings = append(c.Findings, f)
		}
		out.Comparisons = append(out.Comparisons, c)
	}
	return &out
}

// TestRunIsItsTwin holds the whole engine against nested loops.
func TestRunIsItsTwin(t *testing.T) {
	kinds, why := [kinds]int{}, map[string]int{}
	conflicts, shared, short, unique := 0, 0, 0, 0
	for round := range 160 / slow {
		r := rand.New(rand.NewPCG(1, uint64(round)))
		c, opt := newCorpora(r, vocabulary), randomOptions(t, r)
		// With n = 1 over several fields evidence panics (TestPassagesEndWithTheirField),
		// which in a worker would end all tests.
		opt.Evidence = r.IntN(4) == 0 && (c.fields == 1 || opt.Scheme.N > 1)
		splits := []twinSplit{c.split("train", 40), c.split("val", 30)}
		switch r.IntN(5) {
		case 0:
			splits = append(splits, c.split("test", 20))
		case 1:
			splits, opt.Within = splits[:1], true
		}
		input := (*twinSplit).input
		if r.IntN(10) == 0 {
			dir := t.TempDir()
			input = func(s *twinSplit, blockSize int) Input { return s.files(t, dir, blockSize) }
		}
		got := check(t, splits, opt, input)
		want := twinRun(splits, opt, nil, why)
		same(t, want, bare(got), "round %d: %+v", round, opt)
		for _, comparison := range want.Comparisons {
			for k, n := range comparison.ByKind {
				kinds[k] += n
			}
			conflicts += comparison.Conflicts
			shared += comparison.SharedIDs
			unique += comparison.Leaking - comparison.LeakingUnique
			for _, f := range comparison.Findings {
				if min(f.Validation.Grams, f.Train.Grams) < opt.MinGrams {
					short++
				}
			}
		}
	}
	t.Log("documents by kind", kinds, "open matches", why, "conflicts", conflicts, "shared ids", shared, "short pairs", short, "repeated leaks", unique)
	for k, n := range kinds {
		require.Greater(t, n, 20/slow, "too few documents that are %v", Kind(k))
	}
	for _, reason := range []string{"anywhere", "in place", "too few", "edited", "whole", "frame"} {
		require.Greater(t, why[reason], 20/slow, "too few open matches: %s", reason)
	}
	require.Greater(t, min(conflicts, shared, short, unique), 50/slow)
}
