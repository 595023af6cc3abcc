package plot

import "fmt"

func guideStroke(i int) string {
	return fmt.Sprintf(`stroke="%s" stroke-width="1.4" stroke-dasharray="%s"`, ink, guideDashes[i%len(guideDashes)])
}

const bandFill = `fill="#000000" fill-opacity="0.08"`

// bands lie below the grid.
func (d *drawing) bands(out *canvas) {
	for _, g := range d.AtX {
		if low, high, ok := g.band(d.X); ok {
			from, to := d.x.px(low), d.x.px(high)
			out.rect(from, d.top, to-from, d.bottom-d.top, bandFill)
		}
	}
	for _, g := range d.AtY {
		if low, high, ok := g.band(d.Y); ok {
			from, to := d.y.px(high), d.y.px(low)
			out.rect(d.left, from, d.right-d.left, to-from, bandFill)
		}
	}
}

func (d *drawing) guides(out *canvas) {
	for i, g := range d.AtX {
		if at, ok := d.X.place(g.At); ok {
			out.line(d.x.px(at), d.top, d.x.px(at), d.bottom, guideStroke(i))
		}
	}
	for i, g := range d.AtY {
		if at, ok := d.Y.place(g.At); ok {
			out.line(d.left, d.y.px(at), d.right, d.y.px(at), guideStroke(len(d.AtX)+i))
		}
	}
}

// guideEntries puts guides and marks into the legend, vertical guides as
// vertical samples.
func (d *drawing) guideEntries() {
	for i, g := range d.AtX {
		d.guideEntry(g, d.X, func(out *canvas, x, y float64) {
			x += sampleWidth / 2
			out.line(x, y-8, x, y+8, guideStroke(i))
		})
	}
	for i, g := range d.AtY {
		d.guideEntry(g, d.Y, func(out *canvas, x, y float64) {
			out.line(x, y, x+sampleWidth, y, guideStroke(len(d.AtX)+i))
		})
	}
	for _, m := range d.Marks {
		d.keys.add(m.Name, func(out *canvas, x, y float64) { ring(out, x+sampleWidth/2, y) })
	}
}

func (d *drawing) guideEntry(g Guide, a Axis, sample func(out *canvas, x, y float64)) {
	if _, ok := a.place(g.At); !ok {
		return
	}
	_, _, shaded := g.band(a)
	d.keys.add(g.Name, func(out *canvas, x, y float64) {
		if shaded {
			out.rect(x, y-8, sampleWidth, 16, bandFill)
		}
		sample(out, x, y)
	})
}

// ring marks a point without hiding it.
func ring(out *canvas, x, y float64) {
	const circle = "m-6.5 0a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0-13 0"
	out.path("M"+pair(x, y)+circle, `fill="none" stroke="#ffffff" stroke-width="4"`)
	out.path("M"+pair(x, y)+circle, fmt.Sprintf(`fill="none" stroke="%s" stroke-width="2"`, ink))
}
