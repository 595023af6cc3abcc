package detect

import (
	"context"
	"slices"
)

// finish draws up the comparison once all training documents have been seen.
func (c *comparison) finish(ctx context.Context) (Comparison, error) {
	c.seek(c.waiting)
	c.cuts = cutsFor(c.unique())
	verdicts, err := c.judgeAll(ctx)
	if err != nil {
		return Comparison{}, err
	}
	matches := c.addUp(verdicts)
	return c.result, c.proveShown(ctx, matches)
}

// unique is the number of different texts that the frequencies were counted in.
func (c *comparison) unique() int {
	n := c.val.split.Unique
	if c.train != c.val {
		n += c.run.result.Splits[c.result.Train].Unique
	}
	return n
}

// addUp fills in the result but for the evidence, and lists the matches of its
// findings.
func (c *comparison) addUp(verdicts []verdict) (matches []reported) {
	out, opt := &c.result, &c.run.opt
	leakingKeys := map[uint64]bool{}
	labels := false
	for n := range c.val.docs {
		doc, v := &c.val.docs[n], &verdicts[n]
		labels = labels || doc.HasLabel
		if c.shared[n].Load() {
			out.SharedIDs++
		}
		if c.found[n] == nil {
			if c.undecided != nil && c.undecided[n].Load() {
				out.Undecided = append(out.Undecided, doc.public(doc.grams))
			}
			continue
		}
		pairs := c.found[n].pairs
		out.Pairs += pairs
		if v.kinds&Leaks != 0 {
			out.Leaking++
			leakingKeys[doc.key] = true
		} else {
			out.Boilerplate++
		}
		if c.found[n].dropped && (v.kinds&Leaks == 0 || v.kinds&opt.FailOn == 0 && opt.FailOn&openKinds != 0) {
			out.PartlyJudged++
		}
		if v.kinds&opt.FailOn != 0 {
			out.Failing++
		}
		if v.conflict {
			out.Conflicts++
		}
		best := slices.MinFunc(v.best, byRank)
		out.ByKind[best.reportKind()]++
		for i := range v.best {
			out.Findings = append(out.Findings, v.best[i].finding(doc, pairs-1))
			matches = append(matches, reported{n, v.best[i].match})
		}
	}
	out.LeakingUnique = len(leakingKeys)
	out.LabelsChecked = labels && c.labelled.Load()
	return matches
}

// reported is the match behind a finding, and its validation document.
type reported struct {
	document int
	match    match
}

func (m *judged) reportKind() Kind {
	if m.boilerplate {
		return Boilerplate
	}
	return m.kind
}

func (m *judged) finding(val *heldDoc, others int) Finding {
	return Finding{
		Validation: val.public(m.validation), Train: m.train, Kind: m.reportKind(), Score: m.score,
		Shared: m.shared, Conflict: m.conflict, Others: others,
	}
}

// proveShown finds the evidence of the findings that the report has room for.
func (c *comparison) proveShown(ctx context.Context, matches []reported) error {
	if !c.run.opt.Evidence {
		return nil
	}
	shown := c.shown()
	return c.run.each(ctx, len(shown), 1, func(worker, i int) error {
		s, at := c.run.seekers[worker], shown[i]
		doc, err := c.fetch(&matches[at].match)
		if err == nil {
			found, e := &c.result.Findings[at], &s.examiner
			found.Evidence = e.prover.prove(e.hasher, &c.val.docs[matches[at].document].Document, doc.Document)
			if m := &matches[at].match; m.kind == Near && !m.sure {
				found.Differs = e.differ.between(e.differ.words(&e.prover, e.hasher.Scheme()))
			}
		}
		return err
	})
}

// shown are the findings that get evidence: all, or the first so many of
// ByImportance.
func (c *comparison) shown() []int {
	found := c.result.Findings
	places := make([]int, len(found))
	for i := range places {
		places[i] = i
	}
	room := c.run.opt.EvidenceFor
	if room == 0 || room >= len(found) {
		return places
	}
	slices.SortStableFunc(places, func(i, j int) int { return ByImportance(&found[i], &found[j]) })
	return places[:room]
}
