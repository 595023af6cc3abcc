package plot

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// The samples are what eval and the paper page draw, at their fullest: 2, 5 and
// 8 series, long names, thousands of points.

var (
	paperKinds = []string{
		"slightly edited texts", "random subsets", "completely different texts", "different parts of the same text",
	}
	hostile = "</title><script>alert('&\"1')</script>\x00\x1b[31m\u202e\uffff\xff"
	longest = "a category whose name nobody wanted to shorten, because every word of it seemed to matter to someone"
)

func kinds(n int) []string {
	names := append([]string{}, paperKinds...)
	for i := len(names); i < n; i++ {
		names = append(names, fmt.Sprintf("%s (%d)", longest[:18+20*(i%4)], i))
	}
	return names[:n]
}

func head(id, title string) Head {
	return Head{ID: id, Title: title, Desc: title + ", a sample"}
}

// score and MRED of a pair of the paper's groups.
func paperPoint(r *rand.Rand, kind int) Point {
	noise := func(scale float64) float64 { return scale * r.NormFloat64() }
	switch kind % 4 {
	case 0:
		edits := 0.01 + 0.2*r.Float64()
		return Point{edits, clamp(1 - 2.2*edits + noise(0.02))}
	case 1:
		return Point{clamp(0.2+math.Abs(noise(0.9)))*2 + math.Abs(noise(0.6)), clamp(0.95 + noise(0.02))}
	case 2:
		return Point{1 + math.Abs(noise(0.6)), clamp(0.1 + noise(0.06))}
	default:
		return Point{0.97 + noise(0.02), clamp(0.35 + noise(0.1))}
	}
}

func clamp(v float64) float64 { return min(1, max(0, v)) }

func scatterSample(id string, groups, points int, title string) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	c := Chart{
		Head: head(id, title),
		X:    Axis{Title: "MRED (word edits / words of the shorter text)", Cap: 5}, Y: Axis{Title: "score", Max: 1},
		AtY: []Guide{{Name: "threshold 0.4593", At: 0.4593}},
	}
	for i, name := range kinds(groups) {
		s := Series{Name: name}
		for range points {
			s.Points = append(s.Points, paperPoint(r, i))
		}
		c.Series = append(c.Series, s)
	}
	return Scatter(c)
}

func histogramSample(id string, groups int, threshold float64) []byte {
	r := rand.New(rand.NewPCG(3, 4))
	d := Distribution{Head: head(id, "Scores by category"), Axis: "score (overlap of word 3-grams)", Threshold: threshold}
	for i, name := range kinds(groups) {
		g := Group{Name: name}
		for range 100 + 40*i {
			g.Scores = append(g.Scores, paperPoint(r, i).Y)
		}
		d.Groups = append(d.Groups, g)
	}
	return Histograms(d)
}

