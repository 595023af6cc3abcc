package prose

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/leakgate/leakgate/testdata/reviews/brute"
)

var (
	lineEnd = regexp.MustCompile(`(.{20,34}) `)
	stop    = regexp.MustCompile(`[.!]”?\s+|。`)
	piece   = regexp.MustCompile(`\$([a-z]*)([0-9]*)|[*&]`)
)

// Turn starts a new pair: $front and $back part at a new place.
func (w *Writer) Turn() { w.cut = w.Float64() }

// Compose fills the recipe of one side of a planted pair.
func (w *Writer) Compose(recipe, base, label string) string {
	return piece.ReplaceAllStringFunc(recipe, func(m string) string {
		switch m {
		case "*":
			return w.Short(label)
		case "&":
			return w.Footer()
		}
		way := piece.FindStringSubmatch(m)
		percent, _ := strconv.Atoi(way[2])
		return w.copy(way[1], w.Edit(base, percent, way[1] == "run"))
	})
}

// copy copies a text in one of the ways that the plan names.
func (w *Writer) copy(way, s string) string {
	switch way {
	case "", "edit", "run":
		return s
	case "capitals":
		return strings.ToUpper(s)
	case "bare":
		return strings.Join(brute.Words(s), " ")
	case "wrapped":
		return lineEnd.ReplaceAllString(s, "$1\n")
	case "mail":
		return "> " + lineEnd.ReplaceAllString(s, "$1\n> ")
	case "wide":
		return strings.ReplaceAll(s, " ", "  \t")
	case "front":
		s, _ = w.part(s)
		return s
	case "back":
		_, s = w.part(s)
		return s
	case "turned": // first sentence last
		first, rest, _ := strings.Cut(s, ". ")
		return rest + " " + first + "."
	case "reordered":
		a, rest := w.part(s)
		b, c := w.part(rest)
		return strings.TrimSpace(c + " " + a + " " + b)
	}
	panic("no way to copy: " + way)
}

// part cuts a text in two, after the same sentence each time within a pair.
func (w *Writer) part(text string) (front, back string) {
	if ends := stop.FindAllStringIndex(text, -1); len(ends) > 0 {
		at := ends[int(w.cut*float64(len(ends)))][1]
		return strings.TrimSpace(text[:at]), text[at:]
	}
	return text, ""
}

// Edit changes per cent of the words of a text, scattered or in one run: for
// another of the same list, dropped, or one put before.
func (w *Writer) Edit(text string, percent int, run bool) string {
	tokens := strings.Fields(text)
	order, count := w.Perm(len(tokens)), (len(tokens)*percent+50)/100
	if percent == 0 || len(tokens) == 0 {
		return text
	}
	start := w.IntN(len(tokens) - count + 1)
	for i, token := range tokens {
		core := strings.TrimRight(token, ".,:;!?")
		switch tail := token[len(core):]; {
		case run && (i < start || i >= start+count), !run && order[i] >= count:
		case w.like[core] != nil:
			tokens[i] = w.pick(w.like[core]...) + tail
		case w.IntN(2) == 0 && tail == "":
			tokens[i] = ""
		default:
			tokens[i] = w.pick("honestly", "frankly", "just", "simply", "probably", "apparently", "once") + " " + token
		}
	}
	return strings.Join(strings.Fields(strings.Join(tokens, " ")), " ")
}
