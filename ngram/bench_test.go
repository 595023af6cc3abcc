package ngram

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// prose is 250 words of ASCII with the word lengths of English.
func prose(r *rand.Rand, words int) string {
	var b strings.Builder
	for range words {
		for range 1 + int(r.ExpFloat64()*3.7) {
			b.WriteByte(byte('a' + r.IntN(26)*r.IntN(26)/26))
		}
		b.WriteString([]string{" ", " ", " ", ", ", ".\n"}[r.IntN(5)])
	}
	return b.String()
}

func benchTexts(make func(*rand.Rand) string) (texts []string, bytes int64) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 400 {
		texts = append(texts, make(r))
		bytes += int64(len(texts[len(texts)-1]))
	}
	return texts, bytes
}

func benchmarkUnits(b *testing.B, tokens Tokens, texts []string, bytes int64) {
	h := hasher(b, Scheme{Tokens: tokens})
	var units []uint64
	b.SetBytes(bytes)
	b.ReportAllocs()
	for b.Loop() {
		for _, text := range texts {
			units = h.AppendUnits(units[:0], text)
		}
	}
}

func BenchmarkUnits(b *testing.B) {
	ascii, n := benchTexts(func(r *rand.Rand) string { return prose(r, 250) })
	for _, tokens := range []Tokens{Words, Plain, Chars} {
		b.Run(tokens.String()+"/ascii", func(b *testing.B) { benchmarkUnits(b, tokens, ascii, n) })
	}
	german, n := benchTexts(func(r *rand.Rand) string { return strings.ReplaceAll(prose(r, 250), "ab", "ü") })
	b.Run("words/german", func(b *testing.B) { benchmarkUnits(b, Words, german, n) })
	han, n := benchTexts(func(r *rand.Rand) string {
		var s []rune
		for range 500 {
			s = append(s, rune(0x4e00+r.IntN(3000)))
		}
		return string(s)
	})
	b.Run("words/han", func(b *testing.B) { benchmarkUnits(b, Words, han, n) })
}

func BenchmarkGrams(b *testing.B) {
	h := hasher(b, Scheme{})
	units := h.AppendUnits(nil, prose(rand.New(rand.NewPCG(7, 8)), 1000))
	b.Run("words in registers", func(b *testing.B) {
		var grams []uint64
		b.ReportAllocs()
		for b.Loop() {
			grams = h.AppendGrams(grams[:0], units)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(grams)), "ns/gram")
	})
	b.Run("bytes, dchest", func(b *testing.B) {
		for b.Loop() {
			twinGrams(DefaultKey, units, 3)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(units)-2), "ns/gram")
	})
}
