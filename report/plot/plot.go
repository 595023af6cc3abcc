// Package plot draws the plots of an evaluation as SVG: [Lines], [Scatter],
// [Histograms] and [Confusion]. Each is one self-contained <svg> element, the
// same bytes for the same data: a file as it is, or a part of an HTML page, on
// which the [Head.ID] of every plot must differ.
//
// A plot can be read without colours (series differ in marker and in dashes),
// by the colour-blind (palette of Okabe and Ito), and by ear (<title>, <desc>).
// It has no script, font or image of elsewhere. Names may hold any bytes. What
// no number can be drawn for (NaN, infinities, beyond ±1e12) is left out: a gap
// in a line, a note under a scatter plot.
//
// Nothing here depends on other packages of this module.
package plot

// Head names a plot.
type Head struct {
	// ID begins the ids of the elements; "plot" if empty.
	ID string
	// Title stands above the plot, cut if it does not fit on one line.
	Title string
	// Desc tells who cannot see the plot what it shows; the title if empty.
	Desc string
}

// Axis is one direction of a Chart.
type Axis struct {
	Title string
	// Min and Max are shown at least; the data widen them. Both 0: the data alone.
	Min, Max float64
	// Cap, if not 0, is where greater values are drawn; its tick then says ≥.
	Cap float64
	// Log makes it logarithmic; values of 0 and less are left out.
	Log bool
}

// Point is a place in a Chart, in the units of its axes.
type Point struct{ X, Y float64 }

// Series are the points of one name. Colour, marker and dashes go by the place
// in Chart.Series, so an empty series keeps those of the others; up to 8 series
// differ in all three.
type Series struct {
	Name   string
	Points []Point
	// Reference is a thin grey line without markers, as chance in a ROC curve.
	Reference bool
}

// Guide is a line across the plot, such as a threshold.
type Guide struct {
	Name string
	At   float64
	// Low to High is shaded if Low < High, such as the interval of At.
	Low, High float64
}

// Mark is one ringed point, such as the chosen threshold on a curve.
type Mark struct {
	Name string
	Point
}

// Chart is what Lines and Scatter draw.
type Chart struct {
	Head
	X, Y   Axis
	Series []Series
	// AtX are vertical guides, AtY horizontal ones.
	AtX, AtY []Guide
	Marks    []Mark
	// Steps: between two points a line has the height of the one on the right, as
	// precision over recall and F1 over the threshold have. Lines only.
	Steps bool
}

// Group are the scores of one category.
type Group struct {
	Name   string
	Scores []float64
}

// Distribution is what Histograms draws.
type Distribution struct {
	Head
	// Axis is the title of the score axis, which shows 0 to 1 at least.
	Axis string
	// Threshold is the lowest score called positive; NaN: none.
	Threshold float64
	Groups    []Group
}

// Row is one category of a Matrix, or one of the two classes. Positive is its
// true class.
type Row struct {
	Name                           string
	Positive                       bool
	CalledNegative, CalledPositive int
}

// Matrix is what Confusion draws.
type Matrix struct {
	Head
	Rows []Row
}
