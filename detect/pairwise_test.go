package detect

import (
	"math/rand/v2"
	"testing"

	"github.com/leakgate/leakgate/ngram"
	"github.com/stretchr/testify/require"
)

// TestPairwiseScoreDecides: the score of a pair reaches a threshold iff a run
// with that threshold finds it and does not call it boilerplate.
func TestPairwiseScoreDecides(t *testing.T) {
	leaks, boilerplate := 0, 0
	for round := range 60 / slow {
		r := rand.New(rand.NewPCG(10, uint64(round)))
		c, opt := newCorpora(r, vocabulary), randomOptions(t, r)
		c.fields, opt.MinGrams, opt.AllPairs, opt.Within = 1, 1, true, false
		splits := []twinSplit{c.split("train", 40), c.split("val", 30)}
		want := twinRun(splits, opt, nil, map[string]int{})
		kinds := map[[2]int]Kind{}
		for _, f := range want.Comparisons[0].Findings {
			kinds[[2]int{f.Validation.Line, f.Train.Line}] = f.Kind
		}
		p := newTwinPairwise(t, &splits[1], &splits[0], opt)
		for _, v := range splits[1].docs {
			for _, d := range splits[0].docs {
				if v.blank || d.blank || v.short || d.short {
					continue
				}
				kind, found := kinds[[2]int{v.line, d.line}]
				score := p.Score(v.texts[0], d.texts[0])
				require.True(t, 0 <= score && score <= 1, "%v", score)
				require.Equal(t, found && kind != Boilerplate, score >= opt.Threshold.Float(), "%v of %q and %q under %+v", score, v.texts, d.texts, opt)
				if found && kind == Boilerplate {
					boilerplate++
				} else if found {
					leaks++
				}
			}
		}
	}
	t.Log("leaks", leaks, "boilerplate", boilerplate)
	require.Greater(t, min(leaks, boilerplate), 500/slow)
}

// newTwinPairwise takes the frequencies from the twin.
func newTwinPairwise(t *testing.T, val, train *twinSplit, opt Options) *Pairwise {
	rule := newTwinRule(val, train, opt, nil)
	h, err := ngram.NewHasher(opt.Scheme)
	require.NoError(t, err)
	frequency := map[uint64]int{}
	for _, side := range []*twinSplit{val, train} {
		for _, d := range side.docs {
			for _, text := range d.texts {
				grams := h.AppendGrams(nil, h.AppendUnits(nil, text))
				for i, gram := range twinGrams(twinUnits(text, rule.tokens), rule.n) {
					frequency[grams[i]] = rule.documents[gram]
				}
			}
		}
	}
	p, err := NewPairwise(opt.Scheme, rule.unique, func(gram uint64) int { return frequency[gram] })
	require.NoError(t, err)
	return p
}

func TestPairwiseOfTextsWithoutNgrams(t *testing.T) {
	p, err := NewPairwise(ngram.Scheme{}, 0, func(uint64) int { return 0 })
	require.NoError(t, err)
	require.Zero(t, p.Score("", ""))
	require.Zero(t, p.Score("two words", series("w", 30)))
	require.Equal(t, 1.0, p.Score(series("w", 30), "and "+series("w", 30)))
	_, err = NewPairwise(ngram.Scheme{N: -1}, 0, nil)
	require.ErrorIs(t, err, ngram.ErrScheme)
}
