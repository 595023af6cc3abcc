package calibrate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/pairs"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func byKind(made []pairs.Pair) map[string][]pairs.Pair {
	of := map[string][]pairs.Pair{}
	for _, p := range made {
		of[p.Kind] = append(of[p.Kind], p)
	}
	return of
}

// reader hashes texts for the checks of a test.
type reader struct {
	t require.TestingT
	h *ngram.Hasher
}

func newReader(t require.TestingT, s ngram.Scheme) reader {
	h, err := ngram.NewHasher(s)
	require.NoError(t, err)
	return reader{t, h}
}

func (r reader) units(text string) []uint64 { return r.h.AppendUnits(nil, text) }

func (r reader) distinct(text string) int {
	grams := r.h.AppendGrams(nil, r.units(text))
	slices.Sort(grams)
	return len(slices.Compact(grams))
}

// within says whether the units of inner stand, next to each other, in outer.
func (r reader) within(inner, outer string) bool {
	a, b := r.units(inner), r.units(outer)
	for i := 0; i+len(a) <= len(b); i++ {
		if slices.Equal(a, b[i:i+len(a)]) {
			return true
		}
	}
	return false
}

// checkPairs holds the pairs against the texts that they were made of.
func checkPairs(t require.TestingT, g Generator, texts []Text, made *Made) {
	g, err := g.withDefaults()
	require.NoError(t, err)
	r := newReader(t, g.Scheme)
	label := map[string]string{}
	var wholes []string
	for i, text := range texts {
		text = tidied(text, i)
		label[text.Text] = text.Label
		wholes = append(wholes, text.Text)
	}
	ids := map[string]bool{}
	uses := map[[2]string]int{}
	for _, p := range made.Pairs {
		require.False(t, ids[p.ID], p.ID)
		ids[p.ID] = true
		require.True(t, strings.HasPrefix(p.ID, p.Kind+"/"), p.ID)
		require.GreaterOrEqual(t, min(r.distinct(p.A), r.distinct(p.B)), g.MinGrams, p.ID)
		require.Equal(t, p.Positive, p.Label == LabelSame)
		_, aWhole := label[p.A]
		_, bWhole := label[p.B]
		if p.Kind != KindContained && p.Kind != KindParts { // which may be the same of two texts
			uses[[2]string{p.Kind, p.A}]++
			uses[[2]string{p.Kind, p.B}]++
		}
		switch p.Kind {
		case KindEdited:
			require.True(t, p.Positive && aWhole)
		case KindContained:
			require.True(t, p.Positive && (aWhole || bWhole))
			require.True(t, r.within(p.A, p.B), p.ID)
		case KindParts:
			require.False(t, p.Positive)
			require.True(t, slices.ContainsFunc(wholes, func(whole string) bool {
				_, rest, found := strings.Cut(whole, p.A)
				return found && strings.HasPrefix(strings.TrimSpace(rest), p.B)
			}), p.ID)
		default:
			require.False(t, p.Positive)
			require.True(t, aWhole && bWhole && p.A != p.B)
			if p.Kind == KindSameLabel {
				require.Equal(t, label[p.A], label[p.B])
			}
		}
	}
	for key, n := range uses {
		require.LessOrEqual(t, n, MaxUses, key)
	}
	checkCounts(t, g, texts, made)
}

func checkCounts(t require.TestingT, g Generator, texts []Text, made *Made) {
	require.Equal(t, len(texts), made.Texts)
	require.Equal(t, len(texts), made.Usable+made.Repeated+made.Short)
	of := byKind(made.Pairs)
	require.Len(t, made.Kinds, len(kinds))
	for _, k := range made.Kinds {
		require.Equal(t, len(of[k.Kind]), k.Pairs)
		require.LessOrEqual(t, k.Pairs, g.PerKind)
		require.Equal(t, k.Pairs < g.PerKind, k.Why != "", k.Kind)
	}
}

func TestPairsAreWhatTheyAreCalled(t *testing.T) {
	texts := someTexts(1, 300, 120)
	for _, scheme := range []ngram.Scheme{{}, {N: 1}, {N: 5, Tokens: ngram.Plain}, {Tokens: ngram.Chars}} {
		g := Generator{PerKind: 90, Scheme: scheme, Seed: 3}
		made, err := g.Pairs(t.Context(), texts, nil)
		require.NoError(t, err)
		checkPairs(t, g, texts, made)
		for _, k := range made.Kinds {
			require.Positive(t, k.Pairs, "%v %s: %s", scheme, k.Kind, k.Why)
		}
	}
}

