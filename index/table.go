package index

import "math/bits"

// table maps 64-bit hashes to numbers 0, 1, 2… in order of first insertion. The
// keys are SipHash values already, so their upper bits pick the slot. A bit
// filter in front answers most look-ups of absent keys from the cache: of
// training n-grams four of five are absent.
type table struct {
	shift  uint
	keys   []uint64
	number []uint32 // plus one; 0 marks a free slot
	used   int

	filter      []uint64
	filterShift uint
}

// newTable has room for n keys at a load of at most two thirds: 12 to 24 bytes
// a key, and 1 to 2 for the filter.
func newTable(n int) *table {
	log := max(6, bits.Len(uint(n+n/2)))
	filterLog := max(6, bits.Len(uint(8*n)))
	return &table{
		shift:       uint(64 - log),
		keys:        make([]uint64, 1<<log),
		number:      make([]uint32, 1<<log),
		filter:      make([]uint64, 1<<(filterLog-6)),
		filterShift: uint(64 - filterLog),
	}
}

// insert returns the number of key, giving it the next one if it is new.
func (t *table) insert(key uint64) (number uint32, added bool) {
	mask := uint64(len(t.keys) - 1)
	i := key >> t.shift
	for t.number[i] != 0 {
		if t.keys[i] == key {
			return t.number[i] - 1, false
		}
		i = (i + 1) & mask
	}
	t.used++
	t.keys[i], t.number[i] = key, uint32(t.used)
	bit := t.filterBit(key)
	t.filter[bit>>6] |= 1 << (bit & 63)
	return uint32(t.used) - 1, true
}

// filterBit uses other bits than the slot, or both would miss together.
func (t *table) filterBit(key uint64) uint64 {
	return bits.RotateLeft64(key, 32) >> t.filterShift
}

func (t *table) maybe(key uint64) bool {
	bit := t.filterBit(key)
	return t.filter[bit>>6]>>(bit&63)&1 != 0
}

func (t *table) find(key uint64) (number uint32, ok bool) {
	mask := uint64(len(t.keys) - 1)
	for i := key >> t.shift; t.number[i] != 0; i = (i + 1) & mask {
		if t.keys[i] == key {
			return t.number[i] - 1, true
		}
	}
	return 0, false
}

// grown is a table of twice the room; numbers stay.
func (t *table) grown() *table {
	byNumber := make([]uint64, t.used)
	for i, n := range t.number {
		if n != 0 {
			byNumber[n-1] = t.keys[i]
		}
	}
	bigger := newTable(2 * t.used)
	for _, key := range byNumber {
		bigger.insert(key)
	}
	return bigger
}
