package index

import (
	"slices"

	"github.com/leakgate/leakgate/sketch"
)

// Exact is the prefix index (DESIGN 4; after Chaudhuri, Ganti and Kaushik,
// 2006, and Bayardo, Ma and Srikant, 2007, for the overlap coefficient). All
// n-grams of the indexed documents are ranked, rarest first. If two documents
// with a and b n-grams share at least o = ⌈t·min(a, b)⌉, then their first
// common n-gram by rank stands at position ≤ a−o in one and ≤ b−o in the
// other, positions counted from 0. So only a document's rare n-grams need
// looking at, and no pair is lost.
//
// Memory: 12 bytes a posting (an n-gram of a document): its rank, the document
// it leads to and up to what size; and 18 to 34 bytes a distinct n-gram for
// the table that ranks it. BenchmarkBuild prints both.
type Exact struct {
	threshold sketch.Threshold
	table     *table
	rank      []uint32 // by the table's number

	start []int    // doc → ranks[start[doc]:start[doc+1]]
	ranks []uint32 // of each document's n-grams, ascending: rarest first

	list     []uint32 // rank → postings[list[rank]:list[rank+1]]
	postings []posting
	smallest int // fewest n-grams of an indexed document that has any
}

// posting leads from an n-gram to a document B in which it stands at position
// k. It matters to documents of at most most n-grams: unbounded (any) if
// k ≤ b−⌈tb⌉, else ⌊(b−k)/t⌋. A list is sorted by most, largest first, so that
// a search breaks it off.
type posting struct{ doc, most uint32 }

const unbounded = ^uint32(0)

// Len is the number of documents.
func (x *Exact) Len() int { return len(x.start) - 1 }

// Size is the number of distinct n-grams of document doc.
func (x *Exact) Size(doc int) int { return x.start[doc+1] - x.start[doc] }

// NewExact indexes documents 0, 1, 2…, each given by its distinct n-gram
// hashes in any order; an empty one is never found. Document frequency decides
// the ranks, order of first appearance breaks ties: the answer does not depend
// on it.
func NewExact(t sketch.Threshold, docs [][]uint64) *Exact {
	x := &Exact{threshold: t, start: make([]int, 1, len(docs)+1)}
	total := 0
	for _, grams := range docs {
		total += len(grams)
		x.start = append(x.start, total)
		if len(grams) > 0 && (x.smallest == 0 || len(grams) < x.smallest) {
			x.smallest = len(grams)
		}
	}
	x.table = newTable(total)
	x.ranks = make([]uint32, total)
	frequency := make([]uint32, 0, total)
	for doc, grams := range docs {
		numbers := x.ranks[x.start[doc]:x.start[doc+1]]
		for i, gram := range grams {
			number, added := x.table.insert(gram)
			if added {
				frequency = append(frequency, 0)
			}
			frequency[number]++
			numbers[i] = number
		}
	}
	x.rankBy(frequency)
	for doc := range docs {
		ranks := x.ranks[x.start[doc]:x.start[doc+1]]
		for i, number := range ranks {
			ranks[i] = x.rank[number]
		}
		slices.Sort(ranks)
	}
	x.post()
	return x
}

// rankBy gives ranks by counting sort on the document frequency, and lays out
// the posting lists, which have that length.
func (x *Exact) rankBy(frequency []uint32) {
	most := uint32(0)
	for _, f := range frequency {
		most = max(most, f)
	}
	next := make([]uint32, most+2)
	for _, f := range frequency {
		next[f+1]++
	}
	for f := range most + 1 {
		next[f+1] += next[f]
	}
	x.rank = make([]uint32, len(frequency))
	x.list = make([]uint32, len(frequency)+1)
	for number, f := range frequency {
		x.rank[number] = next[f]
		x.list[next[f]+1] = f
		next[f]++
	}
	for rank := range frequency {
		x.list[rank+1] += x.list[rank]
	}
}

func (x *Exact) post() {
	x.postings = make([]posting, len(x.ranks))
	next := slices.Clone(x.list)
	for doc := range x.Len() {
		ranks := x.ranks[x.start[doc]:x.start[doc+1]]
		b := len(ranks)
		free := b - x.threshold.Need(b)
		for k, rank := range ranks {
			most := unbounded
			if k > free {
				most = uint32(min(x.threshold.Largest(b-k), int(unbounded)-1))
			}
			x.postings[next[rank]] = posting{uint32(doc), most}
			next[rank]++
		}
	}
	for rank := range x.rank {
		if list := x.postings[x.list[rank]:x.list[rank+1]]; len(list) > 1 {
			slices.SortFunc(list, func(p, q posting) int {
				if p.most != q.most {
					return int(int64(q.most) - int64(p.most))
				}
				return int(p.doc) - int(q.doc)
			})
		}
	}
}

// CommonFrom is the first rank of the n-grams that stand in at least docs of
// the indexed documents, for [Match].Common.
func (x *Exact) CommonFrom(docs int) uint32 {
	lo, hi := 0, len(x.rank)
	for lo < hi {
		if mid := (lo + hi) / 2; int(x.list[mid+1]-x.list[mid]) >= docs {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return uint32(lo)
}
