package calibrate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// edited changes a text. In half of the pairs words are edited and nothing else;
// the others are also cut short, moved, or set otherwise.
func (c *collection) edited(r *rand.Rand, doc int) (draft, bool) {
	text := c.docs[doc].Text.Text
	rate := c.gen.MinRate + r.Float64()*(c.gen.MaxRate-c.gen.MinRate)
	tokens, more := c.split(text), ""
	if len(tokens) == 0 {
		return c.leaveShort()
	}
	surgery := []struct {
		what string
		do   func(*rand.Rand, []token) []token
	}{{"cut short", truncate}, {"moved", rearrange}, {"case", recase}, {"punctuation", repunctuate}}
	chosen := 0
	if r.IntN(2) == 0 {
		chosen = 1 + r.IntN(1<<len(surgery)-1)
	}
	tokens = c.edit(r, tokens, rate, usualMix)
	for i, s := range surgery {
		if chosen>>i&1 == 1 && len(tokens) > 1 {
			tokens, more = s.do(r, tokens), more+", "+s.what
		}
	}
	b := c.join(tokens)
	if c.gramsOf(b) == nil {
		return c.leaveShort()
	}
	c.uses[doc]++
	return draft{text, b, fmt.Sprintf("%s, %.0f %%%s", c.docs[doc].ID, 100*rate, more)}, true
}

func (c *collection) leaveShort() (draft, bool) {
	c.tally.Short++
	return draft{}, false
}

// contained is a text inside another, or an excerpt and the whole of it.
func (c *collection) contained(r *rand.Rand, doc int) (draft, bool) {
	if r.IntN(2) == 0 || len(c.docs) == 1 {
		return c.excerpted(r, doc)
	}
	text := c.docs[doc].Text.Text
	// From an eighth of the other text to nearly all of it; each doubling is as
	// likely as the next.
	share := math.Pow(2, -3*r.Float64())
	words := max(1, int(float64(len(c.words(text)))*(1/share-1)))
	host, ids := c.host(r, doc, words)
	if len(host) < 2 {
		return c.leaveShort()
	}
	ends := sentences(host)
	at := len(host) / 2
	if len(ends) > 1 {
		at = ends[r.IntN(len(ends)-1)]
	}
	b := c.join(host[:at]) + "\n\n" + text + "\n\n" + c.join(host[at:])
	c.uses[doc]++
	return draft{text, b, c.docs[doc].ID + " in " + ids}, true
}

// maxHosts is how many documents make the one that another is put into.
const maxHosts = 8

// host is about so many words of documents other than doc.
func (c *collection) host(r *rand.Rand, doc, words int) (host []token, ids string) {
	used := map[int]bool{doc: true}
	for range min(maxHosts, len(c.docs)-1) {
		other := r.IntN(len(c.docs))
		for used[other] {
			other = r.IntN(len(c.docs))
		}
		used[other] = true
		tokens := c.split(c.docs[other].Text.Text)
		if len(tokens) == 0 {
			continue
		}
		if len(host) > 0 {
			host[len(host)-1].after += "\n\n"
			ids += " + "
		}
		ids += c.docs[other].ID
		if missing := words - len(host); len(tokens) > missing {
			return append(host, tokens[:wholeSentences(tokens, missing)]...), ids
		}
		host = append(host, tokens...)
	}
	return host, ids
}

// wholeSentences is the end of the sentence at which tokens has most words but
// not over limit; limit, if the first sentence is longer.
func wholeSentences(tokens []token, limit int) int {
	best := 0
	for _, end := range sentences(tokens) {
		if end > limit {
			break
		}
		best = end
	}
	if best == 0 {
		return min(limit, len(tokens))
	}
	return best
}

// excerpted is 20–80 % of a text, in whole sentences that follow each other,
// and all of it.
func (c *collection) excerpted(r *rand.Rand, doc int) (draft, bool) {
	text := c.docs[doc].Text.Text
	tokens := c.split(text)
	ends := append([]int{0}, sentences(tokens)...)
	share := .2 + .6*r.Float64()
	words := int(share * float64(len(tokens)))
	fits := 0 // sentences that such an excerpt can begin with
	for fits < len(ends) && ends[fits]+words <= len(tokens) {
		fits++
	}
	if words == 0 {
		return c.leaveShort()
	}
	from := ends[r.IntN(fits)]
	to := from + wholeSentences(tokens[from:], words)
	a := strings.TrimSpace(c.join(tokens[from:to]))
	if c.gramsOf(a) == nil {
		return c.leaveShort()
	}
	c.uses[doc]++
	return draft{a, text, fmt.Sprintf("%s, %d of %d words", c.docs[doc].ID, to-from, len(tokens))}, true
}
