package evaluation

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/leakgate/leakgate/report/terminal"
)

// page lays text out for a terminal.
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
	lines := terminal.Wrap("", indent, lead+text, p.width)
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

// fit cuts text to room cells.
func fit(text string, room int) string {
	if terminal.Width(text) <= room {
		return text
	}
	if room < 2 || terminal.Width(string([]rune(text)[0])) > room-1 {
		return "…"
	}
	return strings.TrimRight(terminal.Beginning(text, room-1), " ") + "…"
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
		r.note = terminal.Printable(r.note)
		r.cells = append([]string{}, r.cells...)
		for j := range r.cells {
			r.cells[j] = terminal.Printable(r.cells[j])
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
