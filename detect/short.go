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
func (c *comparison) lookShort(s *seeker, doc trainDoc, from int) {
	s.short.begin(len(c.val.docs))
	meet := func(n int) {
		if n >= from {
			s.short.add(n)
		}
	}
	p := &s.train.profile
	if p.folded {
		for _, n := range c.val.folds[p.fold] {
			if p.short || c.val.docs[n].short {
				meet(int(n))
			}
		}
	}
	equal := len(s.short.list)
	words := s.train.wordsOf(doc.Document)
	if c.val.heads.Len() > 0 {
		c.val.heads.InWords(words, meet)
	}
	for i, n := range s.short.list {
		if i >= equal {
			s.held.read(&c.val.docs[n].Document)
			if !s.stands(s.held.wordsOf(&c.val.docs[n].Document), words) {
				continue
			}
		}
		c.addShort(s, doc, n)
	}
	if s.train.containable(doc.Document) {
		c.wait(waiting{
			Document: doc.Document.Clone(), file: doc.file, order: doc.order,
			from: from, head: index.HeadKey(words),
		})
	}
}

// addShort takes in a pair that the rules below the floor found; s.train has
// just read its training document.
func (c *comparison) addShort(s *seeker, doc trainDoc, n int) {
	val, p := &c.val.docs[n], &s.train.profile
	c.add(s, doc, n, match{
		shared: unknown, validation: val.grams, train: len(p.grams), score: 1,
		kind: kindOf(val.sequence == p.sequence, val.grams, len(p.grams)),
	})
}

// waiting is a short training document that may stand in validation documents.
// Looking it up at once would take an index of every place in them, more
// memory than all the rest; so such documents gather, and from time to time
// the validation side is held against them.
type waiting struct {
	corpus.Document
	file  int
	order uint64
	from  int
	head  uint64
}

// maxWaiting bounds the memory of waiting documents, and is large enough that
// going through the validation side's keys is shared by many.
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
		s.short.begin(len(batch))
		heads.InKeys(keys, func(i int) {
			if n >= batch[i].from {
				s.short.add(i)
			}
		})
		if len(s.short.list) == 0 {
			continue
		}
		val := &c.val.docs[n]
		s.held.read(&val.Document)
		for _, i := range s.short.list {
			w := &batch[i]
			p := s.train.read(&w.Document)
			inner, outer := s.train.wordsOf(&w.Document), s.held.wordsOf(&val.Document)
			if val.folded && val.fold == p.fold || val.short && len(inner) == len(outer) || !s.stands(inner, outer) {
				continue // the first two were found at once, as equal or the other way round
			}
			c.addShort(s, trainDoc{&w.Document, w.file, w.order}, n)
		}
	}
}

// marks is a list of documents, each once.
type marks struct {
	list []int
	seen []uint32 // document → the list that it came to last
	turn uint32
}

// begin empties the list, for documents numbered under n.
func (m *marks) begin(n int) {
	m.list = m.list[:0]
	m.turn++
	if len(m.seen) < n || m.turn == 0 {
		m.seen, m.turn = make([]uint32, n), 1
	}
}

func (m *marks) add(n int) {
	if m.seen[n] != m.turn {
		m.seen[n] = m.turn
		m.list = append(m.list, n)
	}
}

// stands says whether inner, a sequence of at least 8 words, stands whole in
// outer. (Knuth, Morris and Pratt, 1977: a text may repeat one word for ever.)
func (s *seeker) stands(inner, outer []uint64) bool {
	if len(inner) < index.WindowWords || len(inner) > len(outer) {
		return false
	}
	// failure[i] is the length of the longest proper beginning of inner that
	// ends inner[:i+1].
	s.failure = append(s.failure[:0], 0)
	for i, k := 1, 0; i < len(inner); i++ {
		for k > 0 && inner[i] != inner[k] {
			k = s.failure[k-1]
		}
		if inner[i] == inner[k] {
			k++
		}
		s.failure = append(s.failure, k)
	}
	k := 0
	for _, word := range outer {
		for k > 0 && word != inner[k] {
			k = s.failure[k-1]
		}
		if word == inner[k] {
			k++
		}
		if k == len(inner) {
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
