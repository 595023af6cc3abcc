package ngram

import (
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/dchest/siphash"
	"github.com/stretchr/testify/require"
)

func hasher(t testing.TB, s Scheme) *Hasher {
	h, err := NewHasher(s)
	require.NoError(t, err)
	return h
}

// alphabet holds the characters on which the fast paths could go wrong.
var alphabet = []string{
	"a", "b", "Z", "K", "s", "i", "7", "0", " ", "  ", "\n", "\t", "_", "-", "'", ".", ":", "^", "`", "=", "<",
	"é", "É", "ß", "ẞ", "İ", "ı", "Σ", "σ", "ς", "Ω", "Å", "𝚺", "ﬁ", "²", "½", "Ａ", "ｶﾞ", "ー", "\u0301", "\u0338", "\u0345",
	"\u0307", "ʰ", "ᵃ", "ͅ", "中", "文", "ひ", "カ", "ก", "ำ", "ั", "ລ", "ក", "្", "မ", "ာ", "हि", "न्दी", "\u064b", "ب",
	"각", "ᄀ", "ᅡ", "ᆨ", "😀", "👩‍💻", "\u200d", "\u00ad", "\u00a0", "\u2028", "\u0085", "\uFFFD", "’", "·", "Ⅻ", "ǆ", "ǅ", "𐐀", "\x00",
}

func randomText(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(40) {
		b.WriteString(alphabet[r.IntN(len(alphabet))])
	}
	return b.String()
}

func TestRandomTextsAgainstTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 30_000 {
		checkText(t, randomText(r))
	}
}

// checkText holds every scheme against its twin on one text.
func checkText(t *testing.T, text string) {
	t.Helper()
	text = validEach(text)
	if longMarks(text) {
		return
	}
	for _, tokens := range []Tokens{Words, Plain} {
		h := hasher(t, Scheme{Tokens: tokens})
		var want []uint64
		for _, w := range twinWords(text, tokens == Plain) {
			want = append(want, twinHash(DefaultKey, w))
		}
		got := h.AppendUnits(nil, text)
		require.Equal(t, want, got, "%v words of %+q", tokens, text)
		require.Equal(t, twinGrams(DefaultKey, want, 3), h.AppendGrams(nil, got), "%v", tokens)
		checkSpans(t, h, text, got)
	}
	h := hasher(t, Scheme{Tokens: Chars, N: 4})
	units, grams := twinShingles(DefaultKey, text, 4)
	got := h.AppendUnits(nil, text)
	require.Equal(t, units, got, "chars of %+q", text)
	require.Equal(t, grams, h.AppendGrams(nil, got))
	checkSpans(t, h, text, got)
}

// longMarks: x/text looks ahead a limited number of characters and breaks up
// runs of over 30 marks; both count characters, we in the text, it in a buffer.
func longMarks(text string) bool {
	run := 0
	for _, r := range text {
		if run++; !caseIgnorable(r) {
			run = 0
		}
		if run > 12 {
			return true
		}
	}
	return false
}

// checkSpans: spans are ordered, inside the text, and each alone gives its unit
// wherever it starts and ends at a character boundary of its own.
func checkSpans(t *testing.T, h *Hasher, text string, want []uint64) {
	units, spans := h.AppendSpans(nil, nil, text)
	require.Equal(t, want, units)
	require.Len(t, spans, len(units))
	for i, s := range spans {
		require.True(t, 0 <= s.Start && s.Start < s.End && s.End <= len(text), "%+q %v", text, s)
		require.True(t, utf8.RuneStart(text[s.Start]), "%+q %v", text, s)
		if i > 0 {
			require.GreaterOrEqual(t, s.Start, spans[i-1].Start)
			require.GreaterOrEqual(t, s.End, spans[i-1].End)
		}
	}
}

func TestSpansPointAtTheWords(t *testing.T) {
	h := hasher(t, Scheme{})
	text := "The café's cafe\u0301 ﬁne 中文 x²"
	_, spans := h.AppendSpans(nil, nil, text)
	var got []string
	for _, s := range spans {
		got = append(got, text[s.Start:s.End])
	}
	require.Equal(t, []string{"The", "café", "s", "cafe\u0301", "ﬁne", "中", "文", "x²"}, got)
}

