package detect

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/leakgate/leakgate/corpus"
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

// A frame has at least frameNumbers other numbers, one in frameDensity words,
// more than it has the same, and little else that differs: at most one word in frameOthers that is
// neither number nor date nor name, and one in frameChanged with dates and
// names. An edited copy has at most editedWords in a row of its own
// (docs/boilerplate.md has the figures).
const (
	frameNumbers = 2
	frameDensity = 40
	frameOthers  = 8
	frameChanged = 4
	editedWords  = 5
)

// Frame says that the texts are one frame around other numbers.
func (d *Differs) Frame() bool {
	return d != nil && d.Numbers >= frameNumbers && frameDensity*d.Numbers >= d.Words && d.Numbers > d.SameNumbers &&
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
	hasher     *ngram.Hasher // chars: cuts texts into words
	val, train located
	known      map[uint64]bool // the words of knows
	knows      *corpus.Document
}

// words are the two documents that p has located, cut into words.
func (d *differ) words(p *prover, scheme ngram.Scheme) (val, train *located) {
	if scheme.Tokens != ngram.Chars {
		return &p.val, &p.train
	}
	if d.hasher == nil {
		d.hasher = wordHasher(scheme)
	}
	d.val.locate(d.hasher, p.val.doc)
	d.train.locate(d.hasher, p.train.doc)
	return &d.val, &d.train
}

// between says in which words two documents differ; nil if they are too long to
// be laid side by side.
func (d *differ) between(val, train *located) *Differs {
	gaps, ok := d.aligner.align(val.units, train.units)
	if !ok {
		return nil
	}
	out := &Differs{Words: min(len(val.units), len(train.units))}
	at := 0
	same := func(to int) {
		for ; at < to; at++ {
			if val.number(at) {
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

// glance says what two documents may be without laying them side by side, which
// takes most of the time of a verdict. Words of the training document that the
// validation document has not at all are in no corresponding places.
func (d *differ) glance(val, train *located) (mayBeFrame, mayBeEdited bool) {
	d.know(val)
	run, longest, others := 0, 0, 0
	for i, word := range train.units {
		if d.known[word] {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
		if !train.number(i) {
			others++
		}
	}
	words := min(len(val.units), len(train.units))
	mayBeFrame = frameChanged*others <= words
	if mayBeFrame {
		numbers := train.numbers()
		mayBeFrame = numbers >= frameNumbers && frameDensity*numbers >= words
	}
	return mayBeFrame, longest <= editedWords
}

// know gathers the words of a document, once for all that it is held against.
func (d *differ) know(val *located) {
	if d.knows == val.doc && d.known != nil {
		return
	}
	d.knows = val.doc
	if d.known == nil {
		d.known = map[uint64]bool{}
	}
	clear(d.known)
	for _, word := range val.units {
		d.known[word] = true
	}
}

func (l *located) numbers() (n int) {
	for i := range l.units {
		if l.number(i) {
			n++
		}
	}
	return n
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

// word is unit i as it is written.
func (l *located) word(i int) string {
	return l.doc.Texts[l.field[i]][l.spans[i].Start:l.spans[i].End]
}

func (l *located) number(i int) bool { return strings.ContainsFunc(l.word(i), unicode.IsNumber) }

func (l *located) class(i int) class {
	word := l.word(i)
	switch {
	case l.number(i):
		return number
	case isDate(word):
		return date
	}
	first, _ := utf8.DecodeRuneInString(word)
	if unicode.IsUpper(first) && !beginsSentence(l.doc.Texts[l.field[i]][:l.spans[i].Start]) {
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

// isDate knows the months and the days of the week in English, with their
// abbreviations. Other languages' count as words or names, which allow a frame
// too, though less of them.
func isDate(word string) bool {
	return len(word) <= len("september") && dateWords[strings.ToLower(word)]
}

var dateWords = func() map[string]bool {
	words := map[string]bool{}
	for word := range strings.FieldsSeq(`
		january february march april may june july august september october november december
		jan feb mar apr jun jul aug sep sept oct nov dec
		monday tuesday wednesday thursday friday saturday sunday
		mon tue tues wed thu thur thurs fri sat sun`) {
		words[word] = true
	}
	return words
}()
