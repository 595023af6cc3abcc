package plot

import (
	"fmt"
	"math"
	"slices"
)

// Histograms draws one histogram a group, all over one score axis, each with
// its own count axis. The threshold is an edge of the bins, so that every bar
// stands on one side of it; the last bin includes its upper end.
func Histograms(d Distribution) []byte {
	h := newHistograms(d)
	h.legend()
	rows := float64(max(1, len(d.Groups)))
	others := titleHeight + axisHeight + legendSpace + bottomMargin + h.keys.height()
	height := max(minGroupHeight, (canvasHeight-others)/rows)
	f := &frame{left: groupLeft, right: canvasWidth - 24, top: titleHeight, bottom: titleHeight + rows*height}
	f.x = h.x.over(f.left+inset, f.right-inset)
	var out canvas
	f.xAxis(&out, d.Axis)
	for i := range d.Groups {
		h.group(&out, f, i, f.top+float64(i)*height, height)
	}
	fmt.Fprintf(&out, `<g id="%s-data">`+"\n", cleanID(d.ID))
	for i := range d.Groups {
		h.bars(&out, f, h.counts[i], f.top+float64(i)*height, height)
	}
	if h.split {
		x := f.x.px(d.Threshold)
		out.line(x, f.top, x, f.bottom, guideStroke(0))
	}
	out.WriteString("</g>\n")
	h.keys.draw(&out, f.legendTop())
	return out.page(d.Head, others+rows*height)
}

const (
	groupLeft      = 250 // names and counts stand to the left of it
	minGroupHeight = 40
	groupGap       = 7
	binWidth       = 0.025 // about, where scores are from 0 to 1
)

type histograms struct {
	Distribution
	x      scale
	keys   legend
	split  bool // there is a threshold to see
	edges  []float64
	counts [][]int // by group and bin
}

func newHistograms(d Distribution) *histograms {
	h := &histograms{Distribution: d}
	axis := Axis{Max: 1}
	var scores []float64
	for _, g := range d.Groups {
		for _, s := range g.Scores {
			if s, ok := axis.place(s); ok {
				scores = append(scores, s)
			}
		}
	}
	missing := -len(scores)
	for _, g := range d.Groups {
		missing += len(g.Scores)
	}
	if t, ok := axis.place(d.Threshold); ok {
		h.split = true
		scores = append(scores, t)
	}
	h.x = axis.scale(scores, 10, false)
	h.cut()
	h.counts = make([][]int, len(d.Groups))
	for i, g := range d.Groups {
		h.counts[i] = make([]int, len(h.edges)-1)
		for _, s := range g.Scores {
			if s, ok := axis.place(s); ok {
				h.counts[i][h.bin(s)]++
			}
		}
	}
	if missing > 0 {
		h.keys.note("Left out, as they are no finite numbers: " + counted(missing, "score") + ".")
	}
	return h
}

// cut divides the scale into about 40 bins, evenly on either side of the
// threshold. Where that leaves less than half a bin at an end, the scale grows.
func (h *histograms) cut() {
	width := binWidth * (h.x.hi - h.x.lo)
	if !h.split {
		h.edges = []float64{h.x.lo}
		h.fill(h.x.hi, width)
		return
	}
	if h.x.hi-h.Threshold < width/2 {
		h.x.hi = h.Threshold + width
	}
	if below := h.Threshold - h.x.lo; below > 0 && below < width/2 {
		h.x.lo = h.Threshold - width
	}
	h.edges = []float64{h.x.lo}
	h.fill(h.Threshold, width)
	h.fill(h.x.hi, width)
}

// fill adds even bins up to the edge to.
func (h *histograms) fill(to, width float64) {
	from := h.edges[len(h.edges)-1]
	if from == to {
		return
	}
	n := max(1, math.Round((to-from)/width))
	for k := 1.0; k < n; k++ {
		h.edges = append(h.edges, from+k*(to-from)/n)
	}
	h.edges = append(h.edges, to)
}

func (h *histograms) bin(score float64) int {
	at, found := slices.BinarySearch(h.edges, score)
	if !found {
		at--
	}
	return min(at, len(h.edges)-2)
}

// positive says that the scores of a bin are at or above the threshold.
func (h *histograms) positive(bin int) bool { return h.split && h.edges[bin] >= h.Threshold }
