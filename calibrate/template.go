package calibrate

import (
	"cmp"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
)

// What makes two documents of a corpus too alike to be called different. Without
// the n-grams of templates they share a tenth of the smaller one's, and more
// than a phrase: copies, quotations, signatures that few documents have. Or they
// share so much that it does not matter what it is: of 25 licences paired under
// .7 two were versions of each other, of 80 messages and adverts none.
const (
	alikeDistinctive = .1
	alikeLeast       = 5
	alikeTemplate    = .7 // of a template pair
	alikeAll         = .5 // of any other: if it is a template, that category has it
)

// A template pair shares a fifth of the smaller document's n-grams, half of
// them n-grams of many documents.
const templateShare = .2

// shared is what two documents have in common.
type shared struct{ all, common int }

func share(a, b *document) (s shared) {
	i, k := 0, 0
	for i < len(a.grams) && k < len(b.grams) {
		switch cmp.Compare(a.grams[i], b.grams[k]) {
		case -1:
			i++
		case 1:
			k++
		default:
			s.all++
			if a.template[i] > 0 {
				s.common++
			}
			i, k = i+1, k+1
		}
	}
	return s
}

// alike says that two documents, which nobody has labelled, had better not be
// called different.
func alike(a, b *document, most float64) bool {
	s := share(a, b)
	own := min(len(a.grams)-a.common, len(b.grams)-b.common)
	distinctive := s.all - s.common
	return float64(s.all) >= most*float64(min(len(a.grams), len(b.grams))) ||
		distinctive >= alikeLeast && float64(distinctive) >= alikeDistinctive*float64(own)
}

// piece is a document made of some of another's words; nil below the floor.
func (c *collection) piece(of int, text string) *document {
	whole, d := &c.docs[of], &document{grams: c.gramsOf(text)}
	if d.grams == nil {
		return nil
	}
	d.template = make([]uint32, len(d.grams))
	for i, g := range d.grams {
		if at, ok := slices.BinarySearch(whole.grams, g); ok && whole.template[at] > 0 {
			d.template[i] = whole.template[at]
			d.common++
		}
	}
	return d
}

// sharers finds documents that share n-grams of templates.
type sharers struct {
	starts []int    // where the documents of each n-gram begin in docs
	docs   []uint32 // of all n-grams
	counts []int    // n-grams of the document at hand that each document has
	met    []int    // documents that have any
	visits int      // entries of docs that may yet be looked at
	barren map[int]bool
}

const (
	maxVisits = 100_000_000 // about a second
	maxTried  = 8           // partners of a document that are looked at
)

// templated are the documents that may be the smaller one of a template pair.
func (c *collection) templated() (docs []int, why string) {
	for i := range c.docs {
		if d := &c.docs[i]; float64(d.common) >= templateShare/2*float64(len(d.grams)) {
			docs = append(docs, i)
		}
	}
	c.sharers = c.newSharers()
	return docs, fmt.Sprintf("few texts share so many n-grams that stand in %d of them", c.gen.Common)
}

func (c *collection) newSharers() *sharers {
	s := &sharers{starts: make([]int, c.templates+2), counts: make([]int, len(c.docs)), visits: maxVisits, barren: map[int]bool{}}
	for i := range c.docs {
		for number := range c.docs[i].templates() {
			s.starts[number+1]++
		}
	}
	for n := 1; n < len(s.starts); n++ {
		s.starts[n] += s.starts[n-1]
	}
	s.docs = make([]uint32, s.starts[len(s.starts)-1])
	ends := slices.Clone(s.starts)
	for i := range c.docs {
		for number := range c.docs[i].templates() {
			s.docs[ends[number]] = uint32(i)
			ends[number]++
		}
	}
	return s
}

// templates yields the numbers of the n-grams that stand in many documents.
func (d *document) templates() iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for _, number := range d.template {
			if number > 0 && !yield(number) {
				return
			}
		}
	}
}

// template pairs a document with one that is as large or larger: as often with
// the one that shares most with it as with any.
func (c *collection) template(r *rand.Rand, doc int) (draft, bool) {
	s := c.sharers
	if s.barren[doc] || s.visits <= 0 {
		return draft{}, false
	}
	partners := c.partners(doc)
	if r.IntN(2) == 0 {
		r.Shuffle(len(partners), func(i, k int) { partners[i], partners[k] = partners[k], partners[i] })
	}
	s.barren[doc] = true
	tried := 0
	for _, p := range partners {
		if c.taken(doc, p) {
			continue
		}
		if tried++; tried > maxTried {
			break
		}
		if !shareTemplate(&c.docs[doc], &c.docs[p]) {
			continue
		}
		if d, ok := c.take(doc, p, alikeTemplate); ok {
			s.barren[doc] = false
			return d, true
		}
	}
	return draft{}, false
}

func shareTemplate(smaller, larger *document) bool {
	s := share(smaller, larger)
	return float64(s.all) >= templateShare*float64(len(smaller.grams)) && 2*s.common >= s.all
}

// partners are the documents as large as doc or larger that may share a template
// with it, those that share most first.
func (c *collection) partners(doc int) []int {
	s, d := c.sharers, &c.docs[doc]
	s.met = s.met[:0]
	for number := range d.templates() {
		having := s.docs[s.starts[number]:s.starts[number+1]]
		s.visits -= len(having)
		for _, p := range having {
			if s.counts[p] == 0 {
				s.met = append(s.met, int(p))
			}
			s.counts[p]++
		}
	}
	least := templateShare / 2 * float64(len(d.grams))
	var partners []int
	for _, p := range s.met {
		if float64(s.counts[p]) >= least && p != doc && len(c.docs[p].grams) >= len(d.grams) {
			partners = append(partners, p)
		}
	}
	slices.SortFunc(partners, func(p, q int) int {
		return cmp.Or(cmp.Compare(s.counts[q], s.counts[p]), cmp.Compare(p, q))
	})
	for _, p := range s.met {
		s.counts[p] = 0
	}
	return partners
}
