package detect

import (
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dchest/siphash"
	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/ngram"
)

const (
	// MaxPassages is how many shared passages a finding shows.
	MaxPassages = 5
	// ExcerptWords is the length of an excerpt; a text without spaces is cut
	// at ExcerptRunes.
	ExcerptWords = 60
	ExcerptRunes = 400

	// maxWork bounds the comparisons of n-grams that a proof takes, for each
	// n-gram of the two texts; maxWorkLong does where that comes to over a
	// million. Texts that repeat themselves for pages reach it: then the
	// longest passages met so far are shown. No other text comes near.
	maxWork     = 64
	maxWorkLong = 4

	// foldedUnits is the number of units under which a text counts in a
	// fingerprint by its folded form: of so short a text punctuation is a part.
	foldedUnits = 8
)

// located is a text cut into units that know where they stand.
type located struct {
	doc   *corpus.Document
	units []uint64
	spans []ngram.Span
	field []int32  // of each unit
	grams []uint64 // grams[i] begins at unit i; 0 where it would cross fields
}

// prover finds evidence; it is a worker's scratch memory.
type prover struct {
	val, train located
	longest    []passage // from each unit of val
	slots      []int32   // hash table: n-gram → its first place in val, plus one
	next       []int32   // place → the next place of the same n-gram, plus one
	hit        []bool    // val units in shared n-grams
	digest     []byte

	meetings                 []meeting
	met                      []int32 // place of val → its meeting, plus one
	valCovered, trainCovered int     // units in shared n-grams

	valCoverable, trainCoverable int // units in any n-gram

	chained   *corpus.Document // that slots and next are of
	frequency []int32          // by place of val: documents that have the n-gram, plus one; 0 = not looked up
}

func (l *located) locate(h *ngram.Hasher, doc *corpus.Document) {
	if l.doc == doc {
		return // a document is held against many
	}
	l.doc = doc
	l.units, l.spans, l.field, l.grams = l.units[:0], l.spans[:0], l.field[:0], l.grams[:0]
	for field, text := range doc.Texts {
		from := len(l.units)
		l.units, l.spans = h.AppendSpans(l.units, l.spans, text)
		l.grams = h.AppendGrams(l.grams, l.units[from:])
		l.grams = append(l.grams, make([]uint64, len(l.units)-len(l.grams))...)
		l.field = slices.Grow(l.field, len(l.units)-from)[:len(l.units)]
		for i := from; i < len(l.units); i++ {
			l.field[i] = int32(field)
		}
	}
}

// passage is a shared passage in units.
type passage struct{ val, train, units int }

// prove finds the evidence of a pair.
func (p *prover) prove(h *ngram.Hasher, val, train *corpus.Document) *Evidence {
	p.val.locate(h, val)
	p.train.locate(h, train)
	trainCovered := p.runs(h.Scheme().N)
	runs := p.apart()
	if len(runs) == 0 {
		runs = p.wholeText()
		trainCovered = 0
		for _, r := range runs {
			trainCovered += r.units
		}
	}
	e := &Evidence{
		ValidationCovered: share(p.covered(), len(p.val.units)),
		TrainCovered:      share(trainCovered, len(p.train.units)),
		Fingerprint:       p.fingerprint(h),
	}
	for _, r := range runs {
		e.Passages = append(e.Passages, Passage{
			Words: r.units, Validation: p.val.span(r.val, r.units), Train: p.train.span(r.train, r.units),
		})
	}
	if len(runs) == 0 {
		e.Excerpt = excerpt(strings.Join(val.Texts, " "))
		return e
	}
	longest := runs[0]
	text := val.Texts[p.val.field[longest.val]]
	e.Excerpt = excerpt(text[p.val.spans[longest.val].Start:p.val.spans[longest.val+longest.units-1].End])
	return e
}

