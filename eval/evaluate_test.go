package eval

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestEvaluateIsWhatItsPartsSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pairs := drawPairs(t, 60)
		o := objective(t, drawObjective(t))
		r := Resampling{Rounds: 20, Repeats: 2, Seed: rapid.Uint64().Draw(t, "seed")}
		e, err := Evaluate(pairs, o, r)
		if err != nil {
			require.Nil(t, e)
			return
		}
		choice, err := Choose(pairs, o)
		require.NoError(t, err)
		require.Equal(t, choice, e.Choice)
		require.Equal(t, o, e.Objective)
		require.Equal(t, len(pairs), e.Pairs)
		require.Equal(t, e.Confusion.TP+e.Confusion.FN, e.Positive)
		require.Equal(t, e.Confusion.TN+e.Confusion.FP, e.Negative)
		require.Equal(t, ByKind(pairs, e.Threshold), e.Kinds)
		require.Equal(t, Sweep(pairs), e.Points)
		require.Equal(t, AveragePrecision(e.Points), e.AveragePrecision)
		require.Equal(t, AUC(e.Points), e.AUC)
		threshold, f1, err := Bootstrap(pairs, o, r)
		require.NoError(t, err)
		same(t, threshold.Low, e.ThresholdInterval.Low, "threshold")
		same(t, f1.High, e.F1Interval.High, "F1")
		same(t, CrossValidate(pairs, o, r), e.OutOfSampleF1, "out of sample")
	})
}

func TestEvaluateLeavesThePairsAlone(t *testing.T) {
	pairs := scored([]float64{0.1, 0.9}, []float64{0.5, 0.05})
	_, err := Evaluate(pairs, Objective{}, Resampling{})
	require.NoError(t, err)
	require.Equal(t, scored([]float64{0.1, 0.9}, []float64{0.5, 0.05}), pairs)
}

// BenchmarkEvaluate: 1,000 rounds and 20 × 5 folds on 4,000 pairs.
func BenchmarkEvaluate(b *testing.B) {
	pairs := noisy(rand.New(rand.NewPCG(1, 2)), 4000, 0.15)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Evaluate(pairs, Objective{}, Resampling{}); err != nil {
			b.Fatal(err)
		}
	}
}
