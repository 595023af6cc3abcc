package brute

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// class is what a word is where two texts differ in it.
type class string

const (
	number class = "number"
	date   class = "date"
	name   class = "name"
	other  class = "other"
)

var dates = strings.Fields("january february march april may june july august september october november december " +
	"jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday " +
	"mon tue tues wed thu thur thurs fri sat sun")

func classOf(before, word string) class {
	before = strings.TrimRight(before, " \t\r\n\"'“”‘’«»()[]*_-–—")
	end, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(word)
	switch {
	case strings.ContainsFunc(word, unicode.IsNumber):
		return number
	case slices.Contains(dates, strings.ToLower(word)):
		return date
	case unicode.IsUpper(first) && before != "" && !strings.ContainsRune(".!?:…", end):
		return name
	}
	return other
}

// difference counts the words that do not stand in both texts at corresponding
// places.
type difference struct {
	in          map[class]int // each place counted in the text that has more there
	sameNumbers int
	words       int // of the shorter text
}

// frame says that it is the numbers that differ, and little else.
func (d difference) frame() bool {
	n := d.in[number]
	return n >= 2 && n > d.sameNumbers && 8*d.in[other] <= d.words && 4*(d.in[date]+d.in[name]+d.in[other]) <= d.words
}

// DiffersIn names what a near pair of one frame differs in, or one in which no
// other word does; "-" for the rest.
func (f Finding) DiffersIn() string {
	nv, nt := len(f.V.Grams), len(f.T.Grams)
	d := differ(f.V, f.T)
	if f.Of < floor || f.V.joined == f.T.joined || nv >= 2*nt || nt >= 2*nv || d.in[other] > 0 && !d.frame() {
		return "-"
	}
	var in []string
	for _, c := range []struct {
		class class
		name  string
	}{{number, "numbers"}, {date, "dates"}, {name, "names"}, {other, "some words"}} {
		if d.in[c.class] > 0 {
			in = append(in, c.name)
		}
	}
	return strings.Join(in, ", ")
}

// differ lays two texts side by side by their longest common subsequence.
func differ(a, b *Document) difference {
	d := difference{in: map[class]int{}, words: min(len(a.Words), len(b.Words))}
	inA, inB := map[class]int{}, map[class]int{}
	end := func() { // of a place where they differ
		pairs := min(inA[number], inB[number])
		d.in[number] += pairs
		d.in[other] += inA[number] + inB[number] - 2*pairs // a number more is no other number
		for _, c := range []class{date, name, other} {
			d.in[c] += max(inA[c], inB[c])
		}
		clear(inA)
		clear(inB)
	}
	i, j := 0, 0
	for common := tails(a.Words, b.Words); i < len(a.Words) || j < len(b.Words); {
		switch {
		case i < len(a.Words) && j < len(b.Words) && a.Words[i] == b.Words[j]:
			end()
			if a.classes[i] == number {
				d.sameNumbers++
			}
			i, j = i+1, j+1
		case j == len(b.Words) || i < len(a.Words) && common[i+1][j] >= common[i][j+1]:
			inA[a.classes[i]]++
			i++
		default:
			inB[b.classes[j]]++
			j++
		}
	}
	end()
	return d
}

// tails holds at [i][j] the length of the longest common subsequence of a[i:]
// and b[j:].
func tails(a, b []string) [][]int {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if table[i][j] = max(table[i+1][j], table[i][j+1]); a[i] == b[j] {
				table[i][j] = table[i+1][j+1] + 1
			}
		}
	}
	return table
}
