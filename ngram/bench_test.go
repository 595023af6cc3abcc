package ngram

import (
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/dchest/siphash"
)

// prose is ASCII with the word lengths of English and as few different words:
// the n-th most frequent of 20,000 comes 1/n as often as the first.
func prose(r *rand.Rand, words int) string {
	var b strings.Builder
	zipf := rand.NewZipf(r, 1.05, 2, 20_000)
	for range words {
		n := zipf.Uint64()
		word := rand.New(rand.NewPCG(n, n))
		for range 1 + int(word.ExpFloat64()*3.7) {
			b.WriteByte(byte('a' + word.IntN(26)))
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
	run := func(name string, hash func(dst []uint64) []uint64) {
		b.Run(name, func(b *testing.B) {
			var grams []uint64
			b.ReportAllocs()
			for b.Loop() {
				grams = hash(grams[:0])
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(grams)), "ns/gram")
		})
	}
	run("two at a time", func(dst []uint64) []uint64 { return h.AppendGrams(dst, units) })
	run("one at a time", func(dst []uint64) []uint64 {
		for i := 0; i+3 <= len(units); i++ {
			dst = append(dst, sipWords(DefaultKey, units[i:i+3]))
		}
		return dst
	})
	run("bytes through dchest", func(dst []uint64) []uint64 {
		var buf [24]byte
		for i := 0; i+3 <= len(units); i++ {
			for k, u := range units[i : i+3] {
				binary.LittleEndian.PutUint64(buf[8*k:], u)
			}
			dst = append(dst, siphash.Hash(DefaultKey.K0, DefaultKey.K1, buf[:]))
		}
		return dst
	})
}
