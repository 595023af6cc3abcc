package calibrate

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// parts are the two sides of a place between 30 and 70 % of a text; when the
// text has had its turn, of a random piece of it.
func (c *collection) parts(r *rand.Rand, doc int) (draft, bool) {
	tokens := c.split(c.docs[doc].Text.Text)
	if c.uses[doc] > 0 {
		size := int(float64(len(tokens)) * (.3 + .6*r.Float64()))
		from := r.IntN(len(tokens) - size + 1)
		tokens = tokens[from : from+size]
	}
	at := wholeSentences(tokens, int(float64(len(tokens))*(.3+.4*r.Float64())))
	a := strings.TrimSpace(c.join(tokens[:at]))
	b := strings.TrimSpace(c.join(tokens[at:]))
	first, second := c.piece(doc, a), c.piece(doc, b)
	if first == nil || second == nil {
		return c.leaveShort()
	}
	if alike(first, second, alikeAll) {
		return c.leaveAlike()
	}
	c.uses[doc]++
	return draft{a, b, fmt.Sprintf("%s, %d + %d words", c.docs[doc].ID, at, len(tokens)-at)}, true
}

// labelled are the documents whose label others have too, but not all.
func (c *collection) labelled() (docs []int, why string) {
	for i := range c.docs {
		if same := len(c.labels[c.docs[i].Label]); same > 1 && same < len(c.docs) {
			docs = append(docs, i)
		}
	}
	switch {
	case len(c.labels) == 0:
		why = "the usable texts have no labels"
	case len(docs) == 0:
		why = "no label is that of two usable texts, but not of all"
	}
	return docs, why
}

func (c *collection) sameLabel(r *rand.Rand, doc int) (draft, bool) {
	others := c.labels[c.docs[doc].Label]
	return c.different(doc, func() int { return others[r.IntN(len(others))] })
}

func (c *collection) randomPair(r *rand.Rand, doc int) (draft, bool) {
	return c.different(doc, func() int { return r.IntN(len(c.docs)) })
}

// different pairs a document with one of the others that next gives.
func (c *collection) different(doc int, next func() int) (draft, bool) {
	for range 8 {
		other := next()
		if c.taken(doc, other) {
			continue
		}
		if d, ok := c.take(doc, other, alikeAll); ok {
			return d, true
		}
	}
	return draft{}, false
}

// taken says that two documents cannot make another pair: they are one, or have
// been looked at before, or the second has been in enough pairs.
func (c *collection) taken(a, b int) bool {
	return a == b || c.uses[b] == MaxUses || c.drawn[[2]int{min(a, b), max(a, b)}]
}

// take makes a negative pair of two documents, unless they are alike.
func (c *collection) take(a, b int, most float64) (draft, bool) {
	c.drawn[[2]int{min(a, b), max(a, b)}] = true
	if alike(&c.docs[a], &c.docs[b], most) {
		return c.leaveAlike()
	}
	c.uses[a]++
	c.uses[b]++
	return draft{c.docs[a].Text.Text, c.docs[b].Text.Text, c.docs[a].ID + ", " + c.docs[b].ID}, true
}
