package eval

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Choice is a threshold and what it does to the pairs that it was chosen on.
type Choice struct {
	Threshold float64 // the lowest score that is still called positive
	// Every threshold in (Low, Threshold] is equally good: Low is the next lower
	// score at which the objective is worse. Where there is none, Low is 0, or the
	// lowest score if that is negative, and is as good itself.
	Low       float64
	Confusion Confusion // at Threshold
}

// ErrUnreachable is what errors of [Choose] wrap if the pairs are sound and the
// objective is too much to ask of this score: another score may do.
var ErrUnreachable = errors.New("no threshold meets the objective")

// unreachable has a message of its own.
type unreachable string

func (u unreachable) Error() string   { return string(u) }
func (unreachable) Is(err error) bool { return err == ErrUnreachable }

// Choose looks at every distinct score as a threshold, in one pass over the
// sorted pairs. Of equally good cuts the highest wins, and (Low, Threshold] is
// the run of adjacent cuts that are as good as it. Equally good is what the
// objective says and no more: under precision>=P two cuts of the same recall
// are, under recall>=R two of the same precision. Cuts are compared in integers,
// exactly for up to 2^30 pairs.
//
// There is no choice, but an error, without pairs, without a pair of each class,
// with a score that is not finite (the message counts pairs from 1), if all scores
// are equal, and where no threshold reaches the precision asked for or is cheaper
// than calling nothing positive ([ErrUnreachable]).
func Choose(pairs []Pair, o Objective) (Choice, error) {
	l, err := newLadder(pairs)
	if err != nil {
		return Choice{}, err
	}
	return l.choice(o)
}

// At counts the pairs as the threshold calls them: positive at or over it.
func At(pairs []Pair, threshold float64) Confusion {
	var c Confusion
	for _, p := range pairs {
		switch called := p.Score >= threshold; {
		case called && p.Positive:
			c.TP++
		case called:
			c.FP++
		case p.Positive:
			c.FN++
		default:
			c.TN++
		}
	}
	return c
}

// ladder is the pairs in the order of their scores: a rung is a distinct score,
// highest first. The order of pairs of the same score and class is forgotten, so
// nothing made from it depends on the order of the input.
type ladder struct {
	scores             []float64
	positive, negative class
}

// class is the pairs of one class.
type class struct {
	at    []int // rung → pairs there
	rungs []int // the rung of each pair, ascending
}

func newLadder(pairs []Pair) (*ladder, error) {
	if len(pairs) == 0 {
		return nil, errors.New("no pairs: a threshold needs positive and negative ones")
	}
	for i, p := range pairs {
		if math.IsNaN(p.Score) || math.IsInf(p.Score, 0) {
			return nil, fmt.Errorf("pair %d scores %v: a threshold needs finite scores; leave the pair out or score it anew", i+1, p.Score)
		}
	}
	l := climb(pairs)
	switch {
	case len(l.positive.rungs) == 0:
		return nil, errors.New("no positive pair: a threshold needs both")
	case len(l.negative.rungs) == 0:
		return nil, errors.New("no negative pair: a threshold needs both")
	case len(l.scores) == 1:
		return nil, fmt.Errorf("every pair scores %.6g: no threshold tells them apart", l.scores[0])
	}
	return l, nil
}

func climb(pairs []Pair) *ladder {
	sorted := slices.SortedFunc(slices.Values(pairs), func(a, b Pair) int { return cmp.Compare(b.Score, a.Score) })
	l := new(ladder)
	for i, p := range sorted {
		if i == 0 || p.Score != sorted[i-1].Score {
			l.scores = append(l.scores, p.Score+0) // -0 becomes 0
			l.positive.at, l.negative.at = append(l.positive.at, 0), append(l.negative.at, 0)
		}
		c := &l.negative
		if p.Positive {
			c = &l.positive
		}
		rung := len(l.scores) - 1
		c.at[rung]++
		c.rungs = append(c.rungs, rung)
	}
	return l
}

// tally is the pairs called positive, by class, and how many of each class there are.
type tally struct{ tp, fp, positive, negative uint64 }

func (c tally) confusion() Confusion {
	return Confusion{TP: int(c.tp), FP: int(c.fp), TN: int(c.negative - c.fp), FN: int(c.positive - c.tp)}
}

// best is a cut that is as good as any: the highest such.
type best struct {
	tally
	rung  int // -1: no cut meets the objective
	worse int // the next lower rung with pairs where it is not as good; -1: none
}

// choose finds the best cut of the pairs counted by rung in positive and
// negative, of which the totals are given: those of a ladder, or a part of them.
func choose(o Objective, positive, negative []int, totals tally) best {
	b := best{rung: -1, worse: -1}
	c := totals
	var highest fraction
	running := false // the run of cuts as good as b has not ended
	for rung, hits := range positive {
		if hits+negative[rung] == 0 {
			continue
		}
		c.tp += uint64(hits)
		c.fp += uint64(negative[rung])
		order := -1
		var value fraction
		if o.meets(c) {
			if value = o.value(c); b.rung < 0 {
				order = 1
			} else {
				order = compare(value, highest)
			}
		}
		switch {
		case order > 0:
			b, highest, running = best{c, rung, -1}, value, true
		case order < 0 && running:
			b.worse, running = rung, false
		}
	}
	return b
}

func (l *ladder) totals() tally {
	return tally{positive: uint64(len(l.positive.rungs)), negative: uint64(len(l.negative.rungs))}
}

func (l *ladder) choice(o Objective) (Choice, error) {
	b := choose(o, l.positive.at, l.negative.at, l.totals())
	if b.rung < 0 {
		return Choice{}, l.unreachable(o)
	}
	low := min(0, l.scores[len(l.scores)-1])
	if b.worse >= 0 {
		low = l.scores[b.worse]
	}
	return Choice{l.scores[b.rung], low, b.confusion()}, nil
}

// unreachable says how far from the objective the pairs stay. Any recall is met
// by calling everything positive.
func (l *ladder) unreachable(o Objective) error {
	if o.aim == cost {
		nothing := decimal{o.b.digits * l.totals().positive, o.b.places}.trim()
		return unreachable(fmt.Sprintf("%v: calling nothing positive costs %v, less than any threshold", o, nothing))
	}
	b := choose(Objective{aim: recall}, l.positive.at, l.negative.at, l.totals())
	// Cut off, not rounded: what is under the bound must not read like it.
	highest := fraction{b.tp, b.tp + b.fp}.floor(max(o.a.places, 4))
	return unreachable(fmt.Sprintf("no threshold reaches precision %v; the highest is %v at %.6g", o.a, highest, l.scores[b.rung]))
}
