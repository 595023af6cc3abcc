package eval

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// Interval has both ends in it.
type Interval struct{ Low, High float64 }

// Resampling says how often pairs are drawn. A field that is not over 0 stands
// for its default. Equal pairs, in any order, with an equal seed give equal results.
type Resampling struct {
	Rounds  int    // of the bootstrap: 1000, of over 20,000 pairs fewer, at least 100
	Folds   int    // of the cross-validation: 5
	Repeats int    // of the cross-validation, each with other folds: 20, of over 100,000 pairs fewer
	Seed    uint64 // 1
}

func (r Resampling) orDefault(pairs int) Resampling {
	if r.Rounds <= 0 {
		r.Rounds = max(100, min(1000, mostDraws/max(1, pairs)))
	}
	if r.Folds <= 0 {
		r.Folds = 5
	}
	if r.Repeats <= 0 {
		r.Repeats = max(2, min(20, mostDraws/10/max(1, pairs)))
	}
	r.Seed = cmp.Or(r.Seed, 1)
	return r
}

// mostDraws bounds the draws of all rounds: many pairs need fewer rounds.
const mostDraws = 20_000_000

// The two must not draw the same numbers.
const (
	bootstrapStream = iota
	crossValidationStream
)

// Bootstrap gives 95 % intervals of the threshold and of its F1. Each round draws
// as many pairs of each class as there are, with replacement, chooses the
// threshold on them, and measures the F1 of that threshold on the pairs that were
// not drawn (out of bag; Efron and Tibshirani, An Introduction to the Bootstrap,
// 1993, ch. 17). So the F1 interval is what the threshold may be expected to reach
// on other pairs of the same kind, not how well it fits these.
//
// The ends are the 2.5 and 97.5 percentiles of the rounds, moved outwards where
// they must to have in them what all pairs give. A round is left out if its
// objective cannot be met or if it leaves no positive pair to measure on; where
// no round is left, as with a single positive pair, the ends are NaN. Errors are
// those of [Choose].
func Bootstrap(pairs []Pair, o Objective, r Resampling) (threshold, f1 Interval, err error) {
	l, err := newLadder(pairs)
	if err != nil {
		return Interval{}, Interval{}, err
	}
	chosen, err := l.choice(o)
	if err != nil {
		return Interval{}, Interval{}, err
	}
	threshold, f1 = l.bootstrap(chosen, o, r)
	return threshold, f1, nil
}

func (l *ladder) bootstrap(chosen Choice, o Objective, r Resampling) (threshold, f1 Interval) {
	r = r.orDefault(len(l.positive.rungs) + len(l.negative.rungs))
	rng := rand.New(rand.NewPCG(r.Seed, bootstrapStream))
	positive, negative := newSample(&l.positive), newSample(&l.negative)
	var thresholds, f1s []float64
	for range r.Rounds {
		positive.draw(rng)
		negative.draw(rng)
		b := choose(o, positive.drawn, negative.drawn, l.totals())
		if b.rung < 0 || positive.left == 0 {
			continue
		}
		thresholds = append(thresholds, l.scores[b.rung])
		tp, fp := positive.restFrom(b.rung), negative.restFrom(b.rung)
		f1s = append(f1s, Confusion{TP: tp, FP: fp, TN: negative.left - fp, FN: positive.left - tp}.F1())
	}
	return interval(thresholds, chosen.Threshold), interval(f1s, chosen.Confusion.F1())
}

// sample is a draw with replacement from a class, by rung.
type sample struct {
	*class
	drawn, rest []int // rung → times a pair there was drawn; pairs never drawn
	left        int   // the sum of rest
	round       int
	last        []int // pair → the last round it was drawn in, which saves clearing
}

func newSample(c *class) *sample {
	return &sample{class: c, drawn: make([]int, len(c.at)), rest: make([]int, len(c.at)), last: make([]int, len(c.rungs))}
}

