package detect

import (
	"slices"

	"github.com/leakgate/leakgate/corpus"
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
	words := s.train.wordsOf(doc.Document)
	if c.val.heads.Len() > 0 {
		c.val.heads.InWords(words, func(n int) { s.meet(n, before) })
	}
	for i, n := range s.short {
		s.held.read(&c.val.docs[n].Document)
		if i < equal || stands(s.held.wordsOf(&c.val.docs[n].Document), words) {
			c.addShort(s, doc, n)
		}
	}
	if s.train.containable(doc.Document) {
		c.wait(waiting{
			Document: doc.Document.Clone(), file: doc.file, order: doc.order,
			before: before, head: index.HeadKey(words),
		})
	}
}

// addShort takes in a pair that the rules below the floor found; s.train and
// s.held have just read it.
func (c *comparison) addShort(s *seeker, doc trainDoc, n int) {
	a, b := len(s.held.grams), len(s.train.grams)
	c.add(s, doc, n, match{
		shared: shared(s.held, s.train.grams), validation: a, train: b, score: 1,
		kind: kindOf(slices.Equal(s.held.units, s.train.units), a, b),
	})
}

// waiting is a short training document that may stand in validation documents.
// Looking it up at once would take an index of every place in them, more
// memory than all the rest; so such documents gather, and from time to time
// the validation side is held against them.
type waiting struct {
	corpus.Document
	file   int
	order  uint64
	before int
	head   uint64
}

// maxWaiting bounds the memory of waiting documents. Going through the keys of
// newsgroups20's validation side takes .3 ms.
const maxWaiting = 4096

func (c *comparison) wait(w waiting) {
	var batch []waiting
	c.mu.Lock()
	c.waiting = append(c.waiting, w)
	if len(c.waiting) >= maxWaiting {
		batch, c.waiting = c.waiting, nil
	}
	c.mu.Unlock()
	c.seek(batch)
}

// seek finds the validation documents in which the waiting ones stand whole.
func (c *comparison) seek(batch []waiting) {
	if len(batch) == 0 {
		return
	}
	s := c.run.newSeeker() // the worker's own is in the middle of a document
	heads := index.NewHeads()
	for i := range batch {
		heads.Add(i, batch[i].head)
	}
	for n, keys := range c.val.keys {
		s.short = s.short[:0]
		heads.InKeys(keys, func(i int) {
			if n < batch[i].before {
				s.meet(i, len(batch))
			}
		})
		if len(s.short) == 0 {
			continue
		}
		val := &c.val.docs[n]
		s.held.read(&val.Document)
		for _, i := range s.short {
			w := &batch[i]
			p := s.train.read(&w.Document)
			inner, outer := s.train.wordsOf(&w.Document), s.held.wordsOf(&val.Document)
			if !stands(inner, outer) || val.short && (val.key == p.key || len(inner) == len(outer)) {
				continue // the second: found at once, the other way round
			}
			c.addShort(s, trainDoc{&w.Document, w.file, w.order}, n)
		}
	}
}

// meet notes a document once.
func (s *seeker) meet(n, before int) {
	if n < before && !slices.Contains(s.short, n) {
		s.short = append(s.short, n)
	}
}

// stands says whether inner, a sequence of at least 8 words, stands whole in
// outer.
func stands(inner, outer []uint64) bool {
	if len(inner) < index.WindowWords {
		return false
	}
	for i := 0; i+len(inner) <= len(outer); i++ {
		if outer[i] == inner[0] && slices.Equal(outer[i:i+len(inner)], inner) {
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