// apart picks the longest passages that do not overlap in the validation text,
// longest first. It looks through all of them for each: a text that repeats one
// word has as many as words, and sorting those took most of the time.
func (p *prover) apart() []passage {
	var picked []passage
	for len(picked) < MaxPassages {
		var best passage
		for _, r := range p.longest {
			overlaps := func(q passage) bool { return r.val < q.val+q.units && q.val < r.val+r.units }
			if r.units > best.units && !slices.ContainsFunc(picked, overlaps) {
				best = r
			}
		}
		if best.units == 0 {
			break
		}
		picked = append(picked, best)
	}
	return picked
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// runs finds the shared passages that neither end can prolong, and leaves in
// p.longest the longest one from each place of the validation text. It counts
// the training units that shared n-grams cover, and marks those of the
// validation text in p.hit.
func (p *prover) runs(n int) (trainCovered int) {
	p.chain()
	p.longest = append(p.longest[:0], make([]passage, len(p.val.units))...)
	p.hit = append(p.hit[:0], make([]bool, len(p.val.units))...)
	coveredTo := 0
	size := len(p.val.grams) + len(p.train.grams)
	work := max(maxWorkLong*size, min(maxWork*size, 1<<20))
	for i, gram := range p.train.grams {
		if gram == 0 {
			continue
		}
		place := p.slots[p.slot(gram)]
		if place == 0 {
			continue
		}
		trainCovered += i + n - max(i, coveredTo)
		coveredTo = i + n
		for at := place; at != 0 && !p.hit[at-1]; at = p.next[at-1] {
			p.hit[at-1] = true
		}
		for at := place; at != 0 && work > 0; at = p.next[at-1] {
			val := int(at - 1)
			work--
			if p.goesOn(val-1, i-1) {
				continue // part of a run that began before
			}
			length := 1
			for p.goesOn(val+length-1, i+length-1) {
				length++
			}
			work -= length
			if units := length + n - 1; units > p.longest[val].units {
				p.longest[val] = passage{val, i, units}
			}
		}
	}
	p.spread(n)
	return trainCovered
}

// goesOn says whether the n-grams at two places are the same and so are the
// next ones, in the same fields.
func (p *prover) goesOn(val, train int) bool {
	return val >= 0 && train >= 0 && p.val.follows(val) && p.train.follows(train) &&
		p.val.grams[val] == p.train.grams[train] && p.val.grams[val+1] == p.train.grams[train+1]
}

// follows says whether an n-gram begins at unit i and another right behind it,
// in the same field.
func (l *located) follows(i int) bool {
	return i+1 < len(l.grams) && l.grams[i] != 0 && l.grams[i+1] != 0 && l.field[i] == l.field[i+1]
}

// chain notes where each n-gram stands in the validation text, first place
// first. It is a hash table of its own, kept from proof to proof: a map of Go's
// stood high in the profile.
func (p *prover) chain() {
	if p.chained == p.val.doc {
		return // a document is held against many
	}
	p.chained = p.val.doc
	p.frequency = append(p.frequency[:0], make([]int32, len(p.val.grams))...)
	size := 64
	for size < 2*len(p.val.grams) {
		size *= 2
	}
	if size > cap(p.slots) {
		p.slots = make([]int32, size)
	}
	p.slots = p.slots[:size]
	clear(p.slots)
	p.next = append(p.next[:0], make([]int32, len(p.val.grams))...)
	for at := len(p.val.grams) - 1; at >= 0; at-- {
		if p.val.grams[at] != 0 {
			slot := p.slot(p.val.grams[at])
			p.next[at] = p.slots[slot]
			p.slots[slot] = int32(at + 1)
		}
	}
}

// slot is where an n-gram is, or would be.
func (p *prover) slot(gram uint64) int {
	mask := len(p.slots) - 1
	i := int(gram) & mask
	for p.slots[i] != 0 && p.val.grams[p.slots[i]-1] != gram {
		i = (i + 1) & mask
	}
	return i
}

// spread turns marks on the first units of n-grams into marks on all n.
func (p *prover) spread(n int) {
	until := 0
	for i, hit := range p.hit {
		if hit {
			until = i + n
		}
		p.hit[i] = i < until
	}
}

func (p *prover) covered() int {
	n := 0
	for _, hit := range p.hit {
		if hit {
			n++
		}
	}
	return n
}

// wholeText is the passage of a pair found below the floor that shares no
// n-gram: all of the smaller text's units, where they stand in the other.
func (p *prover) wholeText() []passage {
	a, b := p.val.units, p.train.units
	swapped := len(a) > len(b)
	if swapped {
		a, b = b, a
	}
	for i := 0; i+len(a) <= len(b); i++ {
		if !slices.Equal(b[i:i+len(a)], a) {
			continue
		}
		found := passage{val: 0, train: i, units: len(a)}
		if swapped {
			found.val, found.train = i, 0
		}
		if len(a) == 0 || !p.val.oneField(found.val, len(a)) || !p.train.oneField(found.train, len(a)) {
			return nil
		}
		for k := range len(a) {
			p.hit[found.val+k] = true
		}
		return []passage{found}
	}
	return nil // equal but for white space inside words
}

func (l *located) oneField(from, units int) bool {
	return l.field[from] == l.field[from+units-1]
}

// span is where units stand in the original text, in code points.
func (l *located) span(from, units int) Range {
	field := l.field[from]
	text := l.doc.Texts[field]
	start, end := l.spans[from].Start, l.spans[from+units-1].End
	before := utf8.RuneCountInString(text[:start])
	return Range{int(field), before, before + utf8.RuneCountInString(text[start:end])}
}

// fingerprint names the pair by its content under the scheme: the unit hashes
// of both texts, or of a short text its folded form.
func (p *prover) fingerprint(h *ngram.Hasher) string {
	scheme := h.Scheme()
	d := binary.LittleEndian.AppendUint64(p.digest[:0], uint64(scheme.Tokens))
	d = binary.LittleEndian.AppendUint64(d, uint64(scheme.N))
	for _, l := range []*located{&p.val, &p.train} {
		from := len(d)
		d = binary.LittleEndian.AppendUint64(d, 0)
		if len(l.units) < foldedUnits {
			for _, text := range l.doc.Texts {
				if text != "" {
					d = append(h.AppendFold(d, text), 0)
				}
			}
		} else {
			for _, u := range l.units {
				d = binary.LittleEndian.AppendUint64(d, u)
			}
		}
		binary.LittleEndian.PutUint64(d[from:], uint64(len(d)-from))
	}
	p.digest = d
	hi, lo := siphash.Hash128(ngram.DefaultKey.K0, ngram.DefaultKey.K1, d)
	var sum [16]byte
	binary.LittleEndian.PutUint64(sum[:8], hi)
	binary.LittleEndian.PutUint64(sum[8:], lo)
	return hex.EncodeToString(sum[:])
}

// excerpt is the beginning of a passage, its white space collapsed.
func excerpt(text string) string {
	var b strings.Builder
	words, runes, cut := 0, 0, false
	for word := range strings.FieldsSeq(text) {
		if words++; words > ExcerptWords {
			cut = true
			break
		}
		if words > 1 {
			b.WriteByte(' ')
			runes++
		}
		for _, r := range word {
			if runes++; runes > ExcerptRunes {
				cut = true
				break
			}
			b.WriteRune(r)
		}
		if cut {
			break
		}
	}
	if cut {
		return strings.TrimRight(b.String(), " ") + " …"
	}
	return b.String()
}
