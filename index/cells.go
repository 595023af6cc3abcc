package index

import "github.com/leakgate/leakgate/sketch"

// Cells is the inverted index of the arrays of package sketch: for each cell
// the documents in which it is not zero. It meets every document that shares a
// cell, so what it sums is the dense score, at any M, in 8 bytes a cell that
// is not zero and 4 an M. (Dense arrays would need 2 MB a document at M = 2^24.)
type Cells struct {
	docs  int
	list  []uint32 // cell → entries[list[cell]:list[cell+1]]
	entry []cellEntry
}

type cellEntry struct {
	doc   uint32
	count uint8
}

// NewCells indexes the arrays of m cells of documents 0, 1, 2….
func NewCells(m int, docs []sketch.Cells) *Cells {
	x := &Cells{docs: len(docs), list: make([]uint32, m+1)}
	for _, cells := range docs {
		for _, c := range cells {
			x.list[c.Index+1]++
		}
	}
	for i := range m {
		x.list[i+1] += x.list[i]
	}
	x.entry = make([]cellEntry, x.list[m])
	next := append([]uint32(nil), x.list[:m]...)
	for doc, cells := range docs {
		for _, c := range cells {
			x.entry[next[c.Index]] = cellEntry{uint32(doc), c.Count}
			next[c.Index]++
		}
	}
	return x
}

// Find returns each document numbered from from on that shares a non-zero cell,
// in no particular order: Shared is the number of shared cells, or Σ min of
// the counts if counted. The slice is overwritten by the next Find.
func (x *Cells) Find(s *Search, cells sketch.Cells, counted bool, from int) []Match {
	if len(s.sums) < x.docs {
		s.sums = make([]uint32, x.docs)
	}
	s.matches, s.touched = s.matches[:0], s.touched[:0]
	for _, c := range cells {
		for _, e := range x.entry[x.list[c.Index]:x.list[c.Index+1]] {
			if s.sums[e.doc] == 0 {
				s.touched = append(s.touched, e.doc)
			}
			if counted {
				s.sums[e.doc] += uint32(min(c.Count, e.count))
			} else {
				s.sums[e.doc]++
			}
		}
	}
	for _, doc := range s.touched {
		if int(doc) >= from {
			s.matches = append(s.matches, Match{Doc: int(doc), Shared: int(s.sums[doc])})
		}
		s.sums[doc] = 0
	}
	return s.matches
}
