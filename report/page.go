package report

import (
	"fmt"
	"io"

	"github.com/leakgate/leakgate/report/terminal"
)

// page lays text out in columns.
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
	for _, line := range terminal.Wrap(lead, indent, text, max(p.width, minWidth)) {
		p.line(line)
	}
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
