package ngram

import (
	"errors"
	"fmt"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Tokens says what a text is cut into. The numbers are stored in reports and
// sketch files: never renumber them.
type Tokens int

const (
	// Words is the default: NFKC, lower case, maximal runs of letters,
	// numbers and marks; a character of a script that is written without
	// spaces is a word by itself.
	Words Tokens = 1
	// Plain is lower case and maximal runs of letters and numbers, with no
	// normalisation: the rule of the reference answers.
	Plain Tokens = 2
	// Chars is lower case with white space collapsed; the unit is the code
	// point.
	Chars Tokens = 3
)

var tokensNames = map[Tokens]string{Words: "words", Plain: "plain", Chars: "chars"}

// String gives the name that the command line uses.
func (t Tokens) String() string { return tokensNames[t] }

// ParseTokens reads "words", "plain" or "chars".
func ParseTokens(s string) (Tokens, error) {
	for t, name := range tokensNames {
		if name == s {
			return t, nil
		}
	}
	return 0, fmt.Errorf("unknown tokens %q: want words, plain or chars", s)
}

// Key is a 128-bit SipHash key, low half first.
type Key struct{ K0, K1 uint64 }

// DefaultKey is the bytes 00 01 … 0f: fixed and public, so that sketches made
// by different people compare.
var DefaultKey = Key{0x0706050403020100, 0x0f0e0d0c0b0a0908}

// SchemeNumber is the version of the rules text → hash as a whole. Hashes made
// under different numbers do not compare.
const SchemeNumber = 1

// MaxN is the longest n-gram, in units.
const MaxN = 64

// ErrScheme is wrapped by every error about an impossible Scheme.
var ErrScheme = errors.New("impossible n-gram scheme")

// Scheme fixes how a text becomes hashes. Hashes compare only between equal
// schemes. The zero value means words, n = 3, the default key.
type Scheme struct {
	Tokens Tokens // 0 = Words
	N      int    // units an n-gram; 0 = DefaultN(Tokens)
	Key    Key    // zero = DefaultKey
}

// DefaultN is the usual n: 3 for words (the paper's), 10 for code points.
func DefaultN(t Tokens) int {
	if t == Chars {
		return 10
	}
	return 3
}

func (s Scheme) withDefaults() (Scheme, error) {
	if s.Tokens == 0 {
		s.Tokens = Words
	}
	if _, known := tokensNames[s.Tokens]; !known {
		return s, fmt.Errorf("%w: tokens %d", ErrScheme, int(s.Tokens))
	}
	if s.N == 0 {
		s.N = DefaultN(s.Tokens)
	}
	if s.N < 1 || s.N > MaxN {
		return s, fmt.Errorf("%w: n = %d, want 1 to %d", ErrScheme, s.N, MaxN)
	}
	if s.Key == (Key{}) {
		s.Key = DefaultKey
	}
	return s, nil
}

// UnicodeVersion names the character tables that decide what a letter is and
// how a text is normalised. Two builds with different tables agree on every
// character that both know.
func UnicodeVersion() string {
	return fmt.Sprintf("%s (letters), %s (normalisation)", unicode.Version, norm.Version)
}
