package detect

import (
	"fmt"
	"strings"
	"testing"

	"github.com/leakgate/leakgate/ngram"
	"github.com/stretchr/testify/require"
)

// What becomes of a validation document with several matches, and of several
// comparisons.

// spelled is series without digits, which would be other numbers everywhere.
func spelled(name string, n int) string {
	return strings.NewReplacer("0", "a", "1", "b", "2", "c", "3", "d", "4", "e", "5", "f", "6", "g", "7", "h", "8", "i", "9", "j").
		Replace(series(name, n))
}

// mixed is a validation document that stands in a template, and training
// documents by what they are to it. Those called "template" alone are
// boilerplate. Together they must stay fewer than make the validation document's
// own words common.
func mixed() (val *twinDoc, company []*twinDoc, train map[string]*twinDoc) {
	template, own := spelled("t", 60), spelled("v", 30)+" 11 and 22 plus 55 of 66 "+spelled("w", 23)
	doc := func(text, label string) *twinDoc {
		return &twinDoc{texts: []string{text}, label: label, hasLabel: label != ""}
	}
	for i := range smallRule.inPlace {
		company = append(company, doc(spelled(fmt.Sprint("c", i), 60)+" "+template, ""))
	}
	return doc(own+" "+template, "a"), company, map[string]*twinDoc{
		"equal":       doc(own+" "+template, "a"),
		"boilerplate": doc(spelled("x", 40)+" "+template, "b"),                                                                 // .59
		"near":        doc(own+" "+spelled("y", 57), "b"),                                                                      // .50
		"same label":  doc(own+" "+spelled("z", 57), "a"),                                                                      // .50
		"inside":      doc(spelled("p", 100)+" "+own+" "+template+" "+spelled("q", 100), ""),                                   // 1
		"frame":       doc(strings.NewReplacer("11", "33", "22", "44", "55", "77", "66", "88").Replace(own)+" "+template, "b"), // .92
	}
}

// TestDocumentsWithSeveralMatches under all sets of kinds that fail a run.
func TestDocumentsWithSeveralMatches(t *testing.T) {
	val, company, docs := mixed()
	for _, c := range []struct {
		train     string
		want      KindSet
		best      Kind
		conflicts int
	}{
		{"boilerplate", KindSet(0).With(Boilerplate), Boilerplate, 0},
		{"frame", KindSet(0).With(Boilerplate), Boilerplate, 0},
		{"near", KindSet(0).With(Near), Near, 1},
		{"same label", KindSet(0).With(Near), Near, 0},
		{"boilerplate, frame", KindSet(0).With(Boilerplate), Boilerplate, 0},
		{"boilerplate, same label", KindSet(0).With(Boilerplate).With(Near), Near, 0},
		{"frame, boilerplate, near", KindSet(0).With(Boilerplate).With(Near), Near, 1},
		{"equal, boilerplate", KindSet(0).With(Exact).With(Boilerplate), Exact, 0},
		{"equal, same label", KindSet(0).With(Exact).With(Near), Exact, 0},
		{"equal, inside, boilerplate, near", KindSet(0).With(Exact).With(ValInTrain).With(Boilerplate).With(Near), Exact, 1},
		{"inside, frame", KindSet(0).With(ValInTrain).With(Boilerplate), ValInTrain, 0},
	} {
		var train []*twinDoc
		for _, name := range strings.Split(c.train, ", ") {
			train = append(train, docs[name])
		}
		for i := range 3 * 32 {
			set := KindSet(i / 3)
			opt := Options{FailOn: set, Matches: 1 + i%3, AllPairs: i%3 == 2}
			got := compare(t, train, append([]*twinDoc{val}, company...), opt)
			failing, leaking := 0, 0
			if set == 0 {
				set = Leaks
			}
			if c.want&set != 0 {
				failing = 1
			}
			if c.want&Leaks != 0 {
				leaking = 1
			}
			require.Equal(t, c.conflicts, got.Conflicts, c.train)
			// The company's documents match by the template alone, if at all.
			alone := got.Boilerplate - (1 - leaking)
			if set.Has(Boilerplate) {
				failing += alone
			}
			require.Equal(t, []int{failing, leaking}, []int{got.Failing, got.Leaking}, "%s; %v fail", c.train, set)
			var byKind [kinds]int
			byKind[Boilerplate] = alone
			byKind[c.best]++
			require.Equal(t, byKind, got.ByKind, c.train)
		}
	}
}

// TestBestOfSeveral are leaks before boilerplate, listed by score.
func TestBestOfSeveral(t *testing.T) {
	val, company, docs := mixed()
	train := []*twinDoc{docs["frame"], docs["boilerplate"], docs["near"], docs["same label"]}
	for matches, want := range map[int][]Kind{
		1: {Near}, 2: {Near, Near}, 3: {Boilerplate, Near, Near}, 4: {Boilerplate, Boilerplate, Near, Near},
	} {
		c := compare(t, train, append([]*twinDoc{val}, company...), Options{Matches: matches})
		var got []Kind
		for _, f := range c.Findings {
			if f.Validation.Line == 1 {
				require.Equal(t, 3, f.Others)
				got = append(got, f.Kind)
			}
		}
		require.Equal(t, want, got)
	}
}

