package eval

import (
	"math"
	"math/bits"
)

// Distance measures how far two word sequences are apart, each word given as
// its 64-bit hash. The zero value is ready; it keeps its memory between calls,
// so that comparing allocates nothing once it has seen the greatest lengths. One
// goroutine at a time may use it.
type Distance struct {
	keys  []uint64    // open addressing: the words of the pattern
	ids   []int32     // beside keys: the word's number, 0 where the place is free
	rows  []int32     // the pattern as numbers
	cols  []int32     // the text as numbers; 0: a word the pattern does not have
	equal [][2]uint64 // by number: the rows of the current block with that word
	carry []uint8     // by column: the difference that enters the block from above
}

// The bits of a carry: from the column before to this one the distance grows, or
// falls, by one.
const (
	grows = 1
	falls = 2
)

// Words is the Levenshtein distance of a and b: the fewest words to insert,
// delete or replace. Between |len(a)−len(b)| and max(len(a), len(b)).
//
// Bit-parallel after Myers (1999, "A fast bit-vector algorithm for approximate
// string matching based on dynamic programming"), in the form of Hyyrö (2003):
// columns of 64 rows at a time. Time O(⌈min/64⌉ · max).
func (d *Distance) Words(a, b []uint64) int {
	if len(a) > len(b) {
		a, b = b, a
	}
	for len(a) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 0 {
		return len(b)
	}
	d.number(a, b)
	return d.blocks()
}

// MRED is the paper's measure of edits, Words(a, b) / min(len(a), len(b)): 0 for
// equal sequences, more than 1 where one is much longer. Two empty sequences are
// equal (0); an empty one is infinitely far from any other (+Inf).
func (d *Distance) MRED(a, b []uint64) float64 {
	switch distance := d.Words(a, b); {
	case distance == 0:
		return 0
	case len(a) == 0 || len(b) == 0:
		return math.Inf(1)
	default:
		return float64(distance) / float64(min(len(a), len(b)))
	}
}

// number replaces words by small numbers, with which blocks indexes an array.
func (d *Distance) number(pattern, text []uint64) {
	width := bits.Len(uint(2*len(pattern) - 1)) // half of the places stay free
	d.keys = sized(d.keys, 1<<width)
	d.ids = sized(d.ids, 1<<width)
	clear(d.ids)
	d.rows = sized(d.rows, len(pattern))
	d.cols = sized(d.cols, len(text))
	words := int32(0)
	for i, word := range pattern {
		at := d.place(word, width)
		if d.ids[at] == 0 {
			words++
			d.keys[at], d.ids[at] = word, words
		}
		d.rows[i] = d.ids[at]
	}
	for j, word := range text {
		d.cols[j] = d.ids[d.place(word, width)]
	}
	d.equal = sized(d.equal, int(words)+1)
	clear(d.equal)
}

// place is where word stands in keys, or would.
func (d *Distance) place(word uint64, width int) int {
	at := int(word * 0x9e3779b97f4a7c15 >> (64 - width)) // hashes may share their low bits
	for d.ids[at] != 0 && d.keys[at] != word {
		at = (at + 1) & (1<<width - 1)
	}
	return at
}

// blockRows is the rows of the table that block goes through at a time: two
// machine words. The one waits for the other only where a difference is handed
// on, so the processor works on both (a quarter faster than one word at a time).
const blockRows = 128

// blocks goes through the table a block of rows at a time, each over all
// columns, rather than a column at a time as published: then the words of one
// block are all that equal has to hold, whatever the length of the pattern.
func (d *Distance) blocks() int {
	d.carry = sized(d.carry, len(d.cols))
	for j := range d.carry {
		d.carry[j] = grows // the row above the table: 0, 1, 2, …
	}
	free := (blockRows - len(d.rows)%blockRows) % blockRows
	for rest := d.rows; len(rest) > 0; free = 0 {
		block := rest[:min(blockRows-free, len(rest))]
		rest = rest[len(block):]
		for i, id := range block {
			d.equal[id][(free+i)/64] |= 1 << ((free + i) % 64)
		}
		d.block(free)
		for _, id := range block {
			d.equal[id] = [2]uint64{}
		}
	}
	distance := len(d.rows)
	for _, c := range d.carry {
		distance += int(c&grows) - int(c/falls)
	}
	return distance
}

// block takes carry from the row above a block to its last row, which is always
// at the highest bit. The free rows above its first, which only the first block
// of a pattern has, equal no word and start without a difference: they repeat
// the row above the table in every column.
func (d *Distance) block(free int) {
	pv0, pv1 := ^uint64(0)<<free, ^uint64(0)<<max(0, free-64)
	mv0, mv1 := uint64(0), uint64(0)
	carry := d.carry[:len(d.cols)]
	for j, id := range d.cols {
		var ph, mh uint64
		eq := &d.equal[id]
		pv0, mv0, ph, mh = column(eq[0], pv0, mv0, uint64(carry[j]&grows), uint64(carry[j]/falls))
		pv1, mv1, ph, mh = column(eq[1], pv1, mv1, ph>>63, mh>>63)
		carry[j] = uint8(ph>>63*grows | mh>>63*falls)
	}
}

// column takes 64 rows one column to the right. Names as published, in small
// letters: pv and mv are the rows where the distance grows and falls on the way
// down, ph and mh on the way to the right, where it did so above.
func column(eq, pv, mv, grow, fall uint64) (newPv, newMv, ph, mh uint64) {
	xv := eq | mv
	eq |= fall
	xh := ((eq & pv) + pv) ^ pv | eq
	ph = mv | ^(xh | pv)
	mh = pv & xh
	right := ph<<1 | grow
	return mh<<1 | fall | ^(xv | right), right & xv, ph, mh
}

// sized is s at length n, its content left to the caller.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
