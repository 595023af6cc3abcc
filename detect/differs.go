package detect

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/leakgate/leakgate/ngram"
)

// Differs says in which words two texts differ that are otherwise one frame: a
// monthly report, a problem of arithmetic with other numbers. It counts, in
// the words that do not stand in both texts at corresponding places, those
// with a digit, those that name a month or a day of the week, those with a
// capital that do not begin a sentence, and the rest.
type Differs struct {
	// Numbers are those in place of which the other text has another one;
	// SameNumbers those that both have in corresponding places.
	Numbers, SameNumbers int
	Dates, Names, Others int // of the text that has more of them, place by place
	Words                int // of the shorter text
	Longest              int // words in a row that one text has and the other has not
}

// A frame has at least frameNumbers other numbers, more than it has the same,
// and little else that differs: at most one word in frameOthers that is
// neither number nor date nor name, and one in frameChanged with dates and
// names. An edited copy has at most editedWords in a row of its own
// (docs/boilerplate.md has the figures).
const (
	frameNumbers = 2
	frameOthers  = 8
	frameChanged = 4
	editedWords  = 5
)

// Frame says that the texts are one frame around other numbers.
func (d *Differs) Frame() bool {
	return d != nil && d.Numbers >= frameNumbers && d.Numbers > d.SameNumbers &&
		frameOthers*d.Others <= d.Words && frameChanged*(d.Dates+d.Names+d.Others) <= d.Words
}

// Edited says that the texts are one text with edits: neither has more than
// editedWords in a row of its own. Two documents out of one template have
// stretches of their own.
func (d *Differs) Edited() bool { return d != nil && d.Longest <= editedWords }

// Frames names what two texts of one frame differ in: "numbers", "dates",
// "names", and for a frame with a few other words "some words". Nil for texts
// that differ in other words too, or in none.
func (d *Differs) Frames() (in []string) {
	if d == nil || d.Others > 0 && !d.Frame() {
		return nil
	}
	for _, c := range []struct {
		n    int
		name string
	}{{d.Numbers, "numbers"}, {d.Dates, "dates"}, {d.Names, "names"}, {d.Others, "some words"}} {
		if c.n > 0 {
			in = append(in, c.name)
		}
	}
	return in
}

// differ compares the words of texts; it is a worker's scratch memory.
type differ struct {
	aligner    aligner
	words      *ngram.Hasher // chars: cuts texts into words
	val, train located
}

// between says in which words the two documents that p has located differ; nil
// if they differ too much to be laid side by side.
func (d *differ) between(p *prover, scheme ngram.Scheme) *Differs {
	val, train := &p.val, &p.train
	if scheme.Tokens == ngram.Chars {
		if d.words == nil {
			d.words = wordHasher(scheme)
		}
		d.val.locate(d.words, val.doc)
		d.train.locate(d.words, train.doc)
		val, train = &d.val, &d.train
	}
	gaps, ok := d.aligner.align(val.units, train.units)
	if !ok {
		return nil
	}
	out := &Differs{Words: min(len(val.units), len(train.units))}
	at := 0
	same := func(to int) {
		for ; at < to; at++ {
			if val.class(at) == number {
				out.SameNumbers++
			}
		}
	}
	for _, g := range gaps {
		same(g.a0)
		at = g.a1
		out.Longest = max(out.Longest, g.a1-g.a0, g.b1-g.b0)
		a, b := val.classes(g.a0, g.a1), train.classes(g.b0, g.b1)
		out.Numbers += min(a[number], b[number])
		out.Dates += max(a[date], b[date])
		out.Names += max(a[name], b[name])
		// A number that only one text has is a word more, not another number.
		out.Others += max(a[other], b[other]) + max(a[number], b[number]) - min(a[number], b[number])
	}
	same(len(val.units))
	return out
}

// class is what a differing word may be.
type class int

const (
	number class = iota
	date
	name
	other
	classes
)

func (l *located) classes(from, to int) (n [classes]int) {
	for i := from; i < to; i++ {
		n[l.class(i)]++
	}
	return n
}

func (l *located) class(i int) class {
	text := l.doc.Texts[l.field[i]]
	word := text[l.spans[i].Start:l.spans[i].End]
	switch {
	case strings.ContainsFunc(word, unicode.IsNumber):
		return number
	case slices.Contains(dateWords, strings.ToLower(word)):
		return date
	}
	first, _ := utf8.DecodeRuneInString(word)
	if unicode.IsUpper(first) && !beginsSentence(text[:l.spans[i].Start]) {
		return name
	}
	return other
}

// beginsSentence says whether a word behind this text begins a sentence.
func beginsSentence(before string) bool {
	before = strings.TrimRightFunc(before, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("\"'“”‘’«»()[]*_-–—", r)
	})
	return before == "" || strings.ContainsAny(before[len(before)-1:], ".!?:") || strings.HasSuffix(before, "…")
}

// dateWords are the months and the days of the week in English, with their
// abbreviations. Other languages' count as words or names, which allow a frame
// too, though less of them.
var dateWords = strings.Fields(`
	january february march april may june july august september october november december
	jan feb mar apr jun jul aug sep sept oct nov dec
	monday tuesday wednesday thursday friday saturday sunday
	mon tue tues wed thu thur thurs fri sat sun`)
