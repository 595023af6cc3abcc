package plot

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestSamplesHaveNothingOnTopOfAnother(t *testing.T) {
	for _, s := range samples() {
		d := read(t, s.svg)
		for i, a := range d.texts {
			require.True(t, a.within(d.canvas), "%s: %q is cut off", s.name, a.text)
			for _, b := range d.texts[:i] {
				require.False(t, a.overlaps(b.box), "%s: %q lies on %q", s.name, a.text, b.text)
			}
			if d.frame != nil {
				require.False(t, a.overlaps(*d.frame), "%s: %q lies in the plot", s.name, a.text)
			}
			for _, m := range d.marks {
				if !strings.HasPrefix(s.name, "confusion") {
					require.False(t, a.overlaps(m), "%s: %q lies on the data", s.name, a.text)
				}
			}
		}
		requireMarksInFrame(t, d)
	}
}

func requireMarksInFrame(t require.TestingT, d *drawn) {
	for _, m := range d.marks {
		if d.frame != nil {
			require.True(t, m.within(*d.frame), "%v is outside of %v", m, *d.frame)
		}
	}
}

func TestSameDataSameBytes(t *testing.T) {
	first, second := samples(), samples()
	for i := range first {
		require.True(t, bytes.Equal(first[i].svg, second[i].svg), first[i].name)
	}
}

func TestNoIDIsUsedTwiceOnAPage(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range samples() {
		for _, id := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(string(s.svg), -1) {
			require.False(t, seen[id[1]], id[1])
			seen[id[1]] = true
		}
	}
	require.GreaterOrEqual(t, len(seen), 3*len(samples()))
}

func TestThousandsOfPointsStaySmall(t *testing.T) {
	require.Less(t, len(scatterSample("s", 8, 2000, "")), 150_000)
	require.Less(t, len(scatterSample("s", 8, 20_000, "")), 300_000)
	require.Less(t, len(thresholdSample("t", 100_000)), 60_000)
	r := rand.New(rand.NewPCG(1, 2))
	noise := Series{Name: "noise"}
	for i := range 100_000 {
		noise.Points = append(noise.Points, Point{float64(i), r.Float64()})
	}
	require.Less(t, len(Lines(Chart{Series: []Series{noise}})), 60_000)
}

// everyPlot draws the same names and numbers in every way.
func everyPlot(name string, groups [][]float64, cap, threshold float64, log, steps bool) map[string][]byte {
	head := Head{ID: name, Title: name, Desc: name}
	c := Chart{Head: head, X: Axis{Title: name, Log: log, Cap: cap}, Y: Axis{Title: name, Max: 1}, Steps: steps}
	d := Distribution{Head: head, Axis: name, Threshold: threshold}
	m := Matrix{Head: head}
	for _, values := range groups {
		s := Series{Name: name, Reference: len(c.Series) == 1}
		for i := 0; i+1 < len(values); i += 2 {
			s.Points = append(s.Points, Point{values[i], values[i+1]})
		}
		c.Series = append(c.Series, s)
		d.Groups = append(d.Groups, Group{name, values})
		m.Rows = append(m.Rows, Row{name, len(values)%2 == 0, len(values), len(values) / 3})
		if len(values) > 2 {
			c.AtX = append(c.AtX, Guide{name, values[0], values[1], values[2]})
			c.AtY = append(c.AtY, Guide{name, values[2], values[1], values[0]})
			c.Marks = append(c.Marks, Mark{name, Point{values[1], values[0]}})
		}
	}
	return map[string][]byte{"lines": Lines(c), "scatter": Scatter(c), "histograms": Histograms(d), "confusion": Confusion(m)}
}

var awkward = []float64{
	0, 1, -1, 0.5, 1e-300, 5e-324, 1e-12, 1e12, -1e12, 1e300, math.MaxFloat64, -math.MaxFloat64, math.Inf(1), math.Inf(-1),
	math.NaN(), math.Copysign(0, -1), 1 + 1e-15, 1e12 + 1, 123456.789,
}

func TestAnyDataIsDrawn(t *testing.T) {
	value := rapid.OneOf(rapid.SampledFrom(awkward), rapid.Float64(), rapid.Float64Range(0, 1))
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.SampledFrom([]string{"", hostile, longest}), rapid.String()).Draw(t, "name")
		groups := rapid.SliceOfN(rapid.SliceOfN(value, 0, 20), 0, 5).Draw(t, "groups")
		plots := everyPlot(name, groups, value.Draw(t, "cap"), value.Draw(t, "threshold"),
			rapid.Bool().Draw(t, "log"), rapid.Bool().Draw(t, "steps"))
		for _, svg := range plots {
			requireMarksInFrame(t, read(t, svg))
		}
	})
}

func TestDegenerateData(t *testing.T) {
	for _, values := range [][]float64{nil, {}, {0.5, 0.5}, {0, 0}, {1, 1, 1, 1, 1, 1}, {math.NaN(), math.NaN(), math.Inf(1), 1}, awkward} {
		for _, groups := range [][][]float64{nil, {values}, {values, nil, values}} {
			for _, threshold := range []float64{0, 0.5, 1, 1e12, math.NaN(), math.Inf(1)} {
				for kind, svg := range everyPlot(hostile, groups, threshold, threshold, true, true) {
					requireMarksInFrame(t, read(t, svg))
					require.NotContains(t, string(svg), "<script", kind)
				}
			}
		}
	}
}

func FuzzPlots(f *testing.F) {
	f.Add(hostile, []byte("some bytes to make numbers of; they need to be many"), true)
	f.Add("", make([]byte, 64), false)
	f.Fuzz(func(t *testing.T, name string, data []byte, flag bool) {
		var values []float64
		for ; len(data) >= 8; data = data[8:] {
			values = append(values, math.Float64frombits(binary.LittleEndian.Uint64(data)))
		}
		half := len(values) / 2
		threshold := math.NaN()
		if half > 0 {
			threshold = values[half]
		}
		for _, svg := range everyPlot(name, [][]float64{values[:half], values[half:]}, 5, threshold, flag, !flag) {
			requireMarksInFrame(t, read(t, svg))
		}
	})
}

func TestTextIsOneLineThatXMLAllows(t *testing.T) {
	require.Equal(t, "</title><script>alert('&\"1')</script>[31m\uFFFD", clean(hostile))
	require.Equal(t, "a b", clean(" a\n\t b\u2028"))
}
