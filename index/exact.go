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
// Memory: 36 to 42 bytes a posting (an n-gram of a document): 4 for its rank,
// 8 for what it leads to, 24 for the table that ranks it, up to 1 for the filter
// and 4 for the list. BenchmarkBuild prints it.
type Exact struct {
	threshold sketch.Threshold
	table     *table // n-gram → rank

	start []int    // doc → ranks[start[doc]:start[doc+1]]
	ranks []uint32 // of each document's n-grams, ascending: rarest first

	list     []uint32 // rank → postings[list[rank]:list[rank+1]]
	postings []posting
	below    []uint32 // by frequency: how many n-grams stand in fewer documents
	smallest int      // fewest n-grams of an indexed document that has any
}

// posting leads from an n-gram to a document B in which it stands at position
// k. It matters to documents of at most most n-grams: unbounded (any) if
// k ≤ b−⌈tb⌉, else ⌊(b−k)/t⌋. A list is sorted by most, largest first, then by
// document, so that a search breaks it off. Packed as ^most<<32 | document,
// that is the order of the numbers, which sort without a function to compare.
type posting uint64

const unbounded = ^uint32(0)

func newPosting(doc int, most uint32) posting { return posting(^most)<<32 | posting(doc) }
func (p posting) doc() int                    { return int(uint32(p)) }
func (p posting) most() uint32                { return ^uint32(p >> 32) }

// Len is the number of documents.
func (x *Exact) Len() int { return len(x.start) - 1 }

// Size is the number of distinct n-grams of document doc.
func (x *Exact) Size(doc int) int { return x.start[doc+1] - x.start[doc] }

// NewExact indexes documents 0, 1, 2…, each given by its distinct n-gram
// hashes in any order; an empty one is never found. Document frequency decides
// the ranks, and order of first appearance breaks ties: what is found does not
// depend on either. Documents for which repeats is true do not count in it,
// being copies of others; those in others do, without being indexed. Both may
// be nil.
func NewExact(t sketch.Threshold, docs [][]uint64, repeats []bool, others [][]uint64) *Exact {
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
	indexed := make([]uint32, 0, total)
	for doc, grams := range docs {
		x.table.touch(grams)
		counts := uint32(1)
		if repeats != nil && repeats[doc] {
			counts = 0
		}
		numbers := x.ranks[x.start[doc]:x.start[doc+1]]
		for i, gram := range grams {
			number, added := x.table.insert(gram)
			if added {
				frequency, indexed = append(frequency, 0), append(indexed, 0)
			}
			indexed[number]++
			frequency[number] += counts
			numbers[i] = number
		}
	}
	for _, grams := range others {
		for _, gram := range grams {
			if number, ok := x.table.find(gram); ok {
				frequency[number]++
			}
		}
	}
	rank := x.rankBy(frequency, indexed)
	most := x.post(rank)
	for i := range x.table.slots {
		if s := &x.table.slots[i]; s.number != 0 {
			s.number = rank[s.number-1] + 1
			s.most = most[s.number-1]
		}
	}
	return x
}

// rankBy gives ranks by counting sort on the document frequency, and lays out
// the posting lists, which have the length of the indexed documents.
func (x *Exact) rankBy(frequency, indexed []uint32) (rank []uint32) {
	x.below = make([]uint32, 2)
	if len(frequency) > 0 {
		x.below = make([]uint32, slices.Max(frequency)+2)
	}
	for _, f := range frequency {
		x.below[f+1]++
	}
	for f := range len(x.below) - 1 {
		x.below[f+1] += x.below[f]
	}
	next := slices.Clone(x.below)
	rank = make([]uint32, len(frequency))
	x.list = make([]uint32, len(frequency)+1)
	for number, f := range frequency {
		rank[number] = next[f]
		x.list[next[f]+1] = indexed[number]
		next[f]++
	}
	for r := range frequency {
		x.list[r+1] += x.list[r]
	}
	return rank
}

// post fills the posting lists, and puts each document's ranks in order. It
// takes the documents to the lists first and then, list by list, the ranks to
// the documents: they arrive sorted, each with its position. It returns, by
// rank, what the first posting of each list has as most.
func (x *Exact) post(rank []uint32) (most []uint32) {
	x.postings = make([]posting, len(x.ranks))
	next := slices.Clone(x.list)
	for doc := range x.Len() {
		for _, number := range x.ranks[x.start[doc]:x.start[doc+1]] {
			r := rank[number]
			x.postings[next[r]] = posting(doc)
			next[r]++
		}
	}
	at := slices.Clone(x.start)
	most = next[:len(rank)] // the cursors have done their work
	for r := range most {
		list := x.postings[x.list[r]:x.list[r+1]]
		for i, p := range list {
			doc := p.doc()
			k := at[doc] - x.start[doc]
			x.ranks[at[doc]] = uint32(r)
			at[doc]++
			list[i] = newPosting(doc, x.most(x.Size(doc), k))
		}
		if len(list) > 1 {
			slices.Sort(list)
		}
		most[r] = list[0].most()
	}
	return most
}

// most is the size of the largest document that an n-gram at position k of a
// document of b leads to.
func (x *Exact) most(b, k int) uint32 {
	if k <= b-x.threshold.Need(b) {
		return unbounded
	}
	return uint32(min(x.threshold.Largest(b-k), int(unbounded)-1))
}

// Grams is the number of distinct n-grams of all documents.
func (x *Exact) Grams() int { return x.table.used }

// Lookup finds an n-gram: its number, 0 to Grams()-1, and in how many documents
// it stands, those counted but not indexed included.
func (x *Exact) Lookup(gram uint64) (number uint32, documents int, ok bool) {
	rank, ok := x.table.find(gram)
	if !ok {
		return 0, 0, false
	}
	// below[f] n-grams stand in fewer than f documents, and have the first ranks.
	f, _ := slices.BinarySearch(x.below, rank+1)
	return rank, f - 1, true
}
