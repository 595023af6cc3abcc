package plot

import "fmt"

var (
	barNegative = `fill="#a9cfe8" stroke="#0072b2" stroke-width="0.6"`
	barPositive = `fill="#0072b2" stroke="#0072b2" stroke-width="0.6"`
)

func (h *histograms) legend() {
	bar := func(attrs string) func(c *canvas, x, y float64) {
		return func(c *canvas, x, y float64) { c.rect(x+8, y-6, 20, 12, attrs) }
	}
	if !h.split {
		h.keys.note("Every group has its own scale; the number at its axis is its highest bar.")
		return
	}
	h.keys.add("called negative", bar(barNegative))
	h.keys.add("called positive", bar(barPositive))
	h.keys.add("threshold "+short(h.Threshold), func(c *canvas, x, y float64) {
		c.line(x+sampleWidth/2, y-8, x+sampleWidth/2, y+8, guideStroke(0))
	})
	h.keys.note("Every group has its own scale; the number at its axis is its highest bar.")
}

// group draws what stands left of the bars, and their base line.
func (h *histograms) group(c *canvas, f *frame, i int, top, height float64) {
	total, called, highest := 0, 0, 0
	for bin, n := range h.counts[i] {
		total, highest = total+n, max(highest, n)
		if h.positive(bin) {
			called += n
		}
	}
	about := counted(total, "pair")
	if h.split {
		about += fmt.Sprintf(", %s called positive", count(called))
	}
	lines := min(3, max(1, int((height-groupGap-13)/lineHeight)))
	y := c.wrapped(margin, top+17, h.Groups[i].Name, groupLeft-margin-40, lines)
	c.text(margin, y, about, noteFont)
	base := top + height
	c.line(f.left, base, f.right, base, fmt.Sprintf(`stroke="%s"`, grey))
	if highest > 0 {
		c.line(f.left, top+groupGap, f.left, base, fmt.Sprintf(`stroke="%s"`, grey))
		c.text(f.left-tickLabelGap, top+groupGap+8, count(highest), tickFont.at("end"))
	}
}

// bars draws the bins of a group; a single pair among thousands is still seen.
func (h *histograms) bars(c *canvas, f *frame, counts []int, top, height float64) {
	highest := 1
	for _, n := range counts {
		highest = max(highest, n)
	}
	for bin, n := range counts {
		if n == 0 {
			continue
		}
		from, to := f.x.px(h.edges[bin]), f.x.px(h.edges[bin+1])
		tall := max(2, (height-groupGap)*float64(n)/float64(highest))
		attrs := barNegative
		if h.positive(bin) {
			attrs = barPositive
		}
		c.rect(from, top+height-tall, to-from, tall, attrs)
	}
}
