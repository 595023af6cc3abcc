package ngram

import (
	"unicode"
	"unicode/utf8"

	"github.com/dchest/siphash"
)

// Span is a half-open byte range of a text.
type Span struct{ Start, End int }

// Hasher turns texts into hashes. It owns scratch memory: use one a goroutine.
// Methods allocate nothing once their scratch has grown to the longest text.
type Hasher struct {
	scheme Scheme
	cache  wordCache
	scan   scanner
	buf    []byte // one word, or a text's shingle bytes
	marks  []int  // chars: byte offset of each unit in buf
}

// NewHasher checks the scheme and fills in its defaults.
func NewHasher(s Scheme) (*Hasher, error) {
	s, err := s.withDefaults()
	if err != nil {
		return nil, err
	}
	h := &Hasher{scheme: s}
	h.cache.key = s.Key
	return h, nil
}

// Scheme returns the scheme with its defaults filled in.
func (h *Hasher) Scheme() Scheme { return h.scheme }

// AppendUnits appends the units of text in order: word hashes, or code points
// under Chars. Invalid UTF-8 counts as U+FFFD, one a byte.
func (h *Hasher) AppendUnits(dst []uint64, text string) []uint64 {
	dst, _ = h.appendUnits(dst, nil, text)
	return dst
}

// AppendSpans is AppendUnits that also says where each unit stands in text. A
// unit that normalisation made out of several characters spans them all.
func (h *Hasher) AppendSpans(dst []uint64, spans []Span, text string) ([]uint64, []Span) {
	if spans == nil {
		spans = make([]Span, 0, len(text)/6+1)
	}
	return h.appendUnits(dst, spans, text)
}

func (h *Hasher) appendUnits(dst []uint64, spans []Span, text string) ([]uint64, []Span) {
	if h.scheme.Tokens == Chars {
		return h.appendChars(dst, spans, text)
	}
	return h.appendWords(dst, spans, text)
}

// AppendGrams appends the hash of every run of n units in order, repeats
// included: len(units)-n+1 of them, none if there are fewer units than n.
func (h *Hasher) AppendGrams(dst, units []uint64) []uint64 {
	n := h.scheme.N
	switch {
	case len(units) < n:
		return dst
	case h.scheme.Tokens == Chars:
		return h.appendShingles(dst, units)
	case n == 3:
		return appendSip3(dst, units, h.scheme.Key)
	}
	for i := 0; i+n <= len(units); i++ {
		dst = append(dst, sipWords(h.scheme.Key, units[i:i+n]))
	}
	return dst
}

func (h *Hasher) appendShingles(dst, units []uint64) []uint64 {
	h.buf, h.marks = h.buf[:0], h.marks[:0]
	for _, u := range units {
		h.marks = append(h.marks, len(h.buf))
		h.buf = utf8.AppendRune(h.buf, rune(u))
	}
	h.marks = append(h.marks, len(h.buf))
	for i := 0; i+h.scheme.N <= len(units); i++ {
		shingle := h.buf[h.marks[i]:h.marks[i+h.scheme.N]]
		dst = append(dst, siphash.Hash(h.scheme.Key.K0, h.scheme.Key.K1, shingle))
	}
	return dst
}

// Sum64 is the SipHash of a byte string under the hasher's key.
func (h *Hasher) Sum64(b []byte) uint64 {
	return siphash.Hash(h.scheme.Key.K0, h.scheme.Key.K1, b)
}

// SumUnits is a 64-bit hash of a whole sequence of units, equal for texts with
// the same words in the same order: a polynomial in the units, which are hashes
// already, and a SipHash of its value and the length, cheaper than a SipHash of
// all units. Under Chars the units are small numbers; a
// polynomial tells them apart as well.
func (h *Hasher) SumUnits(units []uint64) uint64 {
	var sum uint64
	for _, u := range units {
		sum = (sum + u) * 0x9e3779b97f4a7c15
	}
	return sipWords(h.scheme.Key, []uint64{sum, uint64(len(units))})
}

// AppendFold appends what is left of text when case, width and white space do
// not count: NFKC, lower case, every white space dropped, punctuation kept.
// Texts under the evidence floor are equal iff their folds are (DESIGN 3.4).
func (h *Hasher) AppendFold(dst []byte, text string) []byte {
	s := &h.scan
	s.reset(text)
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf && (i+1 == len(text) || text[i+1] < utf8.RuneSelf) {
			if lower := lowerASCII[c]; lower != 0 {
				dst = append(dst, lower)
			} else if !unicode.IsSpace(rune(c)) {
				dst = append(dst, c)
			}
			i++
			continue
		}
		s.beginAt(text, i, true)
		for !s.inASCII() {
			r, _, ok := s.next()
			if !ok {
				break
			}
			if !unicode.IsSpace(r) {
				dst = utf8.AppendRune(dst, r)
			}
		}
		i = s.at
	}
	return dst
}

// appendChars yields code points of the lower-cased text; each run of white
// space is one space, at the ends none.
func (h *Hasher) appendChars(dst []uint64, spans []Span, text string) ([]uint64, []Span) {
	s := &h.scan
	s.begin(text, false)
	space := Span{-1, -1}
	any := false
	for r, span, ok := s.next(); ok; r, span, ok = s.next() {
		if unicode.IsSpace(r) {
			if space.Start < 0 {
				space.Start = span.Start
			}
			space.End = span.End
			continue
		}
		if space.Start >= 0 && any {
			dst = append(dst, ' ')
			if spans != nil {
				spans = append(spans, space)
			}
		}
		any, space = true, Span{-1, -1}
		dst = append(dst, uint64(r))
		if spans != nil {
			spans = append(spans, span)
		}
	}
	return dst, spans
}
