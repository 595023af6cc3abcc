package sketch

import "slices"

// Grams is the exact sketch: the distinct 64-bit n-gram hashes of a document,
// ascending ("raw 3-grams" in the paper). 8 bytes an n-gram.
type Grams []uint64

// NewGrams sorts and deduplicates n-gram hashes in place and returns what is
// left.
func NewGrams(hashes []uint64) Grams {
	slices.Sort(hashes)
	return slices.Compact(hashes)
}

// Shared is |a∩b|.
func Shared(a, b Grams) int {
	shared := 0
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			shared++
			a, b = a[1:], b[1:]
		}
	}
	return shared
}

// Overlap is the overlap coefficient |a∩b| / min(|a|, |b|), 0 if one is empty.
func Overlap(a, b Grams) float64 { return ratio(Shared(a, b), min(len(a), len(b))) }

func ratio(shared, smaller int) float64 {
	if smaller == 0 {
		return 0
	}
	return float64(shared) / float64(smaller)
}

// Distinct removes repeats from n-gram hashes in one pass over a hash set that
// it keeps from call to call. Sorting took four times as long at 250 n-grams.
// The zero value is ready; use one a goroutine.
type Distinct struct{ slots []uint64 }

// Compact moves the first occurrence of every hash to the front, in order, and
// returns them.
func (d *Distinct) Compact(hashes []uint64) []uint64 {
	size := 64
	for size < 2*len(hashes) {
		size *= 2
	}
	if size > len(d.slots) {
		d.slots = make([]uint64, size)
	}
	// Only as many slots as this document needs: clearing a wide table for
	// every short text costs more than filling it.
	slots := d.slots[:size]
	clear(slots)
	kept, zero := 0, false
	for _, h := range hashes {
		if h == 0 { // marks an empty slot
			if !zero {
				zero = true
				hashes[kept] = h
				kept++
			}
			continue
		}
		i := h & uint64(size-1)
		for slots[i] != 0 && slots[i] != h {
			i = (i + 1) & uint64(size-1)
		}
		if slots[i] == 0 {
			slots[i] = h
			hashes[kept] = h
			kept++
		}
	}
	return hashes[:kept]
}
