package ngram

import (
	"unicode"
	"unicode/utf8"
)

// Lower case is Unicode's full mapping as golang.org/x/text/cases has it for
// no language: one character each, but for İ (two) and Σ, which is ς at the end
// of a cased word. TestLowerAgrees and FuzzWords hold it against that package,
// which we do not call because it cannot say where its output came from.

// maxIgnorable is how far x/text looks ahead for a letter after a Σ.
const maxIgnorable = 30

// sigma is the lower case of a Σ just taken.
func (s *scanner) sigma() rune {
	if !s.cased {
		return 'σ'
	}
	seen := 0
	for b := s.segment; len(b) > 0; seen++ {
		r, size := utf8.DecodeRune(b)
		if seen > maxIgnorable || !caseIgnorable(r) {
			return sigmaBefore(r, seen)
		}
		b = b[size:]
	}
	// What follows is read one character at a time: the marks that
	// normalisation might move or merge are ignorable before and after.
	for _, r := range s.text[s.at:] {
		var buf [32]byte
		chars := utf8.AppendRune(buf[:0], r)
		if s.compose && r >= utf8.RuneSelf {
			chars = nfkc.AppendString(buf[:0], string(r))
		}
		for len(chars) > 0 {
			r, size := utf8.DecodeRune(chars)
			if seen > maxIgnorable || !caseIgnorable(r) {
				return sigmaBefore(r, seen)
			}
			chars = chars[size:]
			seen++
		}
	}
	return 'ς'
}

func sigmaBefore(r rune, seen int) rune {
	if seen <= maxIgnorable && cased(r) {
		return 'σ'
	}
	return 'ς'
}

// cased is the property of Unicode 3.13 (D135).
func cased(r rune) bool {
	return unicode.In(r, unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase)
}

// caseIgnorable is the property of Unicode 3.13 (D136): marks, format
// characters, modifiers, and the punctuation that may stand inside a word.
func caseIgnorable(r rune) bool {
	if r < utf8.RuneSelf {
		return asciiCaseIgnorable(byte(r))
	}
	switch r {
	case 0xb7, 0x387, 0x55f, 0x5f4, 0x2018, 0x2019, 0x2024, 0x2027, 0xfe13, 0xfe52, 0xfe55, 0xff07, 0xff0e, 0xff1a:
		return true
	}
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk)
}

func asciiCaseIgnorable(c byte) bool {
	return c == '\'' || c == '.' || c == ':' || c == '^' || c == '`'
}
