package sketch

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// twinDistinct is the plain twin of Distinct.Compact.
func twinDistinct(hashes []uint64) []uint64 {
	seen := map[uint64]bool{}
	kept := []uint64{}
	for _, h := range hashes {
		if !seen[h] {
			seen[h] = true
			kept = append(kept, h)
		}
	}
	return kept
}

func checkDistinct(t require.TestingT, d *Distinct, hashes []uint64) {
	want := twinDistinct(hashes)
	got := d.Compact(slices.Clone(hashes))
	require.Equal(t, want, append([]uint64{}, got...))
}

// drawStream draws hashes with repeats: from few values, from values that meet
// in one slot of the table, with the hash 0 that marks an empty slot.
func drawStream(t *rapid.T, name string) []uint64 {
	value := rapid.SampledFrom([]*rapid.Generator[uint64]{
		rapid.Uint64(),
		rapid.Uint64Range(0, 20),
		rapid.Map(rapid.Uint64Range(0, 40), func(x uint64) uint64 { return x << 32 }),
		rapid.Just(uint64(0)),
		rapid.Just(^uint64(0)),
		// The last slots of small tables, so that probing goes round the end.
		rapid.Map(rapid.Uint64Range(0, 40), func(x uint64) uint64 { return x<<32 | 1<<20 - 1 }),
	}).Draw(t, name+" values")
	return rapid.SliceOfN(value, 0, rapid.SampledFrom([]int{0, 1, 31, 32, 33, 300}).Draw(t, name+" size")).Draw(t, name)
}

// TestDistinctIsAMap: one Distinct takes several documents, so that what a
// larger one left in the table would be seen in a smaller one.
func TestDistinctIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var d Distinct
		for range 4 {
			checkDistinct(t, &d, drawStream(t, "stream"))
		}
	})
}

func TestDistinctHugeThenSmall(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var d Distinct
	stream := func(n int, values uint64) []uint64 {
		hashes := make([]uint64, n)
		for i := range hashes {
			hashes[i] = r.Uint64N(values) * 0x9e3779b97f4a7c15 // 0 stays 0
		}
		return hashes
	}
	for _, n := range []int{200_000, 3, 1, 0, 100, 64, 65, 5_000, 2, 200_000, 32} {
		checkDistinct(t, &d, stream(n, uint64(n/2+1)))
		checkDistinct(t, &d, stream(n, 1)) // all 0
		checkDistinct(t, &d, slices.Repeat([]uint64{77}, n))
		checkDistinct(t, &d, slices.Repeat([]uint64{77, 0}, n/2))
	}
}

func TestDistinctAllocatesNothingAgain(t *testing.T) {
	var d Distinct
	hashes := make([]uint64, 1000)
	for i := range hashes {
		hashes[i] = uint64(i/2) * 0x9e3779b97f4a7c15
	}
	d.Compact(slices.Clone(hashes))
	work := make([]uint64, len(hashes))
	require.Zero(t, testing.AllocsPerRun(10, func() {
		copy(work, hashes)
		if len(d.Compact(work)) != 500 {
			t.Error("not 500")
		}
	}))
}

func TestSharedIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		both, a, b := drawStream(t, "both"), drawStream(t, "a"), drawStream(t, "b")
		ga := NewGrams(append(slices.Clone(both), a...))
		gb := NewGrams(append(slices.Clone(both), b...))
		inA := map[uint64]bool{}
		for _, h := range ga {
			require.False(t, inA[h])
			inA[h] = true
		}
		want := 0
		for _, h := range gb {
			if inA[h] {
				want++
			}
		}
		require.True(t, slices.IsSorted(ga))
		require.Equal(t, want, Shared(ga, gb))
		require.Equal(t, want, Shared(gb, ga))
		smaller := min(len(ga), len(gb))
		if smaller == 0 {
			require.Zero(t, Overlap(ga, gb))
			return
		}
		require.Equal(t, float64(want)/float64(smaller), Overlap(ga, gb))
	})
}

func TestOverlapIsOverTheSmaller(t *testing.T) {
	small, large := Grams{1, 2, 3, 4}, Grams{0, 1, 2, 3, 5, 6, 7, 8, 9, 10}
	require.Equal(t, .75, Overlap(small, large))
	require.Equal(t, .75, Overlap(large, small))
	require.Zero(t, Overlap(nil, large))
	require.Zero(t, Overlap(nil, nil))
}
