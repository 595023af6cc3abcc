package plot

// legend stands below a plot, never on it: entries in columns, then notes.
type legend struct {
	entries []entry
	notes   []string
}

// entry is a name beside a sample, drawn from x to x+sampleWidth about y.
type entry struct {
	name   string
	sample func(c *canvas, x, y float64)
}

const (
	sampleWidth = 36
	sampleGap   = 6
	entryGap    = 20
	entryHeight = 19
	noteHeight  = 15
	noteGap     = 5
	legendWidth = canvasWidth - 2*margin
	maxColumns  = 4
)

// add leaves out what has no name.
func (l *legend) add(name string, sample func(c *canvas, x, y float64)) {
	if name = clean(name); name != "" {
		l.entries = append(l.entries, entry{name, sample})
	}
}

// note adds text below the entries, on up to three lines.
func (l *legend) note(text string) {
	l.notes = append(l.notes, wrap(clean(text), noteFont.size, legendWidth, 3)...)
}

// columns are the most in which every name fits. Names too long for two are cut
// where there are many, rather than have a column of them push the plot away.
func (l *legend) columns() int {
	longest := 0.0
	for _, e := range l.entries {
		longest = max(longest, textWidth(e.name, legendFont.size))
	}
	for n := min(maxColumns, len(l.entries)); n > 1; n-- {
		if longest <= nameRoom(n) {
			return n
		}
	}
	if len(l.entries) > 3 {
		return 2
	}
	return 1
}

func nameRoom(columns int) float64 {
	return float64(legendWidth)/float64(columns) - sampleWidth - sampleGap - entryGap
}

func (l *legend) height() float64 {
	return l.entriesHeight() + float64(len(l.notes)*noteHeight)
}

func (l *legend) entriesHeight() float64 {
	columns := l.columns()
	height := float64((len(l.entries) + columns - 1) / columns * entryHeight)
	if height > 0 && len(l.notes) > 0 {
		height += noteGap
	}
	return height
}

// draw sets the legend below y.
func (l *legend) draw(c *canvas, y float64) {
	columns := l.columns()
	for i, e := range l.entries {
		x := margin + float64(i%columns)*legendWidth/float64(columns)
		base := y + float64(i/columns*entryHeight) + 14
		e.sample(c, x, base-4)
		c.fitted(x+sampleWidth+sampleGap, base, e.name, nameRoom(columns), legendFont)
	}
	y += l.entriesHeight()
	for i, note := range l.notes {
		c.text(margin, y+float64(i*noteHeight)+12, note, noteFont)
	}
}
