package eval

import (
	"fmt"
	"strings"
)

// Objective says which cut is best. The zero value is F1. Two are equal (==) iff
// they mean the same.
type Objective struct {
	aim  aim
	a, b decimal // β, P or R; for cost, of a false positive and of a false negative
}

type aim uint8

const (
	fBeta     aim = iota // of β = a; a = 0 stands for 1, so that the zero value is F1
	precision            // the highest recall of a precision of at least a
	recall               // the highest precision of a recall of at least a
	cost
)

// What [Choose] computes of these stays within 64 bits for 2^30 pairs.
const (
	maxBeta   = 100
	maxCost   = 1_000_000
	maxPlaces = 3 // decimals of β and of a cost
)

// ParseObjective reads one of
//
//	f1, f0.5, f2…       F1 or another Fβ: a decimal β over 0 and up to 100
//	precision>=P        the highest recall of a precision of at least P, in (0, 1]
//	recall>=R           the highest precision of a recall of at least R, in (0, 1]
//	cost:fp=A,fn=B      the lowest A·FP + B·FN, in either order: 0 to 1,000,000,
//	                    not both 0
//
// β and costs have at most three decimals, P and R nine.
func ParseObjective(s string) (Objective, error) {
	if number, ok := strings.CutPrefix(s, "precision>="); ok {
		return parseBound(s, precision, number)
	}
	if number, ok := strings.CutPrefix(s, "recall>="); ok {
		return parseBound(s, recall, number)
	}
	if list, ok := strings.CutPrefix(s, "cost:"); ok {
		return parseCosts(s, list)
	}
	if number, ok := strings.CutPrefix(s, "f"); ok {
		if beta, ok := parseDecimal(number); ok {
			return parseBeta(s, beta)
		}
	}
	return Objective{}, fmt.Errorf("unknown objective %q: want f1, f0.5, f2, precision>=P, recall>=R or cost:fp=A,fn=B", s)
}

func parseBeta(s string, beta decimal) (Objective, error) {
	switch {
	case beta.digits == 0:
		return Objective{}, fmt.Errorf("objective %q: β must be over 0; what would be precision alone is precision>=P", s)
	case !beta.within(maxBeta, maxPlaces):
		return Objective{}, fmt.Errorf("objective %q: β must be at most %d, with at most %d decimals", s, maxBeta, maxPlaces)
	case beta == decimal{1, 0}:
		return Objective{}, nil
	}
	return Objective{aim: fBeta, a: beta}, nil
}

func parseBound(s string, aim aim, number string) (Objective, error) {
	bound, ok := parseDecimal(number)
	if !ok || bound.digits == 0 || !bound.within(1, maxDigits) {
		return Objective{}, fmt.Errorf("objective %q: %q is not a decimal over 0 and at most 1, such as 0.99", s, number)
	}
	return Objective{aim: aim, a: bound}, nil
}

func parseCosts(s, list string) (Objective, error) {
	first, second, _ := strings.Cut(list, ",")
	if strings.HasPrefix(first, "fn=") {
		first, second = second, first
	}
	fp, hasFP := strings.CutPrefix(first, "fp=")
	fn, hasFN := strings.CutPrefix(second, "fn=")
	if !hasFP || !hasFN {
		return Objective{}, fmt.Errorf("objective %q lacks a cost: want both, as in cost:fp=1,fn=10", s)
	}
	o := Objective{aim: cost}
	var err error
	if o.a, err = parseCost(s, fp); err != nil {
		return Objective{}, err
	}
	if o.b, err = parseCost(s, fn); err != nil {
		return Objective{}, err
	}
	if o.a.digits == 0 && o.b.digits == 0 {
		return Objective{}, fmt.Errorf("objective %q: one of the costs must be over 0", s)
	}
	return o, nil
}

func parseCost(s, number string) (decimal, error) {
	d, ok := parseDecimal(number)
	if !ok || !d.within(maxCost, maxPlaces) {
		return decimal{}, fmt.Errorf("objective %q: a cost is a decimal up to %d with at most %d decimals, not %q", s, maxCost, maxPlaces, number)
	}
	return d, nil
}

// String is what [ParseObjective] reads, with every number in its shortest form.
func (o Objective) String() string {
	switch o.aim {
	case precision:
		return "precision>=" + o.a.String()
	case recall:
		return "recall>=" + o.a.String()
	case cost:
		return "cost:fp=" + o.a.String() + ",fn=" + o.b.String()
	}
	return "f" + o.beta().String()
}

func (o Objective) beta() decimal {
	if o.a.digits == 0 {
		return decimal{1, 0}
	}
	return o.a
}

// meets says whether a cut is allowed at all.
func (o Objective) meets(c tally) bool {
	one := tens[o.a.places]
	switch o.aim {
	case precision:
		return compare(fraction{c.tp, c.tp + c.fp}, fraction{o.a.digits, one}) >= 0
	case recall:
		return compare(fraction{c.tp, c.positive}, fraction{o.a.digits, one}) >= 0
	case cost: // no dearer than calling nothing positive
		fp, fn := o.costs()
		return fn*c.tp >= fp*c.fp
	}
	return true
}

// value is what is to be as high as possible, and equal for cuts that are
// equally good. Common factors are left out.
func (o Objective) value(c tally) fraction {
	switch o.aim {
	case precision:
		return fraction{c.tp, 1}
	case recall:
		return fraction{c.tp, c.tp + c.fp}
	case cost:
		fp, fn := o.costs()
		return fraction{fn*c.tp + fp*(c.negative-c.fp), 1} // what is not paid
	}
	// Fβ with β = b/q is (b²+q²)·TP / (b²·positive + q²·(TP+FP)).
	beta := o.beta()
	b, q := beta.digits, tens[beta.places]
	return fraction{c.tp, b*b*c.positive + q*q*(c.tp+c.fp)}
}

// costs are the two in the same unit, 10^-places.
func (o Objective) costs() (fp, fn uint64) {
	places := max(o.a.places, o.b.places)
	return o.a.digits * tens[places-o.a.places], o.b.digits * tens[places-o.b.places]
}
