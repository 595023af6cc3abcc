package eval

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestSweepIsEveryDistinctScore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pairs := drawPairs(t, 40)
		var want []Point
		for _, s := range distinctScores(pairs) {
			want = append(want, Point{s, At(pairs, s)})
		}
		require.Equal(t, want, Sweep(pairs))
	})
	require.Empty(t, Sweep(nil))
}

// TestAveragePrecisionIsItsDefinition: of the positive pairs, the mean precision
// at their score.
func TestAveragePrecisionIsItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pairs := drawPairs(t, 40)
		sum, positive := 0.0, 0
		for _, p := range pairs {
			if p.Positive {
				positive++
				sum += At(pairs, p.Score).Precision()
			}
		}
		require.InDelta(t, sum/float64(max(positive, 1)), AveragePrecision(Sweep(pairs)), 1e-12)
	})
}

func TestAUCIsThatOfMannAndWhitney(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pairs := drawPairs(t, 40)
		twice, all := 0, 0
		for _, p := range pairs {
			for _, n := range pairs {
				if p.Positive && !n.Positive {
					all++
					if p.Score > n.Score {
						twice++
					}
					if p.Score >= n.Score {
						twice++
					}
				}
			}
		}
		require.Equal(t, ratio(twice, 2*all), AUC(Sweep(pairs)))
	})
}

func TestCurvesByHand(t *testing.T) {
	points := Sweep(scored([]float64{0.9, 0.5}, []float64{0.7, 0.5, 0.1}))
	require.InDelta(t, 0.5*1+0.5*2/4, AveragePrecision(points), 1e-15)
	require.InDelta(t, (3+1.5)/6, AUC(points), 1e-15)
	require.Zero(t, AUC(nil))
	require.Zero(t, AveragePrecision(nil))
	require.Zero(t, AUC(Sweep(scored([]float64{1, 0}, nil))))
	require.Zero(t, AveragePrecision(Sweep(scored(nil, []float64{1, 0}))))
}

func TestByKindKeepsTheOrderOfTheInput(t *testing.T) {
	pairs := []Pair{
		{0.2, false, "other"}, {0.9, true, "edited"}, {0.5, false, "other"}, {0.4, true, "edited"}, {0.6, true, "other"}, {0.1, false, ""},
	}
	require.Equal(t, []KindCount{{"other", false, 1, 1}, {"edited", true, 1, 1}, {"other", true, 1, 0}, {"", false, 0, 1}}, ByKind(pairs, 0.5))
	require.Empty(t, ByKind(nil, 0.5))
}

func TestKindsSumUpToTheConfusion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pairs := drawPairs(t, 40)
		threshold := rapid.Float64Range(-1, 2).Draw(t, "threshold")
		var c Confusion
		for _, k := range ByKind(pairs, threshold) {
			if k.Positive {
				c.TP, c.FN = c.TP+k.CalledPositive, c.FN+k.CalledNegative
			} else {
				c.FP, c.TN = c.FP+k.CalledPositive, c.TN+k.CalledNegative
			}
		}
		require.Equal(t, At(pairs, threshold), c)
	})
}
