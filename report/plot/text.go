package plot

import (
	"strings"
	"unicode"
)

// clean makes any bytes a line of text that XML 1.0 allows: white space becomes
// one space; control characters, those that turn the direction of writing (they
// would turn the rest of the line) and noncharacters are dropped.
func clean(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "\uFFFD")), " ")
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r&0xFFFE == 0xFFFE {
			return -1
		}
		return r
	}, s)
}

// widths are those of ASCII characters in units of the font size, rounded up from
// DejaVu Sans, the widest of the usual sans-serif fonts, as the reader's one is
// not known.
var widths = [...]struct {
	runes string
	width float64
}{
	{" ',.:;Iijl|", 0.34},
	{"!()-[]frt\"/\\{}*", 0.46},
	{"ckszvxyJ_", 0.6},
	{"%+<=>#~&@Wmw", 1},
}

const (
	lower    = 0.64
	upper    = 0.78
	wide     = 1.0
	ellipsis = "…"
)

func runeWidth(r rune) float64 {
	for _, w := range widths {
		if strings.ContainsRune(w.runes, r) {
			return w.width
		}
	}
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r >= 0x2E80 || r == '…' || r == '—' || r == 'M':
		return wide
	case unicode.IsUpper(r) || r > unicode.MaxASCII:
		return upper
	}
	return lower
}

// textWidth is the most pixels that s takes.
func textWidth(s string, size float64) float64 {
	sum := 0.0
	for _, r := range s {
		sum += runeWidth(r)
	}
	return sum * size
}

// fit is s, or its longest beginning that fits into room with an ellipsis.
func fit(s string, size, room float64) string {
	if textWidth(s, size) <= room {
		return s
	}
	room -= textWidth(ellipsis, size)
	for i, r := range s {
		if room -= runeWidth(r) * size; room < 0 {
			return strings.TrimSpace(s[:i]) + ellipsis
		}
	}
	return s
}

// wrap breaks s at spaces into at most n lines; what is left is cut.
func wrap(s string, size, room float64, n int) []string {
	var lines []string
	for len(lines) < n-1 && textWidth(s, size) > room {
		at := breakAt(s, size, room)
		if at <= 0 {
			break
		}
		lines = append(lines, s[:at])
		s = s[at+1:]
	}
	return append(lines, fit(s, size, room))
}

// breakAt is the last space up to which s fits; -1: not even its first word does.
func breakAt(s string, size, room float64) int {
	last := -1
	for i, r := range s {
		if room -= runeWidth(r) * size; r == ' ' && room >= -size/2 {
			last = i
		}
		if room < 0 {
			break
		}
	}
	return last
}
