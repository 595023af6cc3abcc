package corpus

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// find gives the place of name in names, exactly, else but for case; -1.
func find(names []string, name string) int {
	if i := slices.Index(names, name); i >= 0 {
		return i
	}
	return slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
}

func containsFold(names []string, name string) bool { return find(names, name) >= 0 }

func count(names []string, name string) (n int) {
	for _, x := range names {
		if x == name {
			n++
		}
	}
	return n
}

// nearest gives the name that name may have been meant for: at most a third of
// its letters differ, or one stands inside the other.
func nearest(name string, names []string) string {
	best, least := "", len([]rune(name))/3+1
	if len(name) < 3 {
		least = len(name) - 1 // of one letter nothing stays
	}
	for _, n := range names {
		if d := distance(strings.ToLower(name), strings.ToLower(n)); d <= least && (best == "" || d < least) {
			best, least = n, d
		}
	}
	if best != "" {
		return best
	}
	for _, n := range names {
		if len(name) >= 3 && len(n) >= 3 && (strings.Contains(strings.ToLower(n), strings.ToLower(name)) || strings.Contains(strings.ToLower(name), strings.ToLower(n))) {
			return n
		}
	}
	return ""
}

// distance is Levenshtein's, over runes.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		left := row[0]
		row[0] = i + 1
		for j := range y {
			d := left
			if x[i] != y[j] {
				d++
			}
			left = row[j+1]
			row[j+1] = min(d, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(y)]
}

// list joins words; a long list is cut, for a wide table has hundreds of columns.
func list(words []string) string {
	const most = 30
	if len(words) == 0 {
		return "none"
	}
	if len(words) > most {
		return strings.Join(words[:most], ", ") + fmt.Sprintf(" and %d more", len(words)-most)
	}
	return strings.Join(words, ", ")
}

func quoted(words []string) []string {
	q := make([]string, len(words))
	for i, w := range words {
		q[i] = strconv.Quote(w)
	}
	return q
}
