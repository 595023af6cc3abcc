package pairs

import (
	"strconv"
	"unicode/utf8"
)

// show quotes what a message names. Long ones are cut: a wrong field may hold
// whole texts.
func show(s string) string {
	const most = 80
	if len(s) <= most {
		return strconv.Quote(s)
	}
	cut := most
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strconv.Quote(s[:cut] + "…")
}

// nearest gives the name that a misspelt one may have been meant for, "" for
// none: what differs is one stretch of at most a third of the longer, or one is
// the beginning or end of the other. It takes one pass over the names, of which
// a corpus may have a million; the first of equally near ones wins.
//
// Other digits make another name: of doc-12 and doc-13 none is a misspelling.
func nearest(name string, names []string) (best string) {
	least := -1
	for _, n := range names {
		apart, near := distance(name, n)
		if near && (least < 0 || apart < least) && sameDigits(name, n) {
			best, least = n, apart
		}
	}
	return best
}

// distance is how many bytes of the longer stand outside what both begin and
// end with.
func distance(a, b string) (apart int, near bool) {
	if len(a) > len(b) {
		a, b = b, a
	}
	prefix := 0
	for prefix < len(a) && lower(a[prefix]) == lower(b[prefix]) {
		prefix++
	}
	suffix := 0
	for suffix < len(a)-prefix && lower(a[len(a)-1-suffix]) == lower(b[len(b)-1-suffix]) {
		suffix++
	}
	apart = len(b) - prefix - suffix
	part := len(a) >= 3 && max(prefix, suffix) == len(a)
	return apart, part || 3*apart <= len(b)+1
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

func sameDigits(a, b string) bool {
	digit := func(c byte) bool { return '0' <= c && c <= '9' }
	for i, j := 0, 0; ; i, j = i+1, j+1 {
		for i < len(a) && !digit(a[i]) {
			i++
		}
		for j < len(b) && !digit(b[j]) {
			j++
		}
		if i == len(a) || j == len(b) {
			return i == len(a) && j == len(b)
		}
		if a[i] != b[j] {
			return false
		}
	}
}
