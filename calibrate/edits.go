package calibrate

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/leakgate/leakgate/ngram"
)

// token is one word and what stands around it. The tokens of a text put after
// one another are the text.
type token struct{ before, word, after string }

// cutter takes texts apart into words. It owns scratch memory: use one a
// goroutine.
type cutter struct {
	hasher *ngram.Hasher
	units  []uint64
	spans  []ngram.Span
}

// newCutter cuts by the words of the scheme; under chars, whose units are
// characters, by those of the default scheme.
func newCutter(s ngram.Scheme) (*cutter, error) {
	if s.Tokens == ngram.Chars {
		s = ngram.Scheme{}
	}
	h, err := ngram.NewHasher(s)
	return &cutter{hasher: h, spans: []ngram.Span{}}, err
}

// words gives the places of the words of text. Words that normalisation makes
// out of one character are one.
func (c *cutter) words(text string) []ngram.Span {
	c.units, c.spans = c.hasher.AppendSpans(c.units[:0], c.spans[:0], text)
	kept := c.spans[:0]
	for _, s := range c.spans {
		if last := len(kept) - 1; last >= 0 && s.Start < kept[last].End {
			kept[last].End = max(kept[last].End, s.End)
			continue
		}
		kept = append(kept, s)
	}
	return kept
}

// split gives the tokens of a text. White space and what stands before it
// belong to the word on the left, so that a sentence has its full stop and an
// opening quotation mark its word.
func (c *cutter) split(text string) []token {
	spans := c.words(text)
	if len(spans) == 0 {
		return nil
	}
	tokens := make([]token, len(spans))
	tokens[0].before = text[:spans[0].Start]
	for i, s := range spans {
		tokens[i].word = text[s.Start:s.End]
		if i+1 == len(spans) {
			tokens[i].after = text[s.End:]
			break
		}
		gap := text[s.End:spans[i+1].Start]
		at := strings.LastIndexFunc(gap, unicode.IsSpace)
		if at < 0 {
			tokens[i].after = gap
			continue
		}
		_, size := utf8.DecodeRuneInString(gap[at:])
		tokens[i].after, tokens[i+1].before = gap[:at+size], gap[at+size:]
	}
	return tokens
}

// join is the text of tokens. Words that came to touch and would be read as one
// get a space.
func (c *cutter) join(tokens []token) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 && t.before == "" && tokens[i-1].after == "" && c.fuse(tokens[i-1].word, t.word) {
			b.WriteByte(' ')
		}
		b.WriteString(t.before)
		b.WriteString(t.word)
		b.WriteString(t.after)
	}
	return b.String()
}

// fuse says whether two words without anything between them are other words
// than they were.
func (c *cutter) fuse(left, right string) bool {
	c.units = c.hasher.AppendUnits(c.units[:0], left)
	c.units = c.hasher.AppendUnits(c.units, right)
	apart := len(c.units)
	c.units = c.hasher.AppendUnits(c.units, left+right)
	return len(c.units) != 2*apart
}

const (
	longSentence = 40 // words; what is longer is no sentence, or one of a legal text
	wordRun      = 20 // words of a "sentence" where nothing ends one
)

// sentences gives the ends of the sentences in tokens: a full stop, question
// or exclamation mark before white space, a full-width one anywhere, an empty
// line. Lists and verse end nothing but lines, mail breaks its lines anywhere:
// so a line break ends a sentence only where that would be too long, and runs
// of 20 words are taken where there is no line break either.
func sentences(tokens []token) []int {
	var ends []int
	from := 0
	for i, t := range tokens {
		if i+1 == len(tokens) || endsSentence(t.after) {
			ends = appendLong(ends, tokens, from, i+1)
			from = i + 1
		}
	}
	return ends
}

func endsSentence(after string) bool {
	if strings.ContainsAny(after, "。！？") || strings.Count(after, "\n") > 1 {
		return true
	}
	at := strings.IndexAny(after, ".!?…")
	return at >= 0 && strings.ContainsFunc(after[at:], unicode.IsSpace)
}

// appendLong appends the end of tokens[from:to], with ends inside it if it is
// long.
func appendLong(ends []int, tokens []token, from, to int) []int {
	if to-from <= longSentence {
		return append(ends, to)
	}
	line := from
	for i := from; i < to; i++ {
		if i+1 == to || strings.Contains(tokens[i].after, "\n") {
			for i+1-line > longSentence {
				line += wordRun
				ends = append(ends, line)
			}
			line = i + 1
			ends = append(ends, line)
		}
	}
	return ends
}
