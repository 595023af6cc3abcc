package plot

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Lines joins the points of each series in their order. A point that cannot be
// drawn leaves a gap. Markers stand on every point of a short series and at
// even distances along a long one.
func Lines(c Chart) []byte {
	d := c.prepare()
	for i, s := range c.Series {
		d.lineEntry(s, lookOf(i))
	}
	d.guideEntries()
	return d.draw(func(out *canvas, i int, s Series) { d.line(out, lookOf(i), s) })
}

// Scatter draws the points of each series alone; those of a series that fall
// onto the same few pixels are drawn once. It tells how many it leaves out.
func Scatter(c Chart) []byte {
	d := c.prepare()
	for i, s := range c.Series {
		d.keys.add(s.Name, func(out *canvas, x, y float64) {
			out.path(lookOf(i).mark(x+sampleWidth/2, y), lookOf(i).specks())
		})
	}
	d.guideEntries()
	if d.missing > 0 {
		d.keys.note("Left out, as they have no finite place: " + counted(d.missing, "point") + ".")
	}
	return d.draw(func(out *canvas, i int, s Series) { d.cloud(out, lookOf(i), s) })
}

// drawing is a Chart whose scales are known.
type drawing struct {
	Chart
	*frame
	keys    legend
	xs, ys  scale
	points  int // that have a place
	missing int // that have none
}

func (c Chart) prepare() *drawing {
	d := &drawing{Chart: c}
	var xs, ys []float64
	var overX, overY int
	add := func(p Point) bool {
		x, okX := c.X.place(p.X)
		y, okY := c.Y.place(p.Y)
		if okX && okY {
			xs, ys = append(xs, x), append(ys, y)
		}
		return okX && okY
	}
	for _, s := range c.Series {
		for _, p := range s.Points {
			if !add(p) {
				d.missing++
				continue
			}
			d.points++
			overX += beyond(c.X, p.X)
			overY += beyond(c.Y, p.Y)
		}
	}
	for _, m := range c.Marks {
		add(m.Point)
	}
	xs = append(xs, guided(c.X, c.AtX)...)
	ys = append(ys, guided(c.Y, c.AtY)...)
	d.xs, d.ys = c.X.scale(xs, 8, overX > 0), c.Y.scale(ys, 6, overY > 0)
	d.noteBeyond(c.X, overX)
	d.noteBeyond(c.Y, overY)
	return d
}

func beyond(a Axis, v float64) int {
	if a.Cap != 0 && v > a.Cap {
		return 1
	}
	return 0
}

func (d *drawing) noteBeyond(a Axis, n int) {
	if n > 0 {
		d.keys.note("Drawn at " + short(a.Cap) + ": " + counted(n, "point") + " beyond it.")
	}
}

// guided are the values that guides want to be seen.
func guided(a Axis, guides []Guide) (values []float64) {
	for _, g := range guides {
		at, ok := a.place(g.At)
		if !ok {
			continue
		}
		values = append(values, at)
		if low, high, ok := g.band(a); ok {
			values = append(values, low, high)
		}
	}
	return values
}

func (g Guide) band(a Axis) (low, high float64, ok bool) {
	low, lowOK := a.place(g.Low)
	high, highOK := a.place(g.High)
	return low, high, lowOK && highOK && low < high
}

// draw lays out the plot, once the legend is complete, and calls data for every
// series, references first and the first series on top.
func (d *drawing) draw(data func(out *canvas, i int, s Series)) []byte {
	var out canvas
	frame, height := newFrame(d.xs, d.ys, &d.keys)
	d.frame = frame
	d.bands(&out)
	d.axes(&out, d.X.Title, d.Y.Title)
	fmt.Fprintf(&out, `<g id="%s-data">`+"\n", cleanID(d.ID))
	d.guides(&out)
	for _, reference := range []bool{true, false} {
		for i, s := range slices.Backward(d.Series) {
			if s.Reference == reference {
				data(&out, i, s)
			}
		}
	}
	for _, m := range d.Marks {
		if p, ok := d.pixel(m.Point); ok {
			ring(&out, p.X, p.Y)
		}
	}
	out.WriteString("</g>\n")
	d.keys.draw(&out, d.legendTop())
	return out.page(d.Head, height)
}

// pixel is where p is drawn, if it is.
func (d *drawing) pixel(p Point) (Point, bool) {
	x, okX := d.X.place(p.X)
	y, okY := d.Y.place(p.Y)
	if !okX || !okY {
		return Point{}, false
	}
	return Point{d.x.px(x), d.y.px(y)}, true
}

// crowd is the number of points in a plot from which on they are drawn smaller.
const crowd = 1500

// cloud draws a scatter series as one path: thousands of elements would be slow.
func (d *drawing) cloud(out *canvas, l look, s Series) {
	marker, pixels := l.marker(1), 2.0
	if d.points > crowd {
		marker, pixels = l.marker(0.6), 3
	}
	seen := map[Point]bool{}
	var path strings.Builder
	for _, p := range s.Points {
		at, ok := d.pixel(p)
		if cell := (Point{math.Floor(at.X / pixels), math.Floor(at.Y / pixels)}); ok && !seen[cell] {
			seen[cell] = true
			path.WriteString("M" + num(math.Round(at.X*2)/2) + " " + num(math.Round(at.Y*2)/2) + marker)
		}
	}
	out.path(path.String(), l.specks())
}

func counted(n int, noun string) string { return count(n) + " " + plural(n, noun) }

func plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}