func TestScriptsWithoutSpaces(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	var texts []Text
	for range 60 {
		var b strings.Builder
		for i := range 200 {
			b.WriteRune(rune(0x4e00 + r.IntN(900)))
			if i%15 == 14 {
				b.WriteRune('。')
			}
		}
		texts = append(texts, Text{Text: b.String()})
	}
	for _, tokens := range []ngram.Tokens{ngram.Words, ngram.Chars} {
		g := Generator{PerKind: 50, Scheme: ngram.Scheme{Tokens: tokens}}
		made, err := g.Pairs(t.Context(), texts, nil)
		require.NoError(t, err)
		checkPairs(t, g, texts, made)
		require.Equal(t, 50, made.Kinds[0].Pairs)
		require.Equal(t, 50, made.Kinds[4].Pairs)
	}
}

// TestRatesOfEditedPairs: without further surgery the drawn rate, which the id
// tells, is the word edit distance. Swapped nowhere, so never above it.
func TestRatesOfEditedPairs(t *testing.T) {
	made, err := Generator{PerKind: 200, MinRate: .1, MaxRate: .4}.Pairs(t.Context(), someTexts(2, 200, 200), nil)
	require.NoError(t, err)
	r := newReader(t, ngram.Scheme{})
	plain, low, high := 0, 1., 0.
	for _, p := range byKind(made.Pairs)[KindEdited] {
		var id string
		var percent float64
		_, err := fmt.Sscanf(p.ID[strings.Index(p.ID, "train"):], "%s %f %%", &id, &percent)
		require.NoError(t, err, p.ID)
		if !strings.HasSuffix(p.ID, "%") {
			continue
		}
		plain++
		rate := percent / 100
		a := r.units(p.A)
		got := float64(levenshtein(a, r.units(p.B))) / float64(len(a))
		require.LessOrEqual(t, got, rate+.015, p.ID)
		require.GreaterOrEqual(t, got, .8*rate-.015, p.ID)
		low, high = min(low, rate), max(high, rate)
	}
	require.InDelta(t, 100, plain, 30, "about half of the pairs")
	require.Less(t, low, .12)
	require.Greater(t, high, .38)
}

func TestSameSeedSamePairs(t *testing.T) {
	texts := someTexts(3, 250, 100)
	var want *Made
	for _, workers := range []int{1, 2, 7, 0} {
		made, err := Generator{PerKind: 60, Seed: 5, Workers: workers}.Pairs(t.Context(), texts, nil)
		require.NoError(t, err)
		if want == nil {
			want = made
		}
		require.Equal(t, want, made, "%d workers", workers)
	}
	other, err := Generator{PerKind: 60, Seed: 6}.Pairs(t.Context(), texts, nil)
	require.NoError(t, err)
	require.NotEqual(t, want.Pairs, other.Pairs)

	more, err := Generator{PerKind: 80, Seed: 5}.Pairs(t.Context(), texts, nil)
	require.NoError(t, err)
	for kind, made := range byKind(want.Pairs) {
		if kind == KindEdited || kind == KindContained {
			require.Equal(t, made, byKind(more.Pairs)[kind][:len(made)], "more pairs begin with the same")
		}
	}
}

// TestCopiesAreNeverCalledDifferent plants copies of every kind.
func TestCopiesAreNeverCalledDifferent(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	e := newEditor(t, ngram.Scheme{})
	origin := map[string]int{}
	var texts []Text
	for family := range 12 {
		base := prose(r, 150)
		edited := e.join(e.edit(r, e.split(base), .1, usualMix))
		for _, text := range []string{
			base, base, strings.ToUpper(base), edited, base + "\n" + prose(r, 150), base[:len(base)/2], "> " + prose(r, 60) + base,
		} {
			origin[text] = family
			texts = append(texts, Text{Text: text, Label: "one of two"})
		}
		texts = append(texts, Text{Text: prose(r, 100), Label: "the other"})
	}
	for seed := range uint64(8) {
		g := Generator{Seed: seed, PerKind: 60}
		made, err := g.Pairs(t.Context(), texts, nil)
		require.NoError(t, err)
		checkPairs(t, g, texts, made)
		require.Equal(t, 24, made.Repeated, "equal but for case")
		left := 0
		for _, k := range made.Kinds {
			left += k.Alike
		}
		require.Positive(t, left)
		for _, p := range made.Pairs {
			a, aKnown := origin[p.A]
			b, bKnown := origin[p.B]
			require.False(t, !p.Positive && aKnown && bKnown && a == b, "%s:\n%s\n%s", p.ID, p.A, p.B)
		}
	}
}

