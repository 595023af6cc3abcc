package sketch

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// sets makes two sets of random hashes with sizes a and b that share shared.
func sets(r *rand.Rand, a, b, shared int) (x, y []uint64) {
	draw := func(n int) []uint64 {
		hashes := make([]uint64, n)
		for i := range hashes {
			hashes[i] = r.Uint64()
		}
		return hashes
	}
	both := draw(shared)
	return append(draw(a-shared), both...), append(draw(b-shared), both...)
}

// sigma is the standard deviation of Î (DESIGN 4).
func sigma(m, a, b, shared int) float64 {
	alpha, beta, gamma := float64(a)/float64(m), float64(b)/float64(m), float64(shared)/float64(m)
	u := alpha + beta - gamma
	return math.Sqrt(float64(m) * (math.Exp(u) - math.Exp(alpha) - math.Exp(beta) + 2*math.Exp(gamma) - 1 - gamma))
}

// TestEstimateFindsTheOverlap: over many pairs the mean error is chance, and
// the spread is what the formula says.
func TestEstimateFindsTheOverlap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const rounds = 200
	for _, c := range []struct{ m, a, b, shared int }{
		{1 << 12, 200, 200, 100},
		{1 << 12, 200, 200, 0},
		{1 << 12, 200, 200, 200},
		{1 << 12, 50, 2000, 40},
		{1 << 12, 1000, 3000, 500},
		{1 << 14, 3000, 3000, 1500},
		{1 << 14, 200, 20_000, 150},
		{1 << 10, 100, 400, 60},
		{1 << 8, 60, 100, 30},
	} {
		want := sigma(c.m, c.a, c.b, c.shared)
		sum, squares := 0.0, 0.0
		for range rounds {
			x, y := sets(r, c.a, c.b, c.shared)
			bx, by := newBits(t, c.m, x), newBits(t, c.m, y)
			shared, score, ok := Estimate(c.m, bx.Ones(), by.Ones(), SharedBits(bx, by), c.a, c.b)
			require.True(t, ok)
			require.InDelta(t, min(1, shared/float64(min(c.a, c.b))), score, 1e-12)
			if shared == 0 {
				// Cut at 0: the error of the formula itself is what is tested.
				shared = raw(c.m, bx.Ones(), by.Ones(), SharedBits(bx, by))
			}
			sum += shared - float64(c.shared)
			squares += (shared - float64(c.shared)) * (shared - float64(c.shared))
		}
		mean, deviation := sum/rounds, math.Sqrt(squares/rounds)
		require.Less(t, math.Abs(mean), 5*want/math.Sqrt(rounds)+1e-9, "mean error of %+v, one deviation is %.2f", c, want)
		require.InDelta(t, want, deviation, .3*want+1e-9, "deviation of %+v", c)
	}
}

// raw is the formula of DESIGN 4 in other words.
func raw(m, x, y, z int) float64 {
	linear := func(ones int) float64 { return -float64(m) * math.Log1p(-float64(ones)/float64(m)) }
	return linear(x) + linear(y) - linear(x+y-z)
}

func TestEstimateIsTheFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawM(t)
		a, b := drawPair(t)
		bx, by := newBits(t, m, a), newBits(t, m, b)
		x, y, z := bx.Ones(), by.Ones(), SharedBits(bx, by)
		shared, score, ok := Estimate(m, x, y, z, len(a), len(b))
		same, sameScore, sameOK := Estimate(m, y, x, z, len(b), len(a))
		require.Equal(t, []any{shared, score, ok}, []any{same, sameScore, sameOK}, "symmetry")
		limit := float64(m) * math.Log(float64(m)/10)
		switch {
		case len(a) == 0 || len(b) == 0 || float64(len(a)+len(b)) > limit || x+y-z == m:
			require.False(t, ok)
			require.Zero(t, shared)
			require.Zero(t, score)
		default:
			require.True(t, ok)
			require.InDelta(t, max(0, raw(m, x, y, z)), shared, 1e-6*float64(m))
			require.True(t, 0 <= score && score <= 1 && shared >= 0)
		}
	})
}

// TestEqualSetsScoreNearOne: the score of a thing with itself is linear
// counting over its size, which is 1 but for the document's own collisions.
func TestEqualSetsScoreNearOne(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		x, _ := sets(r, 400, 400, 0)
		ones := newBits(t, 1<<12, x).Ones()
		_, score, ok := Estimate(1<<12, ones, ones, ones, 400, 400)
		require.True(t, ok)
		require.Greater(t, score, .95)
	}
}

func TestSaturation(t *testing.T) {
	for _, m := range []int{MinM, 1 << 12, 1 << 20} {
		limit := int(SaturationLimit(m))
		require.InDelta(t, float64(m)*math.Log(float64(m)/10), SaturationLimit(m), 1e-6)
		// About ten cells are empty there.
		require.InDelta(t, 10, float64(m)*math.Exp(-float64(limit)/float64(m)), .2)
		_, _, ok := Estimate(m, m/4, m/4, m/8, limit-limit/2, limit/2)
		require.True(t, ok)
		_, _, ok = Estimate(m, m/4, m/4, m/8, limit-limit/2+1, limit/2)
		require.False(t, ok)
	}
}

// TestAFullUnionHasNoScore: however few the n-grams, log 0 is no number.
func TestAFullUnionHasNoScore(t *testing.T) {
	for _, c := range [][3]int{{64, 64, 64}, {64, 10, 10}, {32, 32, 0}} {
		shared, score, ok := Estimate(64, c[0], c[1], c[2], 50, 50)
		require.False(t, ok)
		require.Zero(t, shared)
		require.Zero(t, score)
	}
}

func TestEstimateOfNothing(t *testing.T) {
	for _, c := range [][2]int{{0, 0}, {0, 10}, {10, 0}} {
		_, score, ok := Estimate(64, min(c[0], 5), min(c[1], 5), 0, c[0], c[1])
		require.False(t, ok)
		require.Zero(t, score)
	}
}
