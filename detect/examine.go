package detect

import (
	"math"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/sketch"
)

// An n-gram is common if it stands in so many documents of both sides, equal
// texts counted once: a number, or a share of the documents if that is more.
// Far fewer do where the n-gram stands in the same place of both texts, counted
// in words from their beginning or their end: headers and signatures stay where
// they are, quoted text moves. Less than commonShare of what two texts share
// decides nothing: taking away the usual phrases of a language would tip pairs
// that barely reach the threshold. docs/boilerplate.md has the figures that
// chose the numbers.
const (
	commonAnywhere, commonAnywherePer = 50, 400 // 50 documents, or one in 400
	commonInPlace, commonInPlacePer   = 5, 4000
	commonShare                       = 3 // one n-gram in three
	samePlaceWords                    = 5
	samePlaceCharacters               = 30
	wholePercent                      = 98
)

// cuts are the numbers of documents from which an n-gram is common.
type cuts struct{ anywhere, inPlace int }

func cutsFor(documents int) cuts {
	share := func(per int) int { return (documents + per - 1) / per }
	return cuts{max(commonAnywhere, share(commonAnywherePer)), max(commonInPlace, share(commonInPlacePer))}
}

// commons tells which n-grams are common: the cuts, and in how many documents an
// n-gram stands.
type commons struct {
	cuts
	documents func(gram uint64) int
}

// examiner looks at both texts of a pair; it is a worker's scratch memory.
type examiner struct {
	hasher *ngram.Hasher
	prover prover
	differ differ
	of     *comparison // whose frequencies the prover remembers
}

// examined is what decides whether a pair is boilerplate. It holds until the
// examiner looks at another one.
type examined struct {
	*examiner
	shared, smaller int // distinct n-grams: in both, of the smaller text
	common          int // shared ones that are common
	whole           bool
	near            bool // of sizes that may be one frame or an edited copy

	glanced                 bool
	mayBeFrame, mayBeEdited bool
	aligned                 bool
	differs                 *Differs
}

// pair is two texts and how many distinct n-grams they have.
type pair struct {
	val, train           *corpus.Document
	valGrams, trainGrams int
}

func (e *examiner) examine(two pair, c commons) *examined {
	p := &e.prover
	p.meet(e.hasher, two.val, two.train)
	return &examined{
		examiner: e, shared: len(p.meetings), smaller: min(two.valGrams, two.trainGrams),
		common: p.common(c, e.hasher.Scheme().Tokens),
		whole:  p.whole(two.valGrams, two.trainGrams),
		near:   kindOf(false, two.valGrams, two.trainGrams) == Near,
	}
}

// common counts the common n-grams that the two texts share.
func (p *prover) common(c commons, tokens ngram.Tokens) int {
	slack := samePlaceWords
	if tokens == ngram.Chars {
		slack = samePlaceCharacters
	}
	common := 0
	for _, m := range p.meetings {
		known := &p.frequency[m.valFirst]
		if *known == 0 {
			*known = int32(min(c.documents(m.gram), math.MaxInt32-1)) + 1
		}
		if n := int(*known) - 1; n >= c.anywhere || n >= c.inPlace && p.samePlace(m, slack) {
			common++
		}
	}
	return common
}

// samePlace says whether an n-gram stands as far from the beginning or from the
// end in both texts, but for a few units.
func (p *prover) samePlace(m meeting, slack int) bool {
	near := func(a, b int) bool { return a-b <= slack && b-a <= slack }
	return near(int(m.valFirst), int(m.trainFirst)) ||
		near(len(p.val.units)-int(m.valLast), len(p.train.units)-int(m.trainLast))
}

// whole says whether nearly all of the text with fewer n-grams (of the words
// that stand in any), of either if
// they have as many, stands in shared n-grams: a document that is wholly in the
// other is a leak whatever it is made of.
func (p *prover) whole(validation, train int) bool {
	most := func(covered, units int) bool { return 100*covered >= wholePercent*units }
	return validation <= train && most(p.valCovered, p.valCoverable) ||
		train <= validation && most(p.trainCovered, p.trainCoverable)
}

// boilerplate says whether a pair that reaches the threshold does so only by
// what many documents share, or is a frame around other numbers.
func (x *examined) boilerplate(t sketch.Threshold) bool {
	distinctive := t.Met(x.shared-x.common, x.smaller-x.common)
	return !distinctive && x.mostlyCommon() || x.frame()
}

func (x *examined) mostlyCommon() bool {
	return commonShare*x.common >= x.shared && !x.whole && !x.edited()
}

func (x *examined) frame() bool {
	x.glance()
	return x.mayBeFrame && x.sideBySide().Frame()
}

func (x *examined) edited() bool {
	x.glance()
	return x.mayBeEdited && x.sideBySide().Edited()
}

func (x *examined) glance() {
	if x.near && !x.glanced {
		x.glanced = true
		x.mayBeFrame, x.mayBeEdited = x.differ.glance(x.differ.words(&x.prover, x.hasher.Scheme()))
	}
}

func (x *examined) sideBySide() *Differs {
	if !x.aligned {
		x.aligned = true
		x.differs = x.differ.between(x.differ.words(&x.prover, x.hasher.Scheme()))
	}
	return x.differs
}
