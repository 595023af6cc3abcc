// Package calibrate finds the threshold for somebody's own texts. Labelled
// pairs are seldom at hand, so it makes them out of the texts: what is edited or
// contained is alike, what only shares a topic, an author or a template is not.
//
// [Generator] makes the pairs; package pairs scores them, package eval finds the
// threshold. [PaperGroups] makes the four groups of the paper's experiment.
package calibrate

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/leakgate/leakgate/detect"
	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/pairs"
)

// Text is one document of a corpus.
type Text struct {
	ID    string // shown in the ids of pairs; "" is shown as "#1" for the first
	Text  string
	Label string // class, author or source; "" for none
}

// The categories of pairs. The first two are alike.
const (
	KindEdited    = "edited"     // words replaced, dropped, inserted; half of them also cut short, moved, set otherwise
	KindContained = "contained"  // one text inside another; or an excerpt and its whole text
	KindTemplate  = "template"   // different texts that share n-grams of many documents
	KindSameLabel = "same label" // different texts of one label
	KindParts     = "parts"      // two parts of a text, next to each other
	KindRandom    = "random"     // different texts
)

// Labels of the pairs; what reads pairs knows them.
const (
	LabelSame      = "same"
	LabelDifferent = "different"
)

// Defaults of a Generator.
const (
	DefaultPerKind = 400
	DefaultMinRate = .02
	DefaultMaxRate = .60
	// DefaultCommon does not grow with the corpus: at 1 % of 15,254 newsgroup
	// messages not one signature is a template, at 10 messages 400 pairs are
	// found that share one.
	DefaultCommon = 10
)

// MaxUses is in how many pairs of a category a document may be: more would make
// a small corpus look like evidence.
const MaxUses = 4

// ErrCorpus is wrapped by the errors of a corpus that no threshold can be found
// with.
var ErrCorpus = errors.New("this corpus makes no pairs for a threshold")

// Generator makes labelled pairs out of a corpus. The zero value works. The
// same texts, options and seed give the same pairs, whatever the workers.
type Generator struct {
	PerKind int // pairs a category, at most; 0 = DefaultPerKind
	// An edited pair has a rate of edits to its words, drawn uniformly from
	// MinRate to MaxRate, both in (0, 1]. 0 = DefaultMinRate, DefaultMaxRate.
	MinRate, MaxRate float64
	Seed             uint64
	Scheme           ngram.Scheme // zero: words, n = 3
	// MinGrams is the evidence floor: both texts of a pair have as many
	// distinct n-grams. 0 = detect.DefaultMinGrams.
	MinGrams int
	// Common is in how many usable texts an n-gram is a template's.
	// 0 = DefaultCommon.
	Common  int
	Workers int // goroutines; 0 = one a processor
}

// Made is what a Generator made, and what it left out.
type Made struct {
	Pairs []pairs.Pair // category by category, in the order of Kinds
	Kinds []MadeKind   // all six
	// Of Texts, Repeated have the words of an earlier one, Short are below the
	// evidence floor (blank ones too); the rest is Usable.
	Texts, Usable, Repeated, Short int
}

// MadeKind counts a category.
type MadeKind struct {
	Kind     string
	Positive bool
	Pairs    int
	// Candidates left out: texts that are alike where they should not be, and
	// texts below the evidence floor once edited, cut or divided.
	Alike, Short int
	Why          string // there are fewer pairs than asked for; else ""
}

func (g Generator) withDefaults() (Generator, error) {
	if g.PerKind == 0 {
		g.PerKind = DefaultPerKind
	}
	if g.MinRate == 0 {
		g.MinRate = min(DefaultMinRate, g.maxRate())
	}
	g.MaxRate = g.maxRate()
	if g.Common == 0 {
		g.Common = DefaultCommon
	}
	if g.MinGrams == 0 {
		g.MinGrams = detect.DefaultMinGrams
	}
	if g.Workers <= 0 {
		g.Workers = runtime.GOMAXPROCS(0)
	}
	switch {
	case g.PerKind < 0 || g.MinGrams < 0 || g.Common < 0:
		return g, fmt.Errorf("a count below 0: pairs %d, min-grams %d, common %d", g.PerKind, g.MinGrams, g.Common)
	case !validRates(g.MinRate, g.MaxRate):
		return g, fmt.Errorf("rates of edits %v to %v: want 0 < lowest ≤ highest ≤ 1", g.MinRate, g.MaxRate)
	}
	return g, nil
}

func (g Generator) maxRate() float64 {
	if g.MaxRate == 0 {
		return DefaultMaxRate
	}
	return g.MaxRate
}

func validRates(low, high float64) bool { return low > 0 && low <= high && high <= 1 }

// Pairs makes the pairs. It calls progress, unless nil, from one goroutine at a
// time, with numbers that rise to of. An error that wraps ErrCorpus says that
// one class would be empty; the cause of ctx comes back when it is done.
func (g Generator) Pairs(ctx context.Context, texts []Text, progress func(done, of int)) (*Made, error) {
	g, err := g.withDefaults()
	if err != nil {
		return nil, err
	}
	bar := &meter{of: len(texts) + len(kinds)*g.PerKind, show: progress}
	c, err := collect(ctx, g, texts, bar)
	if err != nil {
		return nil, err
	}
	made := &Made{Texts: len(texts), Usable: len(c.docs), Repeated: c.repeated, Short: c.short}
	if made.Usable == 0 {
		return nil, fmt.Errorf("%w: none of %d texts has %d distinct n-grams; texts as short are compared by equality and need no threshold", ErrCorpus, len(texts), g.MinGrams)
	}
	for n := range kinds {
		if err := c.fill(ctx, n, made, bar); err != nil {
			return nil, err
		}
		bar.reach(len(texts) + (n+1)*g.PerKind)
	}
	if err := made.check(); err != nil {
		return nil, err
	}
	return made, nil
}

func (m *Made) check() error {
	count := map[bool]int{}
	for _, k := range m.Kinds {
		count[k.Positive] += k.Pairs
	}
	for _, positive := range []bool{true, false} {
		if count[positive] == 0 {
			return fmt.Errorf("%w: not one pair of %s texts out of %d usable texts of %d; give more or longer texts", ErrCorpus, labelOf(positive), m.Usable, m.Texts)
		}
	}
	return nil
}
