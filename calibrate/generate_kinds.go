package calibrate

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/leakgate/leakgate/pairs"
)

// draft is a pair to be, and where it came from.
type draft struct{ a, b, origin string }

// category is one way to make pairs. draw makes a pair that begins with a
// document, if it can, and counts in c.tally what it leaves out.
type category struct {
	name     string
	positive bool
	docs     func(c *collection) (docs []int, why string) // to begin with; why so few
	draw     func(c *collection, r *rand.Rand, doc int) (draft, bool)
}

var kinds = []category{
	{KindEdited, true, everyDocument, (*collection).edited},
	{KindContained, true, everyDocument, (*collection).contained},
	{KindTemplate, false, (*collection).templated, (*collection).template},
	{KindSameLabel, false, (*collection).labelled, (*collection).sameLabel},
	{KindParts, false, (*collection).divisible, (*collection).parts},
	{KindRandom, false, everyDocument, (*collection).randomPair},
}

// Streams of random numbers; those under streamOrder are the categories'.
const (
	streamOrder = 1 << (iota + 8)
	streamVocabulary
)

func labelOf(positive bool) string {
	if positive {
		return LabelSame
	}
	return LabelDifferent
}

func everyDocument(c *collection) ([]int, string) {
	docs := make([]int, len(c.docs))
	for i := range docs {
		docs[i] = i
	}
	return docs, ""
}

// divisible are the documents with n-grams for two.
func (c *collection) divisible() (docs []int, why string) {
	for i := range c.docs {
		if len(c.docs[i].grams) >= 2*c.gen.MinGrams {
			docs = append(docs, i)
		}
	}
	if len(docs) == 0 {
		why = "no text is twice as long as the evidence floor"
	}
	return docs, why
}

// fill makes the pairs of one category. Every document has its turn before one
// has its second, so the pairs are as long as the corpus' texts are.
func (c *collection) fill(ctx context.Context, n int, made *Made, bar *meter) error {
	k := &kinds[n]
	docs, why := k.docs(c)
	c.tally = &MadeKind{Kind: k.name, Positive: k.positive}
	c.uses = make([]int, len(c.docs))
	turns := 0
	for round := range MaxUses {
		for _, i := range c.random(streamOrder+n, round).Perm(len(docs)) {
			if c.tally.Pairs == c.gen.PerKind {
				break
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			turns++
			if c.uses[docs[i]] == MaxUses {
				continue
			}
			if d, ok := k.draw(c, c.random(n, turns), docs[i]); ok {
				c.tally.Pairs++
				made.Pairs = append(made.Pairs, k.pair(d, c.tally.Pairs))
				bar.add(1)
			}
		}
	}
	if c.tally.Pairs < c.gen.PerKind {
		if c.tally.Why = why; why == "" {
			c.tally.Why = fmt.Sprintf("%d texts to begin with, each in at most %d pairs", len(docs), MaxUses)
		}
	}
	made.Kinds = append(made.Kinds, *c.tally)
	return nil
}

func (k *category) pair(d draft, n int) pairs.Pair {
	return pairs.Pair{
		ID: fmt.Sprintf("%s/%04d ← %s", k.name, n, d.origin), A: d.a, B: d.b,
		Label: labelOf(k.positive), Positive: k.positive, Kind: k.name,
	}
}

func (c *collection) leaveAlike() (draft, bool) {
	c.tally.Alike++
	return draft{}, false
}
