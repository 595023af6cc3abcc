package report

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"

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
	p.hang(p.paint(s, label)+": ", text)
}

// hang writes text after a lead; what does not fit goes on below, indented.
func (p *page) hang(lead, text string) {
	p.flow(lead, "     ", text)
}

// wrap writes text with every line indented.
func (p *page) wrap(indent, text string) { p.flow(indent, indent, text) }

// flow breaks text at spaces, and a word that is longer than a line anywhere.
func (p *page) flow(lead, indent, text string) {
	room := max(p.width, 20)
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
		space := 1
		if fresh {
			space = 0
		}
		if at+space+width(word) > room && (!fresh || at > width(indent)) {
			next()
			space = 0
		}
		for at+space+width(word) > room {
			piece := fitting(word, room-at)
			line.WriteString(piece)
			word = word[len(piece):]
			next()
		}
		line.WriteString(strings.Repeat(" ", space))
		line.WriteString(word)
		at += space + width(word)
		fresh = false
	}
	p.line(strings.TrimRight(line.String(), " "))
}

var cells = &runewidth.Condition{} // East Asian Ambiguous characters are narrow

// ours are the only escape sequences: safe has shown all others as codes.
var ours = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// width is the cells that text takes; colours take none.
func width(text string) int {
	return cells.StringWidth(ours.ReplaceAllString(text, ""))
}

// fitting is the longest beginning of word that fits into room cells, at least
// one character.
func fitting(word string, room int) string {
	for i, r := range word {
		if room -= cells.RuneWidth(r); room < 0 && i > 0 {
			return word[:i]
		}
	}
	return word
}

// safe makes a text from the data harmless on a terminal: control characters
// (escape sequences among them), line breaks and characters that turn the
// direction of writing are shown as their code.
func safe(text string) string {
	if !strings.ContainsFunc(text, harmful) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if harmful(r) {
			fmt.Fprintf(&b, "\\u%04x", r)
		} else {
			b.WriteRune(r)
		}
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

// percent has one decimal; what is not none never reads 0.0.
func percent(part, whole int) string {
	p := 100 * rate(part, whole)
	if part > 0 && p < 0.05 {
		return "under 0.1 %"
	}
	return fmt.Sprintf("%.1f %%", p)
}
