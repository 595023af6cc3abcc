package eval

// Point is one cut of a curve.
type Point struct {
	Threshold float64
	Confusion Confusion
}

// Sweep gives what every distinct score does as a threshold, highest first; the
// last calls everything positive. Scores must be finite.
func Sweep(pairs []Pair) []Point { return climb(pairs).sweep() }

func (l *ladder) sweep() []Point {
	points := make([]Point, len(l.scores))
	c := l.totals()
	for rung, score := range l.scores {
		c.tp += uint64(l.positive.at[rung])
		c.fp += uint64(l.negative.at[rung])
		points[rung] = Point{score, c.confusion()}
	}
	return points
}

// AveragePrecision is Σ (Rₙ − Rₙ₋₁)·Pₙ over the cuts of [Sweep], R and P being
// recall and precision: the area under the precision-recall curve by steps, as
// scikit-learn has it, in [0, 1]. It is 0 without a positive pair.
func AveragePrecision(points []Point) float64 {
	sum, before := 0.0, 0.0
	for _, p := range points {
		r := p.Confusion.Recall()
		sum += (r - before) * p.Confusion.Precision()
		before = r
	}
	return sum
}

// AUC is the area under the ROC curve through the cuts of [Sweep], by
// trapezoids: the probability that a positive pair scores higher than a negative
// one, ties counting half (Mann–Whitney). It is 0 where a class has no pair.
func AUC(points []Point) float64 {
	twice := 0 // in pairs of pairs, so that it is exact
	var before Confusion
	for _, p := range points {
		c := p.Confusion
		twice += (c.FP - before.FP) * (c.TP + before.TP)
		before = c
	}
	return ratio(twice, 2*before.TP*before.FP)
}

// KindCount is how the pairs of a category and class are called.
type KindCount struct {
	Kind                           string
	Positive                       bool
	CalledPositive, CalledNegative int
}

// ByKind splits the counts of [At] by category, in the order of their first
// appearance. A category with pairs of both classes has two rows.
func ByKind(pairs []Pair, threshold float64) []KindCount {
	type key struct {
		kind     string
		positive bool
	}
	var kinds []KindCount
	row := map[key]int{}
	for _, p := range pairs {
		k := key{p.Kind, p.Positive}
		i, ok := row[k]
		if !ok {
			i = len(kinds)
			row[k] = i
			kinds = append(kinds, KindCount{Kind: p.Kind, Positive: p.Positive})
		}
		if p.Score >= threshold {
			kinds[i].CalledPositive++
		} else {
			kinds[i].CalledNegative++
		}
	}
	return kinds
}