// TestLowerAgrees tries every assigned character as context of a Σ and alone.
func TestLowerAgrees(t *testing.T) {
	h := hasher(t, Scheme{Tokens: Chars, N: 1})
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) || unicode.IsSpace(r) || !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Cf) {
			continue
		}
		for _, text := range []string{string(r), "A" + string(r) + "Σ", "AΣ" + string(r), "AΣ" + string(r) + "A", string(r) + "Σ"} {
			units, _ := twinShingles(DefaultKey, text, 1)
			require.Equal(t, units, h.AppendUnits(nil, text), "%U in %+q", r, text)
		}
	}
}

func TestSipWordsIsSipHash(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 40 {
		words := make([]uint64, n)
		var b []byte
		for i := range words {
			words[i] = r.Uint64()
			b = binary.LittleEndian.AppendUint64(b, words[i])
		}
		k := Key{r.Uint64(), r.Uint64()}
		require.Equal(t, siphash.Hash(k.K0, k.K1, b), sipWords(k, words))
		h := hasher(t, Scheme{Key: k})
		require.Equal(t, twinGrams(k, words, 3), h.AppendGrams(nil, words))
		h = hasher(t, Scheme{Key: k, N: 5})
		require.Equal(t, twinGrams(k, words, 5), h.AppendGrams(nil, words))
	}
}

func TestFoldIgnoresCaseWidthAndWhiteSpaceOnly(t *testing.T) {
	h := hasher(t, Scheme{})
	fold := func(s string) string { return string(h.AppendFold(nil, s)) }
	require.Equal(t, fold("Great value!"), fold(" gREAT\u00a0 ＶＡＬＵＥ！\n"))
	require.Equal(t, fold("STRASSE Σας"), fold("strasse ΣΑΣ"))
	require.NotEqual(t, fold("5+3"), fold("5-3"))
	require.NotEqual(t, fold("value"), fold("value!"))
}

func TestFoldAgainstTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	h := hasher(t, Scheme{})
	for range 20_000 {
		if text := validEach(randomText(r)); !longMarks(text) {
			require.Equal(t, twinFold(text), string(h.AppendFold(nil, text)), "%+q", text)
		}
	}
}

func TestStateDoesNotLeakFromTextToText(t *testing.T) {
	h := hasher(t, Scheme{})
	h.AppendUnits(nil, "éA")
	require.Equal(t, []uint64{twinHash(DefaultKey, "σ")}, h.AppendUnits(nil, "Σ"))
	h.AppendUnits(nil, "x İ")
	require.Equal(t, []uint64{twinHash(DefaultKey, "é")}, h.AppendUnits(nil, "é"))
}

func TestImpossibleSchemes(t *testing.T) {
	for _, s := range []Scheme{{N: -1}, {N: MaxN + 1}, {Tokens: 9}} {
		_, err := NewHasher(s)
		require.ErrorIs(t, err, ErrScheme)
	}
	_, err := ParseTokens("word")
	require.ErrorContains(t, err, "want words, plain or chars")
}

func FuzzWords(f *testing.F) {
	f.Add("The quick brown fox")
	f.Add("ΣΑΣ’Σ İ ﬁ e\u0301 =\u0338 中文ー")
	r := rand.New(rand.NewPCG(5, 6))
	for range 50 {
		f.Add(randomText(r))
	}
	f.Fuzz(func(t *testing.T, text string) { checkText(t, text) })
}

func FuzzFold(f *testing.F) {
	f.Add("Great  value!", "great value!")
	f.Fuzz(func(t *testing.T, a, b string) {
		h := hasher(t, Scheme{})
		fold := h.AppendFold(nil, a)
		require.Equal(t, fold, h.AppendFold(nil, " "+a+"\n"), "%+q", a)
		if text := validEach(a + b); !longMarks(text) {
			require.Equal(t, twinFold(text), string(h.AppendFold(nil, text)), "%+q", text)
		}
	})
}

func TestSumUnitsTellsSequencesApart(t *testing.T) {
	seen := map[uint64]string{}
	for _, tokens := range []Tokens{Words, Chars} {
		h := hasher(t, Scheme{Tokens: tokens})
		for _, text := range []string{"", "a", "b", "ab", "ba", "a b", "b a", "a a", "a a a", "a b a b", "b a b a"} {
			units := h.AppendUnits(nil, text)
			sum := h.SumUnits(units)
			require.Equal(t, sum, h.SumUnits(units))
			if key := tokens.String() + text; len(units) > 0 && seen[sum] != "" && tokens == Chars {
				t.Errorf("%q and %q", seen[sum], key)
			}
			seen[sum] = tokens.String() + text
		}
	}
}
