// Package sketch keeps what is compared of a document: [Grams], the exact set
// of its n-gram hashes, or an array of M cells that the hashes fall into,
// [Counts] or [Bits]. It scores pairs of them by the overlap coefficient
// |A∩B| / min(|A|,|B|), raw as in the paper or corrected for collisions, and
// holds the integer [Threshold] test that every decision goes through.
//
// The command compares arrays by their [Cells]; [Bits] and [Counts] are the dense
// form, for libraries and as the plain twin.
//
// Hashes come from package ngram; package index finds the pairs worth scoring.
// Nothing here depends on other packages of this module.
package sketch
