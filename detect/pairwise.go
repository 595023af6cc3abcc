package detect

import (
	"slices"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/sketch"
)

// Pairwise scores single pairs as Run judges them, for who chooses a threshold.
// Use one a goroutine.
type Pairwise struct {
	examiner examiner
	commons  commons
	scratch  [2][]uint64
}

// NewPairwise is for pairs out of so many documents; frequency tells in how
// many of them an n-gram stands. The error wraps [ngram.ErrScheme].
func NewPairwise(scheme ngram.Scheme, documents int, frequency func(gram uint64) int) (*Pairwise, error) {
	h, err := ngram.NewHasher(scheme)
	if err != nil {
		return nil, err
	}
	return &Pairwise{examiner: examiner{hasher: h}, commons: commons{cutsFor(documents), frequency}}, nil
}

// Score is what a threshold decides about: the overlap coefficient, but the
// distinctive score where that is lower and decides (see Boilerplate), and 0
// for a frame around other numbers and where a text has no n-gram. Of equal
// texts it is 1. It knows nothing of the evidence floor.
func (p *Pairwise) Score(a, b string) float64 {
	val, train := &corpus.Document{Texts: []string{a}}, &corpus.Document{Texts: []string{b}}
	var size [2]int
	for i, text := range []string{a, b} {
		h := p.examiner.hasher
		p.scratch[i] = sketch.NewGrams(h.AppendGrams(p.scratch[i][:0], h.AppendUnits(nil, text)))
		size[i] = len(p.scratch[i])
	}
	if min(size[0], size[1]) == 0 {
		return 0
	}
	seen := p.examiner.examine(pair{val, train, size[0], size[1]}, p.commons)
	switch {
	case p.examiner.prover.equal():
		return 1
	case seen.frame():
		return 0
	case seen.mostlyCommon() && seen.common < seen.smaller:
		return min(seen.score(0), seen.score(seen.common))
	case seen.mostlyCommon():
		return 0
	}
	return seen.score(0)
}

// score leaves out so many shared n-grams.
func (x *examined) score(without int) float64 {
	return float64(x.shared-without) / float64(x.smaller-without)
}

// equal says whether both texts have the same units in the same order.
func (p *prover) equal() bool {
	return slices.Equal(p.val.units, p.train.units)
}
