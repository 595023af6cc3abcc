package calibrate

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/leakgate/leakgate/ngram"
	"github.com/stretchr/testify/require"
)

// books are texts of one to some hundred words under labels. Every word tells
// its book, text and place, so that an excerpt tells where it is from.
func books(labels, texts, words int) []Text {
	var all []Text
	for i := range texts {
		for label := range labels {
			var b strings.Builder
			for w := range words + 7*i {
				fmt.Fprintf(&b, "l%dt%dw%d", label, i, w)
				b.WriteString([]string{" ", " ", ", ", " ", ". "}[w%5])
			}
			all = append(all, Text{ID: fmt.Sprintf("%d/%d", label, i), Text: b.String(), Label: fmt.Sprint(label)})
		}
	}
	return all
}

func TestPaperGroups(t *testing.T) {
	pool, novels := books(12, 10, 900), books(5, 10, 2500)
	made, err := PaperGroups{Seed: 4, PerGroup: 50}.Pairs(pool, novels)
	require.NoError(t, err)
	r := newReader(t, ngram.Scheme{})
	of := byKind(made)
	for i, group := range []string{GroupEdited, GroupSubset, GroupDifferent, GroupParts} {
		words := 0
		require.Equal(t, 50, len(of[group]))
		for _, p := range of[group] {
			a, b := r.units(p.A), r.units(p.B)
			words += len(a) + len(b)
			require.Equal(t, i < 2, p.Positive)
			switch group {
			case GroupEdited:
				var rate float64
				_, err := fmt.Sscanf(p.ID[strings.Index(p.ID, ", ")+2:], "%f", &rate)
				require.NoError(t, err, p.ID)
				// Swapped words, a fifth of the edits, count twice.
				require.InDelta(t, 1.2*rate/100, float64(levenshtein(a, b))/float64(len(a)), .03, p.ID)
				require.True(t, rate >= .95 && rate <= 15.05, p.ID)
			case GroupSubset:
				share := float64(len(b)) / float64(len(a))
				require.True(t, share > .17 && share <= .81, p.ID)
				require.Equal(t, len(a)-len(b), levenshtein(a, b), "in order, and nothing else")
			case GroupDifferent:
				require.NotEqual(t, p.A[:strings.Index(p.A, "t")], p.B[:strings.Index(p.B, "t")], "other labels")
			case GroupParts:
				require.Len(t, a, len(b))
				checkNext(t, p.A, p.B)
			}
		}
		require.InEpsilon(t, paperWords[i], float64(words)/100, .15, group)
	}
}

// checkNext: the second excerpt begins with the word after the first's last.
func checkNext(t *testing.T, first, second string) {
	t.Helper()
	trim := func(s string) string { return strings.Trim(s, ".,") }
	before, after := strings.Fields(first), strings.Fields(second)
	var l, x, w, l2, x2, w2 int
	fmt.Sscanf(trim(before[len(before)-1]), "l%dt%dw%d", &l, &x, &w)
	fmt.Sscanf(trim(after[0]), "l%dt%dw%d", &l2, &x2, &w2)
	if w2 == 0 { // the next text
		return
	}
	require.Equal(t, []int{l, x, w + 1}, []int{l2, x2, w2})
}

func TestPaperGroupsAreReproducible(t *testing.T) {
	pool, novels := books(4, 5, 1500), books(3, 5, 3000)
	of := func(g PaperGroups) []string {
		g.PerGroup = 20
		made, err := g.Pairs(pool, novels)
		require.NoError(t, err)
		var texts []string
		for _, p := range made {
			texts = append(texts, p.A)
		}
		return texts
	}
	require.Equal(t, of(PaperGroups{Seed: 1}), of(PaperGroups{Seed: 1}))
	require.NotEqual(t, of(PaperGroups{Seed: 1}), of(PaperGroups{Seed: 2}))
	require.Equal(t, of(PaperGroups{MaxRate: .02}), of(PaperGroups{MaxRate: .6}), "the rate moves no excerpt")
}

// TestLongPaperTexts go on in the next text of their label, then of the next
// label, and never overlap.
func TestLongPaperTexts(t *testing.T) {
	pool, novels := books(6, 25, 400), books(4, 30, 900)
	r := newReader(t, ngram.Scheme{})
	for _, length := range []float64{.5, 4, 15} {
		made, err := PaperGroups{PerGroup: 6, Length: length, Spread: .05}.Pairs(pool, novels)
		require.NoError(t, err)
		for _, p := range made {
			a, b := r.units(p.A), r.units(p.B)
			switch p.Kind {
			case GroupEdited:
				require.InEpsilon(t, 785*length, len(a), .2)
			case GroupDifferent, GroupParts:
				if p.Kind == GroupParts {
					checkNext(t, p.A, p.B)
				}
				seen := map[uint64]bool{}
				for _, u := range append(a, b...) {
					seen[u] = true
				}
				require.Equal(t, len(a)+len(b), len(seen), "%s at %v: a word twice", p.Kind, length)
			}
		}
	}
}

func TestPaperGroupsThatCannotBe(t *testing.T) {
	pool, novels := books(3, 3, 300), books(2, 2, 900)
	for want, g := range map[string]PaperGroups{
		"rates of edits 0.3 to 0.15": {MinRate: .3},
		"subsets of 0.2 to 2":        {MaxSubset: 2},
		"want numbers over 0":        {Length: -1},
		"spread -1":                  {Spread: -1},
		"words out of":               {Length: 50},
		"pairs -5":                   {PerGroup: -5},
	} {
		_, err := g.Pairs(pool, novels)
		require.ErrorContains(t, err, want)
	}
	_, err := PaperGroups{}.Pairs(pool[:1], novels)
	require.ErrorContains(t, err, "completely different texts: a pool of 1 texts: give two or more")
	_, err = PaperGroups{}.Pairs(pool, nil)
	require.ErrorContains(t, err, "different parts of the same text: a pair of")
	_, err = PaperGroups{}.Pairs([]Text{{}, {Text: "?"}}, nil)
	require.ErrorContains(t, err, "words out of 0")
}

// TestLibraryIsARing holds text and textAt against the words written out, texts
// without a word among them.
func TestLibraryIsARing(t *testing.T) {
	cut, err := newCutter(ngram.Scheme{})
	require.NoError(t, err)
	l := newLibrary(cut, []Text{
		{Text: "--"}, {Text: "a b c", Label: "y"}, {Text: "", Label: "x"}, {Text: "d.", Label: "x"}, {Text: "e, f", Label: "x"}, {Text: "!", Label: "y"},
	})
	want := []string{"d", "e", "f", "a", "b", "c"}
	require.Equal(t, len(want), l.total)
	r := rand.New(rand.NewPCG(5, 5))
	for range 200 {
		s := stretch{r.IntN(6), 1 + r.IntN(6)}
		var words []string
		for i := range s.words {
			words = append(words, want[(s.from+i)%6])
		}
		require.Equal(t, words, strings.FieldsFunc(l.text(s), func(c rune) bool { return strings.ContainsRune(" \n.,", c) }), s)
	}
	l.begin(r)
	first := stretch{0, 2}
	for range 50 {
		second, err := l.place(r, 4, &first)
		require.NoError(t, err)
		require.Equal(t, stretch{2, 4}, second)
	}
	_, err = l.place(r, 5, &first)
	require.ErrorContains(t, err, "a pair of 7 words out of 6")
}
