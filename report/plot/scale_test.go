package plot

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func labels(s scale) string {
	var all []string
	for _, t := range s.ticks {
		all = append(all, t.label)
	}
	return strings.Join(all, " ")
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		axis   Axis
		values []float64
		ticks  int
		want   string
	}{
		{Axis{Max: 1}, []float64{0.3}, 6, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{Axis{}, []float64{0.02, 0.6}, 8, "0.0 0.1 0.2 0.3 0.4 0.5 0.6"},
		{Axis{}, []float64{0.01, 3.27}, 8, "0.0 0.5 1.0 1.5 2.0 2.5 3.0 3.5"},
		{Axis{Cap: 5}, []float64{0.1, 5}, 8, "0 1 2 3 4 5"},
		{Axis{}, []float64{0, 47_000}, 6, "0 10,000 20,000 30,000 40,000 50,000"},
		{Axis{}, []float64{-1, 1}, 4, "-1.0 -0.5 0.0 0.5 1.0"},
		{Axis{}, []float64{0, 2e9}, 5, "0 5e08 1e09 1.5e09 2e09"},
		{Axis{}, []float64{7}, 2, "6 7 8"},
		{Axis{}, nil, 2, "0.0 0.5 1.0"},
		{Axis{Log: true}, []float64{0.5, 50}, 8, "0.5 1 2 5 10 20 50"},
		{Axis{Log: true}, []float64{1, 1e6}, 8, "1 10 100 1,000 10,000 100,000 1,000,000"},
		{Axis{Log: true}, []float64{1.1, 1.9}, 4, "1.2 1.4 1.6 1.8"},
		{Axis{Log: true}, nil, 8, "1 2 5 10"},
	} {
		require.Equal(t, c.want, labels(c.axis.scale(c.values, c.ticks, false)), "%v %v", c.axis, c.values)
	}
	require.Equal(t, "0 1 2 3 4 ≥ 5", labels(Axis{Cap: 5}.scale([]float64{0, 5}, 6, true)))
	require.Equal(t, "0.0 0.5 1.0 1.5 ≥ 2.2", labels(Axis{Cap: 2.2}.scale([]float64{0, 2.2}, 6, true)))
}

func TestTicksAreFewRisingAndOnTheScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		axis := Axis{Log: rapid.Bool().Draw(t, "log")}
		var values []float64
		for _, v := range rapid.SliceOf(rapid.OneOf(rapid.Float64(), rapid.Float64Range(-2, 5))).Draw(t, "values") {
			if v, ok := axis.place(v); ok {
				values = append(values, v)
			}
		}
		s := axis.scale(values, 8, false).over(0, 100)
		require.LessOrEqual(t, len(s.ticks), 24)
		require.NotEmpty(t, s.ticks)
		for i, tick := range s.ticks {
			off := max(s.lo-tick.at, tick.at-s.hi)
			require.True(t, off <= 1e-5*(s.hi-s.lo) || axis.Log && off <= 1e-5*tick.at, "%v in %v", tick, s)
			require.True(t, i == 0 || tick.at > s.ticks[i-1].at && s.px(tick.at) >= s.px(s.ticks[i-1].at), "%v", s.ticks)
			require.True(t, i == 0 || tick.label != s.ticks[i-1].label, "%v", s.ticks)
		}
		for _, v := range values {
			require.True(t, s.lo <= v && v <= s.hi)
		}
	})
}

func TestScoresStandOnTheirSideOfTheThreshold(t *testing.T) {
	score := rapid.OneOf(rapid.Float64Range(0, 1), rapid.SampledFrom([]float64{0, 1, 0.5, -0.25, 3, math.NaN()}))
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOf(score).Draw(t, "scores")
		threshold := rapid.OneOf(score, rapid.SampledFrom(append(scores, 0.5))).Draw(t, "threshold")
		h := newHistograms(Distribution{Threshold: threshold, Groups: []Group{{Scores: scores}}})
		require.True(t, slices.IsSorted(h.edges))
		var below, above int
		for bin, n := range h.counts[0] {
			if h.positive(bin) {
				above += n
			} else {
				below += n
			}
		}
		for _, s := range scores {
			switch {
			case s >= threshold:
				above--
			case !math.IsNaN(s):
				below--
			}
		}
		require.Zero(t, below)
		require.Zero(t, above)
	})
}

func TestNamesAreCutToTheirRoom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := clean(rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-z ]{0,90}`)).Draw(t, "name"))
		room := rapid.Float64Range(20, 300).Draw(t, "room")
		lines := wrap(name, 12, room, rapid.IntRange(1, 4).Draw(t, "lines"))
		for _, line := range lines {
			require.LessOrEqual(t, textWidth(line, 12), room)
		}
		if joined := strings.Join(lines, " "); !strings.HasSuffix(joined, ellipsis) {
			require.Equal(t, name, joined)
		}
	})
	require.Equal(t, []string{"different parts of", "the same text"}, wrap("different parts of the same text", 12, 120, 2))
	require.Equal(t, []string{"different parts o…"}, wrap("different parts of the same text", 12, 120, 1))
}

func TestCountsAreWrittenInFull(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 12_345_678: "12,345,678", -1000: "-1,000"} {
		require.Equal(t, want, count(n))
	}
}
