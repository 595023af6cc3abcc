// Package brute scores pairs of documents with plain sets of strings, by the
// rules of docs/ at threshold 1/2 and the default floor. It shares no code with
// leakgate, so that truth.tsv is a second opinion. Only the generators of
// testdata use it.
package brute

import (
	"strings"
	"unicode"
)

const (
	floor      = 20 // fewest distinct 3-grams that overlap may judge
	wholeWords = 8  // fewest words that whole containment may judge
)

// Document is one record, with what scoring needs of it.
type Document struct {
	ID    string `json:"id"`
	Text  string `json:"text"`
	Label string `json:"label"`

	Words    []string        `json:"-"`
	Grams    map[string]bool `json:"-"` // distinct 3-grams, words joined by a space
	Family   int             `json:"-"` // documents of one planted family resemble each other; 0: none
	joined   string          // " word word word "
	squeezed string          // lower case without white space
	classes  []class         // of each word
}

// New reads the words and 3-grams of a text.
func New(label, text string, family int) *Document {
	words, classes := read(text)
	return &Document{
		Text: text, Label: label, Words: words, Grams: Grams(words), Family: family, classes: classes,
		joined:   " " + strings.Join(words, " ") + " ",
		squeezed: strings.ToLower(strings.Join(strings.Fields(text), "")),
	}
}

// Words is the default word rule, for text that NFKC leaves alone and in the
// scripts that the corpora use.
func Words(text string) []string {
	words, _ := read(text)
	return words
}

// read cuts a text into words and says what each is.
func read(text string) (words []string, classes []class) {
	open, solo := false, false // the last word goes on; it takes marks only
	start := 0                 // of the last word
	end := func(at int) {
		if len(classes) < len(words) {
			classes = append(classes, classOf(text[:start], text[start:at]))
		}
	}
	for at, r := range text {
		begins := unicode.In(r, unicode.L, unicode.N)
		alone := begins && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
		goesOn := open && (unicode.Is(unicode.M, r) || begins && !alone && !solo)
		if !goesOn {
			end(at)
			open = false
		}
		switch low := string(unicode.ToLower(r)); {
		case goesOn:
			words[len(words)-1] += low
		case begins:
			words, start, open, solo = append(words, low), at, true, alone
		}
	}
	end(len(text))
	return words, classes
}

// Grams gives the distinct 3-grams of words.
func Grams(words []string) map[string]bool {
	set := map[string]bool{}
	for i := 0; i+3 <= len(words); i++ {
		set[strings.Join(words[i:i+3], " ")] = true
	}
	return set
}

// Finding is what a pair of documents comes to.
type Finding struct {
	V, T       *Document // validation and training side
	Shared, Of int       // distinct 3-grams in both, and in the smaller
	Score      float64   // Shared/Of; 1 for a finding under the floor
	Kind       string    // "-": no finding
}

// Judge scores a pair in a corpus; with a nil one, as if its n-grams stood
// nowhere else.
func Judge(v, t *Document, c *Corpus) Finding {
	nv, nt := len(v.Grams), len(t.Grams)
	f := Finding{V: v, T: t, Of: min(nv, nt), Kind: "near"}
	for g := range v.Grams {
		if t.Grams[g] {
			f.Shared++
		}
	}
	f.Score = float64(f.Shared) / float64(max(f.Of, 1))
	overlap := f.Of >= floor
	switch {
	case len(v.Words) == 0, len(t.Words) == 0, overlap && 2*f.Shared < f.Of, !overlap && !whole(v, t):
		f.Kind = "-"
	case v.joined == t.joined:
		f.Kind = "exact"
	case overlap && c.boilerplate(f):
		f.Kind = "boilerplate"
	case nt >= 2*nv:
		f.Kind = "val-in-train"
	case nv >= 2*nt:
		f.Kind = "train-in-val"
	case overlap && differ(v, t).frame():
		f.Kind = "boilerplate"
	}
	if !overlap && f.Kind != "-" {
		f.Score = 1
	}
	return f
}

// whole is the test of short texts: equal up to case and white space, or the
// smaller, of enough words, stands whole in the other.
func whole(a, b *Document) bool {
	return a.squeezed == b.squeezed || min(len(a.Words), len(b.Words)) >= wholeWords && Within(a, b)
}

// Within says whether all words of one stand, contiguous, in the other.
func Within(a, b *Document) bool {
	return len(a.Words) > 0 && len(b.Words) > 0 && (strings.Contains(a.joined, b.joined) || strings.Contains(b.joined, a.joined))
}
