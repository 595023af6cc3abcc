package plot

import (
	"fmt"
	"math"
)

// palette is that of Okabe and Ito (2008), which the colour-blind can tell
// apart, in an order in which neighbours also differ in grey; wine replaces its
// yellow, which is too pale on white.
var palette = []string{
	"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00", "#56b4e9", "#882255",
}

var dashes = []string{"", "8 4", "2 3", "9 3 2 3", "14 4", "5 2", "9 3 2 3 2 3", "1.5 5"}

// guideDashes are other than those of the series, and the lines thinner.
var guideDashes = []string{"6 3", "2 2", "10 3 2 3"}

// look is how a series is told from others: by any one of the three.
type look struct {
	color, dash string
	shape       int
}

// lookOf is that of the i-th series; beyond the eighth, colours come again in
// other pairs of colour and shape.
func lookOf(i int) look {
	turned := (i + i/len(palette)) % len(palette)
	return look{palette[i%len(palette)], dashes[turned], turned}
}

func (l look) stroke(width float64) string {
	attrs := fmt.Sprintf(`fill="none" stroke="%s" stroke-width="%s" stroke-linejoin="round"`, l.color, num(width))
	if l.dash != "" {
		attrs += fmt.Sprintf(` stroke-dasharray="%s"`, l.dash)
	}
	return attrs
}

// shapes of markers as path data about the current point: %[1]s stands for half
// of the size, %[2]s for the whole.
var shapes = []struct {
	half float64
	path string
}{
	{3.6, "m-%[1]s 0a%[1]s %[1]s 0 1 0 %[2]s 0 %[1]s %[1]s 0 1 0-%[2]s 0"},                // disc
	{3.2, "m-%[1]s-%[1]sh%[2]sv%[2]sh-%[2]sz"},                                            // square
	{3.8, "m0-%[1]sl%[1]s %[2]sh-%[2]sz"},                                                 // triangle
	{4.4, "m0-%[1]sl%[1]s %[1]s-%[1]s %[1]s-%[1]s-%[1]sz"},                                // diamond
	{4.2, "m-%[1]s 0h%[2]sm-%[1]s-%[1]sv%[2]s"},                                           // plus
	{3.3, "m-%[1]s-%[1]sl%[2]s %[2]sm0-%[2]sl-%[2]s %[2]s"},                               // cross
	{3.8, "m0 %[1]sl%[1]s-%[2]sh-%[2]sz"},                                                 // triangle on its tip
	{3.6, "m-%[1]s 0h%[2]sm-%[1]s-%[1]sv%[2]sm-%[1]s 0l%[2]s-%[2]sm0 %[2]sl-%[2]s-%[2]s"}, // star
}

// hollow says which closed shapes are not filled: two of a kind are easier to
// tell apart without colour when one of them is.
var hollow = []bool{false, true, false, true, true, true, true, true}

func (l look) mark(x, y float64) string { return "M" + pair(x, y) + l.marker(1) }

func (l look) marker(times float64) string {
	s := shapes[l.shape]
	half := math.Round(s.half*times*10) / 10
	return fmt.Sprintf(s.path, num(half), num(2*half))
}

// beads are the markers on lines.
func (l look) beads() string {
	fill := l.color
	if hollow[l.shape] {
		fill = "#ffffff"
	}
	return fmt.Sprintf(`fill="%s" stroke="%s" stroke-width="1.5"`, fill, l.color)
}

// specks are the markers of a scatter plot, through which those below stay to be seen.
func (l look) specks() string {
	fill := 0.5
	if hollow[l.shape] {
		fill = 0.05
	}
	return fmt.Sprintf(`fill="%s" fill-opacity="%s" stroke="%[1]s" stroke-width="1.2"`, l.color, num(fill))
}
