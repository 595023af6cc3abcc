// Package detect is the engine: it holds the validation side in memory, indexed,
// streams the training side past it, and says which validation documents stand
// in training, how, and where.
//
// Call [Run]. Documents come from package corpus, their hashes from ngram, the
// candidate pairs from index, the scores from sketch; package report shows the
// [Result]. The answer does not depend on the number of workers.
package detect
