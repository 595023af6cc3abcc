package evaluation

import (
	"strings"

	"github.com/leakgate/leakgate/report/terminal"
)

// fitting is how a table is made to fit a terminal.
type fitting struct {
	widths []int
	gap    int
	parts  [][]int // the columns of each part
}

// wideEnough are the cells that a shrunk first column keeps, or the table is broken.
const wideEnough = 20

// fitted tries, in this order: all columns with two spaces between them; with
// one; a shorter first column; several tables below one another.
func (t *table) fitted(room int) *fitting {
	f := &fitting{widths: t.widths(), parts: [][]int{t.all()}}
	for f.gap = 2; f.gap > 0; f.gap-- {
		if f.total() <= room {
			return f
		}
	}
	f.gap = 1
	if over := f.total() - room; t.shrink && f.widths[0]-over >= wideEnough {
		f.widths[0] -= over
		return f
	}
	f.gap = 2
	if t.shrink {
		f.widths[0] = min(f.widths[0], room*2/5)
	}
	f.parts = t.broken(f, room)
	return f
}

func (t *table) all() []int {
	columns := make([]int, len(t.columns))
	for i := range columns {
		columns[i] = i
	}
	return columns
}

func (t *table) widths() []int {
	widths := make([]int, len(t.columns))
	for i, c := range t.columns {
		for _, line := range c.lines {
			widths[i] = max(widths[i], terminal.Width(line))
		}
	}
	for _, r := range t.rows {
		for i, text := range r.cells {
			widths[i] = max(widths[i], terminal.Width(text))
		}
	}
	return widths
}

func (f *fitting) total() int {
	sum := -f.gap
	for _, w := range f.widths {
		sum += w + f.gap
	}
	return sum
}

// broken shares the columns out, those that name a row into every part.
func (t *table) broken(f *fitting, room int) (parts [][]int) {
	left := 0
	for i, w := range f.widths[t.keep:] {
		if left -= w + f.gap; left < 0 {
			left = room
			for _, k := range f.widths[:t.keep] {
				left -= k + f.gap
			}
			left -= w
			parts = append(parts, t.all()[:t.keep])
		}
		last := len(parts) - 1
		parts[last] = append(parts[last], t.keep+i)
	}
	return parts
}

// line sets the cells of one line side by side.
func (f *fitting) line(t *table, columns []int, cell func(column int) string) string {
	var b strings.Builder
	for i, c := range columns {
		if i > 0 {
			b.WriteString(strings.Repeat(" ", f.gap))
		}
		b.WriteString(pad(fit(cell(c), f.widths[c]), f.widths[c], t.columns[c].Left))
	}
	return b.String()
}

func pad(text string, cells int, left bool) string {
	space := strings.Repeat(" ", max(0, cells-terminal.Width(text)))
	if left {
		return text + space
	}
	return space + text
}
