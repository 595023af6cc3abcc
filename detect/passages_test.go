package detect

import (
	"strings"
	"testing"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/ngram"
	"github.com/stretchr/testify/require"
)

// proof is the evidence of two documents, each given by its fields.
func proof(t *testing.T, scheme ngram.Scheme, val, train []string) *Evidence {
	t.Helper()
	h, err := ngram.NewHasher(scheme)
	require.NoError(t, err)
	var p prover
	return p.prove(h, &corpus.Document{Texts: val}, &corpus.Document{Texts: train})
}

// TestPassagesEndWithTheirField: with n = 1 no n-gram is missing at the border
// between two fields, so nothing but a look at the field ends a run there.
func TestPassagesEndWithTheirField(t *testing.T) {
	fields := []string{"one two three", "four"}
	e := proof(t, ngram.Scheme{N: 1}, fields, fields)
	require.Equal(t, []Passage{
		{3, Range{0, 0, 13}, Range{0, 0, 13}},
		{1, Range{1, 0, 4}, Range{1, 0, 4}},
	}, e.Passages)
}

// TestPassagesOverFieldsDoNotPanic: the same, where the run would end before it
// begins.
func TestPassagesOverFieldsDoNotPanic(t *testing.T) {
	val, train := []string{"some words and then one two", "a"}, []string{"one two", "a"}
	require.NotPanics(t, func() { proof(t, ngram.Scheme{N: 1}, val, train) })
}

// TestLongerPassageInsideAShorterOne: the training text's first n-grams stand
// at one place of the validation text, but a longer run, which begins among
// them, stands at another.
func TestLongerPassageInsideAShorterOne(t *testing.T) {
	train := "a b c d e f g h i j k l m n o p q r s t"
	val := "a b c d e x c d e f g h i j k l m n o p q r s t"
	e := proof(t, ngram.Scheme{}, []string{val}, []string{train})
	require.Equal(t, Passage{18, Range{0, 12, 47}, Range{0, 4, 39}}, e.Passages[0], "c … t")
}

// TestLongestPassageAmongManyPlaces: an n-gram that stands in more places than
// are tried.
func TestLongestPassageAmongManyPlaces(t *testing.T) {
	train := "as it is well known to all of us here today"
	val := strings.Repeat("as it is said, ", 40) + train
	e := proof(t, ngram.Scheme{}, []string{val}, []string{train})
	require.Equal(t, 11, e.Passages[0].Words)
}

// TestFingerprintDoesNotDependOnTheFloor: it is to last from run to run, and
// says that it depends on the two texts and the scheme only.
func TestFingerprintDoesNotDependOnTheFloor(t *testing.T) {
	docs := []*twinDoc{{line: 1, texts: []string{"one two three four five six seven eight nine ten"}}}
	prints := map[string]bool{}
	for _, floor := range []int{5, 20} {
		train, val := twinSplit{"train", docs}, twinSplit{"val", docs}
		got, err := Run(t.Context(), []Input{train.input(0), val.input(0)}, Options{MinGrams: floor, Evidence: true})
		require.NoError(t, err)
		prints[got.Comparisons[0].Findings[0].Evidence.Fingerprint] = true
	}
	require.Len(t, prints, 1)
}
