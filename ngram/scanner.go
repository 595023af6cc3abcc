package ngram

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// scanner yields the characters of a text after NFKC (if asked for) and lower
// case, each with the bytes of the text that it came from.
//
// It normalises piece by piece: a piece begins at an ASCII character and ends
// before the next one that follows the non-ASCII run. That equals normalising
// the whole text, because every ASCII character is a boundary of NFKC: none
// combines with what stands before it. FuzzWords holds it against the whole.
type scanner struct {
	text    string
	at      int // first byte not yet taken
	compose bool
	table   *[1 << 16]property // filled at the first non-ASCII character

	asIs    int    // up to here the text is known to be normal
	piece   int    // up to here it is not: normalise cluster by cluster
	buf     []byte // the cluster at hand, normalised
	segment []byte // what is left of it
	span    Span   // of the cluster

	cased  bool // text[:at] ends inside a cased word, for the final sigma
	second rune // İ lower-cases to two characters: the one to come
	last   Span
}

func (s *scanner) begin(text string, compose bool) {
	s.reset(text)
	s.beginAt(text, 0, compose)
}

// reset forgets the text before, so that its last word is no context.
func (s *scanner) reset(text string) {
	s.text, s.at, s.cased = text, 0, false
	s.segment, s.second, s.asIs, s.piece = nil, 0, 0, 0
}

// beginAt goes on at a position that was reached by reading ASCII only, since
// the scanner stopped.
func (s *scanner) beginAt(text string, start int, compose bool) {
	for i := start - 1; ; i-- {
		if i < s.at {
			break
		}
		if c := text[i]; !asciiCaseIgnorable(c) {
			s.cased = c|0x20 >= 'a' && c|0x20 <= 'z'
			break
		}
	}
	s.text, s.at, s.asIs, s.compose = text, start, start, compose
	if s.table == nil {
		s.table = properties()
	}
}

// inASCII says that the rest of the text can be read as ASCII again: the next
// character is, and nothing behind it can combine with it.
func (s *scanner) inASCII() bool {
	if s.second != 0 || len(s.segment) > 0 || s.at < s.piece || s.at >= len(s.text) || s.text[s.at] >= utf8.RuneSelf {
		return false
	}
	return !s.compose || s.at+1 >= len(s.text) || s.text[s.at+1] < utf8.RuneSelf
}

// betweenWords is inASCII, and no word is open.
func (s *scanner) betweenWords() bool {
	return s.inASCII() && lowerASCII[s.text[s.at]] == 0
}

// next is the next character in lower case.
func (s *scanner) next() (rune, Span, bool) {
	if s.second != 0 {
		r := s.second
		s.second = 0
		return r, s.last, true
	}
	r, span, ok := s.raw()
	if !ok {
		return 0, Span{}, false
	}
	switch {
	case r < utf8.RuneSelf:
		if c := lowerASCII[r]; c != 0 {
			s.cased = c >= 'a'
			return rune(c), span, true
		}
		s.cased = s.cased && asciiCaseIgnorable(byte(r))
		return r, span, true
	case r == 'Σ':
		r = s.sigma()
		s.cased = true
		return r, span, true
	case r == 'İ':
		s.second, s.last = '\u0307', span
		s.cased = true
		return 'i', span, true
	}
	p := s.property(r)
	s.cased = p&isCased != 0 || s.cased && p&ignorable != 0
	if p&hasLower != 0 {
		r = unicode.ToLower(r)
	}
	return r, span, true
}

// raw is the next character before lower-casing.
func (s *scanner) raw() (rune, Span, bool) {
	for {
		if len(s.segment) > 0 {
			r, size := utf8.DecodeRune(s.segment)
			s.segment = s.segment[size:]
			return r, s.span, true
		}
		if s.at < s.piece {
			size := nfkc.NextBoundaryInString(s.text[s.at:s.piece], true)
			s.span = Span{s.at, s.at + size}
			s.buf = nfkc.AppendString(s.buf[:0], s.text[s.at:s.at+size])
			s.segment = s.buf
			s.at += size
			continue
		}
		if s.at >= len(s.text) {
			return 0, Span{}, false
		}
		if s.at < s.asIs || !s.compose || !s.pieceAhead() {
			r, size := utf8.DecodeRuneInString(s.text[s.at:])
			s.at += size
			return r, Span{s.at - size, s.at}, true
		}
	}
}

// pieceAhead prepares the piece at s.at; false if it can be read as it is.
func (s *scanner) pieceAhead() bool {
	end, normal := s.at+1, true
	if s.text[s.at] >= utf8.RuneSelf {
		end = s.at
	}
	for end < len(s.text) && s.text[end] >= utf8.RuneSelf {
		r, size := utf8.DecodeRuneInString(s.text[end:])
		normal = normal && s.property(r)&inert != 0
		end += size
	}
	if normal || nfkc.IsNormalString(s.text[s.at:end]) {
		s.asIs = end
		return false
	}
	s.piece = end
	return true
}

var nfkc = norm.NFKC
