package eval

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// drawPairs draws scores from a coarse grid, so that many are equal, or any.
func drawPairs(t *rapid.T, most int) []Pair {
	grid := rapid.SampledFrom([]int{1, 2, 5, 20, 1000}).Draw(t, "grid")
	lowest := rapid.SampledFrom([]int{0, 0, -grid}).Draw(t, "lowest")
	helpful := rapid.IntRange(0, 2).Draw(t, "helpful") // how far the label moves the score
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Pair {
		p := Pair{Positive: rapid.Bool().Draw(t, "positive"), Kind: rapid.SampledFrom([]string{"a", "b", ""}).Draw(t, "kind")}
		p.Score = float64(rapid.IntRange(lowest, grid).Draw(t, "score")) / float64(grid)
		if p.Positive {
			p.Score += float64(helpful) / 4
		}
		return p
	}), 1, most).Draw(t, "pairs")
}

func distinctScores(pairs []Pair) []float64 {
	var scores []float64
	for _, p := range pairs {
		scores = append(scores, p.Score)
	}
	slices.Sort(scores)
	scores = slices.Compact(scores)
	slices.Reverse(scores)
	return scores
}

// bruteChoose is the plain twin: every distinct score tried, by definition.
func bruteChoose(pairs []Pair, objective string) (Choice, bool) {
	scores := distinctScores(pairs)
	var best *big.Rat
	chosen := -1
	value := make([]*big.Rat, len(scores))
	for i, s := range scores {
		value[i] = goodness(objective, At(pairs, s))
		if value[i] != nil && (best == nil || value[i].Cmp(best) > 0) {
			best, chosen = value[i], i
		}
	}
	if chosen < 0 {
		return Choice{}, false
	}
	c := Choice{scores[chosen], min(0, scores[len(scores)-1]), At(pairs, scores[chosen])}
	for i := chosen + 1; i < len(scores); i++ {
		if value[i] == nil || value[i].Cmp(best) != 0 {
			c.Low = scores[i]
			break
		}
	}
	return c, true
}

func degenerate(pairs []Pair) bool {
	c := At(pairs, math.Inf(-1))
	return c.TP == 0 || c.FP == 0 || len(distinctScores(pairs)) == 1
}

func checkChoose(t require.TestingT, pairs []Pair, text string, o Objective) {
	got, err := Choose(pairs, o)
	if degenerate(pairs) {
		require.Error(t, err)
		require.False(t, errors.Is(err, ErrUnreachable))
		return
	}
	want, ok := bruteChoose(pairs, text)
	require.Equal(t, want, got, "%s, error %v", text, err)
	require.Equal(t, ok, err == nil)
	require.Equal(t, !ok, errors.Is(err, ErrUnreachable))
}

func TestChooseIsThatOfBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawObjective(t)
		checkChoose(t, drawPairs(t, 40), text, objective(t, text))
	})
}

func FuzzChoose(f *testing.F) {
	f.Add("f1", []byte{0, 1, 2, 3, 4, 5})
	f.Add("precision>=0.75", []byte{9, 9, 8, 7, 7, 1, 0, 255})
	f.Add("recall>=0.5", []byte{3, 3, 2, 2})
	f.Add("cost:fp=1,fn=0.5", []byte{200, 201, 2, 3, 77})
	f.Fuzz(func(t *testing.T, text string, data []byte) {
		o, err := ParseObjective(text)
		if err != nil || len(data) > 100 {
			return
		}
		var pairs []Pair
		for _, b := range data {
			pairs = append(pairs, Pair{Score: float64(int8(b)>>1) / 63, Positive: b&1 == 1})
		}
		checkChoose(t, pairs, o.String(), o)
	})
}

// TestTheIntervalOfEquallyGoodThresholds: what a user may move the threshold by.
func TestTheIntervalOfEquallyGoodThresholds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawObjective(t)
		pairs := drawPairs(t, 40)
		c, err := Choose(pairs, objective(t, text))
		if err != nil {
			return
		}
		scores := distinctScores(pairs)
		lowest := scores[len(scores)-1]
		require.True(t, c.Low < c.Threshold || c.Low == c.Threshold && c.Threshold == lowest && lowest <= 0)
		require.Equal(t, c.Confusion, At(pairs, c.Threshold))
		require.NotEqual(t, c.Confusion, At(pairs, math.Nextafter(c.Threshold, 2)))
		at := goodness(text, c.Confusion)

		i := slices.Index(scores, c.Threshold)
		next := c.Low
		if i+1 < len(scores) {
			next = scores[i+1]
		}
		inside := func(low float64) float64 {
			if low == c.Threshold {
				return low
			}
			x := low + (c.Threshold-low)*rapid.Float64Range(0, 1).Draw(t, "part")
			return min(max(x, math.Nextafter(low, 2)), c.Threshold)
		}
		require.Equal(t, c.Confusion, At(pairs, inside(next)), "no score lies between")
		require.Zero(t, at.Cmp(goodness(text, At(pairs, inside(c.Low)))), "equally good")
		if c.Low > lowest {
			worse := goodness(text, At(pairs, c.Low))
			require.True(t, worse == nil || worse.Cmp(at) < 0)
		}
		for _, s := range scores[:i] {
			worse := goodness(text, At(pairs, s))
			require.True(t, worse == nil || worse.Cmp(at) < 0, "of equally good cuts the highest")
		}
	})
}

func scored(positive, negative []float64) []Pair {
	var pairs []Pair
	for _, s := range positive {
		pairs = append(pairs, Pair{s, true, "same"})
	}
	for _, s := range negative {
		pairs = append(pairs, Pair{s, false, "different"})
	}
	return pairs
}

