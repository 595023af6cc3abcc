package eval

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestFiguresByHand(t *testing.T) {
	c := Confusion{TP: 8, FP: 2, TN: 85, FN: 5}
	for name, figure := range map[string]struct{ got, want float64 }{
		"precision": {c.Precision(), 8. / 10},
		"recall":    {c.Recall(), 8. / 13},
		"F1":        {c.F1(), 16. / 23},
		"F2":        {c.FBeta(2), 5 * 8. / (5*8 + 4*5 + 2)},
		"F0.5":      {c.FBeta(0.5), 1.25 * 8 / (1.25*8 + .25*5 + 2)},
		"F0":        {c.FBeta(0), 8. / 10},
		"accuracy":  {c.Accuracy(), 93. / 100},
		"MCC":       {c.MCC(), (8*85 - 2*5) / math.Sqrt(10*13*87*90)},
		"balanced":  {c.BalancedAccuracy(), (8./13 + 85./87) / 2},
	} {
		require.InDelta(t, figure.want, figure.got, 1e-15, name)
	}
}

func TestFiguresAtTheEnds(t *testing.T) {
	perfect := Confusion{TP: 3, TN: 4}
	require.Equal(t, 1.0, perfect.F1())
	require.Equal(t, 1.0, perfect.FBeta(2))
	require.Equal(t, 1.0, perfect.MCC())
	require.Equal(t, 1.0, perfect.BalancedAccuracy())
	wrong := Confusion{FP: 4, FN: 3}
	require.Equal(t, -1.0, wrong.MCC())
	require.Zero(t, wrong.BalancedAccuracy())
}

// TestUndefinedFiguresAreZero: a report must not hold NaN, which JSON cannot.
func TestUndefinedFiguresAreZero(t *testing.T) {
	figures := func(c Confusion) []float64 {
		return []float64{c.Precision(), c.Recall(), c.F1(), c.FBeta(0), c.FBeta(2), c.Accuracy(), c.MCC(), c.BalancedAccuracy()}
	}
	require.Equal(t, make([]float64, 8), figures(Confusion{}))
	require.Equal(t, []float64{0, 0, 0, 0, 0, 1, 0, 1}, figures(Confusion{TN: 5}))
	require.Equal(t, []float64{0, 0, 0, 0, 0, 0, 0, 0}, figures(Confusion{FN: 5}))
	require.Equal(t, []float64{0, 0, 0, 0, 0, 0, 0, 0}, figures(Confusion{FP: 5}))
	require.Equal(t, []float64{1, 1, 1, 1, 1, 1, 0, 1}, figures(Confusion{TP: 5}))
}

func TestFiguresStayInTheirRanges(t *testing.T) {
	count := rapid.OneOf(rapid.IntRange(0, 3), rapid.IntRange(0, 1<<29))
	rapid.Check(t, func(t *rapid.T) {
		c := Confusion{count.Draw(t, "TP"), count.Draw(t, "FP"), count.Draw(t, "TN"), count.Draw(t, "FN")}
		for _, f := range []float64{c.Precision(), c.Recall(), c.F1(), c.FBeta(0.5), c.FBeta(2), c.Accuracy(), c.BalancedAccuracy()} {
			require.True(t, 0 <= f && f <= 1, "%v of %+v", f, c)
		}
		require.InDelta(t, c.F1(), c.FBeta(1), 1e-12)
		require.LessOrEqual(t, math.Abs(c.MCC()), 1+1e-12)
		swapped := Confusion{TP: c.FN, FP: c.TN, TN: c.FP, FN: c.TP}
		require.InDelta(t, -c.MCC(), swapped.MCC(), 1e-12, "calling the opposite turns the correlation")
	})
}
