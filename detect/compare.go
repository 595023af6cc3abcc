package detect

import (
	"sync"
	"sync/atomic"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/index"
	"github.com/leakgate/leakgate/sketch"
)

// comparison holds a validation side against a stream of training documents.
type comparison struct {
	run    *run
	val    *side
	train  *side    // nil if it is streamed
	spool  *spool   // then its matching documents
	count  []uint32 // training documents that have each n-gram of val; nil for arrays
	cuts   cuts
	result Comparison

	labelled  atomic.Bool   // some training document has a label
	shared    []atomic.Bool // the id stands on both sides
	undecided []atomic.Bool // a pair fills the array

	mu          sync.Mutex
	found       []*tally // of each validation document that has a match
	waiting     []waiting
	waitingText int
}

func newComparison(r *run, val, train *side, kept *spool) *comparison {
	c := &comparison{
		run: r, val: val, train: train, spool: kept,
		found: make([]*tally, len(val.docs)), shared: make([]atomic.Bool, len(val.docs)),
	}
	switch {
	case val.cells != nil:
		c.undecided = make([]atomic.Bool, len(val.docs))
	case val != train: // else the index has counted them
		c.count = make([]uint32, val.exact.Grams())
	}
	return c
}

// seeker is the scratch memory of one worker.
type seeker struct {
	train, held         *profiler
	search              index.Search
	short               marks // documents that the rules below the floor may find
	failure             []int // of stands
	examiner            examiner
	keptTurn            int    // of train, when its document was spooled
	keptAt              uint64 // where
	grams, keys, pieces arena  // of a block of held documents
}

// trainDoc is the training document that the seeker's train profile is of.
type trainDoc struct {
	*corpus.Document
	file  int
	order uint64 // place in the training side's input
	first bool   // no equal text was met before
}

// look finds the validation documents numbered from from on that match. Within
// one split these are the documents behind the one looked at.
func (c *comparison) look(s *seeker, doc trainDoc, from int) {
	if n, ok := c.val.ids[doc.ID]; ok && doc.HasID && (from == 0 || int(n) < from-1) {
		c.shared[n].Store(true)
	}
	if doc.HasLabel {
		c.labelled.Store(true)
	}
	p := &s.train.profile
	switch {
	case p.blank:
		return
	case p.short:
	case c.val.exact != nil:
		c.lookExact(s, doc, from)
	default:
		c.lookCells(s, doc, from)
	}
	c.lookShort(s, doc, from)
}

func (c *comparison) lookExact(s *seeker, doc trainDoc, from int) {
	s.search.Count = nil
	if doc.first {
		s.search.Count = c.count
	}
	for _, m := range c.val.exact.Find(&s.search, s.train.grams, from) {
		val := &c.val.docs[m.Doc]
		match := match{
			shared: m.Shared, validation: val.grams, train: len(s.train.grams),
			score: float64(m.Shared) / float64(min(val.grams, len(s.train.grams))),
			kind:  kindOf(val.sequence == s.train.sequence, val.grams, len(s.train.grams)),
		}
		match.sure = match.kind == Exact
		c.add(s, doc, m.Doc, match)
	}
}

// lookCells scores arrays. They cannot tell which n-grams two documents share,
// so nothing is called boilerplate.
func (c *comparison) lookCells(s *seeker, doc trainDoc, from int) {
	opt := &c.run.opt
	p := &s.train.profile
	counted := opt.Raw && opt.Sketch.Kind == sketch.KindCounts
	for _, m := range c.val.cells.Find(&s.search, p.cells, counted, from) {
		val := &c.val.docs[m.Doc]
		found := match{validation: val.grams, train: len(p.grams), shared: m.Shared, sure: true}
		switch {
		case opt.Raw && counted:
			found.validation, found.train = val.sum, p.cells.Sum()
		case opt.Raw:
			found.validation, found.train = val.cells, len(p.cells)
		}
		if opt.Raw {
			smaller := min(found.validation, found.train)
			if !opt.Threshold.Met(m.Shared, smaller) {
				continue
			}
			found.score = float64(m.Shared) / float64(smaller)
		} else {
			shared, score, ok := sketch.Estimate(opt.Sketch.M, val.cells, len(p.cells), m.Shared, val.grams, len(p.grams))
			if !ok {
				c.undecided[m.Doc].Store(true)
			}
			if !ok || score < opt.Threshold.Float() {
				continue
			}
			found.shared, found.score = min(int(shared+.5), val.grams, len(p.grams)), score
		}
		found.kind = kindOf(val.sequence == p.sequence, found.validation, found.train)
		c.add(s, doc, m.Doc, found)
	}
}

func kindOf(equal bool, validation, train int) Kind {
	switch {
	case equal:
		return Exact
	case train >= 2*validation && train > 0:
		return ValInTrain
	case validation >= 2*train && validation > 0:
		return TrainInVal
	}
	return Near
}
