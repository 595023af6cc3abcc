package calibrate

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/leakgate/leakgate/ngram"
)

// library is texts as one ring of words, those of one label together. Excerpts
// are stretches of it.
type library struct {
	texts  []Text
	spans  [][]ngram.Span // the words of each text
	starts []int          // where each text begins in the ring, and its length
	total  int            // words of the ring
	order  []int          // texts in the order in which they are drawn
	next   int
}

// stretch is words of a library, from a place on the ring.
type stretch struct{ from, words int }

func newLibrary(cut *cutter, texts []Text) *library {
	l := &library{texts: make([]Text, len(texts)), starts: []int{0}}
	for i, t := range texts {
		l.texts[i] = tidied(t, i)
	}
	slices.SortStableFunc(l.texts, func(a, b Text) int { return cmp.Compare(a.Label, b.Label) })
	for _, t := range l.texts {
		spans := slices.Clone(cut.words(t.Text))
		l.spans = append(l.spans, spans)
		l.total += len(spans)
		l.starts = append(l.starts, l.total)
	}
	return l
}

// begin draws the order of the texts anew.
func (l *library) begin(r *rand.Rand) { l.order, l.next = r.Perm(len(l.texts)), 0 }

// vocabulary is random words of the ring.
func (l *library) vocabulary(r *rand.Rand) []string {
	var words []string
	for range min(vocabularySize, l.total) {
		at := r.IntN(l.total)
		t := l.textAt(at)
		s := l.spans[t][at-l.starts[t]]
		words = append(words, l.texts[t].Text[s.Start:s.End])
	}
	return words
}

// textAt is the text that a place belongs to.
func (l *library) textAt(at int) int {
	t, found := slices.BinarySearch(l.starts, at)
	for found && t+1 < len(l.starts) && l.starts[t+1] == at { // texts without a word
		t++
	}
	if found {
		return t
	}
	return t - 1
}

// place draws a stretch that does not touch apart, if given, nor has its label
// where that can be helped: in the next text that is long enough, or in all of a
// label, or anywhere.
func (l *library) place(r *rand.Rand, words int, apart *stretch) (stretch, error) {
	need := words
	if apart != nil {
		need += apart.words
	}
	if need > l.total {
		return stretch{}, fmt.Errorf("a pair of %d words out of %d: give more texts, or a smaller length", need, l.total)
	}
	for _, region := range []func(t int) (from, to int){l.own, l.label} {
		if s, ok := l.within(r, words, apart, region); ok {
			return s, nil
		}
	}
	if apart != nil { // somewhere in the rest of the ring
		from := apart.from + apart.words + r.IntN(l.total-need+1)
		return stretch{from % l.total, words}, nil
	}
	from, _ := l.label(l.order[l.next%len(l.order)])
	l.next++
	return stretch{from % l.total, words}, nil
}

// within places a stretch somewhere in the region of the next text whose region
// is long enough.
func (l *library) within(r *rand.Rand, words int, apart *stretch, region func(t int) (from, to int)) (stretch, bool) {
	for k := range l.order {
		at := (l.next + k) % len(l.order)
		from, to := region(l.order[at])
		if to-from < words || apart != nil && l.touches(from, to, apart) {
			continue
		}
		next := l.next % len(l.order)
		l.order[next], l.order[at] = l.order[at], l.order[next] // what was passed over waits
		l.next++
		return stretch{from + r.IntN(to-from-words+1), words}, true
	}
	return stretch{}, false
}

// touches says whether a region has words of the stretch or the label of one. A
// library of one label tells texts apart by themselves.
func (l *library) touches(from, to int, s *stretch) bool {
	oneLabel := l.texts[0].Label == l.texts[len(l.texts)-1].Label
	own := l.texts[l.textAt(from)].Label
	for at, left := s.from, s.words; left > 0; {
		t := l.textAt(at)
		if l.starts[t] < to && from < l.starts[t+1] || !oneLabel && l.texts[t].Label == own {
			return true
		}
		left -= l.starts[t+1] - at
		at = l.starts[t+1] % l.total
	}
	return false
}

// own is where text t begins and ends.
func (l *library) own(t int) (from, to int) { return l.starts[t], l.starts[t+1] }

// label is where the texts with the label of text t begin and end.
func (l *library) label(t int) (from, to int) {
	first, last := t, t
	for first > 0 && l.texts[first-1].Label == l.texts[t].Label {
		first--
	}
	for last+1 < len(l.texts) && l.texts[last+1].Label == l.texts[t].Label {
		last++
	}
	return l.starts[first], l.starts[last+1]
}

// text is the words of a stretch and what stands between them; texts are apart
// by an empty line.
func (l *library) text(s stretch) string {
	var b strings.Builder
	for at, left := s.from, s.words; left > 0; {
		t := l.textAt(at)
		first := at - l.starts[t]
		last := min(first+left, len(l.spans[t])) - 1
		if b.Len() > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(l.texts[t].Text[l.spans[t][first].Start:l.spans[t][last].End])
		left -= last - first + 1
		at = l.starts[t+1] % l.total
	}
	return b.String()
}

func (l *library) idOf(s stretch) string { return l.texts[l.textAt(s.from)].ID }
