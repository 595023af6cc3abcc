package index

import "math/bits"

// table maps 64-bit hashes to numbers. The keys are SipHash values or as good,
// so their upper bits pick the slot. A bit filter in front answers most
// look-ups of absent keys from the cache: of training n-grams four of five are
// absent.
type table struct {
	slots []slot // one and a half a key: 24 bytes a key
	used  int

	filter      []uint64 // 4 to 8 bits a key, so that it stays in the cache
	filterShift uint
}

// slot keeps key and number together: look-ups are random reads of memory, and
// one costs what all the rest of a search does.
type slot struct {
	key    uint64
	number uint32 // plus one; 0 marks a free slot
	most   uint32 // for Exact: of the first posting in the key's list
}

// newTable has room for n keys.
func newTable(n int) *table {
	log := max(13, bits.Len(uint(4*n))) // a kilobyte is always in the cache
	return &table{
		slots:       make([]slot, n+n/2+8),
		filter:      make([]uint64, 1<<(log-6)),
		filterShift: uint(64 - log),
	}
}

// home is the slot where a key is looked for first: the key as a fraction of
// the table, so that any size will do.
func (t *table) home(key uint64) int {
	hi, _ := bits.Mul64(key, uint64(len(t.slots)))
	return int(hi)
}

// at is the slot of key, or the free one where it would be.
func (t *table) at(key uint64) *slot {
	for i := t.home(key); ; i++ {
		if i == len(t.slots) {
			i = 0
		}
		if s := &t.slots[i]; s.number == 0 || s.key == key {
			return s
		}
	}
}

// insert returns the number of key, giving it the next one if it is new:
// 0, 1, 2…. There must be room.
func (t *table) insert(key uint64) (number uint32, added bool) {
	s := t.at(key)
	if s.number != 0 {
		return s.number - 1, false
	}
	t.used++
	*s = slot{key: key, number: uint32(t.used)}
	bit := t.filterBit(key)
	t.filter[bit>>6] |= 1 << (bit & 63)
	return s.number - 1, true
}

// filterBit uses other bits than the slot, or both would miss together.
func (t *table) filterBit(key uint64) uint64 {
	return bits.RotateLeft64(key, 32) >> t.filterShift
}

// maybe is 0 for most absent keys, 1 for the others and for every present one.
func (t *table) maybe(key uint64) int {
	bit := t.filterBit(key)
	return int(t.filter[bit>>6] >> (bit & 63) & 1)
}

// touch reads the slots of keys, so that they are in the cache when they are
// looked up: a loop without branches to foresee waits for many of them at a
// time. What it returns only keeps the reads from being optimised away, as does
// not inlining it.
//
//go:noinline
func (t *table) touch(keys []uint64) (sum uint64) {
	for _, key := range keys {
		sum ^= t.slots[t.home(key)].key
	}
	return sum
}

func (t *table) find(key uint64) (number uint32, ok bool) {
	s := t.at(key)
	return s.number - 1, s.number != 0
}

// full says that the next key needs a grown table.
func (t *table) full() bool { return 4*t.used >= 3*len(t.slots) }

// grown is a table of twice the room; numbers stay.
func (t *table) grown() *table {
	bigger := newTable(2 * t.used)
	for _, s := range t.slots {
		if s.number != 0 {
			*bigger.at(s.key) = s
			bit := bigger.filterBit(s.key)
			bigger.filter[bit>>6] |= 1 << (bit & 63)
		}
	}
	bigger.used = t.used
	return bigger
}
