package detect

import (
	"slices"

	"github.com/leakgate/leakgate/index"
	"github.com/leakgate/leakgate/sketch"
)

// lookShort applies the rules for pairs whose smaller side lies below the
// evidence floor (DESIGN 3.4): (a) the folded texts are equal, (b) the smaller
// text has at least 8 words and all of them stand, in order and next to each
// other, in the other text.
func (c *comparison) lookShort(s *seeker, doc trainDoc, before int) {
	s.short = s.short[:0]
	p := &s.train.profile
	if p.short {
		for _, n := range c.val.folds[p.fold] {
			s.meet(int(n), before)
		}
	}
	equal := len(s.short)
	meet := func(n int) { s.meet(n, before) }
	if c.val.heads.Len() > 0 {
		for _, key := range s.train.windowKeys(doc.Document) {
			c.val.heads.Find(key, meet)
		}
	}
	if s.train.containable(doc.Document) {
		c.val.everywhere().Find(index.WindowKey(s.train.wordsOf(doc.Document)), meet)
	}
	for i, n := range s.short {
		val := &c.val.docs[n]
		s.held.read(&val.Document)
		if i >= equal && !stands(s.train.wordsOf(doc.Document), s.held.wordsOf(&val.Document)) {
			continue
		}
		c.add(s, doc, n, match{
			shared:     shared(s.held, s.train.grams),
			validation: val.grams, train: len(p.grams), score: 1,
			kind: kindOf(slices.Equal(s.held.units, p.units), val.grams, len(p.grams)),
		})
	}
}

// meet notes a validation document once.
func (s *seeker) meet(n, before int) {
	if n < before && !slices.Contains(s.short, n) {
		s.short = append(s.short, n)
	}
}

// stands says whether the shorter of two word sequences, of at least 8 words,
// stands whole in the other.
func stands(a, b []uint64) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	if len(b) < index.WindowWords {
		return false
	}
	for i := 0; i+len(b) <= len(a); i++ {
		if a[i] == b[0] && slices.Equal(a[i:i+len(b)], b) {
			return true
		}
	}
	return false
}

// shared counts the n-grams that held's document and the given distinct ones
// have in common.
func shared(held *profiler, grams []uint64) int {
	held.scratch = append(held.scratch[:0], held.grams...)
	a := sketch.NewGrams(held.scratch)
	n := 0
	for _, g := range grams {
		if _, ok := slices.BinarySearch(a, g); ok {
			n++
		}
	}
	return n
}
