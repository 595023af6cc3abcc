// Package terminal lays text out for a terminal: what stands in the data cannot
// harm it, and widths count its cells, of which a Chinese character or an emoji
// takes two.
package terminal

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// Wrap breaks text at spaces into lines of at most room cells, and a word that
// is longer than a line anywhere. The first line begins with lead, which is not
// broken, the others with indent.
func Wrap(lead, indent, text string, room int) (lines []string) {
	var line strings.Builder
	line.WriteString(lead)
	at, fresh := Width(lead), true
	next := func() {
		lines = append(lines, line.String())
		line.Reset()
		line.WriteString(indent)
		at, fresh = Width(indent), true
	}
	for _, word := range strings.Split(text, " ") {
		space, need := 1, Width(word)
		if fresh {
			space = 0
		}
		if at+space+need > room && (!fresh || at > Width(indent)) {
			next()
			space = 0
		}
		for at+space+need > room {
			piece := Beginning(word, room-at)
			line.WriteString(piece)
			word = word[len(piece):]
			need -= Width(piece)
			next()
		}
		line.WriteString(strings.Repeat(" ", space))
		line.WriteString(word)
		at += space + need
		fresh = false
	}
	return append(lines, strings.TrimRight(line.String(), " "))
}

var cells = &runewidth.Condition{} // East Asian Ambiguous characters are narrow

// ours are the only escape sequences: Printable has shown all others as codes.
var ours = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// Width is the cells that text takes; colours take none.
func Width(text string) int {
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

// Beginning is the longest beginning of word that fits into room cells, at least
// one character. It never cuts a colour in two.
func Beginning(word string, room int) string {
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

// Plural is "1 pair", "2 pairs", "1,000 matches", "3 categories".
func Plural(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case noun == "match":
		return Count(n) + " matches"
	case strings.HasSuffix(noun, "y"):
		return Count(n) + " " + strings.TrimSuffix(noun, "y") + "ies"
	}
	return Count(n) + " " + noun + "s"
}

// Count writes thousands with commas.
func Count(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
