package sketch

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// stream is a document's n-grams: one in ten repeats.
func stream(r *rand.Rand, n int) []uint64 {
	hashes := make([]uint64, n)
	for i := range hashes {
		hashes[i] = r.Uint64()
		if i > 0 && r.IntN(10) == 0 {
			hashes[i] = hashes[r.IntN(i)]
		}
	}
	return hashes
}

// BenchmarkDistinct is why there is a Distinct: sort and compact beside it.
func BenchmarkDistinct(b *testing.B) {
	for _, n := range []int{25, 250, 2500, 100_000} {
		hashes := stream(rand.New(rand.NewPCG(1, 2)), n)
		work := make([]uint64, n)
		run := func(name string, distinct func([]uint64) []uint64) {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					copy(work, hashes)
					distinct(work)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/gram")
			})
		}
		var d Distinct
		run("hash", d.Compact)
		run("sort", func(h []uint64) []uint64 { slices.Sort(h); return slices.Compact(h) })
	}
}

// BenchmarkScore is one pair, of 250 n-grams unless it says otherwise.
func BenchmarkScore(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 4))
	x, y := sets(r, 250, 250, 125)
	gx, gy := NewGrams(slices.Clone(x)), NewGrams(slices.Clone(y))
	b.Run("grams", func(b *testing.B) {
		for b.Loop() {
			Overlap(gx, gy)
		}
	})
	for _, m := range []int{1 << 12, 1 << 14} {
		bx, by := newBits(b, m, x), newBits(b, m, y)
		b.Run(fmt.Sprintf("bits/%d", m), func(b *testing.B) {
			for b.Loop() {
				OverlapBits(bx, by)
			}
		})
		cx, cy := newCounts(b, m, x), newCounts(b, m, y)
		b.Run(fmt.Sprintf("counts/%d", m), func(b *testing.B) {
			for b.Loop() {
				OverlapCounts(cx, cy)
			}
		})
	}
}

func BenchmarkBuild(b *testing.B) {
	x, _ := sets(rand.New(rand.NewPCG(5, 6)), 250, 250, 0)
	work := make([]uint64, len(x))
	var cells Cells
	for _, m := range []int{1 << 12, 1 << 24} {
		b.Run(fmt.Sprintf("cells/%d", m), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				copy(work, x)
				cells = AppendCells(cells[:0], work, m)
			}
		})
	}
	b.Run("bits/4096", func(b *testing.B) {
		for b.Loop() {
			newBits(b, 1<<12, x)
		}
	})
	b.Run("counts/4096", func(b *testing.B) {
		for b.Loop() {
			newCounts(b, 1<<12, x)
		}
	})
}
