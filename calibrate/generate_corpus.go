package calibrate

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/leakgate/leakgate/internal/crew"
	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/sketch"
)

// document is a usable text.
type document struct {
	Text
	grams    sketch.Grams
	template []uint32 // of each n-gram: 0, or the number of one that stands in many documents
	common   int      // how many of those there are
}

// collection is a corpus made ready to draw pairs from.
type collection struct {
	gen             Generator // defaults filled in
	docs            []document
	repeated, short int
	hasher          *ngram.Hasher
	units, grams    []uint64
	editor
	templates uint32 // n-grams that stand in many documents
	sharers   *sharers
	labels    map[string][]int // documents of each label
	drawn     map[[2]int]bool  // pairs of different documents already looked at
	uses      []int            // of each document, in the category at hand
	tally     *MadeKind        // of the category at hand
}

const (
	blockTexts     = 64     // texts a worker takes at a time
	vocabularySize = 50_000 // words that edits draw from
)

// profile is what reading one text gives.
type profile struct {
	text  Text
	grams sketch.Grams // nil below the floor
	key   uint64       // equal for the same units in the same order
}

// collect reads a corpus: the n-grams of each text, those below the floor and
// repeats left out, and which n-grams stand in many documents.
func collect(ctx context.Context, g Generator, texts []Text, bar *meter) (*collection, error) {
	c := &collection{gen: g, drawn: map[[2]int]bool{}, labels: map[string][]int{}}
	var err error
	if c.hasher, err = ngram.NewHasher(g.Scheme); err != nil {
		return nil, err
	}
	if c.cutter, err = newCutter(g.Scheme); err != nil {
		return nil, err
	}
	profiles := make([]profile, len(texts))
	err = eachBlock(ctx, g.Workers, len(texts), blockTexts, func() func(from, to int) {
		return profiler(g, texts, profiles, bar)
	})
	if err != nil {
		return nil, err
	}
	known := map[uint64]bool{}
	for _, p := range profiles {
		switch {
		case p.grams == nil:
			c.short++
		case known[p.key]:
			c.repeated++
		default:
			known[p.key] = true
			if label := p.text.Label; label != "" {
				c.labels[label] = append(c.labels[label], len(c.docs))
			}
			c.docs = append(c.docs, document{Text: p.text, grams: p.grams})
		}
	}
	if err := c.markTemplates(ctx); err != nil {
		return nil, err
	}
	c.vocabulary = c.drawVocabulary()
	return c, nil
}

// profiler returns a worker's function; each has scratch memory of its own.
func profiler(g Generator, texts []Text, profiles []profile, bar *meter) func(from, to int) {
	h, _ := ngram.NewHasher(g.Scheme) // has been checked
	var units, grams []uint64
	var distinct sketch.Distinct
	return func(from, to int) {
		for i := from; i < to; i++ {
			text := tidied(texts[i], i)
			units = h.AppendUnits(units[:0], text.Text)
			grams = distinct.Compact(h.AppendGrams(grams[:0], units))
			if len(grams) < max(1, g.MinGrams) {
				continue
			}
			profiles[i] = profile{text, sketch.NewGrams(slices.Clone(grams)), h.SumUnits(units)}
		}
		bar.add(to - from)
	}
}

// tidied is a text with an id, and without invalid UTF-8, which JSON could not
// give to a reader of the pairs.
func tidied(t Text, at int) Text {
	t.Text = strings.ToValidUTF8(t.Text, "\uFFFD")
	if t.ID == "" {
		t.ID = "#" + strconv.Itoa(at+1)
	}
	return t
}

// gramsOf gives the distinct n-grams of a text; nil below the floor.
func (c *collection) gramsOf(text string) sketch.Grams {
	c.units = c.hasher.AppendUnits(c.units[:0], text)
	c.grams = sketch.NewGrams(c.hasher.AppendGrams(c.grams[:0], c.units))
	if len(c.grams) < max(1, c.gen.MinGrams) {
		return nil
	}
	return slices.Clone(c.grams)
}

// drawVocabulary takes all words of random documents until there are enough:
// frequent words are in it as often as in the corpus.
func (c *collection) drawVocabulary() []string {
	var words []string
	for _, i := range c.random(streamVocabulary, 0).Perm(len(c.docs)) {
		text := c.docs[i].Text.Text
		for _, s := range c.words(text) {
			words = append(words, text[s.Start:s.End])
		}
		if len(words) >= vocabularySize {
			break
		}
	}
	return words
}

// random is the source of one draw. Each has its own, so that one category does
// not change with the size of another.
func (c *collection) random(stream, draw int) *rand.Rand {
	return rand.New(rand.NewPCG(c.gen.Seed, uint64(stream)<<40|uint64(draw)))
}

// eachBlock hands out the numbers under n, so many at a time. newWorker is
// called once a worker.
func eachBlock(ctx context.Context, workers, n, block int, newWorker func() func(from, to int)) error {
	var next atomic.Int64
	var wg crew.Crew
	for range min(workers, (n+block-1)/block) {
		wg.Go(func() {
			work := newWorker()
			for ctx.Err() == nil {
				from := int(next.Add(int64(block))) - block
				if from >= n {
					return
				}
				work(from, min(from+block, n))
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}

// meter shows how far the work is.
type meter struct {
	mu       sync.Mutex
	done, of int
	show     func(done, of int)
}

func (m *meter) add(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done += n
	if m.show != nil {
		m.show(m.done, m.of)
	}
}

// reach says that done of the work is done, at least.
func (m *meter) reach(done int) {
	m.mu.Lock()
	missing := done - m.done
	m.mu.Unlock()
	if missing > 0 {
		m.add(missing)
	}
}
