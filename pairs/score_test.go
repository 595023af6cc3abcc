package pairs

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/sketch"
	"github.com/stretchr/testify/require"
)

func randomText(r *rand.Rand, words, vocabulary int) string {
	var b strings.Builder
	for range words {
		b.WriteString("w" + string(rune('a'+r.IntN(26))) + string(rune('a'+r.IntN(max(1, vocabulary)))) + " ")
	}
	return b.String()
}

// TestScoresAreThoseOfDenseArrays: the twin makes the arrays in full.
func TestScoresAreThoseOfDenseArrays(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var list []Pair
	for range 60 {
		a := randomText(r, r.IntN(400), 5)
		list = append(list, Pair{A: a, B: a[len(a)/(2+r.IntN(3)):] + randomText(r, r.IntN(300), 5)})
	}
	list = append(list, Pair{}, Pair{A: "three words here", B: ""})
	variants, err := ParseVariants("grams,counts:64,bits:64,counts:2048,bits:4096,bits:64+corrected,counts:2048+corrected,bits:4096+corrected")
	require.NoError(t, err)
	for _, scheme := range []ngram.Scheme{{}, {Tokens: ngram.Plain, N: 2}, {Tokens: ngram.Chars}} {
		s, err := Score(t.Context(), list, scheme, variants, 3)
		require.NoError(t, err)
		h, err := ngram.NewHasher(scheme)
		require.NoError(t, err)
		for i, p := range list {
			a := sketch.NewGrams(h.AppendGrams(nil, h.AppendUnits(nil, p.A)))
			b := sketch.NewGrams(h.AppendGrams(nil, h.AppendUnits(nil, p.B)))
			require.Equal(t, [2]int{len(a), len(b)}, s.Grams[i])
			for v, variant := range variants {
				want, got := dense(t, variant, a, b), s.ByVariant[v][i]
				require.True(t, want == got || math.IsNaN(want) && math.IsNaN(got), "%v, pair %d: %v, not %v", variant, i, got, want)
			}
		}
	}
}

func dense(t *testing.T, v Variant, a, b sketch.Grams) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	if v.Sketch.Kind == sketch.KindGrams {
		return sketch.Overlap(a, b)
	}
	ca, err := sketch.NewCounts(v.Sketch.M, a)
	require.NoError(t, err)
	cb, err := sketch.NewCounts(v.Sketch.M, b)
	require.NoError(t, err)
	ba, bb := ca.Bits(), cb.Bits()
	switch {
	case v.Corrected:
		_, score, ok := sketch.Estimate(v.Sketch.M, ba.Ones(), bb.Ones(), sketch.SharedBits(ba, bb), len(a), len(b))
		if !ok {
			return math.NaN()
		}
		return score
	case v.Sketch.Kind == sketch.KindCounts:
		return sketch.OverlapCounts(ca, cb)
	}
	return sketch.OverlapBits(ba, bb)
}

func TestLabelledLeavesOutSaturatedPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	long := randomText(r, 3000, 20)
	list := []Pair{{A: long, B: long, Positive: true, Kind: "long"}, {A: "one two three four", B: "one two three five", Kind: "short"}}
	variants, err := ParseVariants("bits:64,bits:64+corrected")
	require.NoError(t, err)
	s, err := Score(t.Context(), list, ngram.Scheme{}, variants, 0)
	require.NoError(t, err)
	raw, of := s.Labelled(0, list)
	require.Len(t, raw, 2)
	require.Equal(t, []int{0, 1}, of)
	require.True(t, raw[0].Positive)
	corrected, of := s.Labelled(1, list)
	require.Len(t, corrected, 1)
	require.Equal(t, []int{1}, of)
	require.Equal(t, "short", corrected[0].Kind)
}

func TestMREDIsOverWordsWhateverTheUnit(t *testing.T) {
	list := []Pair{{A: "one two three four", B: "one two 3 four five"}}
	for _, scheme := range []ngram.Scheme{{}, {Tokens: ngram.Plain}, {Tokens: ngram.Chars}} {
		s, err := Score(t.Context(), list, scheme, Paper(), 1)
		require.NoError(t, err)
		require.Nil(t, s.MRED)
		require.NoError(t, s.MeasureEdits(t.Context(), list, scheme, 1))
		require.Equal(t, 0.5, s.MRED[0])
		require.Equal(t, [2]int{4, 5}, s.Words[0])
	}
}

func TestParseVariants(t *testing.T) {
	got, err := ParseVariants("grams, counts:2048,counts:4096,bits:2048,bits:4096")
	require.NoError(t, err)
	require.Equal(t, Paper(), got)
	got, err = ParseVariants("bits:64+corrected")
	require.NoError(t, err)
	require.Equal(t, "bits:64+corrected", got[0].String())
	for list, message := range map[string]string{
		"":                   `unknown sketch ""`,
		"grams,":             `unknown sketch ""`,
		"bits":               "lacks its size",
		"grams+corrected":    `sketch "grams+corrected": grams is exact, there is nothing to correct`,
		"bits:64+corrected+": "M must be",
	} {
		_, err := ParseVariants(list)
		require.ErrorContains(t, err, message, list)
	}
}

func TestScoreEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Score(ctx, make([]Pair, 100), ngram.Scheme{}, Paper(), 2)
	require.ErrorIs(t, err, context.Canceled)
	_, err = Score(t.Context(), nil, ngram.Scheme{N: -1}, Paper(), 2)
	require.ErrorIs(t, err, ngram.ErrScheme)
}
