// Package eval finds the threshold of a score in labelled pairs, and says how
// good it is and how sure that is. It knows numbers and labels only: package
// pairs makes them out of texts.
//
// Start with [Evaluate], which has everything in one answer. [Choose] is the
// threshold alone, [Sweep] what every threshold would do, [Bootstrap] and
// [CrossValidate] what the threshold is worth on pairs that did not choose it.
//
// A pair is called positive iff its score is at or over the threshold. The
// thresholds worth trying are therefore the distinct scores: a cut is one of
// them with all pairs at or over it.
package eval

// Pair is one labelled score.
type Pair struct {
	Score    float64 // finite; higher is more alike
	Positive bool    // what a person says, not the score
	Kind     string  // category, for the table by kind; may be empty
}