func TestTinyCorpora(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	long, other := prose(r, 200), prose(r, 200)
	for _, c := range []struct {
		name  string
		texts []string
		want  string // part of the error; "" for none
		pairs map[string]int
	}{
		{"none", nil, "none of 0 texts", nil},
		{"blank", []string{"", " \n", "!?"}, "none of 3 texts has 20 distinct n-grams", nil},
		{"short", []string{"five words are too few", "so are these six words here"}, "none of 2 texts", nil},
		{"one that cannot be divided", []string{prose(r, 30)}, "not one pair of different texts out of 1 usable texts of 1", nil},
		{"one", []string{long}, "", map[string]int{KindEdited: 4, KindParts: 3}},
		{"equal", []string{long, long, long}, "", map[string]int{KindEdited: 4, KindRandom: 0}},
		{"two", []string{long, other}, "", map[string]int{KindEdited: 8, KindRandom: 1}},
		{"two copies", []string{long, long + " again"}, "", map[string]int{KindRandom: 0}},
		{"invalid UTF-8", []string{long + "\xff\xfe", other}, "", map[string]int{KindEdited: 8}},
		{"huge", []string{prose(r, 20_000)}, "", map[string]int{KindEdited: 4, KindContained: 4, KindParts: 4}},
		{"one word", []string{strings.Repeat("word ", 500)}, "none of 1 texts", nil},
	} {
		var texts []Text
		for _, text := range c.texts {
			texts = append(texts, Text{Text: text})
		}
		made, err := Generator{}.Pairs(t.Context(), texts, nil)
		if c.want != "" {
			require.ErrorIs(t, err, ErrCorpus, c.name)
			require.ErrorContains(t, err, c.want, c.name)
			continue
		}
		require.NoError(t, err, c.name)
		checkPairs(t, Generator{}, texts, made)
		for kind, n := range c.pairs {
			require.Equal(t, n, len(byKind(made.Pairs)[kind]), "%s: %s", c.name, kind)
		}
	}
}

func TestLabelsThatSayNothing(t *testing.T) {
	why := func(label func(i int) string) string {
		texts := someTexts(4, 30, 100)
		for i := range texts {
			texts[i].Label = label(i)
		}
		made, err := Generator{}.Pairs(t.Context(), texts, nil)
		require.NoError(t, err)
		require.Empty(t, byKind(made.Pairs)[KindSameLabel])
		return made.Kinds[3].Why
	}
	require.Equal(t, "the usable texts have no labels", why(func(int) string { return "" }))
	require.Contains(t, why(func(int) string { return "all" }), "but not of all")
	require.Contains(t, why(func(i int) string { return fmt.Sprint(i) }), "no label is that of two")
}

func TestImpossibleOptions(t *testing.T) {
	for want, g := range map[string]Generator{
		"a count below 0":                {PerKind: -1},
		"min-grams -2":                   {MinGrams: -2},
		"common -3":                      {Common: -3},
		"rates of edits 0.5 to 0.1":      {MinRate: .5, MaxRate: .1},
		"rates of edits 0.02 to 1.5":     {MaxRate: 1.5},
		"impossible n-gram scheme: n = ": {Scheme: ngram.Scheme{N: 99}},
	} {
		_, err := g.Pairs(t.Context(), someTexts(5, 5, 100), nil)
		require.ErrorContains(t, err, want)
	}
	made, err := Generator{MaxRate: .01}.Pairs(t.Context(), someTexts(5, 5, 100), nil)
	require.NoError(t, err, "the lowest rate is at most the highest")
	require.NotEmpty(t, made.Pairs)
}

func TestProgressRisesToTheEnd(t *testing.T) {
	last, end := 0, 0
	_, err := Generator{PerKind: 10}.Pairs(t.Context(), someTexts(6, 200, 80), func(done, of int) {
		require.Greater(t, done, last)
		last, end = done, of
	})
	require.NoError(t, err)
	require.Equal(t, 200+6*10, end)
	require.Equal(t, end, last)
}

func TestCancelled(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	stop := errors.New("stop")
	texts := someTexts(7, 400, 80)
	for _, at := range []int{1, 130, 399, 401, 450, 600} {
		ctx, cancel := context.WithCancelCause(context.Background())
		made, err := Generator{PerKind: 50, Workers: 3}.Pairs(ctx, texts, func(done, _ int) {
			if done >= at {
				cancel(stop)
			}
		})
		require.ErrorIs(t, err, stop, at)
		require.Nil(t, made)
		cancel(nil)
	}
}

// BenchmarkPairs makes pairs out of 20,000 texts of about 300 words.
func BenchmarkPairs(b *testing.B) {
	texts := someTexts(8, 20_000, 300)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := (Generator{}).Pairs(b.Context(), texts, nil); err != nil {
			b.Fatal(err)
		}
	}
}
