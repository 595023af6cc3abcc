package calibrate

import (
	"bytes"
	"strings"
	"testing"

	"github.com/leakgate/leakgate/eval"
	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/pairs"
	"github.com/leakgate/leakgate/sketch"
	"github.com/stretchr/testify/require"
)

// findIn calibrates on the small corpus of invented reviews.
func findIn(t testing.TB, g Generator, v pairs.Variant) *Calibration {
	t.Helper()
	g.PerKind = 20
	c, err := Find(t.Context(), g, reviewTexts(t), v, eval.Objective{}, nil)
	require.NoError(t, err)
	return c
}

func reviewTexts(t testing.TB) []Text {
	t.Helper()
	return readTexts(t, "../testdata/reviews/train.jsonl")
}

func TestFileIsReadBack(t *testing.T) {
	g := Generator{Seed: 3}
	c := findIn(t, g, pairs.Variant{})
	conditions := Conditions{Scheme: 1, Tokens: "words", N: 3, Sketch: "grams", MinGrams: 20}
	var b bytes.Buffer
	require.NoError(t, c.File(conditions, g).Write(&b))
	f, threshold, err := Parse(b.Bytes())
	require.NoError(t, err)
	require.Equal(t, conditions, f.Conditions)
	require.Equal(t, c.Decimal, f.Threshold)
	require.Empty(t, conditions.Differences(f.Conditions))
	require.Equal(t, "--tokens words there, chars here; --raw false there, true here",
		conditions.Differences(Conditions{Scheme: 1, Tokens: "chars", N: 3, Sketch: "grams", Raw: true, MinGrams: 20}))

	// The threshold as written calls the very same pairs positive.
	wrong := 0
	for i, p := range c.Made.Pairs {
		if c.Scores[i] >= threshold.Float() != p.Positive {
			wrong++
		}
	}
	require.Equal(t, c.Confusion.FP+c.Confusion.FN, wrong)
	require.Equal(t, wrong, f.Evidence.Confusion.FP+f.Evidence.Confusion.FN)
	sizes := 0
	for _, s := range f.Evidence.Sizes {
		sizes += s.Pairs
	}
	require.Equal(t, len(c.Made.Pairs), sizes)
}

func TestParseRefuses(t *testing.T) {
	for file, message := range map[string]string{
		"":   "no calibration",
		"{":  "no calibration",
		"[]": "no calibration",
		`{"schema":"leakgate-calibration/1","threshold":"0.5"} more`: "something stands behind it",
		`{"schema":"leakgate-report/1","threshold":"0.5"}`:           "make it anew",
		`{"schema":"leakgate-calibration/1"}`:                        "is not a decimal",
		`{"schema":"leakgate-calibration/1","threshold":"0"}`:        "outside (0, 1]",
		`{"schema":"leakgate-calibration/1","threshold":0.5}`:        "not the JSON that leakgate calibrate writes",
		strings.Repeat(" ", MaxFile+1):                               "larger than",
	} {
		_, _, err := Parse([]byte(file))
		require.ErrorContains(t, err, message, "%.40q", file)
	}
}

// FuzzParse: whatever stands in the file, a threshold that comes out is one.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"schema":"leakgate-calibration/1","threshold":"0.5","conditions":{"scheme":1,"tokens":"words","n":3,"sketch":"grams","raw":false,"min_grams":20}}`))
	f.Add([]byte(`{"schema":"leakgate-calibration/1","threshold":"1e9"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, threshold, err := Parse(data)
		if err != nil {
			require.Nil(t, file)
			return
		}
		require.Positive(t, threshold.Float())
		require.LessOrEqual(t, threshold.Float(), 1.0)
		again, err := sketch.ParseThreshold(file.Threshold)
		require.NoError(t, err)
		require.Equal(t, again, threshold)
	})
}

func TestDecimalIsReachedByItsScore(t *testing.T) {
	for _, c := range []struct {
		threshold, low float64
		want           string
	}{
		{2.0 / 3, .5, "0.666666666"},
		{.55, .5, "0.55"},
		{.57, .5, "0.57"},
		{1, .9, "1"},
		{.1234567891, .1234567890, ""}, // nine decimals do not tell them apart
		{0, 0, ""},
		{1e-12, 0, ""},
	} {
		got := decimal(c.threshold, c.low)
		require.Equal(t, c.want, got, "%v over %v", c.threshold, c.low)
		if got != "" {
			th, err := sketch.ParseThreshold(got)
			require.NoError(t, err)
			require.GreaterOrEqual(t, c.threshold, th.Float())
			require.Greater(t, th.Float(), c.low)
		}
	}
}

func TestTextSaysWhatIsDoubtful(t *testing.T) {
	text := func(c *Calibration) string {
		var b strings.Builder
		require.NoError(t, c.WriteText(&b, "grams", "what next"))
		return b.String()
	}
	hard := findIn(t, Generator{Seed: 1}, pairs.Variant{})
	require.Contains(t, text(hard), "warning: a low threshold")
	require.NotContains(t, text(hard), "mean little")
	soft := findIn(t, Generator{Seed: 1, MaxRate: .1}, pairs.Variant{})
	require.Greater(t, soft.Threshold, hard.Threshold, "the hardest edit moves the threshold")
	require.NotContains(t, text(soft), "warning")
	require.True(t, strings.HasSuffix(text(soft), "\nwhat next\n"))
}

func TestArraysTellWhatIsTooLong(t *testing.T) {
	bits := sketch.Spec{Kind: sketch.KindBits, M: 2048}
	raw := findIn(t, Generator{Seed: 1, MaxRate: .3}, pairs.Variant{Sketch: bits})
	corrected := findIn(t, Generator{Seed: 1, MaxRate: .3}, pairs.Variant{Sketch: bits, Corrected: true})
	require.InDelta(t, sketch.SaturationLimit(2048)/2, corrected.TooLong, 1)
	require.Positive(t, raw.TooLong)
	require.Less(t, raw.TooLong, corrected.TooLong)
	small := sketch.Spec{Kind: sketch.KindBits, M: 64}
	_, err := Find(t.Context(), Generator{PerKind: 20, Seed: 1}, reviewTexts(t), pairs.Variant{Sketch: small, Corrected: true}, eval.Objective{}, nil)
	require.ErrorIs(t, err, ErrCorpus)
	require.ErrorContains(t, err, "too long for the sketch bits:64+corrected")
}

// TestGramsAreScoredAsChecked: what many texts share is set aside.
func TestGramsAreScoredAsChecked(t *testing.T) {
	c := findIn(t, Generator{Seed: 1}, pairs.Variant{})
	s, err := pairs.Score(t.Context(), c.Made.Pairs, ngram.Scheme{}, []pairs.Variant{{}}, 0)
	require.NoError(t, err)
	lower := 0
	for i, p := range c.Made.Pairs {
		require.LessOrEqual(t, c.Scores[i], s.ByVariant[0][i])
		if p.Kind == KindTemplate && c.Scores[i] < .2 && s.ByVariant[0][i] > .6 {
			lower++
		}
	}
	require.Positive(t, lower, "pairs that share the footer")
}
