// Package ngram turns a text into hashed word n-grams, the first half of the
// one-way door text → hash (docs/text-to-hash.md).
//
// A [Hasher] does it in two steps. AppendUnits cuts a text into its units:
// the 64-bit SipHash of every word, or every code point under [Chars].
// AppendGrams hashes each run of n units. Package sketch makes sets and arrays
// of the n-grams, package detect compares them.
//
// Nothing here depends on other packages of this module.
package ngram
