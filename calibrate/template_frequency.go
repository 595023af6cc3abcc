package calibrate

import (
	"context"
	"slices"
)

// sliceGrams is about how many n-grams are counted together: their table of 4
// MB stays in the cache. One table for all the n-grams of a large corpus takes
// much more memory and waits for it at every n-gram.
const sliceGrams = 1 << 17

// markTemplates numbers, from 1, the n-grams that stand in many documents, and
// notes in each document which of its n-grams they are. The n-grams are counted
// in slices of the range of hashes: documents hold theirs sorted, so a slice is
// one piece of each.
func (c *collection) markTemplates(ctx context.Context) error {
	total := 0
	for i := range c.docs {
		total += len(c.docs[i].grams)
		c.docs[i].template = make([]uint32, len(c.docs[i].grams))
	}
	bits := 0
	for total>>bits > sliceGrams {
		bits++
	}
	found := make([]uint32, 1<<bits)
	perWorker := (len(found) + c.gen.Workers - 1) / c.gen.Workers
	err := eachBlock(ctx, c.gen.Workers, len(found), perWorker, func() func(from, to int) {
		t := sliceCounter{docs: c.docs, common: uint32(c.gen.Common), shift: 64 - bits}
		return func(from, to int) {
			t.seek(from)
			for s := from; s < to && ctx.Err() == nil; s++ {
				found[s] = t.count(s)
			}
		}
	})
	c.addBases(found, 64-bits)
	return err
}

// addBases turns numbers within a slice into numbers of the whole.
func (c *collection) addBases(found []uint32, shift int) {
	base := make([]uint32, len(found))
	for s := range found {
		base[s] = c.templates
		c.templates += found[s]
	}
	for i := range c.docs {
		d := &c.docs[i]
		for k, number := range d.template {
			if number > 0 {
				d.template[k] += base[d.grams[k]>>shift]
				d.common++
			}
		}
	}
}

// sliceCounter counts hashes, slice after slice, in an open-addressing table.
type sliceCounter struct {
	docs   []document
	common uint32
	shift  int
	pieces [][2]int // of each document: the n-grams of the slice at hand
	slots  []slot
	zero   slot // of hash 0, which marks an empty slot
}

type slot struct {
	hash   uint64
	count  uint32
	number uint32 // of the n-gram within its slice, if it is common
}

// seek makes slice s the next one.
func (t *sliceCounter) seek(s int) {
	t.pieces = make([][2]int, len(t.docs))
	for i := range t.docs {
		at, _ := slices.BinarySearch(t.docs[i].grams, uint64(s)<<t.shift)
		t.pieces[i] = [2]int{at, at}
	}
}

// count counts the n-grams of slice s and numbers those that are common. It
// returns how many those are.
func (t *sliceCounter) count(s int) (found uint32) {
	total := 0
	for i := range t.docs {
		grams, at := t.docs[i].grams, t.pieces[i][1]
		t.pieces[i][0] = at
		for at < len(grams) && grams[at]>>t.shift == uint64(s) {
			at++
		}
		t.pieces[i][1] = at
		total += at - t.pieces[i][0]
	}
	t.reset(total)
	for i, p := range t.pieces {
		for _, g := range t.docs[i].grams[p[0]:p[1]] {
			t.at(g).count++
		}
	}
	for i, p := range t.pieces {
		for k := p[0]; k < p[1]; k++ {
			at := t.at(t.docs[i].grams[k])
			if at.count < t.common {
				continue
			}
			if at.number == 0 {
				found++
				at.number = found
			}
			t.docs[i].template[k] = at.number
		}
	}
	return found
}

func (t *sliceCounter) reset(entries int) {
	size := 64
	for size < 2*entries {
		size *= 2
	}
	if size > len(t.slots) {
		t.slots = make([]slot, size)
	}
	clear(t.slots)
	t.zero = slot{}
}

func (t *sliceCounter) at(hash uint64) *slot {
	if hash == 0 {
		return &t.zero
	}
	mask := uint64(len(t.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		s := &t.slots[i]
		if s.hash == hash {
			return s
		}
		if s.hash == 0 {
			s.hash = hash
			return s
		}
	}
}
