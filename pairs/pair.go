// Package pairs reads labelled pairs of texts and scores them: what people (or
// package calibrate) say is alike against what the sketches say.
//
// Start with [Read], then [Score]. Package eval finds thresholds in the scores.
package pairs

// Pair is two texts and what is known of them.
type Pair struct {
	ID       string // as in the file, else "file:line"
	A, B     string // the texts
	Label    string // as in the file
	Positive bool   // the label says that they are alike
	Kind     string // category; the label where the file has none
}
