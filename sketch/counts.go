package sketch

// Counts is the array of M saturating bytes: cell i counts the distinct n-grams
// that hash to i mod M, up to 255. M bytes.
type Counts struct{ cells []uint8 }

// NewCounts makes the array of a document's distinct n-gram hashes. The caller
// removes repeats ([Distinct]): the array counts distinct n-grams, so that one
// repeated phrase does not outweigh a text.
func NewCounts(m int, distinct []uint64) (*Counts, error) {
	if err := CheckM(m); err != nil {
		return nil, err
	}
	c := &Counts{make([]uint8, m)}
	for _, h := range distinct {
		if cell := &c.cells[h&uint64(m-1)]; *cell < 255 {
			*cell++
		}
	}
	return c, nil
}

// M is the number of cells, Sum what they hold together.
func (c *Counts) M() int { return len(c.cells) }

func (c *Counts) Sum() int {
	sum := 0
	for _, n := range c.cells {
		sum += int(n)
	}
	return sum
}

// SharedCounts is Σ min over the cells. Arrays of different M share nothing.
func SharedCounts(a, b *Counts) int {
	if len(a.cells) != len(b.cells) {
		return 0
	}
	sum := 0
	for i, n := range a.cells {
		sum += int(min(n, b.cells[i]))
	}
	return sum
}

// OverlapCounts is the paper's raw score: Σ min / min(Σ, Σ).
func OverlapCounts(a, b *Counts) float64 { return ratio(SharedCounts(a, b), min(a.Sum(), b.Sum())) }

// Bits is the boolean array of the same n-grams.
func (c *Counts) Bits() *Bits {
	b, _ := NewBits(len(c.cells), nil)
	for i, n := range c.cells {
		if n > 0 {
			b.set.Set(uint(i))
		}
	}
	return b
}

// Fold halves the array by adding its halves, saturating.
func (c *Counts) Fold() *Counts {
	half := len(c.cells) / 2
	if half < MinM {
		return nil
	}
	folded := &Counts{make([]uint8, half)}
	for i := range half {
		folded.cells[i] = uint8(min(255, int(c.cells[i])+int(c.cells[i+half])))
	}
	return folded
}
