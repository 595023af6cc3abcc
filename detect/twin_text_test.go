package detect

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// The plain twin of the engine, written from DESIGN.md: whole strings, maps and
// nested loops; no hash, no index, no fast path. This file reads texts.

// twinDoc is one document as it is written into a file.
type twinDoc struct {
	id, label       string
	hasID, hasLabel bool
	texts           []string // a text field each
	file, line      int

	units []string   // words, or code points under chars, of all fields
	field [][]string // the same by field
	words []string   // by the word rule, by which short texts are found
	grams map[string]bool
	first map[string]int // unit at which an n-gram stands first
	last  map[string]int
	kinds []string // see classes
	fold  string
	short bool
	blank bool
}

// twinLower gives x/text room for all of its output at once: where its buffer
// grows inside a word, a following Σ is no longer final.
func twinLower(text string) string {
	dst := make([]byte, 3*len(text)+16)
	n, _, err := cases.Lower(language.Und).Transform(dst, []byte(text), true)
	if err != nil {
		panic(err)
	}
	return string(dst[:n])
}

// twinCut is the word rule of DESIGN 3.1: to which word each character belongs,
// counted from 0; −1 is to none.
func twinCut(chars []rune, plain bool) []int {
	words := make([]int, len(chars))
	last, open, single := -1, false, false
	for i, r := range chars {
		letter := unicode.In(r, unicode.L, unicode.N)
		alone := letter && !plain && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana,
			unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
		words[i] = -1
		switch {
		case !letter && (plain || !unicode.In(r, unicode.M)):
			open = false
		case !letter && open:
			words[i] = last
		case !letter: // a mark that follows nothing
		case open && !alone && !single:
			words[i] = last
		default:
			last, open, single = last+1, true, alone
			words[i] = last
		}
	}
	return words
}

func twinWords(text string, plain bool) (words []string) {
	if !plain {
		text = norm.NFKC.String(text)
	}
	chars := []rune(twinLower(text))
	for i, word := range twinCut(chars, plain) {
		switch {
		case word == len(words):
			words = append(words, string(chars[i]))
		case word >= 0:
			words[word] += string(chars[i])
		}
	}
	return words
}

// twinUnits are what n-grams are made of.
func twinUnits(text, tokens string) []string {
	if tokens != "chars" {
		return twinWords(text, tokens == "plain")
	}
	return strings.Split(strings.Join(strings.Fields(twinLower(text)), " "), "")
}

// twinFold is what is left when case, width and white space do not count.
func twinFold(text string) string {
	return strings.Join(strings.Fields(twinLower(norm.NFKC.String(text))), "")
}

func twinGrams(units []string, n int) (grams []string) {
	for i := 0; i+n <= len(units); i++ {
		grams = append(grams, strings.Join(units[i:i+n], "\x00"))
	}
	return grams
}

func (d *twinDoc) read(tokens string, n, minGrams int) {
	d.units, d.field, d.words, d.kinds = nil, nil, nil, nil
	d.grams, d.first, d.last = map[string]bool{}, map[string]int{}, map[string]int{}
	var folds []string
	for _, text := range d.texts {
		units := twinUnits(text, tokens)
		for i, g := range twinGrams(units, n) {
			if !d.grams[g] {
				d.first[g] = len(d.units) + i
			}
			d.grams[g], d.last[g] = true, len(d.units)+i
		}
		d.field = append(d.field, units)
		d.units = append(d.units, units...)
		d.words = append(d.words, twinWords(text, tokens == "plain")...)
		folds = append(folds, twinFold(text))
	}
	folds = slices.DeleteFunc(folds, func(fold string) bool { return fold == "" })
	d.fold = strings.Join(folds, "\x00")
	d.blank = !strings.ContainsFunc(strings.Join(d.texts, " "), func(r rune) bool {
		return unicode.In(r, unicode.L, unicode.N)
	})
	d.short = len(d.grams) < minGrams
}

// standsIn tells whether one sequence stands contiguous in the other.
func standsIn(long, short []string) bool {
	for i := 0; i+len(short) <= len(long); i++ {
		if slices.Equal(long[i:i+len(short)], short) {
			return true
		}
	}
	return false
}

// unique is what makes two documents the same text.
func (d *twinDoc) unique() string {
	if d.short {
		return "short " + d.fold
	}
	text := "words"
	for _, units := range d.field {
		if len(units) > 0 { // n-grams do not cross fields
			text += "\x01" + strings.Join(units, "\x00")
		}
	}
	return text
}