// TestSoManyAreJudged: of more open matches the best ones, unless all pairs are
// wanted; the rest are counted.
func TestSoManyAreJudged(t *testing.T) {
	template, own := series("t", 40), series("v", 40)
	leak := series("y", 20) + " " + own
	befores := []int{smallRule.open + 44, smallRule.open, smallRule.open - 1}
	for _, before := range befores[:max(1, len(befores)/slow)] {
		var list []string
		for i := range before {
			list = append(list, series(fmt.Sprintf("x%dn", i), 10)+" "+template) // .79
		}
		list = append(list, leak, leak+" more") // .66, .64
		val := []string{own + " " + template}
		for company := range smallRule.inPlace {
			val = append(val, series(fmt.Sprintf("c%dn", company), 90)+" "+template)
		}
		splits := []twinSplit{{"train", texts(list...)}, {"val", texts(val...)}}
		for _, opt := range []Options{{}, {AllPairs: true}, {Matches: 2}, {Matches: 1000}, {FailOn: KindSet(0).With(Near)}} {
			opt.Scheme, opt.Threshold = ngram.Scheme{Tokens: ngram.Words, N: 3, Key: ngram.DefaultKey}, parseThreshold(t, "0.5")
			opt.MinGrams, opt.FailOn, opt.Matches, opt.Workers = DefaultMinGrams, max(opt.FailOn, Leaks), max(opt.Matches, 1), 1
			got := bare(check(t, splits, opt, (*twinSplit).input))
			same(t, twinRun(splits, opt, nil, map[string]int{}), got, "%d before the leak, %+v", before, opt)
			c := got.Comparisons[0]
			require.Equal(t, before+2, c.Findings[0].Others+1)
			found := before < smallRule.open || opt.AllPairs
			require.Equal(t, found, c.Leaking == 1 && c.ByKind[Near] == 1)
			require.Equal(t, !opt.AllPairs && before >= smallRule.open, c.PartlyJudged > 0)
		}
	}
}

// sides are three splits in which so many documents have the template in one
// place.
func sides(counts [3]int) (inputs []Input) {
	for i, n := range counts {
		s := twinSplit{fmt.Sprint("split", i), texts(withTemplate(fmt.Sprint("abc"[i:i+1]), n, true)...)}
		inputs = append(inputs, s.input(0))
	}
	return inputs
}

// TestEveryComparisonCountsItsOwnSides: of three splits neither the third one
// nor what another comparison counted makes an n-gram common.
func TestEveryComparisonCountsItsOwnSides(t *testing.T) {
	cut := smallRule.inPlace
	for a := 1; a <= cut; a++ {
		for b := 1; b <= cut; b++ {
			for _, c := range []int{1, cut / 2, cut - 1} {
				counts := [3]int{a, b, c}
				got, err := Run(t.Context(), sides(counts), Options{AllPairs: true, Within: a == b})
				require.NoError(t, err)
				for _, comparison := range got.Comparisons {
					v, d := comparison.Validation, comparison.Train
					documents, pairs := counts[v]+counts[d], counts[v]*counts[d]
					if v == d {
						documents, pairs = counts[v], counts[v]*(counts[v]-1)/2
					}
					require.Len(t, comparison.Findings, pairs)
					for _, f := range comparison.Findings {
						require.Equal(t, documents >= cut, f.Kind == Boilerplate, "%v, %d to %d", counts, d, v)
					}
				}
			}
		}
	}
}

// TestWithinCountsTheSplitOnce, copies once, short texts as well.
func TestWithinCountsTheSplitOnce(t *testing.T) {
	list := withTemplate("a", smallRule.inPlace-1, true)
	for _, c := range []struct {
		name string
		more []string
		want Kind
	}{
		{"one too few", nil, Near},
		{"a copy", list[:1], Near},
		{"another one", withTemplate("b", 1, true), Boilerplate},
		{"one too few of many", fillers(smallRule.inPlace - 1), Near},
		{"enough of many", append(fillers(smallRule.inPlace), withTemplate("b", 1, true)...), Boilerplate},
		{"too few of more", append(fillers(smallRule.inPlace-1), withTemplate("b", 1, true)...), Near},
		{"below the floor", []string{strings.TrimPrefix(list[0], series("a0n", 9))}, Boilerplate},
	} {
		s := twinSplit{"all", texts(append(list[:len(list):len(list)], c.more...)...)}
		got, err := Run(t.Context(), []Input{s.input(0)}, Options{Within: true, AllPairs: true})
		require.NoError(t, err)
		require.Equal(t, c.want, got.Comparisons[0].Findings[0].Kind, c.name)
	}
}
