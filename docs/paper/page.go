package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/leakgate/leakgate/report/plot"
)

// page gathers the text and writes the plots; the first error stops it.
type page struct {
	ctx    context.Context
	text   bytes.Buffer
	folder string
	err    error
}

// say adds text; "\n" as it stands.
func (p *page) say(format string, args ...any) { fmt.Fprintf(&p.text, format, args...) }

// table adds a table whose first column is text and whose others are figures.
func (p *page) table(head []string, rows [][]string) {
	p.say("| %s |\n|---|%s\n", strings.Join(head, " | "), strings.Repeat("--:|", len(head)-1))
	for _, row := range rows {
		p.say("| %s |\n", strings.Join(row, " | "))
	}
	p.say("\n")
}

// figure writes a plot and shows it.
func (p *page) figure(name, caption string, svg []byte) {
	if p.err == nil {
		p.err = os.WriteFile(filepath.Join(p.folder, name+".svg"), svg, 0o666)
	}
	p.say("![%s](paper/%s.svg)\n\n", caption, name)
}

// chart is a line chart over one quantity.
func (p *page) chart(name, caption string, x, y plot.Axis, series []plot.Series) {
	p.figure(name, caption, plot.Lines(plot.Chart{
		Head: plot.Head{ID: name, Title: caption, Desc: caption}, X: x, Y: y, Series: series,
	}))
}
