package plot

import (
	"math"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// commands are the letters of the first line drawn: of a series.
func commands(t *testing.T, c Chart) string {
	path := regexp.MustCompile(`<path d="([^"]+)" fill="none" stroke="#0072b2"`).FindSubmatch(Lines(c))
	require.NotNil(t, path)
	return regexp.MustCompile(`[^A-Z]`).ReplaceAllString(string(path[1]), "")
}

func TestAMissingValueIsAGap(t *testing.T) {
	c := Chart{Series: []Series{{Points: []Point{{1, 1}, {2, 2}, {3, math.NaN()}, {4, 1}, {5, 5}, {6, 1}}}}}
	require.Equal(t, "MLMLL", commands(t, c))
	c.X.Log = true
	c.Series[0].Points[4].X = 0
	require.Equal(t, "ML", commands(t, c))
}

func TestAStepHasTheHeightOfThePointOnTheRight(t *testing.T) {
	c := Chart{Steps: true, Series: []Series{{Points: []Point{{1, 1}, {2, 2}}}}}
	require.Equal(t, "MVH", commands(t, c))
	c.Series[0].Points = []Point{{2, 2}, {1, 1}}
	require.Equal(t, "MHV", commands(t, c))
}

func TestThePointsThatAreNotInTheirPlaceAreCounted(t *testing.T) {
	c := Chart{X: Axis{Cap: 5}, Series: []Series{{Points: []Point{
		{1, 1}, {7, 1}, {math.Inf(1), 0.5}, {math.NaN(), 1}, {1, math.Inf(1)},
	}}}}
	svg := string(Scatter(c))
	require.Contains(t, svg, "Drawn at 5: 2 points beyond it.")
	require.Contains(t, svg, "Left out, as they have no finite place: 2 points.")
	require.Contains(t, svg, "≥ 5")
	c.Series[0].Points = c.Series[0].Points[:1]
	svg = string(Scatter(c))
	require.NotContains(t, svg, "Left out")
	require.NotContains(t, svg, "≥")
}

func TestSeriesDifferInMoreThanColour(t *testing.T) {
	seen := map[look]bool{}
	for i := range 64 {
		l := lookOf(i)
		require.False(t, seen[l])
		seen[l] = true
		for j := range min(i, 8) {
			o := lookOf(j)
			require.True(t, i >= 8 || l.color != o.color && l.dash != o.dash && l.shape != o.shape)
		}
	}
}

func TestWhatHasNoNameIsNotInTheLegend(t *testing.T) {
	points := []Point{{0, 0}, {1, 1}}
	with := read(t, Lines(Chart{Series: []Series{{Name: "F1", Points: points}}, Marks: []Mark{{"best", points[1]}}}))
	without := read(t, Lines(Chart{Series: []Series{{Points: points}}, Marks: []Mark{{"", points[1]}}}))
	require.Equal(t, len(with.texts)-2, len(without.texts))
	require.Equal(t, len(with.marks), len(without.marks))
}

func TestPercentsDoNotPretend(t *testing.T) {
	for share, want := range map[float64]string{
		0: "0 %", 1: "100 %", 0.5: "50 %", 0.125: "12.5 %", 0.0004: "under 0.1 %", 0.9996: "over 99.9 %",
	} {
		require.Equal(t, want, percent(share))
	}
}
