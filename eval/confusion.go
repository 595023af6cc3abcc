package eval

import "math"

// Confusion counts the pairs by what they are (positive or negative) and
// whether they were called so (true or false). Its figures are 0 where they are
// undefined (0/0), as scikit-learn's with zero_division=0.
type Confusion struct{ TP, FP, TN, FN int }

// Precision is TP/(TP+FP): how many of those called positive are.
func (c Confusion) Precision() float64 { return ratio(c.TP, c.TP+c.FP) }

// Recall is TP/(TP+FN): how many of the positive pairs are called so.
func (c Confusion) Recall() float64 { return ratio(c.TP, c.TP+c.FN) }

// F1 is the harmonic mean of precision and recall, 2TP/(2TP+FP+FN).
func (c Confusion) F1() float64 { return ratio(2*c.TP, 2*c.TP+c.FP+c.FN) }

// FBeta holds recall beta times as important as precision (van Rijsbergen,
// Information Retrieval, 1979, ch. 7): (1+β²)TP / ((1+β²)TP + β²FN + FP).
func (c Confusion) FBeta(beta float64) float64 {
	b := beta * beta
	hits := (1 + b) * float64(c.TP)
	if hits == 0 {
		return 0
	}
	return hits / (hits + b*float64(c.FN) + float64(c.FP))
}

// Accuracy is the share of pairs called what they are.
func (c Confusion) Accuracy() float64 { return ratio(c.TP+c.TN, c.TP+c.FP+c.TN+c.FN) }

// MCC is the correlation of what pairs are and what they are called, in [-1, 1]
// (Matthews, Biochim. Biophys. Acta 405, 1975).
func (c Confusion) MCC() float64 {
	called, not := float64(c.TP+c.FP), float64(c.TN+c.FN)
	positive, negative := float64(c.TP+c.FN), float64(c.TN+c.FP)
	if called == 0 || not == 0 || positive == 0 || negative == 0 {
		return 0
	}
	// In integers, because the two products may be nearly equal.
	return float64(c.TP*c.TN-c.FP*c.FN) / math.Sqrt(called*not*positive*negative)
}

// BalancedAccuracy is the mean of the recalls of the two classes; of one class,
// if the other has no pair.
func (c Confusion) BalancedAccuracy() float64 {
	switch {
	case c.TP+c.FN == 0:
		return ratio(c.TN, c.TN+c.FP)
	case c.TN+c.FP == 0:
		return c.Recall()
	}
	return (c.Recall() + ratio(c.TN, c.TN+c.FP)) / 2
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}
