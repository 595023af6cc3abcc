package report

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// page lays text out in columns. Width counts terminal cells: a Chinese
// character or an emoji takes two.
type page struct {
	w     io.Writer // a bufio.Writer, which keeps its first error
	width int
	color bool
}

type style string

const (
	plain style = ""
	bold  style = "1"
	red   style = "1;31"
	green style = "1;32"
)

func (p *page) paint(s style, text string) string {
	if !p.color || s == plain {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

func (p *page) line(text string) { fmt.Fprintln(p.w, text) }

// item writes "label: text", the text hanging behind the label.
func (p *page) item(label string, s style, text string) {
	p.hang("", p.paint(s, label)+": "+text)
}

// hang writes text after a short lead; what does not fit goes on below, indented.
func (p *page) hang(lead, text string) {
	p.flow(lead, "     ", text)
}

// wrap writes text with every line indented.
func (p *page) wrap(indent, text string) { p.flow(indent, indent, text) }

// minWidth holds the head of a finding.
const minWidth = 40

// flow breaks text at spaces, and a word that is longer than a line anywhere.
func (p *page) flow(lead, indent, text string) {
	room := max(p.width, minWidth)
	var line strings.Builder
	line.WriteString(lead)
	at, fresh := width(lead), true
	next := func() {
		p.line(line.String())
		line.Reset()
		line.WriteString(indent)
		at, fresh = width(indent), true
	}
	for _, word := range strings.Split(text, " ") {
		space, need := 1, width(word)
		if fresh {
			space = 0
		}
		if at+space+need > room && (!fresh || at > width(indent)) {
			next()
			space = 0
		}
		for at+space+need > room {
			piece := fitting(word, room-at)
			line.WriteString(piece)
			word = word[len(piece):]
			need -= width(piece)
			next()
		}
		line.WriteString(strings.Repeat(" ", space))
		line.WriteString(word)
		at += space + need
		fresh = false
	}
	p.line(strings.TrimRight(line.String(), " "))
}

var cells = &runewidth.Condition{} // East Asian Ambiguous characters are narrow

// ours are the only escape sequences: Printable has shown all others as codes.
var ours = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// width is the cells that text takes; colours take none.
func width(text string) int {
	n := 0
	if strings.Contains(text, "\x1b") {
		text = ours.ReplaceAllString(text, "")
	}
	for _, r := range text {
		n += cell(r)
	}
	return n
}

// cell is the most cells that a character takes. Terminals differ on emoji made
// of several: some draw one, some each, and U+FE0F may widen what it follows.
// Counting too many only breaks a line early.
func cell(r rune) int {
	if r == '\ufe0f' {
		return 1
	}
	return cells.RuneWidth(r)
}

// fitting is the longest beginning of word that fits into room cells, at least
// one character. It never cuts a colour in two.
func fitting(word string, room int) string {
	for i := 0; i < len(word); {
		if word[i] == '\x1b' {
			i += max(1, len(ours.FindString(word[i:])))
			continue
		}
		r, size := utf8.DecodeRuneInString(word[i:])
		if room -= cell(r); room < 0 && i > 0 {
			return word[:i]
		}
		i += size
	}
	return word
}

// Printable makes a text from the data harmless on a terminal: control characters
// (escape sequences among them), line breaks, characters that turn the
// direction of writing, and bytes that are not UTF-8 (in names of files) are
// shown as their code.
func Printable(text string) string {
	if utf8.ValidString(text) && !strings.ContainsFunc(text, harmful) {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, "\\x%02x", text[0])
		case harmful(r):
			fmt.Fprintf(&b, "\\u%04x", r)
		default:
			b.WriteRune(r)
		}
		text = text[size:]
	}
	return b.String()
}

func harmful(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if noun == "match" {
		return count(n) + " matches"
	}
	return count(n) + " " + noun + "s"
}

// count writes thousands with commas.
func count(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// percent has one decimal; what is not none never reads 0, and what is not all
// never reads 100.
func percent(share float64) string {
	switch p := 100 * share; {
	case p == 0 || p == 100:
		return fmt.Sprintf("%.0f %%", p)
	case p < 0.05:
		return "under 0.1 %"
	case p > 99.9:
		return "over 99.9 %"
	default:
		return fmt.Sprintf("%.1f %%", p)
	}
}
