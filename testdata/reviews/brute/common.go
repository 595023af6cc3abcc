package brute

import "strings"

// An n-gram is common that stands in many documents, or in some at the same
// place; docs/boilerplate.md says why.
const (
	anywhere, anywherePer = 50, 400
	inPlace, inPlacePer   = 5, 4000
	slack                 = 5 // words
)

// Corpus is two sides together: in how many documents each 3-gram stands.
type Corpus struct {
	Documents map[string]int
	Unique    int // texts of both sides, each side's equal ones counted once
}

// NewCorpus counts. Training documents under the floor do not count: nothing is
// found in them by n-grams.
func NewCorpus(train, val []*Document) *Corpus {
	c := &Corpus{Documents: map[string]int{}}
	c.add(train, floor)
	c.add(val, 0)
	return c
}

func (c *Corpus) add(side []*Document, least int) {
	seen := map[string]bool{}
	for _, d := range side {
		text := d.joined
		if len(d.Grams) < floor {
			text = d.squeezed
		}
		if len(d.Words) == 0 || seen[text] {
			continue
		}
		seen[text] = true
		c.Unique++
		if len(d.Grams) >= least {
			for g := range d.Grams {
				c.Documents[g]++
			}
		}
	}
}

// boilerplate says whether a pair is under the threshold without what is common.
func (c *Corpus) boilerplate(f Finding) bool {
	if c == nil || wholly(f.V, f.T) {
		return false
	}
	common := 0
	for g := range f.V.Grams {
		if f.T.Grams[g] && c.common(g, f.V, f.T) {
			common++
		}
	}
	return 3*common >= f.Shared && 2*(f.Shared-common) < f.Of-common
}

func (c *Corpus) common(gram string, a, b *Document) bool {
	n := c.Documents[gram]
	return n >= anywhere && n*anywherePer >= c.Unique ||
		n >= inPlace && n*inPlacePer >= c.Unique && samePlace(gram, a, b)
}

// samePlace counts the words in front of an n-gram, and those from it to the end.
func samePlace(gram string, a, b *Document) bool {
	firstA, lastA := a.places(gram)
	firstB, lastB := b.places(gram)
	return within(firstA, firstB) || within(len(a.Words)-lastA, len(b.Words)-lastB)
}

func within(a, b int) bool { return max(a, b)-min(a, b) <= slack }

// places says at which words an n-gram begins first and last.
func (d *Document) places(gram string) (first, last int) {
	first = -1
	for i := 0; i+3 <= len(d.Words); i++ {
		if strings.Join(d.Words[i:i+3], " ") == gram {
			if last = i; first < 0 {
				first = i
			}
		}
	}
	return first, last
}

// wholly says whether 98 % of the words of the text with fewer 3-grams, of
// either if they have as many, stand in shared ones.
func wholly(a, b *Document) bool {
	covered := func(of, by *Document) bool {
		in := map[int]bool{}
		for i := 0; i+3 <= len(of.Words); i++ {
			if by.Grams[strings.Join(of.Words[i:i+3], " ")] {
				in[i], in[i+1], in[i+2] = true, true, true
			}
		}
		return 100*len(in) >= 98*len(of.Words)
	}
	return len(a.Grams) <= len(b.Grams) && covered(a, b) || len(b.Grams) <= len(a.Grams) && covered(b, a)
}
