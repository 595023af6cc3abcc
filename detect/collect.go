package detect

import (
	"cmp"
	"slices"
)

// match is one training document of a validation document.
type match struct {
	shared            int // may be unknown until the match is kept
	validation, train int // sizes, as reported
	score             float64
	kind              Kind
	conflict          bool
	order             uint64
	doc               Document // the training document
	evidence          *Evidence
}

// tally gathers the matches of one validation document.
type tally struct {
	pairs    int
	kinds    KindSet
	conflict bool
	best     []match // at most Options.Matches, or all
}

// better puts leaks before boilerplate, so that a footer at 1.0 does not hide a
// leak at .8, then in report order. It is a total order, so the best ones do
// not depend on when they came.
func better(a, b match) int {
	rank := func(m match) int {
		if m.kind == Boilerplate {
			return 1
		}
		return 0
	}
	return cmp.Or(rank(a)-rank(b), inReport(a, b))
}

// inReport is the order of reports: high scores first, then the training side's
// input order.
func inReport(a, b match) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.order, b.order))
}

// unknown is for a shared that is counted only for matches that are kept: of
// texts that stand thousands of times on both sides nearly none is.
const unknown = -1

// add takes in one match of validation document n. Evidence is found only for
// matches that will be kept as things stand, and outside the lock.
func (c *comparison) add(s *seeker, doc trainDoc, n int, m match) {
	val := &c.val.docs[n]
	m.order = doc.order
	m.conflict = doc.HasLabel && val.HasLabel && doc.Label != val.Label
	c.mu.Lock()
	t := c.found[n]
	if t == nil {
		t = &tally{}
		c.found[n] = t
	}
	t.pairs++
	t.kinds = t.kinds.With(m.kind)
	t.conflict = t.conflict || m.conflict && m.kind != Boilerplate
	keep := c.wants(t, m)
	prove := c.run.opt.Evidence && keep && c.top.reaches(n, m)
	c.mu.Unlock()
	if !keep {
		return
	}
	if m.shared == unknown {
		s.held.read(&val.Document)
		m.shared = shared(s.held, s.train.grams)
	}
	owned := doc.Document.Clone() // the block's memory is used again
	m.doc = Document{ID: owned.ID, Label: owned.Label, HasLabel: owned.HasLabel, File: doc.file, Line: owned.Line, Grams: m.train}
	if prove {
		m.evidence = s.prover.prove(s.train.hasher, &val.Document, doc.Document, s.train.turn)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.wants(t, m) {
		return
	}
	if c.run.opt.AllPairs {
		t.best = append(t.best, m) // finish sorts
		return
	}
	at, _ := slices.BinarySearchFunc(t.best, m, better)
	t.best = slices.Insert(t.best, at, m)
	if len(t.best) > c.run.opt.Matches {
		t.best = t.best[:c.run.opt.Matches]
	}
}

// top knows the best scores of validation documents with a leak, to tell which
// findings a short report can still show. A document's best score only rises,
// and so does the lowest of the list: what is under it once stays under it.
type top struct {
	room   int // 0 = everything is shown
	docs   []int
	scores []float64
}

// maxRoom is the most that a top looks through for each match.
const maxRoom = 1000

// reaches takes in a match that is kept and says whether it may be shown.
func (t *top) reaches(doc int, m match) bool {
	if t.room == 0 || len(t.docs) < t.room && m.kind == Boilerplate {
		return true
	}
	lowest := 0
	at := -1
	for i, d := range t.docs {
		if d == doc {
			at = i
		}
		if t.scores[i] < t.scores[lowest] {
			lowest = i
		}
	}
	switch {
	case m.kind == Boilerplate:
		return false
	case at >= 0:
		t.scores[at] = max(t.scores[at], m.score)
	case len(t.docs) < t.room:
		t.docs, t.scores = append(t.docs, doc), append(t.scores, m.score)
	case m.score > t.scores[lowest]:
		t.docs[lowest], t.scores[lowest] = doc, m.score
	default:
		return m.score == t.scores[lowest] // a tie: which comes first is not known yet
	}
	return true
}

func (c *comparison) wants(t *tally, m match) bool {
	return c.run.opt.AllPairs || len(t.best) < c.run.opt.Matches || better(m, t.best[len(t.best)-1]) < 0
}

func (d *heldDoc) public(grams int) Document {
	return Document{ID: d.ID, Label: d.Label, HasLabel: d.HasLabel, File: d.file, Line: d.Line, Grams: grams}
}

func (m *match) finding(val *heldDoc, others int) Finding {
	if e := m.evidence; e != nil {
		e.Excerpt = excerpt(e.excerpt)
	}
	return Finding{
		Validation: val.public(m.validation), Train: m.doc, Kind: m.kind, Score: m.score,
		Shared: m.shared, Conflict: m.conflict, Others: others, Evidence: m.evidence,
	}
}
