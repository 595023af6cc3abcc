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
		c.val.heads.InWords(&s.search, words, meet)
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
			Document: doc.Document.Clone(), file: doc.file, order: doc.order, from: from,
			fold: p.fold, words: len(words), keys: index.AppendWindowKeys(nil, words),
		})
	}
}

// addShort takes in a pair that the rules below the floor found; s.train has
// just read its training document.
func (c *comparison) addShort(s *seeker, doc trainDoc, n int) {
	val, p := &c.val.docs[n], &s.train.profile
	c.add(s, doc, n, match{
		shared: unknown, validation: val.grams, train: len(p.grams), score: 1, sure: true,
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
	fold  uint64
	words int
	keys  []uint64 // window keys
	kept  bool     // in the spool
	place uint64   // where
}

// Waiting documents go when there are maxWaiting of them or they hold
// maxWaitingText bytes of text: enough that many share the way through the
// validation side's keys.
const (
	maxWaiting     = 4096
	maxWaitingText = 16 << 20
)

func (c *comparison) wait(w waiting) {
	var batch []waiting
	c.mu.Lock()
	c.waiting = append(c.waiting, w)
	for _, text := range w.Texts {
		c.waitingText += len(text)
	}
	if len(c.waiting) >= maxWaiting || c.waitingText >= maxWaitingText {
		batch, c.waiting, c.waitingText = c.waiting, nil, 0
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
	heads := c.rarestKeys(batch)
	for n, keys := range c.val.keys {
		val := &c.val.docs[n]
		s.short.begin(len(batch))
		heads.InKeys(&s.search, keys, func(i int) {
			// Equal ones were found at once.
			if w := &batch[i]; n >= w.from && !(val.folded && val.fold == w.fold) {
				s.short.add(i)
			}
		})
		if len(s.short.list) == 0 {
			continue
		}
		s.held.read(&val.Document)
		outer := s.held.wordsOf(&val.Document)
		for _, i := range s.short.list {
			w := &batch[i]
			if w.words > len(outer) || val.short && w.words == len(outer) {
				continue // the second was found at once, the other way round
			}
			s.train.read(&w.Document)
			if !s.stands(s.train.wordsOf(&w.Document), outer) {
				continue
			}
			if w.kept { // it was read anew, but it is the same document
				s.keptTurn, s.keptAt = s.train.turn, w.place
			}
			c.addShort(s, trainDoc{Document: &w.Document, file: w.file, order: w.order}, n)
			w.kept, w.place = s.keptTurn == s.train.turn, s.keptAt
		}
	}
}

// rarestKeys keys each waiting document by that of its window keys which the
// validation side has least often. One that it has not at all leads nowhere.
func (c *comparison) rarestKeys(batch []waiting) *index.Heads {
	count := map[uint64]int{}
	for i := range batch {
		for _, key := range batch[i].keys {
			count[key] = 0
		}
	}
	for _, keys := range c.val.keys {
		for _, key := range keys {
			if n, ours := count[key]; ours {
				count[key] = n + 1
			}
		}
	}
	heads := index.NewHeads()
	for i := range batch {
		if key := rarest(batch[i].keys, count); count[key] > 0 {
			heads.Add(i, key)
		}
	}
	return heads
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
