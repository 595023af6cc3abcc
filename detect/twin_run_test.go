package detect

import (
	"cmp"
	"slices"

	"github.com/leakgate/leakgate/sketch"
)

// twinSplit is a split and its name.
type twinSplit struct {
	name string
	docs []*twinDoc
}

// twinMatch is a pair that was found.
type twinMatch struct {
	train             *twinDoc
	grams, trainGrams int // sizes, as reported
	shared            int
	score             float64
	kind              Kind
	open              bool // to be judged
	order             int
	conflict          bool
	differs           *Differs
}

// twinScore is how overlap is judged: exactly, or by dense arrays.
type twinScore func(v, t *twinDoc) (m twinMatch, found bool)

func twinKind(equal bool, v, t int) Kind {
	switch {
	case equal:
		return Exact
	case t >= 2*v && t > 0:
		return ValInTrain
	case v >= 2*t && v > 0:
		return TrainInVal
	}
	return Near
}

// twinExact is the overlap of the sets themselves.
func twinExact(th sketch.Threshold) twinScore {
	return func(v, t *twinDoc) (twinMatch, bool) {
		m := twinMatch{grams: len(v.grams), trainGrams: len(t.grams), shared: twinShared(v, t)}
		smaller := min(m.grams, m.trainGrams)
		m.score = float64(m.shared) / float64(smaller)
		m.kind = twinKind(slices.Equal(v.units, t.units), m.grams, m.trainGrams)
		m.open = m.kind != Exact
		return m, twinMet(th, m.shared, smaller)
	}
}

func twinShared(v, t *twinDoc) (shared int) {
	for g := range v.grams {
		if t.grams[g] {
			shared++
		}
	}
	return shared
}

// twinShort are the rules below the floor.
func twinShort(v, t *twinDoc) (twinMatch, bool) {
	m := twinMatch{grams: len(v.grams), trainGrams: len(t.grams), shared: twinShared(v, t), score: 1}
	m.kind = twinKind(slices.Equal(v.units, t.units), m.grams, m.trainGrams)
	// The smaller text is the one with fewer n-grams, which is below the floor.
	// (With chars or several fields it may be the one with more words.)
	inside := func(small, other *twinDoc) bool {
		return small.short && len(small.words) >= 8 && standsIn(other.words, small.words)
	}
	return m, v.fold == t.fold || inside(v, t) || inside(t, v)
}

// twinMatches lists a document's matches in report order: high scores first,
// then the training side's order.
func twinMatches(v *twinDoc, train []*twinDoc, score twinScore) (matches []twinMatch) {
	for nt, t := range train {
		if v.blank || t.blank {
			continue
		}
		find := score
		if v.short || t.short {
			find = twinShort
		}
		if m, found := find(v, t); found {
			m.order, m.train = nt, t
			m.conflict = v.hasLabel && t.hasLabel && v.label != t.label
			matches = append(matches, m)
		}
	}
	slices.SortFunc(matches, func(a, b twinMatch) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.order, b.order))
	})
	return matches
}

// twinJudged gives the open ones their verdicts, and leaves out those that are
// not judged.
func twinJudged(v *twinDoc, matches []twinMatch, rule *twinRule, all bool) (judged []twinMatch) {
	open := 0
	for _, m := range matches {
		if m.open {
			if open++; open > rule.numbers.open && !all {
				continue
			}
			if rule.judge(v, &m) {
				m.kind = Boilerplate
			}
		}
		judged = append(judged, m)
	}
	return judged
}

