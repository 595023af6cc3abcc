package pairs

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/leakgate/leakgate/eval"
	"github.com/leakgate/leakgate/internal/crew"
	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/sketch"
)

// Variant is one way to score a pair.
type Variant struct {
	Sketch sketch.Spec
	// Corrected takes the estimate that allows for collisions in an array
	// ([sketch.Estimate]) instead of the paper's raw score.
	Corrected bool
}

// correctedSuffix marks a corrected variant in reports and on the command line.
const correctedSuffix = "+corrected"

// String is what ParseVariants reads: "grams", "bits:2048",
// "bits:2048+corrected".
func (v Variant) String() string {
	if v.Corrected {
		return v.Sketch.String() + correctedSuffix
	}
	return v.Sketch.String()
}

// Paper are the variants of the paper: the exact n-grams, uint8 arrays and
// boolean arrays of 2^11 and 2^12 cells, with raw scores.
func Paper() []Variant {
	variants := []Variant{{}}
	for _, kind := range []sketch.Kind{sketch.KindCounts, sketch.KindBits} {
		for _, m := range []int{2048, 4096} {
			variants = append(variants, Variant{Sketch: sketch.Spec{Kind: kind, M: m}})
		}
	}
	return variants
}

// ParseVariants reads a list of sketches with commas, each with or without
// "+corrected".
func ParseVariants(list string) ([]Variant, error) {
	var variants []Variant
	for s := range strings.SplitSeq(list, ",") {
		name, corrected := strings.CutSuffix(strings.TrimSpace(s), correctedSuffix)
		spec, err := sketch.ParseSpec(name)
		if err != nil {
			return nil, err
		}
		if corrected && spec.Kind == sketch.KindGrams {
			return nil, fmt.Errorf("sketch %q: grams is exact, there is nothing to correct", s)
		}
		variants = append(variants, Variant{spec, corrected})
	}
	return variants, nil
}

// Scores are the scores of pairs under some variants, and what they depend on.
type Scores struct {
	Variants []Variant
	// ByVariant has, for every variant and pair, the score, 0…1; NaN where a
	// corrected array is saturated and has none. A pair in which a text has no
	// n-gram scores 0.
	ByVariant [][]float64
	// MRED is the word edit distance over the fewer words (eval.Distance.MRED),
	// once MeasureEdits has run; NaN for pairs of texts that are too long.
	MRED []float64
	// Words and Grams are the words and the distinct n-grams of both texts.
	Words, Grams [][2]int
}

// Score scores pairs under every variant. workers is the number of goroutines,
// 0 = one a processor. The error wraps [ngram.ErrScheme] for an impossible
// scheme, or is why ctx ended.
func Score(ctx context.Context, list []Pair, scheme ngram.Scheme, variants []Variant, workers int) (*Scores, error) {
	s := &Scores{
		Variants: variants, ByVariant: make([][]float64, len(variants)),
		Words: make([][2]int, len(list)), Grams: make([][2]int, len(list)),
	}
	for i := range variants {
		s.ByVariant[i] = make([]float64, len(list))
	}
	if _, err := ngram.NewHasher(scheme); err != nil {
		return nil, err
	}
	return s, each(ctx, len(list), scheme, workers, func(scorer *scorer, i int) { scorer.score(s, i, &list[i]) })
}

// MeasureEdits fills in MRED.
func (s *Scores) MeasureEdits(ctx context.Context, list []Pair, scheme ngram.Scheme, workers int) error {
	s.MRED = make([]float64, len(list))
	return each(ctx, len(list), scheme, workers, func(scorer *scorer, i int) {
		s.MRED[i] = math.NaN()
		if float64(s.Words[i][0])*float64(s.Words[i][1]) <= maxEditWork {
			s.MRED[i] = scorer.distance.MRED(scorer.wordsOf(list[i].A), scorer.wordsOf(list[i].B))
		}
	})
}

// maxEditWork bounds the product of two texts' words: 100,000 words against as
// many take about a second, and longer ones grow with the square.
const maxEditWork = 1e10

