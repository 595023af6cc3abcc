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

// twinScore is how overlap is judged: exactly, or by dense arrays.
type twinScore func(v, t *twinDoc) (m match, found bool)

// twinCommon lists the boilerplate of a validation side: the n-grams of
// max(10, 1 %) of its documents or more, short ones included, copies not.
func twinCommon(docs []*twinDoc) map[string]bool {
	frequency, common := map[string]int{}, map[string]bool{}
	seen := map[string]bool{}
	for _, d := range docs {
		if seen[d.unique()] {
			continue
		}
		seen[d.unique()] = true
		for g := range d.grams {
			if frequency[g]++; frequency[g] >= 10 && 100*frequency[g] >= len(docs) {
				common[g] = true
			}
		}
	}
	return common
}

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
func twinExact(th sketch.Threshold, common map[string]bool) twinScore {
	met := func(shared, smaller int) bool {
		return smaller > 0 && shared*int(th.Q) >= int(th.P)*smaller
	}
	return func(v, t *twinDoc) (match, bool) {
		m := match{validation: len(v.grams), train: len(t.grams)}
		ordinary := 0 // shared n-grams that are boilerplate
		for g := range v.grams {
			if t.grams[g] {
				m.shared++
				if common[g] {
					ordinary++
				}
			}
		}
		smaller := min(m.validation, m.train)
		m.score = float64(m.shared) / float64(smaller)
		m.kind = twinKind(slices.Equal(v.units, t.units), m.validation, m.train)
		if m.kind != Exact && !met(m.shared-ordinary, smaller-ordinary) {
			m.kind = Boilerplate
		}
		return m, met(m.shared, smaller)
	}
}

// twinShort are the rules below the floor.
func twinShort(v, t *twinDoc) (match, bool) {
	m := match{validation: len(v.grams), train: len(t.grams), score: 1}
	for g := range v.grams {
		if t.grams[g] {
			m.shared++
		}
	}
	m.kind = twinKind(slices.Equal(v.units, t.units), m.validation, m.train)
	// The smaller text is the one with fewer n-grams, which is below the floor.
	// (With chars or several fields it may be the one with more words.)
	inside := func(small, other *twinDoc) bool {
		return small.short && len(small.words) >= 8 && standsIn(other.words, small.words)
	}
	return m, v.fold == t.fold || inside(v, t) || inside(t, v)
}

// twinCompare compares every pair.
func twinCompare(val, train *twinSplit, within bool, opt Options, score twinScore) Comparison {
	var out Comparison
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
		if least := 1; trainIDs[id] > least || !within && trainIDs[id] == least {
			out.SharedIDs++
		}
	}
	out.LabelsChecked = valLabels && trainLabels
	leaking := map[string]bool{}
	for nv, v := range val.docs {
		var matches []match
		var kinds KindSet
		conflict := false
		for nt, t := range train.docs {
			if v.blank || t.blank || within && nt >= nv {
				continue
			}
			judge := score
			if v.short || t.short {
				judge = twinShort
			}
			m, found := judge(v, t)
			if !found {
				continue
			}
			m.order, m.doc = uint64(nt), t.public(m.train)
			m.conflict = v.hasLabel && t.hasLabel && v.label != t.label
			conflict = conflict || m.conflict && m.kind != Boilerplate
			kinds = kinds.With(m.kind)
			matches = append(matches, m)
		}
		if len(matches) == 0 {
			continue
		}
		// Which are kept: leaks before boilerplate, then the score, then the
		// training side's order. They are listed by the latter two.
		slices.SortFunc(matches, func(a, b match) int {
			rank := func(m match) int { return int(m.kind) / int(Boilerplate) }
			return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(b.score, a.score), cmp.Compare(a.order, b.order))
		})
		out.Pairs += len(matches)
		out.ByKind[matches[0].kind]++
		if kinds&Leaks != 0 {
			out.Leaking++
			leaking[v.unique()] = true
		} else {
			out.Boilerplate++
		}
		if kinds&opt.FailOn != 0 {
			out.Failing++
		}
		if conflict {
			out.Conflicts++
		}
		others := len(matches) - 1
		if !opt.AllPairs {
			matches = matches[:min(len(matches), opt.Matches)]
		}
		slices.SortFunc(matches, func(a, b match) int {
			return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.order, b.order))
		})
		for _, m := range matches {
			out.Findings = append(out.Findings, Finding{
				Validation: v.public(m.validation), Train: m.doc, Kind: m.kind, Score: m.score,
				Shared: m.shared, Conflict: m.conflict, Others: others,
			})
		}
	}
	out.LeakingUnique = len(leaking)
	return out
}

func (d *twinDoc) public(grams int) Document {
	return Document{ID: d.id, Label: d.label, HasLabel: d.hasLabel, File: d.file, Line: d.line, Grams: grams}
}

// twinRun is Run, but for files, problems and evidence. opt has its defaults
// filled in; score makes the judgement of a comparison, nil for the exact one.
func twinRun(splits []twinSplit, opt Options, score func(val, train *twinSplit, within bool) twinScore) *Result {
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
			judge := twinExact(opt.Threshold, twinCommon(val.docs))
			if score != nil {
				judge = score(val, train, v == t)
			}
			c := twinCompare(val, train, v == t, opt, judge)
			c.Validation, c.Train = v, t
			out.Comparisons = append(out.Comparisons, c)
		}
	}
	return out
}
