package detect

import (
	"fmt"
	"strings"
	"testing"

	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/sketch"
	"github.com/stretchr/testify/require"
)

// Single rules, each in its smallest case. What is random is in twin_test.go.

func texts(texts ...string) (docs []*twinDoc) {
	for i, text := range texts {
		docs = append(docs, &twinDoc{id: fmt.Sprint(i + 1), hasID: true, line: i + 1, texts: strings.Split(text, "|")})
	}
	return docs
}

// compare runs train against val.
func compare(t *testing.T, train, val []*twinDoc, opt Options) Comparison {
	t.Helper()
	a, b := twinSplit{"train", train}, twinSplit{"val", val}
	got, err := Run(t.Context(), []Input{a.input(0), b.input(0)}, opt)
	require.NoError(t, err)
	require.Len(t, got.Comparisons, 1)
	return got.Comparisons[0]
}

func onlyKind(t *testing.T, c Comparison) Kind {
	t.Helper()
	require.Len(t, c.Findings, 1)
	return c.Findings[0].Kind
}

// series is n words that no other series has.
func series(name string, n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf("%s%d", name, i)
	}
	return strings.Join(words, " ")
}

func TestShortTextsMustBeEqual(t *testing.T) {
	for _, c := range []struct {
		val, train string
		found      bool
	}{
		{"5+3", "5+3", true},
		{"5+3", "5 ＋ 3", true},
		{"5+3", "5-3", false},
		{"Great value!", "GREAT  value!", true},
		{"Great value!", "Great value", false},
		{"one two three four five six seven", "zero one two three four five six seven", false}, // 7 words
		{"", "", false},
		{"...", "...", false}, // without a word: equal to nothing
		{"🙂", "🙂", false},
	} {
		got := compare(t, texts(c.train, "filler"), texts(c.val, "another"), Options{})
		require.Equal(t, c.found, got.Leaking == 1, "%q %q", c.val, c.train)
		if c.found {
			require.Equal(t, 1.0, got.Findings[0].Score)
			require.Equal(t, Exact, got.Findings[0].Kind)
		}
	}
}

func TestEightWordsAreLookedForInside(t *testing.T) {
	eight := "one two three four five six seven eight"
	long := series("a", 30) + " " + eight + " " + series("b", 30)
	require.Equal(t, ValInTrain, onlyKind(t, compare(t, texts(long), texts(eight), Options{})))
	require.Equal(t, TrainInVal, onlyKind(t, compare(t, texts(eight), texts(long), Options{})))
	require.Empty(t, compare(t, texts(strings.Replace(long, "five", "5", 1)), texts(eight), Options{}).Findings)
}

// TestEqualityHoldsAcrossTheFloor: white space inside words changes how many
// n-grams a text has, so that of two equal texts one may reach the floor.
// DESIGN 3.4: a pair whose *smaller side* is under the floor is judged by
// equality up to case, width and white space.
func TestEqualityHoldsAcrossTheFloor(t *testing.T) {
	apart := series("w", 22) // 20 n-grams
	joined := strings.Replace(apart, " ", "", 1)
	require.Len(t, compare(t, texts(apart), texts(joined), Options{}).Findings, 1)
	require.Len(t, compare(t, texts(joined), texts(apart), Options{}).Findings, 1)
}

// TestDirectionOfContainmentWithoutNgrams: with n = 13, as others use it, a
// text of 8 to 12 words has no n-gram, and so has what contains it with a word
// or two more. The directions are to be told apart.
func TestDirectionOfContainmentWithoutNgrams(t *testing.T) {
	opt := Options{Scheme: ngram.Scheme{N: 13}}
	eight := series("w", 8)
	long := "before " + eight + " after"
	require.NotEqual(t, TrainInVal, onlyKind(t, compare(t, texts(long), texts(eight), opt)))
	require.NotEqual(t, ValInTrain, onlyKind(t, compare(t, texts(eight), texts(long), opt)))
}

// TestEqualTextsAreNotContained: equal up to white space, other words, no
// n-gram on either side: neither side contains the other.
func TestEqualTextsAreNotContained(t *testing.T) {
	kind := onlyKind(t, compare(t, texts("ice cream"), texts("icecream"), Options{}))
	require.NotContains(t, []Kind{ValInTrain, TrainInVal}, kind, kind.String())
}

