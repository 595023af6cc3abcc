package evaluation

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/leakgate/leakgate/report"
	"github.com/mattn/go-runewidth"
)

// page lays text out for a terminal. Widths count its cells: a Chinese character
// or an emoji takes two.
type page struct {
	w     *bufio.Writer // keeps its first error
	width int
	color bool
}

// minWidth holds the narrowest table.
const minWidth = 40

type style string

const (
	plain style = ""
	bold  style = "1"
	red   style = "1;31"
)

func (p *page) paint(s style, text string) string {
	if !p.color || s == plain || text == "" {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

func (p *page) line(text string) { fmt.Fprintln(p.w, strings.TrimRight(text, " ")) }

// title begins a part.
func (p *page) title(text string) {
	p.line("")
	p.flow(bold, text, "", "")
}

// flow writes the lead, painted, and the text behind it. What does not fit goes
// on below, indented.
func (p *page) flow(s style, lead, text, indent string) {
	lines := wrap(lead+text, p.width, indent)
	if strings.HasPrefix(lines[0], lead) {
		lines[0] = p.paint(s, lead) + lines[0][len(lead):]
	} else {
		for i := range lines {
			lines[i] = p.paint(s, lines[i])
		}
	}
	for _, line := range lines {
		p.line(line)
	}
}

// wrap breaks text at spaces into lines of so many cells, and a word that is
// longer than a line anywhere. All lines but the first are indented.
func wrap(text string, room int, indent string) (lines []string) {
	var line strings.Builder
	at, fresh := 0, true
	next := func() {
		lines = append(lines, line.String())
		line.Reset()
		line.WriteString(indent)
		at, fresh = width(indent), true
	}
	for _, word := range strings.Split(text, " ") {
		need := width(word)
		if !fresh && at+1+need > room {
			next()
		}
		if !fresh {
			line.WriteByte(' ')
			at++
		}
		for at+need > room {
			piece := beginning(word, room-at)
			line.WriteString(piece)
			word, need = word[len(piece):], need-width(piece)
			next()
		}
		line.WriteString(word)
		at += need
		fresh = false
	}
	return append(lines, line.String())
}

var cells = &runewidth.Condition{} // East Asian Ambiguous characters are narrow

func width(text string) int {
	n := 0
	for _, c := range text {
		n += cell(c)
	}
	return n
}

// cell is the most cells that a character takes: U+FE0F may widen what it follows.
func cell(c rune) int {
	if c == '\ufe0f' {
		return 1
	}
	return cells.RuneWidth(c)
}

// beginning is as much of a word as fits into room cells, at least one character.
func beginning(word string, room int) string {
	for i, c := range word {
		if room -= cell(c); room < 0 && i > 0 {
			return word[:i]
		}
	}
	return word
}

// fit cuts text to room cells.
func fit(text string, room int) string {
	if width(text) <= room {
		return text
	}
	if room < 2 || cell([]rune(text)[0]) > room-1 {
		return "…"
	}
	return strings.TrimRight(beginning(text, room-1), " ") + "…"
}

func (p *page) table(t *table) {
	t = t.printable()
	p.title(t.title)
	f := t.fitted(p.width)
	for i, part := range f.parts {
		if i > 0 {
			p.line("")
		}
		p.part(t, f, part, i == 0)
	}
}

// printable is a copy of which no cell harms a terminal.
func (t *table) printable() *table {
	out := *t
	out.rows = make([]row, len(t.rows))
	for i, r := range t.rows {
		r.note = report.Printable(r.note)
		r.cells = append([]string{}, r.cells...)
		for j := range r.cells {
			r.cells[j] = report.Printable(r.cells[j])
		}
		out.rows[i] = r
	}
	return &out
}

// part writes some of the columns; notes stand only in the first.
func (p *page) part(t *table, f *fitting, columns []int, first bool) {
	most := 0
	for _, c := range columns {
		most = max(most, len(t.columns[c].lines))
	}
	for i := range most {
		p.line(p.paint(bold, strings.TrimRight(f.line(t, columns, func(c int) string {
			lines := t.columns[c].lines
			if above := most - len(lines); i >= above {
				return lines[i-above]
			}
			return ""
		}), " ")))
	}
	for i := range t.rows {
		r := &t.rows[i]
		if r.note == "" {
			p.line(f.line(t, columns, func(c int) string { return r.cells[c] }))
		} else if first {
			p.flow(plain, "", pad(r.cells[0], f.widths[0], true)+strings.Repeat(" ", f.gap)+r.note, "     ")
		}
	}
}
