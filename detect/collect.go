package detect

import (
	"cmp"
	"slices"
)

// match is one training document of a validation document.
type match struct {
	shared            int // may be unknown until the match is reported
	validation, train int // sizes, as reported
	score             float64
	kind              Kind // as a leak
	conflict          bool
	order             uint64 // in the training side's input
	place             uint64 // where the training document is kept
	// sure matches are leaks whatever else is read: equal texts, and what the
	// rules below the floor or arrays found.
	sure bool
}

// tally gathers the matches of one validation document.
type tally struct {
	pairs    int
	kinds    KindSet // of the sure ones
	conflict bool    // of a sure one
	sure     []match // at most Options.Matches, or all; in report order
	open     []match // at most maxOpen, or all; in report order
	dropped  bool    // there were more open ones
}

// maxOpen is how many matches of a validation document wait for the end of the
// stream to be judged: without a limit a licence that stands in every training
// document would fill the memory. Of a document with more, whose best ones do
// not settle it, the report says that it could not be decided.
const maxOpen = 256

// openKinds are those that a match which waits may turn out to be.
const openKinds = KindSet(1<<ValInTrain | 1<<TrainInVal | 1<<Near | 1<<Boilerplate)

// inReport is the order of reports: high scores first, then the training side's
// input order.
func inReport(a, b match) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.order, b.order))
}

// unknown is for a shared that is counted only for matches that are kept: of
// texts that stand thousands of times on both sides nearly none is.
const unknown = -1

// add takes in one match of validation document n.
func (c *comparison) add(s *seeker, doc trainDoc, n int, m match) {
	val := &c.val.docs[n]
	m.order = doc.order
	m.conflict = doc.HasLabel && val.HasLabel && doc.Label != val.Label
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.found[n]
	if t == nil {
		t = &tally{}
		c.found[n] = t
	}
	t.pairs++
	list, room := &t.open, maxOpen
	if m.sure {
		t.kinds = t.kinds.With(m.kind)
		t.conflict = t.conflict || m.conflict
		list, room = &t.sure, c.run.opt.Matches
	}
	all := c.run.opt.AllPairs
	if !all && len(*list) == room {
		t.dropped = t.dropped || !m.sure
		if inReport(m, (*list)[room-1]) > 0 {
			return
		}
	}
	m.place = c.keep(s, doc)
	if all {
		*list = append(*list, m) // judge sorts
		return
	}
	at, _ := slices.BinarySearchFunc(*list, m, inReport)
	*list = slices.Insert(*list, at, m)
	if len(*list) > room {
		*list = (*list)[:room]
	}
}

// keep makes sure that the training document can be had again and says where.
func (c *comparison) keep(s *seeker, doc trainDoc) uint64 {
	if c.train != nil {
		return doc.order
	}
	if s.keptTurn != s.train.turn {
		s.keptTurn, s.keptAt = s.train.turn, c.spool.put(doc)
	}
	return s.keptAt
}

// fetch is the training document of a match.
func (c *comparison) fetch(m *match) (trainDoc, error) {
	if c.train != nil {
		doc := &c.train.docs[m.place]
		return trainDoc{Document: &doc.Document, file: doc.file, order: m.place}, nil
	}
	return c.spool.get(m.place)
}

func (d *heldDoc) public(grams int) Document {
	return Document{ID: d.ID, Label: d.Label, HasLabel: d.HasLabel, File: d.file, Line: d.Line, Grams: grams}
}

func (d trainDoc) public(grams int) Document {
	return Document{ID: d.ID, Label: d.Label, HasLabel: d.HasLabel, File: d.file, Line: d.Line, Grams: grams}
}
