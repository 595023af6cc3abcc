package plot

import "fmt"

// frame is the area of the data with its axes.
type frame struct {
	x, y scale
	// The border, inset pixels outside of the scales.
	left, right, top, bottom float64
}

const (
	minFrameHeight = 230
	axisHeight     = 46 // tick labels and title below the frame
	legendSpace    = 10 // between axis title and legend
	bottomMargin   = 10
	tickLabelGap   = 6
)

// newFrame places the scales between title and legend; it returns the height of
// the plot too.
func newFrame(x, y scale, keys *legend) (*frame, float64) {
	const others = titleHeight + axisHeight + legendSpace + bottomMargin
	inner := max(minFrameHeight, canvasHeight-others-keys.height())
	labels := 0.0
	for _, t := range y.ticks {
		labels = max(labels, textWidth(t.label, tickFont.size))
	}
	f := &frame{
		left: margin + 18 + labels + tickLabelGap, right: canvasWidth - 24,
		top: titleHeight, bottom: titleHeight + inner,
	}
	f.x = x.over(f.left+inset, f.right-inset)
	f.y = y.over(f.bottom-inset, f.top+inset)
	return f, others + inner + keys.height()
}

// axes draws grid, tick labels and titles.
func (f *frame) axes(c *canvas, xTitle, yTitle string) {
	middle := (f.top + f.bottom) / 2
	c.fitted(margin+9, middle, yTitle, f.bottom-f.top, font{size: 12, anchor: "middle", turned: true})
	for _, t := range f.y.ticks {
		y := f.y.px(t.at)
		c.line(f.left, y, f.right, y, hair)
		c.text(f.left-tickLabelGap, y+4, t.label, tickFont.at("end"))
	}
	f.xAxis(c, xTitle)
	c.rect(f.left, f.top, f.right-f.left, f.bottom-f.top, fmt.Sprintf(`fill="none" stroke="%s"`, grey))
}

const hair = `stroke="` + pale + `"`

// xAxis leaves out the labels that have no room beside the one before.
func (f *frame) xAxis(c *canvas, title string) {
	free := 0.0
	for _, t := range f.x.ticks {
		x, half := f.x.px(t.at), textWidth(t.label, tickFont.size)/2
		c.line(x, f.top, x, f.bottom, hair)
		if x-half >= free && x+half <= canvasWidth {
			c.text(x, f.bottom+16, t.label, tickFont.at("middle"))
			free = x + half + 6
		}
	}
	c.fitted((f.left+f.right)/2, f.bottom+36, title, f.right-f.left, axisFont)
}

func (f *frame) legendTop() float64 { return f.bottom + axisHeight + legendSpace }