func (s *sample) draw(rng *rand.Rand) {
	clear(s.drawn)
	copy(s.rest, s.at)
	s.left = len(s.rungs)
	s.round++
	for range s.rungs {
		i := rng.IntN(len(s.rungs))
		rung := s.rungs[i]
		s.drawn[rung]++
		if s.last[i] != s.round {
			s.last[i] = s.round
			s.rest[rung]--
			s.left--
		}
	}
}

// restFrom counts the pairs never drawn that score at least as high as the rung.
func (s *sample) restFrom(rung int) int {
	n := 0
	for _, k := range s.rest[:rung+1] {
		n += k
	}
	return n
}

func interval(values []float64, estimate float64) Interval {
	if len(values) == 0 {
		return Interval{math.NaN(), math.NaN()}
	}
	slices.Sort(values)
	tail := len(values) / 40
	return Interval{min(values[tail], estimate), max(values[len(values)-1-tail], estimate)}
}

// CrossValidate is the F1 that a threshold has on pairs that did not choose it:
// stratified k-fold cross-validation, repeated. The threshold is chosen on all
// folds but one, which it is applied to; counts are pooled over the folds, and the
// result is the mean F1 of the repeats. Where the objective cannot be met, nothing
// is called positive. There are no more folds than pairs of the smaller class;
// it is NaN if that has fewer than two, and where [Choose] gives an error.
func CrossValidate(pairs []Pair, o Objective, r Resampling) float64 {
	l, err := newLadder(pairs)
	if err != nil {
		return math.NaN()
	}
	if _, err := l.choice(o); err != nil {
		return math.NaN()
	}
	return l.crossValidate(o, r)
}

func (l *ladder) crossValidate(o Objective, r Resampling) float64 {
	r = r.orDefault(len(l.positive.rungs) + len(l.negative.rungs))
	smaller := min(len(l.positive.rungs), len(l.negative.rungs))
	if smaller < 2 {
		return math.NaN()
	}
	folds := min(max(r.Folds, 2), smaller)
	rng := rand.New(rand.NewPCG(r.Seed, crossValidationStream))
	positive, negative := newDeal(&l.positive), newDeal(&l.negative)
	sum := 0.0
	for range r.Repeats {
		positive.shuffle(rng)
		negative.shuffle(rng)
		var pooled tally
		for fold := range folds {
			totals := tally{positive: positive.holdOut(fold, folds), negative: negative.holdOut(fold, folds)}
			if b := choose(o, positive.others, negative.others, totals); b.rung >= 0 {
				pooled.tp += positive.heldFrom(b.rung, fold, folds)
				pooled.fp += negative.heldFrom(b.rung, fold, folds)
			}
		}
		pooled.positive, pooled.negative = l.totals().positive, l.totals().negative
		sum += pooled.confusion().F1()
	}
	return sum / float64(r.Repeats)
}

// deal is the pairs of a class dealt to folds: the i-th to fold i mod folds.
type deal struct {
	*class
	order  []int // the rungs of the pairs, shuffled
	others []int // rung → pairs there that are not held out
}

func newDeal(c *class) *deal {
	return &deal{c, make([]int, len(c.rungs)), make([]int, len(c.at))}
}

func (d *deal) shuffle(rng *rand.Rand) {
	copy(d.order, d.rungs)
	rng.Shuffle(len(d.order), func(i, j int) { d.order[i], d.order[j] = d.order[j], d.order[i] })
}

// holdOut takes a fold out of others and returns how many pairs are left.
func (d *deal) holdOut(fold, folds int) (left uint64) {
	copy(d.others, d.at)
	left = uint64(len(d.order))
	for i := fold; i < len(d.order); i += folds {
		d.others[d.order[i]]--
		left--
	}
	return left
}

// heldFrom counts the pairs held out that score at least as high as the rung.
func (d *deal) heldFrom(rung, fold, folds int) (n uint64) {
	for i := fold; i < len(d.order); i += folds {
		if d.order[i] <= rung {
			n++
		}
	}
	return n
}
