package detect

import (
	"slices"
	"strings"
	"testing"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/ngram"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// differences lays two documents, each given by its fields, side by side.
func differences(t *testing.T, scheme ngram.Scheme, val, train []string) *Differs {
	t.Helper()
	h, err := ngram.NewHasher(scheme)
	require.NoError(t, err)
	var p prover
	var d differ
	p.meet(h, &corpus.Document{Texts: val}, &corpus.Document{Texts: train})
	return d.between(d.words(&p, h.Scheme()))
}

const (
	problem = "Ann has 17 apples and Bob has 25. They give 8 of them to the children next door, " +
		"who eat half of what they got. How many apples are left over in the end?"
	otherProblem = "Mia has 31 apples and Tom has 46. They give 12 of them to the children next door, " +
		"who eat half of what they got. How many apples are left over in the end?"
	report = "Traffic report. In March 2019 the station counted 4811 trains and 93200 passengers. " +
		"Of those, 71 percent were on time. The next report will be published on Monday as usual."
	otherReport = "Traffic report. In June 2021 the station counted 5102 trains and 87950 passengers. " +
		"Of those, 68 percent were on time. The next report will be published on Friday as usual."
	advert = "For sale: a red bicycle, model 2019, 28 inch wheels, 21 gears, two locks, bought new for 900 and ridden " +
		"for 3 summers, with a basket and lights that work. Asking 450, call 5551234 after 18."
	lowered = "For sale: a red bicycle, model 2019, 28 inch wheels, 21 gears, two locks, bought new for 900 and ridden " +
		"for 3 summers, with a basket and lights that work. Asking 380, call 5551234 after 18."
)

func TestFrames(t *testing.T) {
	for _, c := range []struct {
		name       string
		val, train string
		want       Differs
		frame      bool
		frames     []string
	}{
		{"a problem with other numbers and names", problem, otherProblem, Differs{Numbers: 3, Names: 1, Others: 1, Words: 34}, true, []string{"numbers", "names", "some words"}},
		{"a monthly report", report, otherReport, Differs{Numbers: 4, Dates: 2, Words: 30}, true, []string{"numbers", "dates"}},
		{"an advert with one new price", advert, lowered, Differs{Numbers: 1, SameNumbers: 7, Words: 36}, false, []string{"numbers"}},
		{"equal texts", report, report, Differs{SameNumbers: 4, Words: 30}, false, nil},
		{"other words at all", problem, report, Differs{}, false, nil},
		{"more the same than other ones", "a 1 b 2 c 3 d 4 e 5", "a 8 b 9 c 3 d 4 e 5", Differs{Numbers: 2, SameNumbers: 3, Words: 10}, false, []string{"numbers"}},
		{"one more other than the same", "a 1 b 2 c 3 d 4 e 5", "a 7 b 8 c 9 d 4 e 5", Differs{Numbers: 3, SameNumbers: 2, Words: 10}, true, []string{"numbers"}},
		{"as many", "a 1 b 2 c 3 d 4", "a 7 b 8 c 3 d 4", Differs{Numbers: 2, SameNumbers: 2, Words: 8}, false, []string{"numbers"}},
		{"a number more is a word", "a 1 b 2 c 3 d e f g h i j", "a 7 b 8 c 9 9 d e f g h i j", Differs{Numbers: 3, Others: 1, Words: 13}, true, []string{"numbers", "some words"}},
		{"too many other words", "a 1 b 2 c d e f", "a 7 b 8 x y e f", Differs{Numbers: 2, Others: 2, Words: 8}, false, nil},
		{"too many names and dates", "a 1 b 2 in May and June", "a 7 b 8 in Mar and Dec", Differs{Numbers: 2, Dates: 2, Words: 8}, true, []string{"numbers", "dates"}},
		{"one more", "a 1 b 2 in May and June as Ann", "a 7 b 8 in Mar and Dec as Bob", Differs{Numbers: 2, Dates: 2, Names: 1, Words: 10}, false, []string{"numbers", "dates", "names"}},
		{"what one text has more", "a 1 b 2 c d e f", "a 7 b 8 May Tue Ann c d e f", Differs{Numbers: 2, Dates: 2, Names: 1, Words: 8}, false, []string{"numbers", "dates", "names"}},
		{"dates alone", "seen in May by Ann", "seen in June by Bob", Differs{Dates: 1, Names: 1, Words: 5}, false, []string{"dates", "names"}},
		{"a sentence begins without a name", "x 1 y 2. There she is", "x 3 y 4. Here she is", Differs{Numbers: 2, Others: 1, Words: 7}, false, nil},
		{"quotes do not hide that", "x 1 y 2. (“There she is so late today”", "x 3 y 4. (“Here she is so late today”", Differs{Numbers: 2, Others: 1, Words: 10}, true, []string{"numbers", "some words"}},
		{"numbers with letters", "runs v2 on x86 with 3rd disk", "runs v3 on arm64 with 4th disk", Differs{Numbers: 3, Words: 7}, true, []string{"numbers"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, way := range [][2]string{{c.val, c.train}, {c.train, c.val}} {
				d := differences(t, ngram.Scheme{}, way[:1], way[1:])
				if c.want != (Differs{}) {
					got := *d
					got.Longest = 0 // TestEdited looks at it
					require.Equal(t, c.want, got)
				}
				require.Equal(t, c.frame, d.Frame())
				require.Equal(t, c.frames, d.Frames())
			}
		})
	}
}

// TestFrameInNumbers: Frame is the rule as the twin has it.
func TestFrameInNumbers(t *testing.T) {
	rule, frames := numbersFor(1, "words"), 0
	for i := range 6 * 6 * 4 * 4 * 4 * 5 {
		digit := func(base int) int {
			d := i % base
			i /= base
			return d
		}
		d := Differs{Numbers: digit(6), SameNumbers: digit(6), Dates: digit(4), Names: digit(4), Others: digit(4), Words: 8 * digit(5)}
		require.Equal(t, rule.frame(&d), d.Frame(), "%+v", d)
		if d.Frame() {
			frames++
		}
	}
	require.Greater(t, frames, 100)
	require.False(t, (*Differs)(nil).Frame())
	require.Nil(t, (*Differs)(nil).Frames())
}

// TestDiffersByWords under every scheme: chars do not know numbers.
func TestDiffersByWords(t *testing.T) {
	want := differences(t, ngram.Scheme{}, []string{report}, []string{otherReport})
	for _, scheme := range []ngram.Scheme{{N: 1}, {N: 8}, {Tokens: ngram.Plain}, {Tokens: ngram.Chars}, {Tokens: ngram.Chars, N: 9}} {
		require.Equal(t, want, differences(t, scheme, []string{report}, []string{otherReport}), "%v", scheme)
	}
}

// TestDiffersOverFields: a word begins no sentence but where its own field does.
func TestDiffersOverFields(t *testing.T) {
	d := differences(t, ngram.Scheme{}, []string{"seen 3 times by", "Ann or 4 of us"}, []string{"seen 5 times by", "Bob or 6 of us"})
	require.Equal(t, Differs{Numbers: 2, Others: 1, Words: 9, Longest: 1}, *d)
}

// TestDiffersOfTooLongTexts: no differences are counted, and nothing is a frame.
func TestDiffersOfTooLongTexts(t *testing.T) {
	long := strings.Repeat("a 1 ", maxAligned/2)
	require.NotNil(t, differences(t, ngram.Scheme{}, []string{long}, []string{long}))
	require.Nil(t, differences(t, ngram.Scheme{}, []string{long + "b"}, []string{long}))
}

// TestFramesAreBoilerplate though nothing else has a word of them; but equal
// texts, and a text inside a longer one, are leaks.
func TestFramesAreBoilerplate(t *testing.T) {
	around := func(text string) string { return series("a", 60) + " " + text + " " + series("b", 60) }
	for _, c := range []struct {
		val, train string
		want       Kind
	}{
		{problem, otherProblem, Boilerplate},
		{report, otherReport, Boilerplate},
		{advert, lowered, Near},
		{report, report, Exact},
		{report, around(otherReport), ValInTrain},
		{around(report), otherReport, TrainInVal},
	} {
		for _, scheme := range []ngram.Scheme{{N: 1}, {Tokens: ngram.Chars, N: 3}} {
			opt := Options{Scheme: scheme}
			require.Equal(t, c.want, onlyKind(t, compare(t, texts(c.train), texts(c.val), opt)), "%q %q", c.val, c.train)
			opt.Within = true
			both := twinSplit{"all", texts(c.train, c.val)}
			got, err := Run(t.Context(), []Input{both.input(0)}, opt)
			require.NoError(t, err)
			require.Equal(t, c.want, onlyKind(t, got.Comparisons[0]))
		}
	}
}

// TestDiffersIsReported of near pairs that were judged, whatever they are, beside
// their evidence.
func TestDiffersIsReported(t *testing.T) {
	c := compare(t, texts(otherReport, lowered, problem), texts(report, advert, problem), Options{Scheme: ngram.Scheme{N: 1}, Evidence: true})
	require.Len(t, c.Findings, 3)
	for i, want := range []*Differs{
		differences(t, ngram.Scheme{N: 1}, []string{report}, []string{otherReport}),
		differences(t, ngram.Scheme{N: 1}, []string{advert}, []string{lowered}),
		nil,
	} {
		require.Equal(t, want, c.Findings[i].Differs)
	}
}

// TestEdited: the longest stretch of either text counts.
func TestEdited(t *testing.T) {
	for _, c := range []struct {
		val, train string
		longest    int
	}{
		{"a b c d e", "a b c d e", 0},
		{"a b c d e", "a x c d e", 1},
		{"a b c d e", "a c d e", 1},
		{"a b c d e", "a b 1 2 3 4 c d e", 4},
		{"a b 1 2 3 4 5 c d e", "a b c x e", 5},
	} {
		d := differences(t, ngram.Scheme{}, []string{c.val}, []string{c.train})
		require.Equal(t, c.longest, d.Longest, c)
		require.True(t, d.Edited())
	}
	require.False(t, (&Differs{Longest: editedWords + 1}).Edited())
	require.False(t, (*Differs)(nil).Edited())
}

// TestGlanceLosesNothing: what a glance rules out is not there.
func TestGlanceLosesNothing(t *testing.T) {
	frames, edits, saved := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f", "g", "Ann", "Bob", "May", "1", "2", "3", "4", "5", "6", "7"})
		val := rapid.SliceOfN(word, 6, 24).Draw(t, "val")
		train := slices.Clone(val)
		for i, w := range train { // other numbers, most of the time
			if w[0] < 'A' && rapid.Bool().Draw(t, "another") {
				train[i] = rapid.SampledFrom([]string{"8", "9", "10", "11"}).Draw(t, "number")
			}
		}
		if from := rapid.IntRange(0, 60).Draw(t, "own"); from < len(train) {
			train = slices.Concat(train[:from], strings.Fields("p q r s t u v"), train[from:])
		}
		for range rapid.IntRange(0, 3).Draw(t, "edits") {
			train[rapid.IntRange(0, len(train)-1).Draw(t, "at")] = word.Draw(t, "word")
		}
		h, err := ngram.NewHasher(ngram.Scheme{})
		require.NoError(t, err)
		var p prover
		var d differ
		p.meet(h, &corpus.Document{Texts: []string{strings.Join(val, " ")}}, &corpus.Document{Texts: []string{strings.Join(train, " ")}})
		mayBeFrame, mayBeEdited := d.glance(d.words(&p, h.Scheme()))
		full := d.between(d.words(&p, h.Scheme()))
		require.True(t, mayBeFrame || !full.Frame())
		require.True(t, mayBeEdited || !full.Edited())
		if full.Frame() {
			frames++
		}
		if !full.Edited() {
			edits++
		}
		if !mayBeFrame || !mayBeEdited {
			saved++
		}
	})
	require.Positive(t, min(frames, edits, saved), "%d frames, %d not edited, %d saved", frames, edits, saved)
}
