// Package index finds the pairs of documents worth scoring: of a set of
// documents held in memory (the validation side) those that one more document
// (a training document) can reach the threshold with.
//
// [Exact] finds all of them by their n-grams, and no pair it skips could have
// reached the threshold. [Cells] does it for the arrays of package sketch.
// [Windows] finds where a short text could stand inside a longer one.
package index
