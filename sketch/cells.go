package sketch

import "slices"

// Cell is one non-zero cell of an array.
type Cell struct {
	Index uint32
	Count uint8 // distinct n-grams, saturating at 255
}

// Cells is the sparse form of a document's array, ascending by Index. Its size
// follows the document, not M: all that is compared at M = 2^24 fits in memory
// that dense arrays would need for a handful of documents.
type Cells []Cell

// AppendCells appends the non-zero cells of the array of m cells that the
// distinct hashes make. It overwrites hashes.
func AppendCells(dst Cells, hashes []uint64, m int) Cells {
	for i, h := range hashes {
		hashes[i] = h & uint64(m-1)
	}
	slices.Sort(hashes)
	for i := 0; i < len(hashes); {
		run := i
		for i < len(hashes) && hashes[i] == hashes[run] {
			i++
		}
		dst = append(dst, Cell{uint32(hashes[run]), uint8(min(255, i-run))})
	}
	return dst
}

// Sum is the sum of the counts, Σ of the paper's score.
func (c Cells) Sum() int {
	sum := 0
	for _, cell := range c {
		sum += int(cell.Count)
	}
	return sum
}
