package detect

import (
	"cmp"
	"context"
	"slices"
)

// verdict is what becomes of a validation document's matches once all training
// documents have been seen.
type verdict struct {
	kinds    KindSet // of the leaks, and Boilerplate if a match is
	conflict bool    // of a leak
	best     []judged
}

// judged is a match with its verdict.
type judged struct {
	match
	boilerplate bool
	train       Document
}

// byRank puts leaks before boilerplate, so that a footer at 1.0 does not hide a
// leak at .8; then in report order.
func byRank(a, b judged) int {
	return cmp.Or(cmp.Compare(last(a.boilerplate), last(b.boilerplate)), inReport(a.match, b.match))
}

func last(boilerplate bool) int {
	if boilerplate {
		return 1
	}
	return 0
}

// judgeAll judges the matches of every validation document.
func (c *comparison) judgeAll(ctx context.Context) ([]verdict, error) {
	verdicts := make([]verdict, len(c.found))
	err := c.run.each(ctx, len(c.found), 1, func(worker, n int) (err error) {
		if c.found[n] != nil {
			verdicts[n], err = c.judge(c.run.seekers[worker], n)
		}
		return err
	})
	return verdicts, err
}

// judge looks at the matches of validation document n, best first, until it
// knows what the report says of it.
func (c *comparison) judge(s *seeker, n int) (v verdict, err error) {
	t, opt := c.found[n], &c.run.opt
	v.kinds, v.conflict = t.kinds, t.conflict
	matches := slices.Concat(t.sure, t.open)
	slices.SortFunc(matches, inReport)
	leaks := 0
	for _, m := range matches {
		failing := v.kinds&opt.FailOn != 0
		matters := opt.AllPairs || leaks < opt.Matches ||
			!failing && (opt.FailOn.Has(m.kind) || opt.FailOn.Has(Boilerplate)) ||
			m.conflict && !v.conflict
		if !matters {
			continue
		}
		found := judged{match: m}
		if !m.sure {
			if err := c.judgeOpen(s, n, &found); err != nil {
				return v, err
			}
		}
		if found.boilerplate {
			v.kinds = v.kinds.With(Boilerplate)
		} else {
			leaks++
			v.kinds = v.kinds.With(m.kind)
			v.conflict = v.conflict || m.conflict
		}
		v.best = append(v.best, found)
	}
	if !opt.AllPairs {
		slices.SortFunc(v.best, byRank)
		v.best = v.best[:min(len(v.best), opt.Matches)]
		slices.SortFunc(v.best, func(a, b judged) int { return inReport(a.match, b.match) })
	}
	for i := range v.best {
		if err := c.complete(s, n, &v.best[i]); err != nil {
			return v, err
		}
	}
	return v, nil
}

// complete adds what only a reported match needs.
func (c *comparison) complete(s *seeker, n int, m *judged) error {
	doc, err := c.fetch(&m.match)
	if err != nil {
		return err
	}
	m.train = doc.public(m.match.train)
	if m.shared == unknown {
		s.held.read(&c.val.docs[n].Document)
		s.train.read(doc.Document)
		m.shared = shared(s.held, s.train.grams)
	}
	return nil
}

// judgeOpen says whether a match is boilerplate.
func (c *comparison) judgeOpen(s *seeker, n int, m *judged) error {
	train, err := c.fetch(&m.match)
	if err != nil {
		return err
	}
	if s.examiner.of != c {
		s.examiner.of, s.examiner.prover.chained = c, nil
	}
	two := pair{&c.val.docs[n].Document, train.Document, m.validation, m.match.train}
	seen := s.examiner.examine(two, commons{c.cuts, c.documents})
	m.boilerplate = seen.boilerplate(c.run.opt.Threshold)
	return nil
}

// documents is in how many documents of both sides an n-gram of the validation
// side stands.
func (c *comparison) documents(gram uint64) int {
	number, documents, ok := c.val.exact.Lookup(gram)
	if ok && c.count != nil {
		documents += int(c.count[number])
	}
	return documents
}