// each calls work for 0 to n-1 on so many goroutines, 0 = one a processor, each
// with a scorer of its own.
func each(ctx context.Context, n int, scheme ngram.Scheme, workers int, work func(s *scorer, i int)) error {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var group crew.Crew
	var next atomic.Int64
	for range workers {
		group.Go(func() {
			scorer, _ := newScorer(scheme)
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				work(scorer, i)
			}
		})
	}
	group.Wait()
	return context.Cause(ctx)
}

// scorer is the memory of one goroutine.
type scorer struct {
	hasher   *ngram.Hasher
	words    *ngram.Hasher // under chars: MRED is over words whatever the unit
	distance eval.Distance
	scratch  []uint64
	cells    [2]sketch.Cells
}

// profile is one text of a pair.
type profile struct {
	words int
	grams sketch.Grams
}

func newScorer(scheme ngram.Scheme) (*scorer, error) {
	h, err := ngram.NewHasher(scheme)
	if err != nil {
		return nil, err
	}
	s := &scorer{hasher: h}
	if h.Scheme().Tokens == ngram.Chars {
		s.words, err = ngram.NewHasher(ngram.Scheme{Key: h.Scheme().Key})
	}
	return s, err
}

func (s *scorer) profile(text string) profile {
	units := s.hasher.AppendUnits(nil, text)
	p := profile{words: len(units), grams: sketch.NewGrams(s.hasher.AppendGrams(nil, units))}
	if s.words != nil {
		p.words = len(s.wordsOf(text))
	}
	return p
}

func (s *scorer) wordsOf(text string) []uint64 {
	if s.words != nil {
		return s.words.AppendUnits(nil, text)
	}
	return s.hasher.AppendUnits(nil, text)
}

func (s *scorer) score(out *Scores, i int, pair *Pair) {
	a, b := s.profile(pair.A), s.profile(pair.B)
	out.Words[i] = [2]int{a.words, b.words}
	out.Grams[i] = [2]int{len(a.grams), len(b.grams)}
	for v, variant := range out.Variants {
		out.ByVariant[v][i] = s.scoreBy(variant, a.grams, b.grams)
	}
}

func (s *scorer) scoreBy(v Variant, a, b sketch.Grams) float64 {
	if v.Sketch.Kind == sketch.KindGrams {
		return sketch.Overlap(a, b)
	}
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	for i, grams := range []sketch.Grams{a, b} {
		s.scratch = append(s.scratch[:0], grams...)
		s.cells[i] = sketch.AppendCells(s.cells[i][:0], s.scratch, v.Sketch.M)
	}
	x, y := s.cells[0], s.cells[1]
	cells, counts := together(x, y)
	switch {
	case v.Corrected:
		_, score, ok := sketch.Estimate(v.Sketch.M, len(x), len(y), cells, len(a), len(b))
		if !ok {
			return math.NaN()
		}
		return score
	case v.Sketch.Kind == sketch.KindCounts:
		return float64(counts) / float64(min(x.Sum(), y.Sum()))
	}
	return float64(cells) / float64(min(len(x), len(y)))
}

// together is the number of cells that are not zero in both arrays, and Σ min of
// their counts.
func together(x, y sketch.Cells) (cells, counts int) {
	for len(x) > 0 && len(y) > 0 {
		switch {
		case x[0].Index < y[0].Index:
			x = x[1:]
		case x[0].Index > y[0].Index:
			y = y[1:]
		default:
			cells++
			counts += int(min(x[0].Count, y[0].Count))
			x, y = x[1:], y[1:]
		}
	}
	return cells, counts
}

// Labelled are the scores of one variant with what is known of the pairs, for
// package eval, and the pairs that they belong to; pairs without a score are
// left out.
func (s *Scores) Labelled(variant int, list []Pair) (scores []eval.Pair, of []int) {
	for i, score := range s.ByVariant[variant] {
		if !math.IsNaN(score) {
			scores = append(scores, eval.Pair{Score: score, Positive: list[i].Positive, Kind: list[i].Kind})
			of = append(of, i)
		}
	}
	return scores, of
}
