package ngram

import (
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dchest/siphash"
	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// The plain twin: whole-text normalisation and lower case by the libraries,
// words by the rule as it is written down, SipHash over bytes.

// twinLower gives the library room for all of its output at once: where its
// String grows the buffer inside a word, a following Σ is no longer final.
func twinLower(text string) string {
	dst := make([]byte, 3*len(text)+16)
	n, _, err := cases.Lower(language.Und).Transform(dst, []byte(text), true)
	if err != nil {
		panic(err)
	}
	return string(dst[:n])
}

func twinWords(text string, plain bool) []string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if !plain {
		text = norm.NFKC.String(text)
	}
	var words []string
	open, single := false, false
	for _, r := range twinLower(text) {
		letter := unicode.IsLetter(r) || unicode.IsNumber(r)
		alone := letter && !plain && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana,
			unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
		switch {
		case !letter && (plain || !unicode.IsMark(r)):
			open = false
		case !letter && !open:
		case !letter:
			words[len(words)-1] += string(r)
		case open && !alone && !single:
			words[len(words)-1] += string(r)
		default:
			words, open, single = append(words, string(r)), true, alone
		}
	}
	return words
}

func twinHash(k Key, s string) uint64 { return siphash.Hash(k.K0, k.K1, []byte(s)) }

func twinGrams(k Key, units []uint64, n int) []uint64 {
	var grams []uint64
	for i := 0; i+n <= len(units); i++ {
		var b []byte
		for _, u := range units[i : i+n] {
			b = binary.LittleEndian.AppendUint64(b, u)
		}
		grams = append(grams, siphash.Hash(k.K0, k.K1, b))
	}
	return grams
}

func twinShingles(k Key, text string, n int) (units, grams []uint64) {
	text = strings.Join(strings.Fields(twinLower(strings.ToValidUTF8(text, "\uFFFD"))), " ")
	runes := []rune(text)
	for i, r := range runes {
		units = append(units, uint64(r))
		if i+n <= len(runes) {
			grams = append(grams, twinHash(k, string(runes[i:i+n])))
		}
	}
	return units, grams
}

func twinFold(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, twinLower(norm.NFKC.String(text)))
}

// validEach mirrors what the fast path does with bad bytes: each one is U+FFFD.
// strings.ToValidUTF8 makes one of a run; both separate words.
func validEach(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		b.WriteRune(r)
		i += size
	}
	return b.String()
}
