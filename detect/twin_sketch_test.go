package detect

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/sketch"
	"github.com/stretchr/testify/require"
)

// hashes of a document's n-grams: dense arrays are made of them.
func (d *twinDoc) hashes(h *ngram.Hasher) []uint64 {
	var grams []uint64
	for _, text := range d.texts {
		grams = h.AppendGrams(grams, h.AppendUnits(nil, text))
	}
	return sketch.NewGrams(grams)
}

// dense is one document in every array.
type dense struct {
	bits   *sketch.Bits
	counts *sketch.Counts
}

func denseArrays(t *testing.T, h *ngram.Hasher, m int, splits []twinSplit) map[*twinDoc]dense {
	arrays := map[*twinDoc]dense{}
	for _, s := range splits {
		for _, d := range s.docs {
			bits, err := sketch.NewBits(m, d.hashes(h))
			require.NoError(t, err)
			counts, err := sketch.NewCounts(m, d.hashes(h))
			require.NoError(t, err)
			arrays[d] = dense{bits, counts}
		}
	}
	return arrays
}

// denseScore is the judgement of a pair by the dense scores of package sketch.
// No array can tell which n-grams are shared, so that nothing is boilerplate.
func denseScore(opt Options, arrays map[*twinDoc]dense) twinScore {
	return func(v, t *twinDoc) (twinMatch, bool) {
		a, b := arrays[v], arrays[t]
		m := twinMatch{grams: len(v.grams), trainGrams: len(t.grams)}
		found := false
		switch {
		case !opt.Raw:
			shared, score, ok := sketch.Estimate(opt.Sketch.M, a.bits.Ones(), b.bits.Ones(), sketch.SharedBits(a.bits, b.bits), m.grams, m.trainGrams)
			// An estimate may exceed what there is.
			m.shared, m.score = min(int(shared+.5), m.grams, m.trainGrams), score
			found = ok && score >= opt.Threshold.Float()
		case opt.Sketch.Kind == sketch.KindBits:
			m.grams, m.trainGrams, m.shared = a.bits.Ones(), b.bits.Ones(), sketch.SharedBits(a.bits, b.bits)
			m.score = sketch.OverlapBits(a.bits, b.bits)
			found = opt.Threshold.Met(m.shared, min(m.grams, m.trainGrams))
		default:
			m.grams, m.trainGrams, m.shared = a.counts.Sum(), b.counts.Sum(), sketch.SharedCounts(a.counts, b.counts)
			m.score = sketch.OverlapCounts(a.counts, b.counts)
			found = opt.Threshold.Met(m.shared, min(m.grams, m.trainGrams))
		}
		m.kind = twinKind(slices.Equal(v.units, t.units), m.grams, m.trainGrams)
		return m, found
	}
}

// twinUndecided lists the validation documents without a finding that form a
// pair without a score, if that shares a cell: what shares none has no n-gram
// in common.
func twinUndecided(val, train *twinSplit, c *Comparison, opt Options, arrays map[*twinDoc]dense) (undecided []Document) {
	leaks := map[int]bool{}
	for _, f := range c.Findings {
		leaks[f.Validation.Line] = true
	}
	for i, d := range val.docs {
		others := train.docs
		if val == train {
			others = train.docs[:i] // each pair once, on the later document
		}
		refused := func(o *twinDoc) bool {
			a, b := arrays[d], arrays[o]
			shared := sketch.SharedBits(a.bits, b.bits)
			_, _, ok := sketch.Estimate(opt.Sketch.M, a.bits.Ones(), b.bits.Ones(), shared, len(d.grams), len(o.grams))
			return !o.short && !ok && shared > 0
		}
		if !d.short && !leaks[d.line] && slices.ContainsFunc(others, refused) {
			undecided = append(undecided, d.public(len(d.grams)))
		}
	}
	return undecided
}

// TestArraysAreTheirTwin: counts and bits, raw and corrected, at sizes that
// saturate and sizes that do not, against every pair scored densely.
func TestArraysAreTheirTwin(t *testing.T) {
	findings, undecided := 0, 0
	for round := range 250 / slow {
		r := rand.New(rand.NewPCG(2, uint64(round)))
		c, opt := newCorpora(r, vocabulary), randomOptions(t, r)
		opt.Sketch = sketch.Spec{Kind: pick(r, sketch.KindBits, sketch.KindCounts), M: 1 << (6 + r.IntN(8))}
		opt.Raw = r.IntN(2) == 0
		opt.AllPairs = opt.AllPairs || !opt.Raw
		splits := []twinSplit{c.split("train", 30), c.split("val", 25)}
		// Within a split a document is its own longest partner:
		// TestNoDocumentIsUndecidedByItself.
		opt.Within = opt.Within && opt.Raw
		h, err := ngram.NewHasher(opt.Scheme)
		require.NoError(t, err)
		arrays := denseArrays(t, h, opt.Sketch.M, splits)
		got := check(t, splits, opt, (*twinSplit).input)
		want := twinRun(splits, opt, denseScore(opt, arrays), map[string]int{})
		if !opt.Raw {
			last := &want.Comparisons[0]
			last.Undecided = twinUndecided(&splits[1], &splits[0], last, opt, arrays)
			undecided += len(last.Undecided)
		}
		same(t, want, bare(got), "round %d: %+v", round, opt)
		for _, comparison := range want.Comparisons {
			findings += len(comparison.Findings)
		}
	}
	t.Log("findings", findings, "undecided", undecided)
	require.Greater(t, findings, 1000/slow)
	require.Greater(t, undecided, 20/slow)
}