// curve is one of a sweep over n scores, half of them of positives.
func curve(r *rand.Rand, n int, quality float64) (pr, roc, f1 []Point) {
	type scored struct {
		score    float64
		positive bool
	}
	var all []scored
	for i := range n {
		shift := 0.0
		if i%2 == 0 {
			shift = quality
		}
		all = append(all, scored{1 / (1 + math.Exp(-shift-r.NormFloat64())), i%2 == 0})
	}
	slices.SortFunc(all, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	tp, fp, half := 0.0, 0.0, float64(n/2)
	for _, s := range all {
		if s.positive {
			tp++
		} else {
			fp++
		}
		pr = append(pr, Point{tp / half, tp / (tp + fp)})
		roc = append(roc, Point{fp / half, tp / half})
		f1 = append(f1, Point{s.score, 2 * tp / (tp + fp + half)})
	}
	return pr, roc, f1
}

var variants = []string{
	"grams", "counts:2048", "counts:4096", "bits:2048", "bits:4096", "bits:2048+corrected", "bits:4096+corrected", "counts:2048+corrected",
}

func curveSample(id string, series, points int) (pr, roc []byte) {
	r := rand.New(rand.NewPCG(5, 6))
	p := Chart{Head: head(id+"-pr", "Precision over recall"), Steps: true}
	p.X, p.Y = Axis{Title: "recall", Max: 1}, Axis{Title: "precision", Max: 1}
	p.AtY = []Guide{{Name: "share of positives, 0.5", At: 0.5}}
	q := Chart{Head: head(id+"-roc", "ROC curve")}
	q.X, q.Y = Axis{Title: "false positive rate", Max: 1}, Axis{Title: "true positive rate", Max: 1}
	for i := range series {
		pr, roc, _ := curve(r, points, 4-float64(i)*0.45)
		name := fmt.Sprintf("%s (AUC %.3f)", variants[i%len(variants)], 0.99-0.02*float64(i))
		p.Series = append(p.Series, Series{Name: name, Points: pr})
		q.Series = append(q.Series, Series{Name: name, Points: roc})
	}
	q.Series = append(q.Series, Series{Name: "chance", Points: []Point{{0, 0}, {1, 1}}, Reference: true})
	p.Marks = []Mark{{"threshold 0.4593", p.Series[0].Points[points/3]}}
	q.Marks = []Mark{{"threshold 0.4593", q.Series[0].Points[points/3]}}
	return Lines(p), Lines(q)
}

func thresholdSample(id string, points int) []byte {
	r := rand.New(rand.NewPCG(7, 8))
	pr, _, f1 := curve(r, points, 2.5)
	c := Chart{Head: head(id, "F1 against the threshold"), Steps: true}
	c.X, c.Y = Axis{Title: "threshold", Max: 1}, Axis{Max: 1}
	precision, recall := Series{Name: "precision"}, Series{Name: "recall"}
	best := f1[0]
	for i, p := range pr {
		precision.Points = append(precision.Points, Point{f1[i].X, p.Y})
		recall.Points = append(recall.Points, Point{f1[i].X, p.X})
		if f1[i].Y > best.Y {
			best = f1[i]
		}
	}
	c.Series = []Series{{Name: "F1", Points: f1}, precision, recall}
	c.AtX = []Guide{{Name: fmt.Sprintf("chosen: %.4f; shaded: its 95 %% interval", best.X), At: best.X, Low: best.X - 0.05, High: best.X + 0.03}}
	c.Marks = []Mark{{fmt.Sprintf("F1 %.4f", best.Y), best}}
	return Lines(c)
}

func paperSample(id string, series int, log bool) []byte {
	c := Chart{Head: head(id, "Threshold by text length"), Y: Axis{Title: "threshold", Max: 1}}
	xs := []float64{0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6}
	c.X = Axis{Title: "share of words edited"}
	if log {
		xs = []float64{0.5, 1, 2, 3, 5, 10, 20, 50}
		c.X = Axis{Title: "text length, times the paper's", Log: true}
	}
	for i := range series {
		s := Series{Name: variants[i%len(variants)]}
		for j, x := range xs {
			y := clamp(0.45 + 0.06*float64(i) + 0.05*float64(j*(i%4))/2)
			if j == (i+4)%9 || i == 2 && j == 6 {
				y = math.NaN()
			}
			s.Points = append(s.Points, Point{x, y})
		}
		c.Series = append(c.Series, s)
	}
	c.AtX = []Guide{{Name: "1,700 words", At: xs[3]}}
	return Lines(c)
}

func confusionSample(id string, rows int) []byte {
	m := Matrix{Head: head(id, "Confusion matrix by category at threshold 0.5752")}
	if rows == 2 {
		m.Rows = []Row{{"negative", false, 192, 8}, {"positive", true, 0, 200}}
		return Confusion(m)
	}
	for i, name := range kinds(rows) {
		r := Row{name, i%4 < 2, 0, 100 * (i + 1)}
		if !r.Positive {
			r.CalledNegative, r.CalledPositive = 92+i*300, 8*i
		}
		m.Rows = append(m.Rows, r)
	}
	return Confusion(m)
}

type sample struct {
	name string
	svg  []byte
}

func samples() []sample {
	var all []sample
	add := func(name string, svg []byte) { all = append(all, sample{name, svg}) }
	for _, n := range []int{2, 4, 5, 8} {
		add(fmt.Sprintf("scatter-%d", n), scatterSample(fmt.Sprint("s", n), n, 100, "Score against MRED"))
		add(fmt.Sprintf("histogram-%d", n), histogramSample(fmt.Sprint("h", n), n, 0.4593))
		add(fmt.Sprintf("confusion-%d", n), confusionSample(fmt.Sprint("c", n), n))
		add(fmt.Sprintf("length-%d", n), paperSample(fmt.Sprint("l", n), n, true))
		add(fmt.Sprintf("edits-%d", n), paperSample(fmt.Sprint("e", n), n, false))
	}
	for _, n := range []int{1, 5, 8} {
		pr, roc := curveSample(fmt.Sprint("k", n), n, 400)
		add(fmt.Sprintf("pr-%d", n), pr)
		add(fmt.Sprintf("roc-%d", n), roc)
	}
	add("threshold", thresholdSample("t", 400))
	add("threshold-small", thresholdSample("t2", 12))
	add("scatter-many", scatterSample("many", 8, 2000, "Sixteen thousand pairs"))
	add("scatter-long", scatterSample("long", 4, 5, longest+longest))
	add("histogram-20", histogramSample("h20", 20, 0.5))
	add("histogram-none", histogramSample("h0", 3, math.NaN()))
	add("histogram-one", histogramSample("h1", 1, 1))
	add("confusion-20", confusionSample("c20", 20))
	add("length-20", paperSample("l20", 20, true))
	return all
}
