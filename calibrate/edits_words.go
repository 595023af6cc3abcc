package calibrate

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
)

// mix says how often each edit of a word is chosen; the sum is 1.
type mix struct{ replace, drop, insert, swap float64 }

var (
	usualMix = mix{replace: .4, drop: .3, insert: .3}
	paperMix = mix{replace: .4, drop: .2, insert: .2, swap: .2}
)

// editor changes texts at random.
type editor struct {
	*cutter
	vocabulary []string // words of the corpus, frequent ones often; not empty
}

// edit changes rate of the words, one at least, at places that differ: replaced
// by a word of the corpus, dropped, one put before them, or swapped with the
// next. The word edit distance is at most rate·len(tokens), swapped words
// counting twice.
func (e *editor) edit(r *rand.Rand, tokens []token, rate float64, m mix) []token {
	tokens = slices.Clone(tokens) // swapping writes to it
	out := make([]token, 0, len(tokens)+len(tokens)/4)
	left := max(1, int(math.Round(rate*float64(len(tokens)))))
	for i, t := range tokens {
		if r.IntN(len(tokens)-i) >= left { // selection sampling, Knuth 3.4.2 S
			out = append(out, t)
			continue
		}
		left--
		switch u := r.Float64(); {
		case u < m.drop:
			out = drop(out, t)
		case u < m.drop+m.insert:
			out = append(out, e.insertion(r, out, &t), t)
		case u < m.drop+m.insert+m.swap && i+1 < len(tokens):
			t.word, tokens[i+1].word = tokens[i+1].word, t.word
			out = append(out, t)
		default:
			t.word = e.other(r, t.word)
			out = append(out, t)
		}
	}
	return out
}

// drop leaves t out. Of what stood on its two sides the longer stays: a full
// stop rather than a space.
func drop(out []token, t token) []token {
	if last := len(out) - 1; last >= 0 && len(t.after) > len(out[last].after) {
		out[last].after = t.after
	}
	return out
}

// insertion is a word to stand before t.
func (e *editor) insertion(r *rand.Rand, out []token, t *token) token {
	inserted := token{before: t.before, word: e.other(r, t.word), after: " "}
	if last := len(out) - 1; last >= 0 && out[last].after+t.before == "" {
		inserted.after = "" // a script without spaces
	}
	t.before = ""
	return inserted
}

// other is a random word that is not word.
func (e *editor) other(r *rand.Rand, word string) string {
	for range 8 {
		if w := e.vocabulary[r.IntN(len(e.vocabulary))]; !strings.EqualFold(w, word) {
			return w
		}
	}
	return word + word // a corpus of one word
}

// rearrange moves up to a quarter of the sentences to other places.
func rearrange(r *rand.Rand, tokens []token) []token {
	ends := sentences(tokens)
	order := make([]int, len(ends))
	for i := range order {
		order[i] = i
	}
	for range 1 + r.IntN(1+len(ends)/4) {
		from := r.IntN(len(order))
		moved := order[from]
		order = slices.Insert(slices.Delete(order, from, from+1), r.IntN(len(order)), moved)
	}
	return gather(tokens, ends, order)
}

// gather puts sentences after one another, white space between them.
func gather(tokens []token, ends, order []int) []token {
	out := make([]token, 0, len(tokens))
	for _, s := range order {
		from := 0
		if s > 0 {
			from = ends[s-1]
		}
		out = append(out, tokens[from:ends[s]]...)
		if last := &out[len(out)-1]; strings.TrimRightFunc(last.after, unicode.IsSpace) == last.after {
			last.after += " "
		}
	}
	return out
}

// truncate keeps 50–90 % of the words, from the beginning or to the end.
func truncate(r *rand.Rand, tokens []token) []token {
	keep := int(float64(len(tokens)) * (.5 + .4*r.Float64()))
	if r.IntN(2) == 0 {
		return tokens[:keep]
	}
	return tokens[len(tokens)-keep:]
}

var cases = []func(string) string{strings.ToLower, strings.ToUpper, initial}

func initial(word string) string {
	for i := range word {
		if i > 0 {
			return strings.ToUpper(word[:i]) + strings.ToLower(word[i:])
		}
	}
	return strings.ToUpper(word)
}

// recase writes the whole text in one case.
func recase(r *rand.Rand, tokens []token) []token {
	change, out := cases[r.IntN(len(cases))], slices.Clone(tokens)
	for i := range out {
		out[i].word = change(out[i].word)
	}
	return out
}

// repunctuate takes punctuation away or sets other marks. A space is left where
// nothing would be, so that no two words become one.
func repunctuate(r *rand.Rand, tokens []token) []token {
	change := func(c rune) rune {
		if unicode.IsSpace(c) {
			return c
		}
		return -1
	}
	if r.IntN(2) == 0 {
		const from, to = `.,;:!?"'()-`, `!;,-.…“’[]–`
		change = func(c rune) rune {
			if at := strings.IndexRune(from, c); at >= 0 {
				return []rune(to)[at]
			}
			return c
		}
	}
	out := slices.Clone(tokens)
	for i := range out {
		out[i].before = strings.Map(change, out[i].before)
		if after := strings.Map(change, out[i].after); after != "" || out[i].after == "" {
			out[i].after = after
		} else {
			out[i].after = " "
		}
	}
	return out
}
