package detect

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/leakgate/leakgate/ngram"
	"github.com/stretchr/testify/require"
)

// The rule of boilerplate at its edges. Its numbers are in numbersFor.

// smallRule is for comparisons with few documents.
var smallRule = numbersFor(1, "words")

func TestCutsAreTheRule(t *testing.T) {
	for unique := range 300_000 {
		if want := numbersFor(unique, "words"); cutsFor(unique) != (cuts{want.anywhere, want.inPlace}) {
			t.Fatalf("%+v for %d texts, not %+v", cutsFor(unique), unique, want)
		}
	}
	require.Equal(t, smallRule.open, maxOpen)
}

// withTemplate is n documents of 9 words of their own and a template of 15: at
// their end, where it stands in the same place as in others so made, or at
// their beginning.
func withTemplate(name string, n int, atEnd bool) (list []string) {
	const template = "t0 t1 t2 t3 t4 t5 t6 t7 t8 t9 t10 t11 t12 t13 t14"
	for i := range n {
		if own := series(fmt.Sprintf("%s%dn", name, i), 9); atEnd {
			list = append(list, own+" "+template)
		} else {
			list = append(list, template+" "+own)
		}
	}
	return list
}

// firstKind is the kind of the first training document for the first validation
// document, whether the training side is streamed or held in memory.
func firstKind(t *testing.T, train, val []string) Kind {
	t.Helper()
	other, a, b := twinSplit{"other", texts("other")}, twinSplit{"train", texts(train...)}, twinSplit{"val", texts(val...)}
	var kinds []Kind
	for _, inputs := range [][]Input{{a.input(0), b.input(0)}, {other.input(0), a.input(0), b.input(0)}} {
		got, err := Run(t.Context(), inputs, Options{AllPairs: true})
		require.NoError(t, err)
		for _, f := range got.Comparisons[len(got.Comparisons)-1].Findings {
			if f.Validation.ID == "1" && f.Train.ID == "1" {
				kinds = append(kinds, f.Kind)
			}
		}
	}
	require.Len(t, kinds, 2)
	require.Equal(t, kinds[0], kinds[1])
	return kinds[0]
}

// TestCommonIsCountedOnBothSides, wherever the documents are, in the same place
// of both texts and anywhere.
func TestCommonIsCountedOnBothSides(t *testing.T) {
	for _, trainAtEnd := range []bool{true, false} {
		cut := smallRule.inPlace
		if !trainAtEnd {
			cut = smallRule.anywhere
		}
		for _, onTrain := range []int{1, 2, cut / 2, cut - 1} {
			train, val := withTemplate("x", onTrain, trainAtEnd), withTemplate("v", cut-onTrain, true)
			require.Equal(t, Boilerplate, firstKind(t, train, val), "%d of %d in training", onTrain, cut)
			if onTrain > 1 {
				train = train[1:]
			} else {
				val = val[1:]
			}
			require.Equal(t, Near, firstKind(t, train, val), "%d of %d in training, and one less", onTrain, cut)
		}
	}
}

// TestWhatCountsAsADocument for the frequency of an n-gram.
func TestWhatCountsAsADocument(t *testing.T) {
	const missing = 1
	one := func(text string) []string { return []string{text} }
	template := strings.Join(strings.Fields(withTemplate("", 1, false)[0])[:15], " ") // below the floor
	for _, c := range []struct {
		name       string
		train, val []string
		want       Kind
	}{
		{"nothing more", nil, nil, Near},
		{"one in training", withTemplate("y", missing, true), nil, Boilerplate},
		{"one in validation", nil, withTemplate("w", missing, true), Boilerplate},
		{"in another place of it", nil, withTemplate("w", missing, false), Boilerplate},
		{"a copy in training", withTemplate("x", missing, true), nil, Near},
		{"a copy but for case", one(strings.ToUpper(withTemplate("x", 1, true)[0])), nil, Near},
		{"a copy in validation", nil, withTemplate("v", missing, true), Near},
		{"a copy on the other side", withTemplate("v", missing, true), nil, Boilerplate},
		{"below the floor in training", one(template), nil, Near},
		{"below the floor in validation", nil, one(template), Boilerplate},
		{"twice in one text", one(series("z", 9) + " " + template + " and " + template), nil, Boilerplate},
	} {
		train, val := withTemplate("x", 2, true), withTemplate("v", smallRule.inPlace-2-missing, true)
		got := firstKind(t, append(train, c.train...), append(val, c.val...))
		require.Equal(t, c.want, got, c.name)
	}
}

