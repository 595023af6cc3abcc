package detect

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The frame rule's twin. Words that both texts begin with correspond, then
// those that both end with; between them the table of the longest common
// subsequences, walked from the beginning, decides. That settles ties as the
// engine does, whose table holds all that random corpora have.

// frame says that nothing but numbers makes the difference.
func (n twinNumbers) frame(d *Differs) bool {
	return d.Numbers >= n.numbers && n.density*d.Numbers >= d.Words && d.Numbers > d.SameNumbers &&
		n.others*d.Others <= d.Words && n.changed*(d.Dates+d.Names+d.Others) <= d.Words
}

func twinDiffers(v, t *twinDoc, tokens string) *Differs {
	a, b := v.words, t.words
	kindsA, kindsB := v.classes(tokens == "plain"), t.classes(tokens == "plain")
	out := &Differs{Words: min(len(a), len(b))}
	at := 0
	same := func(to int) {
		for ; at < to; at++ {
			if kindsA[at] == "number" {
				out.SameNumbers++
			}
		}
	}
	for _, g := range twinAlign(a, b) {
		same(g.a0)
		at = g.a1
		out.Longest = max(out.Longest, g.a1-g.a0, g.b1-g.b0)
		inA, inB := map[string]int{}, map[string]int{}
		for _, k := range kindsA[g.a0:g.a1] {
			inA[k]++
		}
		for _, k := range kindsB[g.b0:g.b1] {
			inB[k]++
		}
		pairs := min(inA["number"], inB["number"])
		out.Numbers += pairs
		out.Dates += max(inA["date"], inB["date"])
		out.Names += max(inA["name"], inB["name"])
		out.Others += max(inA["other"], inB["other"]) + inA["number"] + inB["number"] - 2*pairs
	}
	same(len(a))
	return out
}

// twinAlign lists the stretches that do not correspond.
func twinAlign[T comparable](a, b []T) (gaps []gap) {
	from, endA, endB := 0, len(a), len(b)
	for from < endA && from < endB && a[from] == b[from] {
		from++
	}
	for endA > from && endB > from && a[endA-1] == b[endB-1] {
		endA--
		endB--
	}
	a, b = a[:endA], b[:endB]
	tails := twinTails(a, b, from)
	i, j := from, from
	open := gap{i, i, j, j}
	end := func() {
		if open.a1, open.b1 = i, j; open.a0 < i || open.b0 < j {
			gaps = append(gaps, open)
		}
	}
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == b[j]:
			end()
			i, j = i+1, j+1
			open = gap{i, i, j, j}
		case tails[i+1-from][j-from] >= tails[i-from][j+1-from]:
			i++
		default:
			j++
		}
	}
	i, j = len(a), len(b)
	end()
	return gaps
}

// twinTails holds at [i][j] the length of the longest common subsequence of
// a[from+i:] and b[from+j:].
func twinTails[T comparable](a, b []T, from int) [][]int {
	tails := make([][]int, len(a)-from+1)
	for i := range tails {
		tails[i] = make([]int, len(b)-from+1)
	}
	for i := len(a) - from - 1; i >= 0; i-- {
		for j := len(b) - from - 1; j >= 0; j-- {
			if a[from+i] == b[from+j] {
				tails[i][j] = 1 + tails[i+1][j+1]
			} else {
				tails[i][j] = max(tails[i+1][j], tails[i][j+1])
			}
		}
	}
	return tails
}

// classes says of each word whether it is a number, a date, a name or another.
func (d *twinDoc) classes(plain bool) []string {
	if d.kinds != nil {
		return d.kinds
	}
	var classes []string
	for _, text := range d.texts {
		for _, at := range twinSources(text, plain) {
			word := text[at[0]:at[1]]
			first := []rune(word)[0]
			switch {
			case strings.ContainsFunc(word, unicode.IsNumber):
				classes = append(classes, "number")
			case twinDates[strings.ToLower(word)]:
				classes = append(classes, "date")
			case unicode.IsUpper(first) && !twinBegins(text[:at[0]]):
				classes = append(classes, "name")
			default:
				classes = append(classes, "other")
			}
		}
	}
	if len(classes) != len(d.words) {
		panic("twinSources finds other words than twinWords")
	}
	d.kinds = classes
	return classes
}

// twinSources says which bytes of the text each word was made of.
func twinSources(text string, plain bool) (words [][2]int) {
	var chars []rune
	var source [][2]int
	for at := 0; at < len(text); {
		_, size := utf8.DecodeRuneInString(text[at:])
		cluster := text[at : at+size]
		if !plain {
			size = norm.NFKC.NextBoundaryInString(text[at:], true)
			cluster = norm.NFKC.String(text[at : at+size])
		}
		for _, r := range twinLower(cluster) {
			chars, source = append(chars, r), append(source, [2]int{at, at + size})
		}
		at += size
	}
	for i, word := range twinCut(chars, plain) {
		switch {
		case word == len(words):
			words = append(words, source[i])
		case word >= 0:
			words[word][1] = source[i][1]
		}
	}
	return words
}

func twinBegins(before string) bool {
	runes := []rune(before)
	for len(runes) > 0 && (unicode.IsSpace(runes[len(runes)-1]) || strings.ContainsRune("\"'“”‘’«»()[]*_-–—", runes[len(runes)-1])) {
		runes = runes[:len(runes)-1]
	}
	return len(runes) == 0 || strings.ContainsRune(".!?:…", runes[len(runes)-1])
}

var twinDates = func() map[string]bool {
	dates := map[string]bool{"sept": true, "tues": true, "thur": true, "thurs": true}
	note := func(name string) {
		dates[strings.ToLower(name)], dates[strings.ToLower(name[:3])] = true, true
	}
	for m := time.January; m <= time.December; m++ {
		note(m.String())
	}
	for d := time.Sunday; d <= time.Saturday; d++ {
		note(d.String())
	}
	return dates
}()
