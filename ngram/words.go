package ngram

import "math/bits"

// lowerASCII maps a byte to its lower case if it belongs to a word, to 0 if it
// separates words, to 0x80 if it starts or continues a non-ASCII character.
var lowerASCII = func() (t [256]byte) {
	for c := range 256 {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			t[c] = byte(c)
		case c >= 'A' && c <= 'Z':
			t[c] = byte(c) + 'a' - 'A'
		case c >= 0x80:
			t[c] = 0x80
		}
	}
	return t
}()

// appendWords is the scan under Words and Plain. A word of ASCII letters and
// digits is read, lower-cased and looked up; one that touches a non-ASCII
// character goes through the scanner, from the word's first byte, until the
// text is back in ASCII and between words.
//
// Eight bytes are looked at together, because the length of a word is what a
// processor cannot foresee: read byte by byte, each word ends in a wrong guess.
func (h *Hasher) appendWords(dst []uint64, spans []Span, text string) ([]uint64, []Span) {
	h.scan.reset(text)
	i := 0
	for i+8 <= len(text) {
		x := load8(text[i:])
		word, lower := classify(x)
		if word&0x80 == 0 {
			stop := word | x&highs // the next word, or a non-ASCII character
			if stop&0x80 != 0 {
				dst, spans, i = h.appendMixed(dst, spans, text, i)
				continue
			}
			i += bits.TrailingZeros64(stop) >> 3
			continue
		}
		length := bits.TrailingZeros64(^word&highs) >> 3
		hi := uint64(0)
		switch {
		case length < 8 && x>>(8*length)&0x80 == 0:
			lower &= 1<<(8*length) - 1
		case length == 8 && i+16 <= len(text):
			x = load8(text[i+8:])
			word, hi = classify(x)
			more := bits.TrailingZeros64(^word&highs) >> 3
			if more == 8 || x>>(8*more)&0x80 != 0 {
				dst, spans, i = h.appendLong(dst, spans, text, i)
				continue
			}
			hi &= 1<<(8*more) - 1
			length += more
		default:
			dst, spans, i = h.appendLong(dst, spans, text, i)
			continue
		}
		dst = append(dst, h.cache.short(lower, hi, length))
		if spans != nil {
			spans = append(spans, Span{i, i + length})
		}
		i += length + 1 // past the separator
	}
	for i < len(text) {
		if lowerASCII[text[i]] == 0 {
			i++
			continue
		}
		dst, spans, i = h.appendLong(dst, spans, text, i)
	}
	return dst, spans
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// classify looks at eight bytes: word has the high bit of each byte that is an
// ASCII letter or digit, lower is the bytes with those letters in lower case.
// The additions carry into a byte's high bit iff it is at least the bound, and
// never beyond.
func classify(x uint64) (word, lower uint64) {
	y := x &^ highs
	folded := y | 0x20*ones
	letter := (folded + (0x80-'a')*ones) &^ (folded + (0x7f-'z')*ones)
	digit := (y + (0x80-'0')*ones) &^ (y + (0x7f-'9')*ones)
	letter &= highs &^ x
	return letter | digit&highs&^x, x | letter>>2
}

func load8(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// appendLong reads one word byte by byte: one of eight letters and more, or
// one near the end of the text, or one that turns out not to be ASCII.
func (h *Hasher) appendLong(dst []uint64, spans []Span, text string, start int) ([]uint64, []Span, int) {
	i := start
	var lo, hi uint64
	c := lowerASCII[text[i]]
	for ; c-1 < 0x7f; c = at(text, i) {
		switch n := i - start; {
		case n < 8:
			lo |= uint64(c) << (8 * n)
		case n < 16:
			hi |= uint64(c) << (8 * (n - 8))
		}
		i++
	}
	if c == 0x80 {
		return h.appendMixed(dst, spans, text, start)
	}
	if length := i - start; length <= 16 {
		dst = append(dst, h.cache.short(lo, hi, length))
	} else {
		dst = append(dst, h.longWord(text[start:i]))
	}
	if spans != nil {
		spans = append(spans, Span{start, i})
	}
	return dst, spans, i
}

// at is the class of the byte at i, a separator past the end.
func at(text string, i int) byte {
	if i < len(text) {
		return lowerASCII[text[i]]
	}
	return 0
}

func (h *Hasher) longWord(ascii string) uint64 {
	h.buf = h.buf[:0]
	for i := range len(ascii) {
		h.buf = append(h.buf, lowerASCII[ascii[i]])
	}
	return h.Sum64(h.buf)
}

// wordHash hashes lower-cased bytes of a word, through the cache when short.
func (h *Hasher) wordHash(w []byte) uint64 {
	if len(w) > 16 {
		return h.Sum64(w)
	}
	var lo, hi uint64
	for i, c := range w {
		if i < 8 {
			lo |= uint64(c) << (8 * i)
		} else {
			hi |= uint64(c) << (8 * (i - 8))
		}
	}
	return h.cache.short(lo, hi, len(w))
}