// TestEqualTextsCutElsewhereAreTwo: other borders of fields make other n-grams,
// so that it would matter which of two equal texts counts; with several workers
// that would be chance.
func TestEqualTextsCutElsewhereAreTwo(t *testing.T) {
	template, own := series("t", 30), smallRule.edited+1
	var train []string
	for i := range smallRule.inPlace - 2 {
		train = append(train, fmt.Sprintf("%s %s|", template, series(fmt.Sprintf("x%dn", i), own)))
	}
	val := []string{template + " " + series("v", own) + "|"}
	y := " " + series("y", own)
	behind, within := template+y+"|", strings.Replace(template, " t15", "|t15", 1)+y
	there := firstKind(t, append(train, behind, within), val)
	back := firstKind(t, append(train, within, behind), val)
	require.Equal(t, there, back)
	require.Equal(t, Boilerplate, there)
}

// fillers are short texts: as many as there may be, with so many others, before
// an n-gram must stand in more documents.
func fillers(others int) (list []string) {
	for i := range 1 << 20 {
		if numbersFor(others+i+1, "words").inPlace != smallRule.inPlace {
			break
		}
		list = append(list, fmt.Sprint("filler", i))
	}
	return list
}

// TestCutsGrowWithTheDocuments of both sides, short ones included.
func TestCutsGrowWithTheDocuments(t *testing.T) {
	filler := fillers(smallRule.inPlace)
	for _, side := range []string{"train", "val"} {
		train, val := withTemplate("x", 2, true), withTemplate("v", smallRule.inPlace-2, true)
		more := func(one ...string) Kind {
			if side == "train" {
				return firstKind(t, slices.Concat(train, filler, one), val)
			}
			return firstKind(t, train, slices.Concat(val, filler, one))
		}
		require.Equal(t, Boilerplate, more())
		require.Equal(t, Boilerplate, more("filler0", "...")) // a copy and a blank one
		require.Equal(t, Near, more("one more"))
	}
}

// letters is n characters that no other name has, without a space.
func letters(name rune, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteRune(0x4e00 + 1000*name + rune(i))
	}
	return b.String()
}

// TestTheSamePlace is as far from the beginning, or as far from the end, but for
// a few units. (Han characters are a unit each as words and as characters.)
func TestTheSamePlace(t *testing.T) {
	for _, tokens := range []ngram.Tokens{ngram.Words, ngram.Chars} {
		slack := numbersFor(1, tokens.String()).slack
		doc := func(n rune, before, behind int) string {
			return letters(2*n, before) + letters(0, 8*slack) + letters(2*n+1, behind)
		}
		for _, far := range [][2]int{{0, 0}, {slack, slack + 1}, {slack + 1, slack}, {slack, slack}, {slack + 1, slack + 1}, {0, slack + 1}} {
			for _, sign := range []int{1, -1} {
				mid := slack + 1
				var val []string
				for i := range smallRule.inPlace - 1 {
					val = append(val, doc(rune(i+1), mid, mid))
				}
				train := []string{doc(9, mid+sign*far[0], mid-sign*far[1])}
				want := Near
				if min(far[0], far[1]) <= slack {
					want = Boilerplate
				}
				c := compare(t, texts(train...), texts(val...), Options{Scheme: ngram.Scheme{Tokens: tokens, N: 3}, Threshold: parseThreshold(t, "0.3")})
				require.Equal(t, want, c.Findings[0].Kind, "%v, %d from the beginning, %d from the end", tokens, far[0], far[1])
			}
		}
	}
}

