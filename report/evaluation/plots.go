package evaluation

import (
	"fmt"
	"math"
	"strings"

	"github.com/leakgate/leakgate/pairs"
	"github.com/leakgate/leakgate/report/plot"
)

// Plot is one SVG, a file as it is or a part of an HTML page.
type Plot struct {
	Name  string // of the file, such as grams-scores.svg
	Title string // for a heading
	SVG   []byte
}

// Plots draws all there is to see: precision-recall.svg, roc.svg and f1.svg with
// all variants, and of each variant, named like grams or bits-2048-corrected,
// NAME-scores.svg, NAME-f1.svg, NAME-mred.svg and NAME-confusion.svg. A variant
// without a threshold has only the first and the third of these.
func (r *Report) Plots() []Plot {
	all := r.together()
	groups := r.groups()
	for v, name := range r.slugs() {
		all = append(all, r.apart(v, name, groups)...)
	}
	return all
}

// slugs name the variants in files and ids. A variant that is asked for twice
// gets a number.
func (r *Report) slugs() []string {
	seen := map[string]int{}
	var names []string
	for i := range r.Variants {
		name := strings.NewReplacer(":", "-", "+", "-").Replace(r.Variants[i].Variant.String())
		if seen[name]++; seen[name] > 1 {
			name = fmt.Sprintf("%s-%d", name, seen[name])
		}
		names = append(names, name)
	}
	return names
}

// together draws the curves of all variants. One without a threshold has none,
// but keeps its place, and so its colour.
func (r *Report) together() []Plot {
	pr := plot.Chart{
		Head: plot.Head{ID: "precision-recall", Title: "Precision over recall"}, Steps: true,
		X: plot.Axis{Title: "recall", Max: 1}, Y: plot.Axis{Title: "precision", Max: 1},
	}
	roc := plot.Chart{
		Head: plot.Head{ID: "roc", Title: "ROC curve"},
		X:    plot.Axis{Title: "false positive rate", Max: 1}, Y: plot.Axis{Title: "true positive rate", Max: 1},
	}
	f1 := plot.Chart{
		Head: plot.Head{ID: "f1", Title: "F1 against the threshold"}, Steps: true,
		X: plot.Axis{Title: "threshold", Max: 1}, Y: plot.Axis{Title: "F1", Max: 1},
	}
	for i := range r.Variants {
		m := &r.Variants[i]
		name := m.Variant.String()
		if m.Evaluation == nil {
			for _, c := range []*plot.Chart{&pr, &roc, &f1} {
				c.Series = append(c.Series, plot.Series{Name: name + " (no threshold)"})
			}
			continue
		}
		pr.Series = append(pr.Series, plot.Series{Name: fmt.Sprintf("%s (AP %s)", name, figure(m.AveragePrecision)), Points: precisionRecall(m)})
		roc.Series = append(roc.Series, plot.Series{Name: fmt.Sprintf("%s (AUC %s)", name, figure(m.AUC)), Points: rocCurve(m)})
		f1.Series = append(f1.Series, plot.Series{Name: fmt.Sprintf("%s (%s)", name, figure(m.Confusion.F1())), Points: curve(m, f1Of)})
	}
	roc.Series = append(roc.Series, plot.Series{Name: "chance", Points: []plot.Point{{X: 0, Y: 0}, {X: 1, Y: 1}}, Reference: true})
	pr.Desc = "Precision over recall as the threshold falls. " + r.spoken(func(m *pairs.Measured) string { return "average precision " + figure(m.AveragePrecision) })
	roc.Desc = "True over false positive rate as the threshold falls. " + r.spoken(func(m *pairs.Measured) string { return "area " + figure(m.AUC) })
	f1.Desc = "F1 of every threshold. " + r.spoken(func(m *pairs.Measured) string {
		return fmt.Sprintf("%s at %s", figure(m.Confusion.F1()), shown(m))
	})
	var all []Plot
	for _, c := range []plot.Chart{pr, roc, f1} {
		all = append(all, Plot{c.ID + ".svg", c.Title, plot.Lines(c)})
	}
	return all
}

// spoken tells who cannot see the curves how the variants compare.
func (r *Report) spoken(of func(*pairs.Measured) string) string {
	var parts []string
	for i := range r.Variants {
		if m := &r.Variants[i]; m.Evaluation != nil {
			parts = append(parts, m.Variant.String()+": "+of(m))
		}
	}
	return strings.Join(parts, "; ")
}

// shown is the threshold as the tables have it.
func shown(m *pairs.Measured) string {
	threshold, _ := bounds(m, places(m))
	return threshold
}

func precisionRecall(m *pairs.Measured) []plot.Point {
	points := []plot.Point{{X: 0, Y: m.Points[0].Confusion.Precision()}}
	for _, p := range m.Points {
		points = append(points, plot.Point{X: p.Confusion.Recall(), Y: p.Confusion.Precision()})
	}
	return points
}

func rocCurve(m *pairs.Measured) []plot.Point {
	points := []plot.Point{{}}
	for _, p := range m.Points {
		c := p.Confusion
		points = append(points, plot.Point{X: float64(c.FP) / float64(m.Negative), Y: c.Recall()})
	}
	return points
}

func f1Of(m *pairs.Measured, at int) float64 { return m.Points[at].Confusion.F1() }

// curve is a figure over the threshold: of is asked for every cut. Between 0 and
// the lowest score it is that of the lowest score.
func curve(m *pairs.Measured, of func(m *pairs.Measured, at int) float64) []plot.Point {
	var points []plot.Point
	for i, p := range m.Points {
		points = append(points, plot.Point{X: p.Threshold, Y: of(m, i)})
	}
	if last := points[len(points)-1]; last.X > 0 {
		points = append(points, plot.Point{X: 0, Y: last.Y})
	}
	return points
}

