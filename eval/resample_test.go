package eval

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// classesByScore parts the pairs by class, highest score first.
func classesByScore(pairs []Pair) (positive, negative []Pair) {
	for _, p := range slices.SortedStableFunc(slices.Values(pairs), func(a, b Pair) int { return cmp.Compare(b.Score, a.Score) }) {
		if p.Positive {
			positive = append(positive, p)
		} else {
			negative = append(negative, p)
		}
	}
	return positive, negative
}

// bruteBootstrap is the plain twin: pairs are copied, thresholds chosen by
// [bruteChoose] and applied by [At].
func bruteBootstrap(pairs []Pair, objective string, r Resampling) (threshold, f1 Interval) {
	rng := rand.New(rand.NewPCG(r.Seed, bootstrapStream))
	positive, negative := classesByScore(pairs)
	draw := func(from []Pair) (drawn, rest []Pair) {
		times := make([]int, len(from))
		for range from {
			times[rng.IntN(len(from))]++
		}
		for i, n := range times {
			if n == 0 {
				rest = append(rest, from[i])
			}
			for range n {
				drawn = append(drawn, from[i])
			}
		}
		return drawn, rest
	}
	var thresholds, f1s []float64
	for range r.Rounds {
		drawnP, restP := draw(positive)
		drawnN, restN := draw(negative)
		c, ok := bruteChoose(slices.Concat(drawnP, drawnN), objective)
		if ok && len(restP) > 0 {
			thresholds = append(thresholds, c.Threshold)
			f1s = append(f1s, At(slices.Concat(restP, restN), c.Threshold).F1())
		}
	}
	percentiles := func(values []float64, all float64) Interval {
		if len(values) == 0 {
			return Interval{math.NaN(), math.NaN()}
		}
		slices.Sort(values)
		n := len(values)
		return Interval{min(values[n*25/1000], all), max(values[n-1-n*25/1000], all)}
	}
	all, _ := bruteChoose(pairs, objective)
	return percentiles(thresholds, all.Threshold), percentiles(f1s, all.Confusion.F1())
}

// bruteCrossValidate is the plain twin, of the same kind.
func bruteCrossValidate(pairs []Pair, objective string, r Resampling) float64 {
	rng := rand.New(rand.NewPCG(r.Seed, crossValidationStream))
	positive, negative := classesByScore(pairs)
	folds := min(r.Folds, len(positive), len(negative))
	if folds < 2 {
		return math.NaN()
	}
	sum := 0.0
	for range r.Repeats {
		var dealt [][]Pair
		for _, class := range [][]Pair{positive, negative} {
			c := slices.Clone(class)
			rng.Shuffle(len(c), func(i, j int) { c[i], c[j] = c[j], c[i] })
			dealt = append(dealt, c)
		}
		var pooled Confusion
		for fold := range folds {
			var held, others []Pair
			for _, class := range dealt {
				for i, p := range class {
					if i%folds == fold {
						held = append(held, p)
					} else {
						others = append(others, p)
					}
				}
			}
			threshold := math.Inf(1)
			if c, ok := bruteChoose(others, objective); ok {
				threshold = c.Threshold
			}
			c := At(held, threshold)
			pooled = Confusion{pooled.TP + c.TP, pooled.FP + c.FP, pooled.TN + c.TN, pooled.FN + c.FN}
		}
		sum += pooled.F1()
	}
	return sum / float64(r.Repeats)
}

// same is equality under which NaN is equal to itself.
func same(t require.TestingT, want, got float64, what string) {
	require.True(t, want == got || math.IsNaN(want) && math.IsNaN(got), "%s: want %v, got %v", what, want, got)
}

func TestResamplingIsThatOfThePlainTwins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawObjective(t)
		pairs := drawPairs(t, 30)
		o := objective(t, text)
		r := Resampling{
			Rounds: rapid.IntRange(1, 90).Draw(t, "rounds"), Folds: rapid.IntRange(2, 12).Draw(t, "folds"),
			Repeats: rapid.IntRange(1, 3).Draw(t, "repeats"), Seed: rapid.Uint64Min(1).Draw(t, "seed"),
		}
		threshold, f1, err := Bootstrap(pairs, o, r)
		if err != nil {
			require.True(t, math.IsNaN(CrossValidate(pairs, o, r)))
			return
		}
		wantThreshold, wantF1 := bruteBootstrap(pairs, text, r)
		same(t, wantThreshold.Low, threshold.Low, "threshold, low")
		same(t, wantThreshold.High, threshold.High, "threshold, high")
		same(t, wantF1.Low, f1.Low, "F1, low")
		same(t, wantF1.High, f1.High, "F1, high")
		same(t, bruteCrossValidate(pairs, text, r), CrossValidate(pairs, o, r), "out of sample")
	})
}

