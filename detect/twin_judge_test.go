package detect

import (
	"math"

	"github.com/leakgate/leakgate/sketch"
)

// What is boilerplate, from the rule as it is written down: strings, maps and
// every pair.

// twinNumbers are all the numbers of the rule for a comparison with so many
// different texts. They are written here once more, and nowhere else in tests.
type twinNumbers struct {
	anywhere, inPlace int // documents
	share             int // of so many shared n-grams one must be common
	slack             int // units
	whole             int // per cent
	open              int // matches of a document that are judged
	numbers           int // other numbers that a frame has at least
	density           int // words to one number that a frame has other
	others, changed   int // words of a text to one word that differs
	edited            int // words in a row that an edited copy has of its own
}

func numbersFor(unique int, tokens string) twinNumbers {
	share := func(per float64) int { return int(math.Ceil(float64(unique) / per)) }
	n := twinNumbers{
		anywhere: max(50, share(400)), inPlace: max(5, share(4000)), share: 3,
		slack: 5, whole: 98, open: 256,
		numbers: 2, density: 40, others: 8, changed: 4, edited: 5,
	}
	if tokens == "chars" {
		n.slack = 30
	}
	return n
}

// twinRule judges the open matches of one comparison.
type twinRule struct {
	numbers   twinNumbers
	threshold sketch.Threshold
	tokens    string
	n         int
	unique    int            // different texts of both sides
	documents map[string]int // n-gram → those that have it
	why       map[string]int // counts the reasons, for the tests
}

func newTwinRule(val, train *twinSplit, opt Options, why map[string]int) *twinRule {
	r := &twinRule{
		threshold: opt.Threshold, tokens: opt.Scheme.Tokens.String(), n: opt.Scheme.N,
		documents: map[string]int{}, why: why,
	}
	r.count(val, true)
	if train != val {
		r.count(train, false)
	}
	r.numbers = numbersFor(r.unique, r.tokens)
	return r
}

// count counts the different texts of a side, and in which of them n-grams
// stand.
func (r *twinRule) count(side *twinSplit, short bool) {
	seen := map[string]bool{}
	for _, d := range side.docs {
		if d.blank || seen[d.unique()] {
			continue
		}
		seen[d.unique()] = true
		r.unique++
		if d.short && !short {
			continue
		}
		for g := range d.grams {
			r.documents[g]++
		}
	}
}

// judge says whether an open match is boilerplate, and in which words the texts
// differ.
func (r *twinRule) judge(v *twinDoc, m *twinMatch) (boilerplate bool) {
	if m.kind == Near {
		m.differs = twinDiffers(v, m.train, r.tokens)
		if r.numbers.frame(m.differs) {
			r.why["frame"]++
			boilerplate = true
		}
	}
	switch anywhere, inPlace := r.common(v, m.train); {
	case inPlace > 0 && r.numbers.share*inPlace < m.shared:
		r.why["too few"]++
	case !r.excused(m, inPlace):
	case m.differs != nil && m.differs.Longest <= r.numbers.edited:
		r.why["edited"]++
	case r.whole(v, m.train):
		r.why["whole"]++
	case r.excused(m, anywhere):
		r.why["anywhere"]++
		boilerplate = true
	default:
		r.why["in place"]++
		boilerplate = true
	}
	return boilerplate
}

// common counts shared n-grams that stand in many documents anywhere, and those
// that do so or stand in fewer in the same place.
func (r *twinRule) common(v, t *twinDoc) (anywhere, inPlace int) {
	near := func(a, b int) bool { return max(a, b)-min(a, b) <= r.numbers.slack }
	for g := range v.grams {
		switch n := r.documents[g]; {
		case !t.grams[g] || n < r.numbers.inPlace:
		case n >= r.numbers.anywhere:
			anywhere++
			inPlace++
		case near(v.first[g], t.first[g]) || near(len(v.units)-v.last[g], len(t.units)-t.last[g]):
			inPlace++
		}
	}
	return anywhere, inPlace
}

// excused: enough is common, and without it the score is under the threshold.
func (r *twinRule) excused(m *twinMatch, common int) bool {
	return r.numbers.share*common >= m.shared &&
		!twinMet(r.threshold, m.shared-common, min(m.grams, m.trainGrams)-common)
}

func twinMet(th sketch.Threshold, shared, smaller int) bool {
	return smaller > 0 && shared*int(th.Q) >= int(th.P)*smaller
}

// whole: the smaller text stands in shared n-grams.
func (r *twinRule) whole(v, t *twinDoc) bool {
	stands := func(d, other *twinDoc) bool {
		return 100*coveredUnits(d, other, r.n) >= r.numbers.whole*coveredUnits(d, d, r.n)
	}
	return len(v.grams) <= len(t.grams) && stands(v, t) || len(t.grams) <= len(v.grams) && stands(t, v)
}
