package evaluation

import (
	"bufio"
	"fmt"
	"io"

	"github.com/leakgate/leakgate/report/terminal"
)

// WriteText writes the report for a person: what was read, the thresholds, the
// errors by category, the worst mistakes, how to read it, and what to type next.
func (r *Report) WriteText(w io.Writer) error {
	p := &page{w: bufio.NewWriter(w), width: max(r.Width, minWidth), color: r.Color}
	if r.Width == 0 {
		p.width = 80
	}
	for i, line := range r.head(terminal.Printable) {
		s := plain
		switch {
		case line.Label == incomplete:
			s = red
		case i == 0:
			s = bold
		}
		p.flow(s, line.Label+":", " "+line.Text, indent)
	}
	p.table(r.variantTable(false))
	p.table(r.errorTable(r.groups()))
	r.mistakes(p)
	r.reading(p)
	return p.w.Flush() // a bufio.Writer keeps its first error
}

const (
	indent = "     "
	quotes = 2 // cells of “”
)

func (r *Report) mistakes(p *page) {
	v := r.first()
	negatives, positives := r.worst(v)
	titles := mistakeTitles(negatives, positives)
	for i, list := range [][]mistake{negatives, positives} {
		if len(list) == 0 {
			continue
		}
		p.title(fmt.Sprintf("%s (%v)", titles[i], r.Variants[v].Variant))
		for j := range list {
			r.mistake(p, &list[j])
		}
	}
}

func (r *Report) mistake(p *page, m *mistake) {
	p.flow(bold, fmt.Sprintf("%.6f  %s", m.score, terminal.Printable(m.ID)),
		fmt.Sprintf("  %s; %s", terminal.Printable(m.named()), r.about(m)), indent)
	if r.NoText {
		return
	}
	for _, text := range []string{m.A, m.B} {
		quote := fit(terminal.Printable(excerpt(text)), p.width-len(indent)-quotes)
		p.line(indent + "“" + quote + "”")
	}
}

// reading ends the report: notes, and the command that goes on from here.
func (r *Report) reading(p *page) {
	p.title("How to read it")
	for _, note := range r.notes(terminal.Printable) {
		p.flow(bold, "  "+note.Label+":", " "+note.Text, "    ")
	}
	if command := r.next(); command != "" {
		p.title("Next")
		p.line("  " + command)
	}
}