// noisy draws pairs whose classes overlap: normal scores about 0.35 and 0.65.
func noisy(r *rand.Rand, n int, spread float64) []Pair {
	pairs := make([]Pair, n)
	for i := range pairs {
		middle := 0.35
		if pairs[i].Positive = i%3 == 0; pairs[i].Positive {
			middle = 0.65
		}
		pairs[i].Score = math.Round(1e4*(middle+spread*r.NormFloat64())) / 1e4
		pairs[i].Kind = string(rune('a' + i%5))
	}
	return pairs
}

func TestResamplingKnowsNoOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	pairs := noisy(r, 300, 0.1)
	first, err := Evaluate(pairs, Objective{}, Resampling{Seed: 7})
	require.NoError(t, err)
	for range 5 {
		r.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
		again, err := Evaluate(pairs, Objective{}, Resampling{Seed: 7})
		require.NoError(t, err)
		first.Kinds, again.Kinds = nil, nil // in the order of the input
		require.Equal(t, first, again)
	}
	other, err := Evaluate(pairs, Objective{}, Resampling{Seed: 8})
	require.NoError(t, err)
	require.NotEqual(t, first.F1Interval, other.F1Interval)
	require.NotEqual(t, first.OutOfSampleF1, other.OutOfSampleF1)
}

func TestZeroResamplingIsTheDefault(t *testing.T) {
	pairs := noisy(rand.New(rand.NewPCG(5, 6)), 100, 0.1)
	want, err := Evaluate(pairs, Objective{}, Resampling{1000, 5, 20, 1})
	require.NoError(t, err)
	for _, r := range []Resampling{{}, {Rounds: -1, Folds: -1, Repeats: -1}} {
		got, err := Evaluate(pairs, Objective{}, r)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	require.Equal(t, CrossValidate(pairs, Objective{}, Resampling{Folds: 2}), CrossValidate(pairs, Objective{}, Resampling{Folds: 1}), "one fold would leave nothing to choose on")
}

// TestTheIntervalIsForOtherPairs: what is stated of a few pairs holds on many
// others of their kind, while F1 on the pairs themselves flatters.
func TestTheIntervalIsForOtherPairs(t *testing.T) {
	const sets = 50
	r := rand.New(rand.NewPCG(1, 2))
	others := noisy(r, 60_000, 0.15)
	held, flattered, estimated := 0, 0.0, 0.0
	for range sets {
		e, err := Evaluate(noisy(r, 150, 0.15), Objective{}, Resampling{Rounds: 300, Repeats: 5})
		require.NoError(t, err)
		f1 := At(others, e.Threshold).F1()
		if e.F1Interval.Low <= f1 && f1 <= e.F1Interval.High {
			held++
		}
		flattered += (e.Confusion.F1() - f1) / sets
		estimated += (e.OutOfSampleF1 - f1) / sets
	}
	require.GreaterOrEqual(t, held, sets*9/10)
	require.Greater(t, flattered, 0.01)
	require.InDelta(t, 0, estimated, 0.01)
}

func TestTooFewPairsToResample(t *testing.T) {
	pairs := scored([]float64{0.9}, []float64{0.5, 0.2})
	e, err := Evaluate(pairs, Objective{}, Resampling{})
	require.NoError(t, err)
	for _, f := range []float64{e.ThresholdInterval.Low, e.ThresholdInterval.High, e.F1Interval.Low, e.F1Interval.High, e.OutOfSampleF1} {
		require.True(t, math.IsNaN(f), "one positive pair is always drawn, and never both in a fold and out of it")
	}
	e, err = Evaluate(scored([]float64{0.9, 0.8}, []float64{0.5}), Objective{}, Resampling{})
	require.NoError(t, err)
	require.Equal(t, 1.0, e.F1Interval.High)
	require.True(t, math.IsNaN(e.OutOfSampleF1))
	e, err = Evaluate(scored([]float64{0.9, 0.8}, []float64{0.5, 0.4}), Objective{}, Resampling{})
	require.NoError(t, err)
	// Of two folds, the threshold 0.9 misses 0.8, and 0.8 finds 0.9.
	require.InDelta(t, 2./3, e.OutOfSampleF1, 1e-12)
}
