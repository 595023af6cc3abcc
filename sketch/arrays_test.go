package sketch

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// drawM keeps to the sizes that a test can fill: the rules are the same at all.
func drawM(t *rapid.T) int {
	return MinM << rapid.IntRange(0, 7).Draw(t, "log2(M/64)")
}

// drawSet draws distinct hashes. The ranges make some arrays almost empty, some
// full, and some with cells that saturate: hashes that are equal modulo 2^20
// fall into one cell at every M tried here.
func drawSet(t *rapid.T, name string) []uint64 {
	r := rapid.OneOf(
		rapid.Uint64(),
		rapid.Uint64Range(0, 300),
		rapid.Map(rapid.Uint64Range(0, 1<<12), func(x uint64) uint64 { return x<<20 | 5 }),
	)
	return rapid.SliceOfNDistinct(r, 0, rapid.SampledFrom([]int{0, 1, 10, 100, 600}).Draw(t, name+" size"), rapid.ID[uint64]).Draw(t, name)
}

// drawPair draws two sets that have some hashes in common.
func drawPair(t *rapid.T) (a, b []uint64) {
	both := drawSet(t, "both")
	distinct := func(more []uint64) []uint64 {
		return NewGrams(append(slices.Clone(both), more...))
	}
	return distinct(drawSet(t, "a")), distinct(drawSet(t, "b"))
}

func newBits(t require.TestingT, m int, hashes []uint64) *Bits {
	b, err := NewBits(m, hashes)
	require.NoError(t, err)
	return b
}

func newCounts(t require.TestingT, m int, hashes []uint64) *Counts {
	c, err := NewCounts(m, hashes)
	require.NoError(t, err)
	return c
}

// dense is the plain twin: a count a cell, without a limit.
func dense(m int, hashes []uint64) []int {
	cells := make([]int, m)
	for _, h := range hashes {
		cells[h%uint64(m)]++
	}
	return cells
}

func TestArraysAgainstPlainCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawM(t)
		a, b := drawPair(t)
		na, nb := dense(m, a), dense(m, b)
		ones, sum, and, least := 0, 0, 0, 0
		for i := range m {
			if na[i] > 0 {
				ones++
			}
			if na[i] > 0 && nb[i] > 0 {
				and++
			}
			sum += min(255, na[i])
			least += min(255, na[i], nb[i])
		}
		ba, bb := newBits(t, m, a), newBits(t, m, b)
		ca, cb := newCounts(t, m, a), newCounts(t, m, b)
		require.Equal(t, m, ba.M())
		require.Equal(t, m, ca.M())
		require.Equal(t, ones, ba.Ones())
		require.Equal(t, sum, ca.Sum())
		require.Equal(t, and, SharedBits(ba, bb))
		require.Equal(t, least, SharedCounts(ca, cb))
	})
}

func TestScoresAreSymmetricAndInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawM(t)
		a, b := drawPair(t)
		ba, bb := newBits(t, m, a), newBits(t, m, b)
		ca, cb := newCounts(t, m, a), newCounts(t, m, b)
		for name, score := range map[string][2]float64{
			"grams":  {Overlap(a, b), Overlap(b, a)},
			"bits":   {OverlapBits(ba, bb), OverlapBits(bb, ba)},
			"counts": {OverlapCounts(ca, cb), OverlapCounts(cb, ca)},
		} {
			require.Equal(t, score[0], score[1], name)
			require.True(t, 0 <= score[0] && score[0] <= 1, "%s %v", name, score[0])
		}
		self := 1.0
		if len(a) == 0 {
			self = 0 // nothing is not like nothing
		}
		require.Equal(t, self, Overlap(a, a))
		require.Equal(t, self, OverlapBits(ba, newBits(t, m, a)))
		require.Equal(t, self, OverlapCounts(ca, newCounts(t, m, a)))
		// What two sets share they share in any array: collisions only add.
		if shared := Shared(a, b); len(a) <= 255 && len(b) <= 255 {
			require.GreaterOrEqual(t, SharedCounts(ca, cb), shared)
		}
	})
}

func TestFoldIsTheSmallerArray(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawM(t)
		a := NewGrams(drawSet(t, "a"))
		b, c := newBits(t, m, a), newCounts(t, m, a)
		if m == MinM {
			require.Nil(t, b.Fold())
			require.Nil(t, c.Fold())
			return
		}
		require.True(t, newBits(t, m/2, a).set.Equal(b.Fold().set))
		require.Equal(t, m/2, b.Fold().M())
		// A cell that has lost count at 255 stays at 255, which is what the
		// smaller array holds there too: so Counts fold exactly as well.
		require.Equal(t, newCounts(t, m/2, a), c.Fold())
		require.True(t, c.Fold().Bits().set.Equal(b.Fold().set))
	})
}

