package detect

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/leakgate/leakgate/ngram"
	"github.com/stretchr/testify/require"
)

// quotable leaves out characters that become several units, or another unit
// beside another neighbour: a range of characters cannot quote half of them.
func quotable(words []string) []string {
	out := slices.Clone(words)
	for i, w := range out {
		if strings.ContainsAny(w, "½İΣσς") {
			out[i] = "other"
		}
	}
	return out
}

// quoted are the units of a quoted range. Unlike a whole text it may begin or
// end with white space, which is a unit of chars.
func quoted(text string, r Range, tokens string) []string {
	runes := []rune(text)[r.Start:r.End]
	if tokens != "chars" {
		return twinUnits(string(runes), tokens)
	}
	const edge = "|"
	units := twinUnits(edge+string(runes)+edge, tokens)
	return units[1 : len(units)-1]
}

// coveredUnits are a document's units in shared n-grams.
func coveredUnits(d, other *twinDoc, n int) (hits int) {
	for _, units := range d.field {
		marks := make([]bool, len(units))
		for i, g := range twinGrams(units, n) {
			for k := range n {
				marks[i+k] = marks[i+k] || other.grams[g]
			}
		}
		for _, m := range marks {
			if m {
				hits++
			}
		}
	}
	return hits
}

func covered(d, other *twinDoc, n int) float64 {
	return float64(coveredUnits(d, other, n)) / float64(max(1, len(d.units)))
}

func sharesGrams(v, t *twinDoc) bool {
	for g := range v.grams {
		if t.grams[g] {
			return true
		}
	}
	return false
}

func checkEvidence(t *testing.T, e *Evidence, v, d *twinDoc, scheme ngram.Scheme) {
	t.Helper()
	tokens := scheme.Tokens.String()
	require.NotNil(t, e)
	require.LessOrEqual(t, len(e.Passages), MaxPassages)
	for i, p := range e.Passages {
		for _, side := range []struct {
			r     Range
			texts []string
		}{{p.Validation, v.texts}, {p.Train, d.texts}} {
			require.True(t, 0 <= side.r.Field && side.r.Field < len(side.texts), "%+v", p)
			require.True(t, 0 <= side.r.Start && side.r.Start < side.r.End, "%+v", p)
			require.LessOrEqual(t, side.r.End, len([]rune(side.texts[side.r.Field])), "%+v", p)
		}
		a := quoted(v.texts[p.Validation.Field], p.Validation, tokens)
		b := quoted(d.texts[p.Train.Field], p.Train, tokens)
		require.Equal(t, a, b, "%+v of\n%q\n%q", p, v.texts, d.texts)
		require.Len(t, a, p.Words)
		require.True(t, i == 0 || p.Words <= e.Passages[i-1].Words, "longest first")
	}
	wantV, wantT := covered(v, d, scheme.N), covered(d, v, scheme.N)
	if !sharesGrams(v, d) {
		// Found below the floor: all of the smaller text is the passage, unless
		// only white space inside words tells the texts apart.
		require.LessOrEqual(t, len(e.Passages), 1)
		for _, p := range e.Passages {
			require.Equal(t, min(len(v.units), len(d.units)), p.Words)
			wantV, wantT = float64(p.Words)/float64(len(v.units)), float64(p.Words)/float64(len(d.units))
		}
	}
	require.Equal(t, wantV, e.ValidationCovered)
	require.Equal(t, wantT, e.TrainCovered)
	require.True(t, 0 <= wantV && wantV <= 1 && 0 <= wantT && wantT <= 1)
	excerpt, cut := strings.CutSuffix(e.Excerpt, " …")
	require.LessOrEqual(t, len(strings.Fields(excerpt)), ExcerptWords)
	require.LessOrEqual(t, len([]rune(excerpt)), ExcerptRunes)
	if len(e.Passages) > 0 {
		p := e.Passages[0].Validation
		whole := strings.Join(strings.Fields(string([]rune(v.texts[p.Field])[p.Start:p.End])), " ")
		require.True(t, strings.HasPrefix(whole, excerpt))
		require.Equal(t, len(excerpt) < len(whole), cut)
	}
	require.Regexp(t, "^[0-9a-f]{32}$", e.Fingerprint)
}

