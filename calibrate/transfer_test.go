package calibrate

import (
	"os"
	"testing"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/eval"
	"github.com/leakgate/leakgate/pairs"
	"github.com/stretchr/testify/require"
)

// TestThresholdHoldsOnAnotherSet: the F1 that a calibrated threshold reaches on
// pairs out of another set of its kind is not under the interval that was
// stated. docs/thresholds.md has the table.
func TestThresholdHoldsOnAnotherSet(t *testing.T) {
	const data = "../../shared/data/"
	if _, err := os.Stat(data); err != nil {
		t.Skip("../shared/data is not here")
	}
	if raceDetector {
		t.Skip("no goroutine here that other tests do not start, and minutes under the race detector")
	}
	within := 0
	for _, c := range []struct {
		made, scored string // equal: the odd documents and the even ones
		maxRate      float64
	}{
		{"newsgroups20/train", "newsgroups20/train", 0},
		{"kijiji_rome/train", "kijiji_rome/train", 0},
		{"bbc_news/train", "bbc_news/train", 0},
		{"prose_pool/pool_dev", "novels100/chapters_dev", .3},
	} {
		made, scored := readTexts(t, data+c.made+".jsonl.gz"), readTexts(t, data+c.scored+".jsonl.gz")
		if c.made == c.scored {
			made, scored = everySecond(made, 0), everySecond(scored, 1)
		}
		find := func(texts []Text, seed uint64) *Calibration {
			found, err := Find(t.Context(), Generator{Seed: seed, MaxRate: c.maxRate}, texts, pairs.Variant{}, eval.Objective{}, nil)
			require.NoError(t, err)
			return found
		}
		here, there := find(made, 1), find(scored, 2)
		var others []eval.Pair
		for i, p := range there.Made.Pairs {
			others = append(others, eval.Pair{Score: there.Scores[i], Positive: p.Positive})
		}
		f1 := eval.At(others, here.Threshold).F1()
		t.Logf("| %s | %s | %.3f | %.3f | %.3f–%.3f | %.3f |", c.made, c.scored, here.Threshold,
			here.Confusion.F1(), here.F1Interval.Low, here.F1Interval.High, f1)
		require.GreaterOrEqual(t, f1, here.F1Interval.Low, c.scored)
		if f1 <= here.F1Interval.High {
			within++
		}
	}
	require.GreaterOrEqual(t, within, 3, "a set may turn out easier than the interval")
}

func everySecond(texts []Text, from int) (out []Text) {
	for i := from; i < len(texts); i += 2 {
		out = append(out, texts[i])
	}
	return out
}

func readTexts(t testing.TB, path string) (texts []Text) {
	t.Helper()
	files, err := corpus.Resolve([]string{path}, corpus.FormatAuto)
	require.NoError(t, err)
	for doc, err := range corpus.NewSource(files, corpus.Options{}).Documents(t.Context()) {
		require.NoError(t, err)
		own := doc.Clone()
		texts = append(texts, Text{ID: own.ID, Text: own.Texts[0], Label: own.Label})
	}
	return texts
}