func TestCountsAreAtLeastBits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawM(t)
		a, b := drawPair(t)
		ba, bb := newBits(t, m, a), newBits(t, m, b)
		ca, cb := newCounts(t, m, a), newCounts(t, m, b)
		require.True(t, ca.Bits().set.Equal(ba.set))
		require.Equal(t, m, ca.Bits().M())
		require.GreaterOrEqual(t, ca.Sum(), ba.Ones())
		require.LessOrEqual(t, ca.Sum(), len(a))
		require.GreaterOrEqual(t, SharedCounts(ca, cb), SharedBits(ba, bb))
	})
}

func TestArraysDoNotDependOnOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawM(t)
		a := NewGrams(drawSet(t, "a"))
		p := rapid.Permutation([]uint64(a)).Draw(t, "p")
		require.True(t, newBits(t, m, a).set.Equal(newBits(t, m, p).set))
		// Bits take a stream with repeats as it comes.
		require.True(t, newBits(t, m, a).set.Equal(newBits(t, m, append(slices.Clone(p), p...)).set))
		require.Equal(t, newCounts(t, m, a), newCounts(t, m, p))
		require.Equal(t, AppendCells(nil, slices.Clone(a), m), AppendCells(nil, slices.Clone(p), m))
		require.Equal(t, append(Grams{}, a...), append(Grams{}, NewGrams(append(slices.Clone(p), p...))...))
	})
}

func TestCellsAreTheDenseArray(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawM(t)
		a, b := drawPair(t)
		ba, ca := newBits(t, m, a), newCounts(t, m, a)
		before := Cells{{7, 7}}
		cells := AppendCells(slices.Clone(before), slices.Clone(a), m)
		require.Equal(t, before, cells[:1])
		cells = cells[1:]
		require.Len(t, cells, ba.Ones())
		require.Equal(t, ca.Sum(), cells.Sum())
		for i, c := range cells {
			require.True(t, i == 0 || cells[i-1].Index < c.Index)
			require.True(t, ba.set.Test(uint(c.Index)))
			require.Equal(t, ca.cells[c.Index], c.Count)
		}
		other := map[uint32]uint8{}
		for _, c := range AppendCells(nil, slices.Clone(b), m) {
			other[c.Index] = c.Count
		}
		and, least := 0, 0
		for _, c := range cells {
			if n := other[c.Index]; n > 0 {
				and++
				least += int(min(n, c.Count))
			}
		}
		require.Equal(t, SharedBits(ba, newBits(t, m, b)), and)
		require.Equal(t, SharedCounts(ca, newCounts(t, m, b)), least)
	})
}

func TestACellStopsAt255(t *testing.T) {
	for _, n := range []int{254, 255, 256, 257, 512, 70_000} {
		hashes := make([]uint64, n)
		for i := range hashes {
			hashes[i] = uint64(i)<<24 | 9
		}
		c := newCounts(t, MinM, hashes)
		require.Equal(t, min(255, n), c.Sum())
		require.Equal(t, min(255, n), AppendCells(nil, hashes, MinM).Sum())
		require.Equal(t, 1, c.Bits().Ones())
		require.Equal(t, min(255, n), newCounts(t, 2*MinM, hashes).Fold().Sum())
	}
}

func TestArraysOfDifferentSizesShareNothing(t *testing.T) {
	a := []uint64{1, 2, 3}
	require.Zero(t, OverlapBits(newBits(t, 64, a), newBits(t, 128, a)))
	require.Zero(t, OverlapCounts(newCounts(t, 64, a), newCounts(t, 128, a)))
}

// TestLargestArray: the upper end of M, where an index that was cut to 16 bits
// or a cell number that was not masked would show.
func TestLargestArray(t *testing.T) {
	hashes := []uint64{0, MaxM - 1, MaxM, 1<<63 | 12_345_678, ^uint64(0)}
	b := newBits(t, MaxM, hashes)
	require.Equal(t, 3, b.Ones())
	for _, i := range []uint{0, 12_345_678, MaxM - 1} {
		require.True(t, b.set.Test(i))
	}
	require.Equal(t, Cells{{0, 2}, {12_345_678, 1}, {MaxM - 1, 2}}, AppendCells(nil, slices.Clone(hashes), MaxM))
	for f := b; f != nil; f = f.Fold() {
		require.Equal(t, newBits(t, f.M(), hashes).Ones(), f.Ones())
		require.Equal(t, 1, bits.OnesCount(uint(f.M())))
	}
}
