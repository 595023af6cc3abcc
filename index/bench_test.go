package index

import (
	"math/rand/v2"
	"runtime"
	"testing"
)

// realistic makes documents of about 250 n-grams, of which three of four stand
// in one document only, as in the validation side of newsgroups20.
func realistic(n int) [][]uint64 {
	r := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(r, 1.1, 4, 200_000)
	docs := make([][]uint64, n)
	for i := range docs {
		seen := map[uint64]bool{}
		for range 50 + r.IntN(400) {
			gram := r.Uint64()
			if r.IntN(10) < 3 {
				gram = (zipf.Uint64() + 1) * 0x9e3779b97f4a7c15
			}
			if !seen[gram] {
				seen[gram] = true
				docs[i] = append(docs[i], gram)
			}
		}
	}
	return docs
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func BenchmarkBuild(b *testing.B) {
	docs := realistic(4000)
	before := heap()
	var x *Exact
	for b.Loop() {
		x = NewExact(threshold(b, "0.5"), docs, nil, nil)
	}
	after := heap()
	b.ReportMetric(float64(after-before)/float64(len(x.ranks)), "B/posting")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(x.ranks)), "ns/posting")
	runtime.KeepAlive(x)
	runtime.KeepAlive(docs) // or their memory would be subtracted
}

func BenchmarkFind(b *testing.B) {
	docs := realistic(8000)
	x := NewExact(threshold(b, "0.5"), docs[:4000], nil, nil)
	var s Search
	grams := 0
	b.ReportAllocs()
	for b.Loop() {
		grams = 0
		for _, d := range docs[4000:] {
			x.Find(&s, d, 0)
			grams += len(d)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(grams), "ns/gram")
}
