package sketch

import "github.com/bits-and-blooms/bitset"

// Bits is the boolean array of M cells: cell i is set iff some n-gram hashes to
// i mod M. M/8 bytes.
type Bits struct {
	m   int
	set *bitset.BitSet
}

// NewBits makes the array of a document's n-gram hashes; repeats do not count.
func NewBits(m int, hashes []uint64) (*Bits, error) {
	if err := CheckM(m); err != nil {
		return nil, err
	}
	b := &Bits{m, bitset.New(uint(m))}
	for _, h := range hashes {
		b.set.Set(uint(h & uint64(m-1)))
	}
	return b, nil
}

// M is the number of cells, Ones how many are set.
func (b *Bits) M() int    { return b.m }
func (b *Bits) Ones() int { return int(b.set.Count()) }

// SharedBits is popcount(a AND b). Arrays of different M share nothing.
func SharedBits(a, b *Bits) int {
	if a.m != b.m {
		return 0
	}
	return int(a.set.IntersectionCardinality(b.set))
}

// OverlapBits is the paper's raw score: popcount(AND) / min(popcount, popcount).
func OverlapBits(a, b *Bits) float64 { return ratio(SharedBits(a, b), min(a.Ones(), b.Ones())) }

// Fold halves the array by OR-ing its halves: equal to the array of M/2 cells
// of the same hashes. Nil at the smallest size.
func (b *Bits) Fold() *Bits {
	half := b.m / 2
	if half < MinM {
		return nil
	}
	folded := bitset.New(uint(half))
	for i, ok := b.set.NextSet(0); ok; i, ok = b.set.NextSet(i + 1) {
		folded.Set(i & uint(half-1))
	}
	return &Bits{half, folded}
}