// twinCompare compares every pair.
func twinCompare(val, train *twinSplit, opt Options, score twinScore, rule *twinRule) Comparison {
	var out Comparison
	twinIDs(val, train, &out)
	leaking := map[string]bool{}
	for nv, v := range val.docs {
		others := train.docs
		if val == train {
			others = others[:nv] // each pair once, on the later document
		}
		matches := twinMatches(v, others, score)
		if len(matches) == 0 {
			continue
		}
		out.Pairs += len(matches)
		judged := twinJudged(v, matches, rule, opt.AllPairs)
		var kinds KindSet
		conflict := false
		for _, m := range judged {
			kinds = kinds.With(m.kind)
			conflict = conflict || m.conflict && m.kind != Boilerplate
		}
		if kinds&Leaks != 0 {
			out.Leaking++
			leaking[v.unique()] = true
		} else {
			out.Boilerplate++
			if len(judged) < len(matches) {
				out.PartlyJudged++
			}
		}
		if kinds&opt.FailOn != 0 {
			out.Failing++
		}
		if conflict {
			out.Conflicts++
		}
		// Which are kept: leaks before boilerplate. They are listed in report
		// order.
		best := slices.Clone(judged)
		slices.SortStableFunc(best, func(a, b twinMatch) int { return int(a.kind)/int(Boilerplate) - int(b.kind)/int(Boilerplate) })
		out.ByKind[best[0].kind]++
		if !opt.AllPairs {
			best = best[:min(len(best), opt.Matches)]
		}
		for _, m := range judged {
			if !slices.ContainsFunc(best, func(b twinMatch) bool { return b.order == m.order }) {
				continue
			}
			differs := m.differs
			if !opt.Evidence {
				differs = nil
			}
			out.Findings = append(out.Findings, Finding{
				Validation: v.public(m.grams), Train: m.train.public(m.trainGrams), Kind: m.kind, Score: m.score,
				Shared: m.shared, Conflict: m.conflict, Others: len(matches) - 1, Differs: differs,
			})
		}
	}
	out.LeakingUnique = len(leaking)
	return out
}

// twinIDs compares ids and looks for labels.
func twinIDs(val, train *twinSplit, out *Comparison) {
	validIDs, trainIDs := map[string]int{}, map[string]int{}
	valLabels, trainLabels := false, false
	for _, d := range train.docs {
		trainLabels = trainLabels || d.hasLabel
		if d.hasID {
			trainIDs[d.id]++
		}
	}
	for _, d := range val.docs {
		valLabels = valLabels || d.hasLabel
		if d.hasID {
			validIDs[d.id]++
		}
	}
	for id := range validIDs {
		if least := 1; trainIDs[id] > least || val != train && trainIDs[id] == least {
			out.SharedIDs++
		}
	}
	out.LabelsChecked = valLabels && trainLabels
}

func (d *twinDoc) public(grams int) Document {
	return Document{ID: d.id, Label: d.label, HasLabel: d.hasLabel, File: d.file, Line: d.line, Grams: grams}
}

// twinRun is Run, but for files, problems and evidence. opt has its defaults
// filled in; score is nil for the exact one. why counts the verdicts' reasons.
func twinRun(splits []twinSplit, opt Options, score twinScore, why map[string]int) *Result {
	if score == nil {
		score = twinExact(opt.Threshold)
	}
	out := &Result{Options: opt}
	for i := range splits {
		s := Split{Name: splits[i].name}
		texts := map[string]bool{}
		for _, d := range splits[i].docs {
			d.read(opt.Scheme.Tokens.String(), opt.Scheme.N, opt.MinGrams)
			s.Documents++
			if d.blank {
				s.Blank++
				continue
			}
			texts[d.unique()] = true
			if d.short {
				s.BelowFloor++
				if len(d.words) < 8 {
					s.EqualityOnly++
				}
			}
		}
		s.Unique = len(texts)
		out.Splits = append(out.Splits, s)
	}
	for t := range splits {
		for v := t; v < len(splits); v++ {
			if v == t && !opt.Within {
				continue
			}
			val, train := &splits[v], &splits[t]
			c := twinCompare(val, train, opt, score, newTwinRule(val, train, opt, why))
			c.Validation, c.Train = v, t
			out.Comparisons = append(out.Comparisons, c)
		}
	}
	return out
}