// TestTooLittleIsCommon: where less than a share of what two texts have in
// common stands in many documents, it decides nothing.
func TestTooLittleIsCommon(t *testing.T) {
	const common = 13
	most := common * (smallRule.share - 1)
	for _, others := range []int{most - 5, most, most + 1, most + 5} {
		shared := common + others
		// The texts have 2·shared−4 n-grams, so that without the common ones
		// less than half is shared; a word of them is own.
		body := series("s", others+2)
		var val []string
		for i := range smallRule.inPlace - 1 {
			own := series(fmt.Sprintf("v%dn", i), 2*shared-4+2-others-2-15)
			val = append(val, body+" "+own+strings.TrimPrefix(withTemplate("", 1, true)[0], series("0n", 9)))
			body = series(fmt.Sprintf("r%dn", i), others+2) // the first has it alone
		}
		train := strings.Replace(val[0], "v0n", "x", -1)
		want := Near
		if smallRule.share*common >= shared {
			want = Boilerplate
		}
		require.Equal(t, want, firstKind(t, []string{train}, val), "%d of %d common", common, shared)
	}
}

// TestAWholeTextIsALeak whatever it is made of, whichever side it is on.
func TestAWholeTextIsALeak(t *testing.T) {
	template := series("t", smallRule.whole)
	for _, more := range []int{60, 200} {
		var long []string
		for i := range smallRule.inPlace {
			long = append(long, series(fmt.Sprintf("l%dn", i), more)+" "+template)
		}
		for own := range 6 {
			small := strings.TrimSpace(series("o", own) + " " + template)
			is := 100*smallRule.whole >= smallRule.whole*(smallRule.whole+own)
			there, back := firstKind(t, long, []string{small}), firstKind(t, []string{small}, long)
			require.Equal(t, is, there != Boilerplate, "%d words of its own", own)
			require.Equal(t, is, back != Boilerplate, "%d words of its own", own)
			if is && more > 100 {
				require.Equal(t, []Kind{ValInTrain, TrainInVal}, []Kind{there, back})
			}
		}
	}
}

// TestExactIsNeverBoilerplate, not even where most words stand in no n-gram.
func TestExactIsNeverBoilerplate(t *testing.T) {
	template, own := series("t", 30), smallRule.edited+1
	var train []string
	for i := range smallRule.inPlace {
		train = append(train, series(fmt.Sprintf("a%dn", i), own)+"|"+template)
	}
	c := compare(t, texts(train...), texts(train[0], series("other", own)+"|"+template), Options{AllPairs: true})
	require.Equal(t, 1, c.ByKind[Exact])
	require.Equal(t, 1, c.ByKind[Boilerplate])
	for _, f := range c.Findings {
		want := Boilerplate
		if f.Validation.ID == "1" && f.Train.ID == "1" {
			want = Exact
		}
		require.Equal(t, want, f.Kind, "%+v", f)
	}
}

// TestEditedCopiesAreLeaks however many there are: what many edited copies share
// stands in many documents too. With a stretch of its own, one word longer than
// an edit, a text is another document out of the same template.
func TestEditedCopiesAreLeaks(t *testing.T) {
	text := strings.Fields(series("t", 120))
	edited := func(copy, length int) string {
		words := slices.Clone(text)
		at := 10 + 15*copy
		for i := range length {
			words[at+i] = fmt.Sprintf("edit%dof%d", i, copy)
		}
		return strings.Join(words, " ")
	}
	for length, want := range map[int]Kind{1: Near, smallRule.edited: Near, smallRule.edited + 1: Boilerplate} {
		var train []string
		for copy := range smallRule.inPlace + 1 {
			train = append(train, edited(copy, length))
		}
		c := compare(t, texts(train...), texts(edited(smallRule.inPlace+1, length)), Options{})
		require.Equal(t, want, onlyKind(t, c), "edits of %d words", length)
	}
}
