package sketch

import "math"

// SaturationLimit is the largest a+b (distinct n-grams of the two documents)
// that an array of m cells can be judged at: m·ln(m/10), where about ten cells
// stay empty. Over it there is no score.
func SaturationLimit(m int) float64 { return float64(m) * math.Log(float64(m)/10) }

// Estimate corrects the overlap of two arrays of m cells for collisions. x and
// y are their non-zero cells, z the cells that are non-zero in both, a and b
// the distinct n-grams of the documents. Of the estimate
//
//	Î = m·ln[(1−U/m) / ((1−x/m)(1−y/m))],  U = x+y−z
//
// it returns Î and the score Î/min(a, b), which it cuts to 0…1. ok is false,
// and there is no score, if the pair is saturated or a set is empty.
//
// Linear counting (Whang et al., 1990) applied to A, B and A∪B; x and y stay
// inside, where they cancel each document's own noise (DESIGN 4).
func Estimate(m, x, y, z, a, b int) (shared, score float64, ok bool) {
	if a == 0 || b == 0 || float64(a+b) > SaturationLimit(m) {
		return 0, 0, false
	}
	free := func(cells int) float64 { return 1 - float64(cells)/float64(m) }
	union := x + y - z
	if union >= m {
		return 0, 0, false
	}
	shared = max(0, float64(m)*math.Log(free(union)/(free(x)*free(y))))
	return shared, min(1, shared/float64(min(a, b))), true
}
