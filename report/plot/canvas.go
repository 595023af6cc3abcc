package plot

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
)

const (
	canvasWidth  = 720
	canvasHeight = 440 // at least: many categories or long legends make it higher
	margin       = 16  // free on every side
	titleHeight  = 44
)

const (
	ink  = "#222222"
	grey = "#666666"
	pale = "#e2e2e2"
)

// canvas gathers the elements of one SVG.
type canvas struct{ bytes.Buffer }

// num is v with two decimals at most, the only form of a coordinate.
func num(v float64) string {
	v = math.Round(v*100) / 100
	if v == 0 {
		return "0" // never -0
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// escape makes any string the content of an element or attribute.
func escape(s string) string { return html.EscapeString(clean(s)) }

func (c *canvas) rect(x, y, w, h float64, attrs string) {
	fmt.Fprintf(c, `<rect x="%s" y="%s" width="%s" height="%s" %s/>`+"\n", num(x), num(y), num(w), num(h), attrs)
}

func (c *canvas) path(d, attrs string) {
	if d != "" {
		fmt.Fprintf(c, `<path d="%s" %s/>`+"\n", d, attrs)
	}
}

func (c *canvas) line(x1, y1, x2, y2 float64, attrs string) {
	c.path("M"+pair(x1, y1)+"L"+pair(x2, y2), attrs)
}

// pair is a point in path data.
func pair(x, y float64) string { return num(x) + " " + num(y) }

// font is how a text is set; the zero values are left-aligned, regular, in ink.
type font struct {
	size   float64
	anchor string
	fill   string
	bold   bool
	turned bool // read from below to above
}

var (
	tickFont   = font{size: 11, fill: grey}
	titleFont  = font{size: 16, bold: true}
	axisFont   = font{size: 12, anchor: "middle"}
	legendFont = font{size: 12}
	noteFont   = font{size: 11, fill: grey}
)

func (f font) at(anchor string) font { f.anchor = anchor; return f }

// text sets s with its base line at y.
func (c *canvas) text(x, y float64, s string, f font) { c.label(x, y, s, s, f) }

// label sets short for full; where they differ, full is told on pointing at it.
func (c *canvas) label(x, y float64, short, full string, f font) {
	if short = clean(short); short == "" {
		return
	}
	fmt.Fprintf(c, `<text x="%s" y="%s" font-size="%s"`, num(x), num(y), num(f.size))
	if f.anchor != "" {
		fmt.Fprintf(c, ` text-anchor="%s"`, f.anchor)
	}
	if f.fill != "" {
		fmt.Fprintf(c, ` fill="%s"`, f.fill)
	}
	if f.bold {
		c.WriteString(` font-weight="bold"`)
	}
	if f.turned {
		fmt.Fprintf(c, ` transform="rotate(-90 %s)"`, pair(x, y))
	}
	c.WriteString(">")
	if full = clean(full); short != full {
		fmt.Fprintf(c, "<title>%s</title>", escape(full))
	}
	fmt.Fprintf(c, "%s</text>\n", escape(short))
}

// fitted sets as much of s as room holds.
func (c *canvas) fitted(x, y float64, s string, room float64, f font) {
	s = clean(s)
	size := f.size
	if f.bold {
		size *= 1.1
	}
	c.label(x, y, fit(s, size, room), s, f)
}

const lineHeight = 14 // of legendFont

// wrapped sets a name from the base line y on, on up to n lines, and returns the
// next base line.
func (c *canvas) wrapped(x, y float64, name string, room float64, n int) float64 {
	name = clean(name)
	for _, part := range wrap(name, legendFont.size, room, n) {
		full := part
		if strings.HasSuffix(part, ellipsis) {
			full = name
		}
		c.label(x, y, part, full, legendFont)
		y += lineHeight
	}
	return y
}

// page wraps what was drawn into the element, with what h says.
func (c *canvas) page(h Head, height float64) []byte {
	id, title, desc := cleanID(h.ID), clean(h.Title), clean(h.Desc)
	if title == "" {
		title = "Plot"
	}
	if desc == "" {
		desc = title
	}
	var out canvas
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %s" width="%[1]d" height="%[2]s"`+
		` style="max-width:100%%;height:auto" role="img" aria-labelledby="%[3]s-title %[3]s-desc"`+
		` font-family="sans-serif" fill="%[4]s">`+"\n", canvasWidth, num(height), id, ink)
	fmt.Fprintf(&out, `<title id="%s-title">%s</title>`+"\n", id, escape(title))
	fmt.Fprintf(&out, `<desc id="%s-desc">%s</desc>`+"\n", id, escape(desc))
	out.rect(0, 0, canvasWidth, height, `fill="#ffffff"`)
	out.fitted(margin, 27, h.Title, canvasWidth-2*margin, titleFont)
	out.Write(c.Bytes())
	out.WriteString("</svg>\n")
	return out.Bytes()
}

// cleanID keeps what an id may hold in HTML, CSS and XML alike.
func cleanID(id string) string {
	id = strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, id)
	switch {
	case id == "":
		return "plot"
	case id[0] == '-' || id[0] >= '0' && id[0] <= '9':
		return "plot" + id
	}
	return id
}
