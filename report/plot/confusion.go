package plot

import (
	"fmt"
	"math"
	"strings"
)

const (
	nameWidth    = 250
	headHeight   = 34
	minRowHeight = 40
	maxRowHeight = 140
)

// Confusion draws a table of counts: a row a category, columns called negative
// and called positive, shaded by the share of the row. Wrong calls are another
// colour, outlined and named.
func Confusion(m Matrix) []byte {
	var out canvas
	var keys legend
	keys.note("Shaded by the share of the row; outlined: called wrongly.")
	others := titleHeight + headHeight + legendSpace + bottomMargin + keys.height()
	rows := float64(max(1, len(m.Rows)))
	height := min(maxRowHeight, max(minRowHeight, (canvasHeight-others)/rows))
	const width = (canvasWidth - 2*margin - nameWidth) / 2.0
	for i, column := range []string{"called negative", "called positive"} {
		x := margin + nameWidth + (float64(i)+0.5)*width
		out.text(x, titleHeight+22, column, font{size: 13, anchor: "middle", bold: true})
	}
	fmt.Fprintf(&out, `<g id="%s-data">`+"\n", cleanID(m.ID))
	top := float64(titleHeight + headHeight)
	for i, r := range m.Rows {
		y := top + float64(i)*height
		r.name(&out, y, height)
		r.cell(&out, margin+nameWidth, y, width, height, r.CalledNegative, r.Positive, "false negative")
		r.cell(&out, margin+nameWidth+width, y, width, height, r.CalledPositive, !r.Positive, "false positive")
	}
	out.WriteString("</g>\n")
	bottom := top + rows*height + legendSpace
	keys.draw(&out, bottom)
	return out.page(m.Head, max(canvasHeight, bottom+keys.height()+bottomMargin))
}

func (r Row) name(c *canvas, y, height float64) {
	lines := 2
	if height < 3*lineHeight {
		lines = 1
	}
	truth := "truly negative"
	if r.Positive {
		truth = "truly positive"
	}
	const room = nameWidth - 12
	shown := len(wrap(clean(r.Name), legendFont.size, room, lines))
	base := y + (height-float64(shown+1)*lineHeight)/2 + 11
	base = c.wrapped(margin, base, r.Name, room, lines)
	c.text(margin, base, truth, noteFont)
}

// The strongest shades under ink that can still be read.
var (
	rightShade = [3]float64{76, 156, 201}
	wrongShade = [3]float64{226, 142, 76}
)

// cell draws a count; wrong names what the calls are if they are wrong.
func (r Row) cell(c *canvas, x, y, w, h float64, n int, isWrong bool, wrong string) {
	share := 0.0
	if total := r.CalledNegative + r.CalledPositive; total > 0 {
		share = float64(n) / float64(total)
	}
	shade, border, about := rightShade, `stroke="#bbbbbb"`, percent(share)
	switch {
	case n == 0:
		about = ""
	case isWrong:
		shade, border = wrongShade, `stroke="#222222" stroke-width="2.5"`
		about += ", " + plural(n, wrong)
	}
	c.rect(x+2, y+2, w-4, h-4, fmt.Sprintf(`fill="%s" %s`, mix(shade, share), border))
	middle, base := x+w/2, y+h/2
	if about == "" {
		base += 6
	}
	c.text(middle, base, count(n), font{size: 16, anchor: "middle", bold: true})
	c.text(middle, base+13, about, font{size: 11, anchor: "middle"})
}

// mix is white with a share of a colour.
func mix(shade [3]float64, share float64) string {
	share = min(1, max(0, share))
	part := func(i int) int { return int(math.Round(255 - share*(255-shade[i]))) }
	return fmt.Sprintf("#%02x%02x%02x", part(0), part(1), part(2))
}

// percent has one decimal; what is not none never reads 0, and what is not all
// never reads 100.
func percent(share float64) string {
	switch p := 100 * share; {
	case p > 0 && p < 0.1:
		return "under 0.1 %"
	case p < 100 && p > 99.9:
		return "over 99.9 %"
	default:
		return strings.Replace(fmt.Sprintf("%.1f %%", p), ".0 ", " ", 1)
	}
}