func TestChooseByHand(t *testing.T) {
	apart := scored([]float64{0.9, 0.7, 0.62}, []float64{0.3, 0.1})
	mixed := scored([]float64{0.9, 0.8, 0.5, 0.4}, []float64{0.6, 0.5, 0.2, 0.1})
	for _, c := range []struct {
		why, objective string
		pairs          []Pair
		want           Choice
	}{
		{"a gap: the lowest positive", "f1", apart, Choice{0.62, 0.3, Confusion{3, 0, 2, 0}}},
		{"F1 4/6 at .8, 6/9 at .5, 8/10 at .4", "f1", mixed, Choice{0.4, 0.2, Confusion{4, 2, 2, 0}}},
		{"F0.5 2.5/3 at .8, 5/6.5 at .4", "f0.5", mixed, Choice{0.8, 0.6, Confusion{2, 0, 4, 2}}},
		{"precision 2/2, 3/5, 4/6", "precision>=0.66", mixed, Choice{0.4, 0.2, Confusion{4, 2, 2, 0}}},
		{"4/6 is under .67", "precision>=0.67", mixed, Choice{0.8, 0.6, Confusion{2, 0, 4, 2}}},
		{"precision 1 at .9 and .8, but recall 1/4 at .9", "recall>=0.5", mixed, Choice{0.8, 0.6, Confusion{2, 0, 4, 2}}},
		{"precision 1 at .9 and .8: the run", "recall>=0.25", mixed, Choice{0.9, 0.6, Confusion{1, 0, 4, 3}}},
		{"costs 2 at .8 and at .4, apart", "cost:fp=1,fn=1", mixed, Choice{0.8, 0.6, Confusion{2, 0, 4, 2}}},
		{"costs 2 at .4", "cost:fp=1,fn=1.001", mixed, Choice{0.4, 0.2, Confusion{4, 2, 2, 0}}},
		{"false positives cost nothing: recall 1, down to the lowest score", "cost:fp=0,fn=1", mixed, Choice{0.4, 0, Confusion{4, 2, 2, 0}}},
		{"a run to the lowest score, which is negative", "cost:fp=0,fn=1", scored([]float64{0.5}, []float64{-0.5}), Choice{0.5, -0.5, Confusion{1, 0, 1, 0}}},
		{"F1 2/3 at each of three cuts", "f1", scored([]float64{1, 0.4}, []float64{0.8, 0.8, 0.2}), Choice{1, 0.8, Confusion{1, 0, 3, 1}}},
		{"the scores are upside down: everything is positive", "f1", scored([]float64{0.1}, []float64{0.9, 0.8}), Choice{0.1, 0, Confusion{1, 2, 0, 0}}},
		{"a zero with a sign", "f1", scored([]float64{math.Copysign(0, -1), 0}, []float64{-1}), Choice{0, -1, Confusion{2, 0, 1, 0}}},
	} {
		got, err := Choose(c.pairs, objective(t, c.objective))
		require.NoError(t, err, c.why)
		require.Equal(t, c.want, got, "%s: %s", c.objective, c.why)
		require.False(t, math.Signbit(got.Threshold), c.why)
	}
}

func TestChooseErrors(t *testing.T) {
	sound := scored([]float64{0.9, 0.8}, []float64{0.95, 0.7, 0.1})
	nan, infinite := slices.Clone(sound), slices.Clone(sound)
	nan[3].Score = math.NaN()
	infinite[0].Score = math.Inf(-1)
	late := scored([]float64{0.83121}, []float64{0.83121, 0.2})
	for _, c := range []struct {
		objective string
		pairs     []Pair
		message   string
	}{
		{"f1", nil, "no pairs: a threshold needs positive and negative ones"},
		{"f1", sound[:2], "no negative pair: a threshold needs both"},
		{"f1", sound[2:], "no positive pair: a threshold needs both"},
		{"f1", nan, "pair 4 scores NaN: a threshold needs finite scores; leave the pair out or score it anew"},
		{"f1", infinite, "pair 1 scores -Inf: a threshold needs finite scores; leave the pair out or score it anew"},
		{"f1", scored([]float64{0.5, 0.5}, []float64{0.5}), "every pair scores 0.5: no threshold tells them apart"},
		{"precision>=0.99", sound, "no threshold reaches precision 0.99; the highest is 0.6666 at 0.8"},
		{"precision>=0.66667", sound, "no threshold reaches precision 0.66667; the highest is 0.66666 at 0.8"},
		{"precision>=0.6", late, "no threshold reaches precision 0.6; the highest is 0.5 at 0.83121"},
		{"cost:fp=3,fn=0.25", sound, "cost:fp=3,fn=0.25: calling nothing positive costs 0.5, less than any threshold"},
		{"cost:fp=1,fn=0", sound, "cost:fp=1,fn=0: calling nothing positive costs 0, less than any threshold"},
	} {
		o := objective(t, c.objective)
		_, err := Choose(c.pairs, o)
		require.EqualError(t, err, c.message)
		_, err = Evaluate(c.pairs, o, Resampling{})
		require.EqualError(t, err, c.message)
		_, _, err = Bootstrap(c.pairs, o, Resampling{})
		require.EqualError(t, err, c.message)
		require.True(t, math.IsNaN(CrossValidate(c.pairs, o, Resampling{})))
	}
}

// TestAThresholdAsDearAsNothingIsTaken: it finds something.
func TestAThresholdAsDearAsNothingIsTaken(t *testing.T) {
	got, err := Choose(scored([]float64{0.5}, []float64{0.5, 0.1}), objective(t, "cost:fp=2,fn=2"))
	require.NoError(t, err)
	require.Equal(t, Choice{0.5, 0.1, Confusion{1, 1, 1, 0}}, got)
}
