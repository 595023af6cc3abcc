package index

import (
	"slices"
	"sync/atomic"
)

// Match is an indexed document that reaches the threshold.
type Match struct {
	Doc    int
	Shared int // distinct n-grams in both
}

// Search is the memory of one goroutine that searches an [Exact] or [Cells].
// The zero value is ready.
type Search struct {
	// Count, unless it is nil, has a counter for every n-gram (see
	// [Exact.Lookup]): each Find adds one to those of its document. Searches at
	// the same time may share it.
	Count []uint32

	maybe   []uint64
	found   []uint64 // rank·2, plus 1 if the n-gram leads to a document
	hits    []uint32
	leads   []bool
	seen    []uint32 // doc → the search that met it last
	search  uint32
	sums    []uint32
	touched []uint32
	matches []Match
	keys    []uint32 // key of Heads → the search that met it last
	keyTurn uint32
}

// Find returns the documents numbered from from on that reach the threshold
// with a document of these distinct n-gram hashes, by document number. The
// slice is overwritten by the next Find.
func (x *Exact) Find(s *Search, grams []uint64, from int) []Match {
	s.matches = s.matches[:0]
	a := len(grams)
	if !x.lookUp(s, grams) || len(s.hits) < x.threshold.Need(min(a, x.smallest)) {
		return nil
	}
	s.begin(x.Len())
	// N-grams that no indexed document has come before all others, so the
	// j-th hit stands at position a−len(hits)+j. Up to position a−⌈ta⌉ it can
	// be the first common one whatever the size of B; beyond, only if B is
	// the smaller, and then it stands in the unbounded postings.
	whole := a - x.threshold.Need(a)
	for j, rank := range s.hits {
		if !s.leads[j] {
			continue
		}
		most := uint32(min(a, int(unbounded)))
		if a-len(s.hits)+j > whole {
			most = unbounded
		}
		left := len(s.hits) - j
		for _, p := range x.postings[x.list[rank]:x.list[rank+1]] {
			if p.most() < most {
				break
			}
			doc := p.doc()
			if doc < from || s.seen[doc] == s.search {
				continue
			}
			if left < x.threshold.Need(min(a, x.Size(doc))) {
				continue // too few hits are left; an earlier one would have led here
			}
			s.seen[doc] = s.search
			x.verify(s, a, doc)
		}
	}
	slices.SortFunc(s.matches, func(p, q Match) int { return p.Doc - q.Doc })
	return s.matches
}

// lookUp leaves the ranks of the n-grams that indexed documents have in s.hits,
// ascending, and in s.leads which of them have a posting for a document of
// this size. It reports whether one has: most documents end here, before the
// sort.
func (x *Exact) lookUp(s *Search, grams []uint64) bool {
	s.maybe = append(s.maybe[:0], grams...)
	kept := 0
	for _, gram := range grams {
		s.maybe[kept] = gram
		kept += x.table.maybe(gram)
	}
	s.maybe = s.maybe[:kept]
	x.table.touch(s.maybe)
	s.found = s.found[:0]
	leads := uint64(0)
	for _, gram := range s.maybe {
		if slot := x.table.at(gram); slot.number != 0 {
			hit := uint64(slot.number-1) << 1
			if s.Count != nil {
				atomic.AddUint32(&s.Count[slot.number-1], 1)
			}
			if int(slot.most) >= len(grams) {
				hit |= 1
			}
			leads |= hit & 1
			s.found = append(s.found, hit)
		}
	}
	if leads == 0 {
		return false
	}
	slices.Sort(s.found)
	s.hits, s.leads = s.hits[:0], s.leads[:0]
	for _, hit := range s.found {
		s.hits = append(s.hits, uint32(hit>>1))
		s.leads = append(s.leads, hit&1 != 0)
	}
	return true
}

// begin starts a search over n documents.
func (s *Search) begin(n int) {
	if len(s.seen) < n {
		s.seen = make([]uint32, n)
		s.search = 0
	}
	s.search++
	if s.search == 0 { // wrapped: old marks would look like new ones
		clear(s.seen)
		s.search = 1
	}
}

// beginKeys starts a search over n keys of Heads.
func (s *Search) beginKeys(n int) {
	s.keyTurn++
	if len(s.keys) < n || s.keyTurn == 0 {
		s.keys, s.keyTurn = make([]uint32, n+n/2), 1
	}
}

// verify counts what the hits share with the document and gives up as soon as
// the rest cannot reach the threshold.
func (x *Exact) verify(s *Search, a, doc int) {
	ranks := x.ranks[x.start[doc]:x.start[doc+1]]
	need := x.threshold.Need(min(a, len(ranks)))
	hits := s.hits
	shared := 0
	for len(hits) > 0 && len(ranks) > 0 {
		if shared+min(len(hits), len(ranks)) < need {
			return
		}
		switch h, r := hits[0], ranks[0]; {
		case h < r:
			hits = hits[1:]
		case h > r:
			ranks = ranks[gallop(ranks, h):]
		default:
			shared++
			hits, ranks = hits[1:], ranks[1:]
		}
	}
	if shared >= need {
		s.matches = append(s.matches, Match{doc, shared})
	}
}

// gallop is the first position in ranks with a value ≥ want, at least 1: steps
// that double, then a binary search between the last two.
func gallop(ranks []uint32, want uint32) int {
	step := 1
	for step < len(ranks) && ranks[step] < want {
		step *= 2
	}
	lo, hi := step/2, min(step, len(ranks))
	for lo < hi {
		if mid := (lo + hi) / 2; ranks[mid] < want {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}