// TestManyShortTrainingDocuments: more than wait for one look at the validation
// side, some of which stand in it.
func TestManyShortTrainingDocuments(t *testing.T) {
	var train []string
	for i := range 9_500 {
		train = append(train, series(fmt.Sprintf("t%d_", i), 8+i%4))
	}
	var val []string
	for i := range 95 {
		val = append(val, series(fmt.Sprintf("v%d_", i), 20)+" "+train[i*100]+" "+series(fmt.Sprintf("x%d_", i), 20))
	}
	for _, workers := range []int{1, 7} {
		c := compare(t, texts(train...), texts(val...), Options{Workers: workers, AllPairs: true, Evidence: true})
		require.Equal(t, 95, c.Leaking)
		require.Len(t, c.Findings, 95)
		for i, f := range c.Findings {
			require.Equal(t, []string{fmt.Sprint(i + 1), fmt.Sprint(i*100 + 1)}, []string{f.Validation.ID, f.Train.ID})
			require.Equal(t, TrainInVal, f.Kind)
			require.Equal(t, 1.0, f.Evidence.TrainCovered)
		}
	}
}

// TestABlankFieldChangesNothing: a question without an answer is the question.
func TestABlankFieldChangesNothing(t *testing.T) {
	question := "How many legs?"
	require.Len(t, compare(t, texts(question), texts(question), Options{}).Findings, 1)
	require.Len(t, compare(t, texts(question), texts(question+"|"), Options{}).Findings, 1)
}

// TestNgramsDoNotCrossFields: 30 words have 28 3-grams as one text, and 26 if
// they are cut; equal words in the same order remain exact.
func TestNgramsDoNotCrossFields(t *testing.T) {
	words := series("w", 30)
	cut := strings.Replace(words, "w15", "|w15", 1)
	c := compare(t, texts(cut), texts(words+"|"), Options{})
	require.Equal(t, Exact, onlyKind(t, c))
	require.Equal(t, 26, c.Findings[0].Shared)
	require.Equal(t, []int{28, 26}, []int{c.Findings[0].Validation.Grams, c.Findings[0].Train.Grams})
}

// TestOneDocumentInTwoKinds: FailOn looks at all matches, ByKind at the best.
func TestOneDocumentInTwoKinds(t *testing.T) {
	text := series("w", 40)
	train := texts(text, text+" "+series("x", 60), series("y", 10)+" "+text)
	for i := range train {
		train[i].label, train[i].hasLabel = "b", true
	}
	train[0].label = "a"
	val := texts(text)
	val[0].label, val[0].hasLabel = "a", true
	c := compare(t, train, val, Options{FailOn: KindSet(0).With(Near)})
	require.Equal(t, 1, c.ByKind[Exact])
	require.Equal(t, 1, c.Failing)
	require.Equal(t, 1, c.Conflicts, "the best match has the same label, the others have not")
	require.False(t, c.Findings[0].Conflict)
	require.Equal(t, 2, c.Findings[0].Others)
	require.Zero(t, compare(t, train[:2], val, Options{FailOn: KindSet(0).With(Near)}).Failing)
}

// TestNoDocumentIsUndecidedByItself: 64 cells hold two documents of up to 118
// n-grams together. Within a split no document is compared with itself.
func TestNoDocumentIsUndecidedByItself(t *testing.T) {
	s := twinSplit{"all", texts(series("a", 72), series("b", 32))} // 70 and 30 n-grams
	opt := Options{Within: true, Sketch: sketch.Spec{Kind: sketch.KindBits, M: 64}}
	got, err := Run(t.Context(), []Input{s.input(0)}, opt)
	require.NoError(t, err)
	require.Empty(t, got.Comparisons[0].Undecided)
	// As two splits the same pair is decided.
	require.Empty(t, compare(t, s.docs[:1], s.docs[1:], opt.withoutWithin()).Undecided)
}

func (o Options) withoutWithin() Options {
	o.Within = false
	return o
}

// TestWhatCannotBeScoredIsUndecided: a union that fills the array has no
// estimate however few n-grams there are. A pair without a score is not clean.
func TestWhatCannotBeScoredIsUndecided(t *testing.T) {
	scheme := ngram.Scheme{N: 1}
	h, err := ngram.NewHasher(scheme)
	require.NoError(t, err)
	// One word for each of the 64 cells.
	cells := map[uint64]string{}
	for i := 0; len(cells) < 64; i++ {
		word := fmt.Sprintf("w%d", i)
		cells[h.AppendGrams(nil, h.AppendUnits(nil, word))[0]%64] = word
	}
	words := func(from, to uint64) string {
		var list []string
		for cell := from; cell < to; cell++ {
			list = append(list, cells[cell])
		}
		return strings.Join(list, " ")
	}
	// 54 of 59 and 59 words are the same, and 118 n-grams are not too many.
	val, train := words(0, 59), words(5, 64)
	require.Len(t, compare(t, texts(train), texts(val), Options{Scheme: scheme}).Findings, 1, "a leak")
	c := compare(t, texts(train), texts(val), Options{Scheme: scheme, Sketch: sketch.Spec{Kind: sketch.KindBits, M: 64}})
	require.Equal(t, 1, len(c.Findings)+len(c.Undecided))
}
