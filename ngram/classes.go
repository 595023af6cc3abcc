package ngram

import (
	"sync"
	"unicode"
)

// A property says all that the scanner and the word rules ask of a character.
type property uint8

const (
	letter    property = 1 << iota // general category L or N
	mark                           // M
	single                         // letter of a script that is written without spaces
	hasLower                       // its lower case is another character
	isCased                        // D135 of the Unicode Standard, 3.13
	ignorable                      // D136: may stand inside a cased word
	inert                          // NFKC leaves it alone, whatever stands before it
)

// singles are the scripts of which one character is one word. Words of such
// scripts cannot be found without a dictionary; a plain letter scan would make
// a Chinese sentence one word, so that one changed character hides a copy.
var singles = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai,
	unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// properties answers for the first 65,536 code points. Asking unicode's range
// tables each time made Chinese text three times slower. It takes some
// milliseconds to fill, so only a text that is not ASCII asks for it.
var properties = sync.OnceValue(func() *[1 << 16]property {
	t := new([1 << 16]property)
	for r := range rune(1 << 16) {
		if unicode.In(r, unicode.L, unicode.N, unicode.M, unicode.Cf, unicode.Sk, unicode.Po, unicode.Pf, unicode.Pi, unicode.So) {
			t[r] = propertyOf(r)
		}
	}
	return t
})

func (s *scanner) property(r rune) property {
	if r < 1<<16 {
		return s.table[r]
	}
	return propertyOf(r)
}

func propertyOf(r rune) property {
	var p property
	if unicode.IsLetter(r) || unicode.IsNumber(r) {
		p |= letter
		if unicode.In(r, singles...) {
			p |= single
		}
	}
	if unicode.IsMark(r) {
		p |= mark
	}
	if unicode.ToLower(r) != r {
		p |= hasLower
	}
	if cased(r) {
		p |= isCased
	}
	if caseIgnorable(r) {
		p |= ignorable
	}
	if s := string(r); nfkc.IsNormalString(s) && nfkc.PropertiesString(s).BoundaryBefore() {
		p |= inert
	}
	return p
}
