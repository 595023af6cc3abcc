// Package prose writes the reviews of the corpus out of the sentences in
// grammar.txt, and copies them in the ways that its plan names. Only
// generate.go uses it.
package prose

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/leakgate/leakgate/testdata/reviews/brute"
)

// gramDocs is how many documents may hold a 3-gram before no new sentence uses
// it: unrelated reviews stay apart.
const gramDocs = 9

//go:embed grammar.txt
var grammarText string

// A Writer writes reviews; the same seed gives the same ones.
type Writer struct {
	*rand.Rand
	Grammar map[string][]string // section → entries
	like    map[string][]string // word → the words that may stand in its place
	held    map[string]int      // 3-gram → documents that hold it
	cut     float64             // where $front and $back part, for one pair
}

// New reads the grammar.
func New(seed uint64) *Writer {
	w := &Writer{rand.New(rand.NewPCG(seed, 512)), map[string][]string{}, map[string][]string{}, map[string]int{}, 0}
	name, bars := "", false
	for line := range strings.Lines(grammarText) {
		line = strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "¶", "\n")
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '@':
			name, bars = strings.CutSuffix(line[1:], " |")
		case bars:
			w.Grammar[name] = append(w.Grammar[name], strings.Split(line, "|")...)
			for _, word := range w.Grammar[name] {
				w.like[word] = w.Grammar[name]
			}
		default:
			w.Grammar[name] = append(w.Grammar[name], line)
		}
	}
	return w
}

// Hold counts the 3-grams of a document that goes into the corpus.
func (w *Writer) Hold(d *brute.Document) {
	for g := range d.Grams {
		w.held[g]++
	}
}

// Footer is the text that stands under the reviews of the club.
func (w *Writer) Footer() string { return w.Grammar["footer"][0] }

func (w *Writer) pick(s ...string) string { return s[w.IntN(len(s))] }

var (
	slot    = regexp.MustCompile(`\[([^][]*)\]|\{([^{}]*)\}`)
	article = regexp.MustCompile(`\b([Aa]) ([aeio]|u[^ks]|hon)`)
	gap     = regexp.MustCompile(` +([ ,.:;])`)
)

// sentence expands one entry of the grammar for a subject and its parts.
func (w *Writer) sentence(s, item string, parts []string) string {
	for slot.MatchString(s) {
		s = slot.ReplaceAllStringFunc(s, func(m string) string {
			switch name := m[1 : len(m)-1]; {
			case m[0] == '[':
				return w.pick(strings.Split(name, "|")...)
			case name == "item":
				return item
			case name == "part":
				return w.pick(parts...)
			default:
				return w.pick(w.Grammar[name]...)
			}
		})
	}
	s = article.ReplaceAllString(gap.ReplaceAllString(s, "$1"), "${1}n $2")
	return strings.ToUpper(s[:1]) + s[1:]
}

// stale says whether a sentence repeats a long word, or uses a 3-gram that
// enough documents hold.
func (w *Writer) stale(s string) bool {
	words := brute.Words(s)
	for i, word := range words {
		if len(word) > 3 && slices.Contains(words[:i], word) || i > 1 && w.held[strings.Join(words[i-2:i+1], " ")] >= gramDocs {
			return true
		}
	}
	return false
}

// sentences makes a review of lo to hi words: an opening, what was good or bad, an end.
func (w *Writer) sentences(label string, lo, hi int) []string {
	domain := w.pick("product", "restaurant", "book", "hotel")
	item, parts, _ := strings.Cut(w.pick(w.Grammar[domain+".items"]...), "=")
	var sents, seen []string
	add := func(section string) int {
		for range 1000 {
			entry := w.pick(w.Grammar[section]...)
			s := w.sentence(entry, item, strings.Split(parts, ","))
			if !slices.Contains(seen, entry) && !w.stale(s) {
				sents, seen = append(sents, s), append(seen, entry)
				return len(brute.Words(s))
			}
		}
		panic(fmt.Sprint("the grammar is too poor: ", section))
	}
	n := add(domain + ".open")
	for turn := w.IntN(2); n < lo-12; turn++ {
		switch {
		case w.IntN(7) == 0 && n < lo-30:
			n += add(domain + ".aside")
		case label == "positive", label == "mixed" && turn%2 == 0:
			n += add(domain + ".pos")
		default:
			n += add(domain + ".neg")
		}
	}
	if n += add("close." + label); n < lo || n > hi {
		return w.sentences(label, lo, hi)
	}
	return sents
}

var contract = strings.NewReplacer("would not", "wouldn't", "I would", "I'd", "will not", "won't", "shall not", "shan't",
	"We had", "We'd", "They sell", "They've got", "that is", "that's")

// Short makes a review of 20 to 40 words for a label.
func (w *Writer) Short(label string) string { return strings.Join(w.sentences(label, 20, 40), " ") }

// Review makes a review of 40 to 160 words, most of them short; some have
// emoji, curly quotes, contractions or paragraphs.
func (w *Writer) Review() (label, text string) {
	label = w.pick("positive", "positive", "negative", "negative", "mixed")
	lo := 40 + min(w.IntN(86), w.IntN(86))
	sents := w.sentences(label, lo, lo+35)
	i := w.IntN(len(sents))
	if w.IntN(6) == 0 {
		sents[i] += " " + w.pick("😊", "👍", "🙈", "🤷‍♀️", "❤️", "👍🏽", "😴", "🎉")
	}
	if w.IntN(6) == 0 {
		sents[0] = "“" + strings.TrimSuffix(sents[0], ".") + "…”"
	}
	text = strings.Join(sents[:i+1], " ") + w.pick(" ", " ", " ", "\n\n") + strings.Join(sents[i+1:], " ")
	if w.IntN(2) == 0 {
		text = strings.ReplaceAll(contract.Replace(text), "'", w.pick("'", "’"))
	}
	return label, strings.TrimSpace(text)
}
