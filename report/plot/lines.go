package plot

import (
	"fmt"
	"math"
	"strings"
)

// A series of up to so many points has a marker on each.
const markedAll = 16

// A longer one has markers at this distance along its line, but not more than so many.
const (
	markSpace = 90
	maxMarks  = 24
)

func (d *drawing) lineEntry(s Series, l look) {
	d.keys.add(s.Name, func(out *canvas, x, y float64) {
		path := "M" + pair(x, y) + "h" + num(sampleWidth)
		if s.Reference {
			out.path(path, referenceStroke)
			return
		}
		out.path(path, l.stroke(2))
		out.path(l.mark(x+sampleWidth/2, y), l.beads())
	})
}

var referenceStroke = fmt.Sprintf(`fill="none" stroke="%s" stroke-width="1"`, grey)

// line draws a series and its markers.
func (d *drawing) line(out *canvas, l look, s Series) {
	runs := d.runs(s.Points)
	var path strings.Builder
	for _, run := range runs {
		d.trace(&path, run)
	}
	if s.Reference {
		out.path(path.String(), referenceStroke)
		return
	}
	out.path(path.String(), l.stroke(2))
	out.path(beadPath(runs, l, len(s.Points) <= markedAll), l.beads())
}

// beadPath sets the markers of a series. A point between two gaps always has one,
// as it has no line.
func beadPath(runs [][]Point, l look, all bool) string {
	total := 0.0
	for _, run := range runs {
		for i := range run[1:] {
			total += distance(run[i], run[i+1])
		}
	}
	space := max(markSpace, total/maxMarks)
	left := space * (0.2 + 0.15*float64(l.shape)) // curves that coincide have theirs side by side
	var path strings.Builder
	for _, run := range runs {
		for i, p := range run {
			if i > 0 {
				left -= distance(run[i-1], p)
			}
			if all || len(run) == 1 || left <= 0 {
				path.WriteString(l.mark(p.X, p.Y))
				left = space
			}
		}
	}
	return path.String()
}

func distance(p, q Point) float64 { return math.Hypot(p.X-q.X, p.Y-q.Y) }

// runs are the pixels of the points between gaps, thinned.
func (d *drawing) runs(points []Point) (runs [][]Point) {
	open := false
	for _, p := range points {
		at, ok := d.pixel(p)
		switch {
		case ok && open:
			runs[len(runs)-1] = append(runs[len(runs)-1], at)
		case ok:
			runs = append(runs, []Point{at})
		}
		open = ok
	}
	for i := range runs {
		runs[i] = thin(runs[i])
	}
	return runs
}

// thin keeps, of the points in one column of pixels, those a reader can see: the
// first, the lowest, the highest, the last.
func thin(run []Point) []Point {
	var kept []Point
	for i := 0; i < len(run); {
		end, low, high := i+1, i, i
		for end < len(run) && math.Floor(run[end].X) == math.Floor(run[i].X) {
			if run[end].Y < run[low].Y {
				low = end
			}
			if run[end].Y > run[high].Y {
				high = end
			}
			end++
		}
		last := -1
		for _, at := range []int{i, min(low, high), max(low, high), end - 1} {
			if at > last {
				kept, last = append(kept, run[at]), at
			}
		}
		i = end
	}
	return kept
}

// trace adds a run to path data; a place that rounds to the one before is left out.
func (d *drawing) trace(path *strings.Builder, run []Point) {
	if len(run) < 2 {
		return // its marker shows it
	}
	x, y := num(run[0].X), num(run[0].Y)
	fmt.Fprintf(path, "M%s %s", x, y)
	for i, p := range run[1:] {
		newX, newY := num(p.X), num(p.Y)
		switch {
		case newX == x && newY == y:
			continue
		case newX == x:
			path.WriteString("V" + newY)
		case newY == y:
			path.WriteString("H" + newX)
		case d.Steps && p.X > run[i].X:
			path.WriteString("V" + newY + "H" + newX)
		case d.Steps:
			path.WriteString("H" + newX + "V" + newY)
		default:
			path.WriteString("L" + newX + " " + newY)
		}
		x, y = newX, newY
	}
}
