package evaluation

import (
	"cmp"
	"math"
	"slices"

	"github.com/leakgate/leakgate/pairs"
	"github.com/leakgate/leakgate/report/terminal"
)

// shownGroups is how many categories are told apart; a plot or a table of
// hundreds shows nothing.
const shownGroups = 12

// group are the pairs of a category and class, or of several: the smallest of a
// class where there are too many.
type group struct {
	name     string
	positive bool
	of       []int // pairs
	merged   int   // categories, if this stands for several
}

// class is the word for what a person says of a pair.
func class(positive bool) string {
	if positive {
		return "positive"
	}
	return "negative"
}

// groups splits the pairs by category and class: positive ones first, in order of
// first appearance, and the merged ones after the others of their class.
func (r *Report) groups() []group {
	type key struct {
		kind     string
		positive bool
	}
	var all []*group
	at := map[key]*group{}
	for i := range r.Set.Pairs {
		p := &r.Set.Pairs[i]
		k := key{p.Kind, p.Positive}
		if at[k] == nil {
			at[k] = &group{name: p.Kind, positive: p.Positive}
			all = append(all, at[k])
		}
		at[k].of = append(at[k].of, i)
	}
	slices.SortStableFunc(all, func(a, b *group) int { return cmp.Compare(len(b.of), len(a.of)) })
	kept := all[:min(len(all), shownGroups)]
	slices.SortStableFunc(kept, func(a, b *group) int { return cmp.Compare(a.of[0], b.of[0]) })
	rest := all[len(kept):]
	var out []group
	for _, positive := range []bool{true, false} {
		for _, g := range kept {
			if g.positive == positive {
				out = append(out, *g)
			}
		}
		if m := merge(rest, positive); m.merged > 0 {
			out = append(out, m)
		}
	}
	return out
}

func merge(rest []*group, positive bool) group {
	m := group{positive: positive}
	for _, g := range rest {
		if g.positive == positive {
			m.of = append(m.of, g.of...)
			m.merged++
		}
	}
	m.name = terminal.Plural(m.merged, "smaller category")
	return m
}

// calls counts what a variant calls the pairs of a group; pairs without a score
// are not called.
func (r *Report) calls(g *group, variant int) (positive, negative int) {
	for _, i := range g.of {
		switch score := r.Scores.ByVariant[variant][i]; {
		case math.IsNaN(score):
		case score >= r.Variants[variant].Threshold:
			positive++
		default:
			negative++
		}
	}
	return positive, negative
}

// wrong counts the errors of a variant in a group.
func (r *Report) wrong(g *group, variant int) int {
	positive, negative := r.calls(g, variant)
	if g.positive {
		return negative
	}
	return positive
}

// first is the variant whose mistakes are shown and whose threshold is told to
// be typed: the first that has one, or -1.
func (r *Report) first() int {
	return slices.IndexFunc(r.Variants, func(m pairs.Measured) bool { return m.Evaluation != nil })
}

// mistake is a pair that a variant calls wrongly, or, where it has none of a
// class, the pair nearest to it.
type mistake struct {
	*pairs.Pair
	index int
	score float64
	wrong bool
}

// worst gives the negative pairs that score highest and the positive ones that
// score lowest: those called wrongly, up to Mistakes; if there are none, the one
// that comes nearest. Of equal scores the first in the input comes first.
func (r *Report) worst(variant int) (negatives, positives []mistake) {
	if variant < 0 || r.Mistakes == 0 {
		return nil, nil
	}
	m := &r.Variants[variant]
	for _, i := range m.Of {
		p := &r.Set.Pairs[i]
		score := r.Scores.ByVariant[variant][i]
		found := mistake{p, i, score, (score >= m.Threshold) != p.Positive}
		if p.Positive {
			positives = append(positives, found)
		} else {
			negatives = append(negatives, found)
		}
	}
	slices.SortStableFunc(negatives, func(a, b mistake) int { return cmp.Compare(b.score, a.score) })
	slices.SortStableFunc(positives, func(a, b mistake) int { return cmp.Compare(a.score, b.score) })
	return r.limited(negatives), r.limited(positives)
}

// limited expects the wrong ones first, as an order by score has them.
func (r *Report) limited(list []mistake) []mistake {
	wrong := 0
	for wrong < len(list) && list[wrong].wrong {
		wrong++
	}
	return list[:min(max(1, wrong), r.Mistakes, len(list))]
}