// apart draws what one variant does.
func (r *Report) apart(v int, slug string, groups []group) []Plot {
	named := func(part, title string, svg func(id string) []byte) Plot {
		return Plot{slug + "-" + part + ".svg", title, svg(slug + "-" + part)}
	}
	scores := named("scores", "Scores by category", func(id string) []byte { return r.distribution(v, id, groups) })
	mred := named("mred", "Score against MRED", func(id string) []byte { return r.scatter(v, id, groups) })
	if r.Variants[v].Evaluation == nil {
		return []Plot{scores, mred}
	}
	return []Plot{
		scores,
		named("f1", "F1, precision and recall against the threshold", func(id string) []byte { return thresholds(&r.Variants[v], id) }),
		mred,
		named("confusion", "Confusion by category", func(id string) []byte { return r.matrix(v, id, groups) }),
	}
}

func threshold(m *pairs.Measured) float64 {
	if m.Evaluation == nil {
		return math.NaN()
	}
	return m.Threshold
}

func (g *group) title() string { return fmt.Sprintf("%s (%s)", g.name, class(g.positive)) }

func (r *Report) distribution(v int, id string, groups []group) []byte {
	m := &r.Variants[v]
	d := plot.Distribution{
		Head: plot.Head{ID: id, Title: fmt.Sprintf("Scores by category: %v", m.Variant)},
		Axis: "score (overlap of " + r.units() + ")", Threshold: threshold(m),
	}
	var told []string
	for i := range groups {
		g := plot.Group{Name: groups[i].title()}
		for _, k := range groups[i].of {
			g.Scores = append(g.Scores, r.Scores.ByVariant[v][k])
		}
		d.Groups = append(d.Groups, g)
		told = append(told, g.Name+" "+span(g.Scores))
	}
	d.Desc = "Histograms of the scores, lowest to highest: " + strings.Join(told, "; ")
	return plot.Histograms(d)
}

// span is the lowest and the highest score that there is.
func span(scores []float64) string {
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range scores {
		if !math.IsNaN(s) {
			low, high = min(low, s), max(high, s)
		}
	}
	return between(low, high)
}

// thresholds draws F1, precision and recall of one variant.
func thresholds(m *pairs.Measured, id string) []byte {
	c := plot.Chart{
		Head: plot.Head{ID: id, Title: fmt.Sprintf("F1, precision and recall against the threshold: %v", m.Variant)}, Steps: true,
		X: plot.Axis{Title: "threshold", Max: 1}, Y: plot.Axis{Title: "F1, precision, recall", Max: 1},
		Series: []plot.Series{
			{Name: "F1", Points: curve(m, f1Of)},
			{Name: "precision", Points: curve(m, func(m *pairs.Measured, at int) float64 { return m.Points[at].Confusion.Precision() })},
			{Name: "recall", Points: curve(m, func(m *pairs.Measured, at int) float64 { return m.Points[at].Confusion.Recall() })},
		},
	}
	guide := plot.Guide{Name: "threshold " + shown(m), At: m.Threshold}
	if i := m.ThresholdInterval; i.Low < i.High {
		guide.Name += "; shaded: its 95 % interval"
		guide.Low, guide.High = i.Low, i.High
	}
	f1 := m.Confusion.F1()
	c.AtX = []plot.Guide{guide}
	c.Marks = []plot.Mark{{Name: "F1 " + figure(f1), Point: plot.Point{X: m.Threshold, Y: f1}}}
	c.Desc = fmt.Sprintf("At the chosen threshold, %s, F1 is %s, precision %s and recall %s.",
		shown(m), figure(f1), figure(m.Confusion.Precision()), figure(m.Confusion.Recall()))
	return plot.Lines(c)
}

// farMRED is where pairs that differ more are drawn.
const farMRED = 5

// scatter draws the paper's Figures 1 and 2.
func (r *Report) scatter(v int, id string, groups []group) []byte {
	m := &r.Variants[v]
	c := plot.Chart{
		Head: plot.Head{ID: id, Title: fmt.Sprintf("Score against MRED: %v", m.Variant)},
		X:    plot.Axis{Title: "MRED (word edits / words of the shorter text)", Cap: farMRED},
		Y:    plot.Axis{Title: "score", Max: 1},
	}
	for i := range groups {
		s := plot.Series{Name: groups[i].title()}
		for _, k := range groups[i].of {
			s.Points = append(s.Points, plot.Point{X: r.Scores.MRED[k], Y: r.Scores.ByVariant[v][k]})
		}
		c.Series = append(c.Series, s)
	}
	c.Desc = "Each pair by its word edit distance (MRED) and its score."
	if m.Evaluation != nil {
		c.AtY = []plot.Guide{{Name: "threshold " + shown(m), At: m.Threshold}}
		c.Desc += " The threshold is " + shown(m) + "."
	}
	return plot.Scatter(c)
}

func (r *Report) matrix(v int, id string, groups []group) []byte {
	m := &r.Variants[v]
	c := plot.Matrix{Head: plot.Head{ID: id, Title: fmt.Sprintf("Confusion by category at threshold %s: %v", shown(m), m.Variant)}}
	var told []string
	for i := range groups {
		g := &groups[i]
		positive, negative := r.calls(g, v)
		c.Rows = append(c.Rows, plot.Row{Name: g.name, Positive: g.positive, CalledNegative: negative, CalledPositive: positive})
		told = append(told, fmt.Sprintf("%s: %d called positive, %d called negative", g.title(), positive, negative))
	}
	c.Desc = strings.Join(told, "; ")
	return plot.Confusion(c)
}