// evidenceRound is a round of random corpora whose findings carry evidence.
func evidenceRound(t *testing.T, r *rand.Rand) ([]twinSplit, Options, *Result) {
	c, opt := newCorpora(r, quotable(vocabulary)), randomOptions(t, r)
	if c.fields > 1 {
		opt.Scheme.N = max(opt.Scheme.N, 2) // TestPassagesEndWithTheirField
	}
	opt.AllPairs, opt.Evidence, opt.Within, opt.Workers = true, true, false, 2
	splits := []twinSplit{c.split("train", 20), c.split("val", 20)}
	inputs := []Input{splits[0].input(300), splits[1].input(300)}
	for _, s := range splits {
		for _, d := range s.docs {
			d.read(opt.Scheme.Tokens.String(), opt.Scheme.N, opt.MinGrams)
		}
	}
	got, err := Run(t.Context(), inputs, opt)
	require.NoError(t, err)
	return splits, opt, got
}

func TestEvidence(t *testing.T) {
	findings := 0
	for round := range 150 / slow {
		splits, opt, got := evidenceRound(t, rand.New(rand.NewPCG(3, uint64(round))))
		for _, f := range got.Comparisons[0].Findings {
			v, d := splits[1].docs[f.Validation.Line-1], splits[0].docs[f.Train.Line-1]
			checkEvidence(t, f.Evidence, v, d, opt.Scheme)
		}
		findings += len(got.Comparisons[0].Findings)
	}
	require.Greater(t, findings, 1000/slow)
}

// longestRun is the longest common run of units within one field of each.
func longestRun(v, d *twinDoc) (longest int) {
	for _, a := range v.field {
		for _, b := range d.field {
			before := make([]int, len(b)+1)
			for i := range a {
				now := make([]int, len(b)+1)
				for k := range b {
					if a[i] == b[k] {
						now[k+1] = before[k] + 1
						longest = max(longest, now[k+1])
					}
				}
				before = now
			}
		}
	}
	return longest
}

// TestFirstPassageIsTheLongest common run of at least n units.
func TestFirstPassageIsTheLongest(t *testing.T) {
	compared, shorter := 0, 0
	for round := range 60 / slow {
		splits, opt, got := evidenceRound(t, rand.New(rand.NewPCG(4, uint64(round))))
		for _, f := range got.Comparisons[0].Findings {
			v, d := splits[1].docs[f.Validation.Line-1], splits[0].docs[f.Train.Line-1]
			if opt.Scheme.Tokens == ngram.Chars && opt.Scheme.N == 1 {
				continue // single characters stand everywhere: maxWork ends the search
			}
			if want := longestRun(v, d); want >= opt.Scheme.N {
				compared++
				require.NotEmpty(t, f.Evidence.Passages)
				require.LessOrEqual(t, f.Evidence.Passages[0].Words, want)
				if f.Evidence.Passages[0].Words < want {
					shorter++
				}
			}
		}
	}
	require.Greater(t, compared, 500/slow)
	require.Zero(t, shorter, "of %d findings, whose first passage is not the longest", compared)
}

// TestExcerptIsCut at 60 words, or in a text without spaces at 400 characters.
func TestExcerptIsCut(t *testing.T) {
	words := strings.Fields(series("w", 100))
	han := strings.Repeat("中文字", 200)
	for text, want := range map[string]string{
		series("w", 60):             series("w", 60),
		strings.Join(words, "\n\t"): series("w", 60) + " …",
		han:                         string([]rune(han)[:400]) + " …",
		"one\n two\t\tthree":        "one two three",
	} {
		c := compare(t, texts(text), texts(text), Options{Evidence: true})
		require.Equal(t, want, c.Findings[0].Evidence.Excerpt)
	}
	e := proof(t, ngram.Scheme{}, []string{"one\n two\t\tthree"}, []string{"one two three"})
	require.Equal(t, []Passage{{3, Range{0, 0, 15}, Range{0, 0, 13}}}, e.Passages)
}

// TestOffsetsAreCodePoints, not bytes, of the text as it stands in the file.
func TestOffsetsAreCodePoints(t *testing.T) {
	e := proof(t, ngram.Scheme{}, []string{"🙂 Größe cafe\u0301 中文 end"}, []string{"größe ＣＡＦÉ 中,文"})
	require.Equal(t, []Passage{{4, Range{0, 2, 16}, Range{0, 0, 14}}}, e.Passages)
	require.InDelta(t, 4.0/5, e.ValidationCovered, 1e-12)
	require.Equal(t, 1.0, e.TrainCovered)
}
