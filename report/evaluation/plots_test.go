package evaluation

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPlots(t *testing.T) {
	r := small(t)
	var names []string
	for _, p := range r.Plots() {
		names = append(names, p.Name)
		svg := string(p.SVG)
		require.True(t, strings.HasPrefix(svg, "<svg ") && strings.HasSuffix(svg, "</svg>\n"), p.Name)
		assert.Contains(t, svg, `<title id="`+strings.TrimSuffix(p.Name, ".svg")+`-title">`)
		assert.NotEmpty(t, p.Title)
	}
	assert.Equal(t, []string{
		"precision-recall.svg", "roc.svg", "f1.svg",
		"grams-scores.svg", "grams-f1.svg", "grams-mred.svg", "grams-confusion.svg",
		"bits-2048-corrected-scores.svg", "bits-2048-corrected-f1.svg", "bits-2048-corrected-mred.svg", "bits-2048-corrected-confusion.svg",
		"bits-64-scores.svg", "bits-64-mred.svg",
	}, names)
}

// TestPlotsAreTold: who cannot see a plot is told what it shows.
func TestPlotsAreTold(t *testing.T) {
	descriptions := map[string]string{}
	for _, p := range small(t).Plots() {
		_, rest, _ := strings.Cut(string(p.SVG), "-desc\">")
		descriptions[strings.TrimSuffix(p.Name, ".svg")], _, _ = strings.Cut(rest, "</desc>")
	}
	for name, want := range map[string]string{
		"precision-recall": "Precision over recall as the threshold falls. grams: average precision 0.950; bits:2048+corrected: average precision 1.000",
		"roc":              "True over false positive rate as the threshold falls. grams: area 0.938; bits:2048+corrected: area 1.000",
		"f1":               "F1 of every threshold. grams: 0.889 at 0.250; bits:2048+corrected: 1.000 at 0.625",
		"grams-scores":     "Histograms of the scores, lowest to highest: edited (positive) 0.667–0.900; contained (positive) 0.250–0.750; random (negative) 0.000–0.125; template (negative) 0.062–0.500",
		"grams-f1":         "At the chosen threshold, 0.250, F1 is 0.889, precision 0.800 and recall 1.000.",
		"grams-mred":       "Each pair by its word edit distance (MRED) and its score. The threshold is 0.250.",
		"bits-64-mred":     "Each pair by its word edit distance (MRED) and its score.",
		"bits-2048-corrected-confusion": "edited (positive): 2 called positive, 0 called negative; contained (positive): 1 called positive, 0 called negative; " +
			"random (negative): 0 called positive, 2 called negative; template (negative): 0 called positive, 2 called negative",
	} {
		assert.Equal(t, want, strings.ReplaceAll(descriptions[name], "&#43;", "+"), name)
	}
}

// TestSameVariantTwice: each has files and ids of its own.
func TestSameVariantTwice(t *testing.T) {
	scores := []float64{0.9, 0.8, 0.1, 0.2}
	r := made(t, "grams,grams", small(t).Set.Pairs[2:6], scores, scores)
	assert.Equal(t, []string{"grams", "grams-2"}, r.slugs())
	seen := map[string]bool{}
	for _, p := range r.Plots() {
		assert.False(t, seen[p.Name], p.Name)
		seen[p.Name] = true
	}
	checkHTML(t, r)
}

// TestCurves holds the ends of the curves against what they must be.
func TestCurves(t *testing.T) {
	r := crowded(t)
	m := &r.Variants[0]
	pr, roc, f1 := precisionRecall(m), rocCurve(m), curve(m, f1Of)
	require.Len(t, pr, len(m.Points)+1)
	assert.Zero(t, pr[0].X)
	assert.Equal(t, 1., pr[len(pr)-1].X, "recall of calling everything positive")
	assert.Equal(t, float64(m.Positive)/float64(m.Pairs), pr[len(pr)-1].Y)
	assert.Equal(t, []float64{0, 0, 1, 1}, []float64{roc[0].X, roc[0].Y, roc[len(roc)-1].X, roc[len(roc)-1].Y})
	assert.Zero(t, f1[len(f1)-1].X)
	best := 0.
	for i, p := range f1 {
		best = max(best, p.Y)
		if i > 0 {
			require.LessOrEqual(t, p.X, f1[i-1].X)
			require.GreaterOrEqual(t, roc[min(i, len(roc)-1)].X, roc[i-1].X)
		}
	}
	assert.Equal(t, m.Confusion.F1(), best)
	sum := 0. // the area under the steps
	for i, p := range pr[1:] {
		sum += (p.X - pr[i].X) * p.Y
	}
	assert.InDelta(t, m.AveragePrecision, sum, 1e-12)
}

// luminance is that of WCAG 2.
func luminance(t testing.TB, hex string) float64 {
	t.Helper()
	sum := 0.
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		require.NoError(t, err)
		part := float64(n) / 255
		if part <= 0.04045 {
			sum += weight * part / 12.92
		} else {
			sum += weight * math.Pow((part+0.055)/1.055, 2.4)
		}
	}
	return sum
}
