package ngram

import (
	"encoding/binary"
	"math/bits"

	"github.com/dchest/siphash"
)

// SipHash-2-4 (Aumasson and Bernstein, 2012) over 64-bit little-endian words.
// dchest/siphash takes bytes; an n-gram is words already, and keeping them in
// registers takes 40 % off (BenchmarkGrams).

const (
	sipA = 0x736f6d6570736575
	sipB = 0x646f72616e646f6d
	sipC = 0x6c7967656e657261
	sipD = 0x7465646279746573
)

func sipRound(a, b, c, d uint64) (uint64, uint64, uint64, uint64) {
	a += b
	b = bits.RotateLeft64(b, 13) ^ a
	a = bits.RotateLeft64(a, 32)
	c += d
	d = bits.RotateLeft64(d, 16) ^ c
	a += d
	d = bits.RotateLeft64(d, 21) ^ a
	c += b
	b = bits.RotateLeft64(b, 17) ^ c
	c = bits.RotateLeft64(c, 32)
	return a, b, c, d
}

// sipWords hashes the words' 8·len(words) bytes.
func sipWords(k Key, words []uint64) uint64 {
	a, b, c, d := k.K0^sipA, k.K1^sipB, k.K0^sipC, k.K1^sipD
	for _, w := range words {
		d ^= w
		a, b, c, d = sipRound(a, b, c, d)
		a, b, c, d = sipRound(a, b, c, d)
		a ^= w
	}
	length := uint64(len(words)) * 8 << 56
	d ^= length
	a, b, c, d = sipRound(a, b, c, d)
	a, b, c, d = sipRound(a, b, c, d)
	a ^= length
	c ^= 0xff
	a, b, c, d = sipRound(a, b, c, d)
	a, b, c, d = sipRound(a, b, c, d)
	a, b, c, d = sipRound(a, b, c, d)
	a, b, c, d = sipRound(a, b, c, d)
	return a ^ b ^ c ^ d
}

// appendSip3 is the loop over all 3-grams, the default and the hot one. It
// hashes two at a time: the rounds of one wait for each other, and a processor
// has room for both (BenchmarkGrams: a third less time).
func appendSip3(dst, units []uint64, k Key) []uint64 {
	const length = 24 << 56
	i := 0
	for ; i+4 <= len(units); i += 2 {
		w := units[i : i+4 : i+4]
		a, b, c, d := k.K0^sipA, k.K1^sipB, k.K0^sipC, k.K1^sipD^w[0]
		e, f, g, h := k.K0^sipA, k.K1^sipB, k.K0^sipC, k.K1^sipD^w[1]
		a, b, c, d = sipRound(a, b, c, d)
		e, f, g, h = sipRound(e, f, g, h)
		a, b, c, d = sipRound(a, b, c, d)
		e, f, g, h = sipRound(e, f, g, h)
		a, d = a^w[0], d^w[1]
		e, h = e^w[1], h^w[2]
		a, b, c, d = sipRound(a, b, c, d)
		e, f, g, h = sipRound(e, f, g, h)
		a, b, c, d = sipRound(a, b, c, d)
		e, f, g, h = sipRound(e, f, g, h)
		a, d = a^w[1], d^w[2]
		e, h = e^w[2], h^w[3]
		a, b, c, d = sipRound(a, b, c, d)
		e, f, g, h = sipRound(e, f, g, h)
		a, b, c, d = sipRound(a, b, c, d)
		e, f, g, h = sipRound(e, f, g, h)
		a, d = a^w[2], d^length
		e, h = e^w[3], h^length
		a, b, c, d = sipRound(a, b, c, d)
		e, f, g, h = sipRound(e, f, g, h)
		a, b, c, d = sipRound(a, b, c, d)
		e, f, g, h = sipRound(e, f, g, h)
		a, c = a^length, c^0xff
		e, g = e^length, g^0xff
		a, b, c, d = sipRound(a, b, c, d)
		e, f, g, h = sipRound(e, f, g, h)
		a, b, c, d = sipRound(a, b, c, d)
		e, f, g, h = sipRound(e, f, g, h)
		a, b, c, d = sipRound(a, b, c, d)
		e, f, g, h = sipRound(e, f, g, h)
		a, b, c, d = sipRound(a, b, c, d)
		e, f, g, h = sipRound(e, f, g, h)
		dst = append(dst, a^b^c^d, e^f^g^h)
	}
	if i+3 <= len(units) {
		dst = append(dst, sipWords(k, units[i:i+3]))
	}
	return dst
}

// wordCache remembers the SipHash of short words, so that a frequent word is
// hashed once. It is direct-mapped: a newer word takes the slot of an older
// one, so memory is fixed whatever the vocabulary. 2^12 to 2^15 slots of 24
// bytes took the same time on real text.
type wordCache struct {
	key   Key
	slots [1 << cacheBits]wordSlot
}

const cacheBits = 12

type wordSlot struct{ lo, hi, hash uint64 }

// short looks up a word of 1 to 16 bytes, packed little-endian into lo and hi
// and padded with zeros; words hold no zero byte, so the packing is unique.
func (c *wordCache) short(lo, hi uint64, length int) uint64 {
	i := (lo ^ bits.RotateLeft64(hi, 29)) * 0x9e3779b97f4a7c15 >> (64 - cacheBits)
	slot := &c.slots[i]
	if slot.lo == lo && slot.hi == hi {
		return slot.hash
	}
	return c.miss(slot, lo, hi, length)
}

//go:noinline
func (c *wordCache) miss(slot *wordSlot, lo, hi uint64, length int) uint64 {
	var b [16]byte
	binary.LittleEndian.PutUint64(b[:8], lo)
	binary.LittleEndian.PutUint64(b[8:], hi)
	*slot = wordSlot{lo, hi, siphash.Hash(c.key.K0, c.key.K1, b[:length])}
	return slot.hash
}
