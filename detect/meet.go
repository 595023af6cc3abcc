package detect

import (
	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/ngram"
)

// meeting is a distinct n-gram that two documents share, with the units at
// which it begins first and last in each.
type meeting struct {
	gram                  uint64
	valFirst, valLast     int32
	trainFirst, trainLast int32
}

// meet locates two documents and lists what they share, in the order of the
// training text; it counts the units that shared n-grams cover.
func (p *prover) meet(h *ngram.Hasher, val, train *corpus.Document) {
	p.val.locate(h, val)
	p.train.locate(h, train)
	p.chain()
	n := h.Scheme().N
	p.meetings = p.meetings[:0]
	p.met = append(p.met[:0], make([]int32, len(p.val.grams))...)
	p.hit = append(p.hit[:0], make([]bool, len(p.val.units))...)
	p.trainCovered = 0
	coveredTo := 0
	for i, gram := range p.train.grams {
		if gram == 0 {
			continue
		}
		place := p.slots[p.slot(gram)]
		if place == 0 {
			continue
		}
		p.trainCovered += i + n - max(i, coveredTo)
		coveredTo = i + n
		if at := p.met[place-1]; at != 0 {
			p.meetings[at-1].trainLast = int32(i)
			continue
		}
		p.meetings = append(p.meetings, p.meeting(gram, place, int32(i)))
		p.met[place-1] = int32(len(p.meetings))
	}
	p.spread(n)
	p.valCovered = p.covered()
	p.valCoverable, p.trainCoverable = p.val.coverable(n), p.train.coverable(n)
}

// coverable is the number of units that stand in an n-gram at all: those of a
// field with fewer than n do not.
func (l *located) coverable(n int) (units int) {
	to := 0
	for i, gram := range l.grams {
		if gram != 0 {
			units += i + n - max(i, to)
			to = i + n
		}
	}
	return units
}

// meeting begins with the chain of an n-gram's places in the validation text,
// which it marks as hit.
func (p *prover) meeting(gram uint64, place, train int32) meeting {
	m := meeting{gram, place - 1, place - 1, train, train}
	for at := place; at != 0; at = p.next[at-1] {
		p.hit[at-1] = true
		m.valLast = at - 1
	}
	return m
}
