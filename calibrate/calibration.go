package calibrate

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"strconv"
	"strings"

	"github.com/leakgate/leakgate/detect"
	"github.com/leakgate/leakgate/eval"
	"github.com/leakgate/leakgate/internal/crew"
	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/pairs"
	"github.com/leakgate/leakgate/sketch"
)

// Calibration is a threshold with the evidence for it.
type Calibration struct {
	Made   *Made
	Scores []float64 // of Made.Pairs, what check's verdict goes by; NaN if saturated
	*eval.Evaluation
	// Decimal is the threshold as the command line takes it: cut to at most nine
	// decimals, so that the score it was taken from reaches it.
	Decimal   string
	Saturated int // pairs that an array is too small for
	Sizes     []Size
	// TooShort texts, with fewer distinct n-grams, are judged by equality;
	// TooLong ones are too much for the array: 0 = there is no limit.
	TooShort, TooLong int
}

// Size is how well the threshold does on pairs whose smaller text has From to
// To distinct n-grams.
type Size struct {
	From, To         int // To = 0: no end
	Pairs            int
	Wrong, Saturated int
}

// unreliableShare of wrong or saturated pairs makes a size unreliable.
const unreliableShare = 10 // one in ten

// Unreliable says that a verdict on texts of this size means little.
func (s Size) Unreliable() bool {
	return s.Pairs > 0 && unreliableShare*(s.Wrong+s.Saturated) > s.Pairs
}

// sizes are where the rows of Calibration.Sizes begin.
var sizes = []int{0, 50, 100, 200, 500, 1000, 2000, 5000, 10000}

// Find finds the threshold for pairs made out of texts, under one variant. Pairs
// are scored as check judges them: what many of the texts share is set aside.
func Find(ctx context.Context, g Generator, texts []Text, v pairs.Variant, o eval.Objective, progress func(done, of int)) (*Calibration, error) {
	made, err := g.Pairs(ctx, texts, progress)
	if err != nil {
		return nil, err
	}
	g, err = g.withDefaults()
	if err != nil {
		return nil, err
	}
	c := &Calibration{Made: made, TooShort: g.MinGrams}
	sizeOf, err := c.score(ctx, g, texts, v)
	if err != nil {
		return nil, err
	}
	var scores []eval.Pair
	for i, p := range made.Pairs {
		if s := c.Scores[i]; !math.IsNaN(s) {
			scores = append(scores, eval.Pair{Score: s, Positive: p.Positive, Kind: p.Kind})
		}
	}
	c.Saturated = len(made.Pairs) - len(scores)
	if 2*c.Saturated > len(made.Pairs) {
		return nil, fmt.Errorf("%w: %d of %d pairs are too long for the sketch %s and have no score; take a larger one", ErrCorpus, c.Saturated, len(made.Pairs), v)
	}
	if c.Evaluation, err = eval.Evaluate(scores, o, eval.Resampling{Seed: g.Seed}); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorpus, err)
	}
	if c.Decimal = decimal(c.Threshold, c.Low); c.Decimal == "" {
		return nil, fmt.Errorf("%w: the best threshold, %g, is no share over 0, or nine decimals do not tell it from the next lower score", ErrCorpus, c.Threshold)
	}
	c.measureSizes(sizeOf)
	c.TooLong = tooLong(v, c.Threshold)
	return c, nil
}

// score fills in Scores and returns the distinct n-grams of each pair's smaller
// text.
func (c *Calibration) score(ctx context.Context, g Generator, texts []Text, v pairs.Variant) ([]int, error) {
	var variants []pairs.Variant
	arrays := v.Sketch.Kind != sketch.KindGrams
	if arrays { // they cannot tell what is common
		variants = append(variants, v)
	}
	s, err := pairs.Score(ctx, c.Made.Pairs, g.Scheme, variants, g.Workers)
	if err != nil {
		return nil, err
	}
	sizeOf := make([]int, len(c.Made.Pairs))
	for i, n := range s.Grams {
		sizeOf[i] = min(n[0], n[1])
	}
	if arrays {
		c.Scores = s.ByVariant[0]
		return sizeOf, nil
	}
	c.Scores = make([]float64, len(c.Made.Pairs))
	return sizeOf, c.scoreAsChecked(ctx, g, texts)
}

func (c *Calibration) scoreAsChecked(ctx context.Context, g Generator, texts []Text) error {
	frequency, err := frequencies(ctx, g, c.Made.Pairs, texts)
	if err != nil {
		return err
	}
	list := c.Made.Pairs
	return inParallel(ctx, g.Workers, func(worker, workers int) error {
		p, err := detect.NewPairwise(g.Scheme, c.Made.Usable, func(gram uint64) int { return int(frequency[gram]) })
		if err != nil {
			return err
		}
		for i := worker; i < len(list) && ctx.Err() == nil; i += workers {
			c.Scores[i] = p.Score(list[i].A, list[i].B)
		}
		return nil
	})
}

// frequencies counts, for every n-gram of the pairs, the different texts that it
// stands in.
func frequencies(ctx context.Context, g Generator, list []pairs.Pair, texts []Text) (map[uint64]int32, error) {
	h, err := ngram.NewHasher(g.Scheme)
	if err != nil {
		return nil, err
	}
	count := map[uint64]int32{}
	for _, p := range list {
		for _, text := range []string{p.A, p.B} {
			for _, gram := range h.AppendGrams(nil, h.AppendUnits(nil, text)) {
				count[gram] = 0
			}
		}
	}
	var distinct sketch.Distinct
	var units, grams []uint64
	seen := map[uint64]bool{}
	for i := range texts {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		units = h.AppendUnits(units[:0], texts[i].Text)
		if key := h.SumUnits(units); seen[key] {
			continue
		} else {
			seen[key] = true
		}
		grams = h.AppendGrams(grams[:0], units)
		for _, gram := range distinct.Compact(grams) {
			if n, wanted := count[gram]; wanted {
				count[gram] = n + 1
			}
		}
	}
	return count, nil
}

// inParallel runs work on so many goroutines, 0 = one a processor.
func inParallel(ctx context.Context, workers int, work func(worker, workers int) error) error {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var group crew.Crew
	errs := make([]error, workers)
	for w := range workers {
		group.Go(func() { errs[w] = work(w, workers) })
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}

// decimal cuts a threshold to nine decimals. "" if nothing of it is left, or if
// the cut would call the next lower score positive too.
func decimal(threshold, low float64) string {
	s := strconv.FormatFloat(threshold, 'f', -1, 64)
	if whole, decimals, found := strings.Cut(s, "."); found {
		s = whole + "." + decimals[:min(len(decimals), 9)]
	}
	t, err := sketch.ParseThreshold(s)
	if err != nil || t.Float() <= low {
		return ""
	}
	return s
}

func (c *Calibration) measureSizes(sizeOf []int) {
	for i, from := range sizes {
		s := Size{From: max(from, c.TooShort)}
		if i+1 < len(sizes) {
			s.To = sizes[i+1] - 1
		}
		if s.To == 0 || s.To >= s.From {
			c.Sizes = append(c.Sizes, s)
		}
	}
	for i, n := range sizeOf {
		at := 0
		for at+1 < len(c.Sizes) && n >= c.Sizes[at+1].From {
			at++
		}
		s := &c.Sizes[at]
		s.Pairs++
		switch score := c.Scores[i]; {
		case math.IsNaN(score):
			s.Saturated++
		case score >= c.Threshold != c.Made.Pairs[i].Positive:
			s.Wrong++
		}
	}
	kept := c.Sizes[:0]
	for _, s := range c.Sizes {
		if s.Pairs > 0 {
			kept = append(kept, s)
		}
	}
	c.Sizes = kept
}

// tooLong is the size of two unrelated texts at which an array says nothing: by
// its raw score they reach the threshold by chance (1 − e^(−n/M), DESIGN 4);
// corrected, they saturate it.
func tooLong(v pairs.Variant, threshold float64) int {
	m := v.Sketch.M
	switch {
	case v.Sketch.Kind == sketch.KindGrams:
		return 0
	case v.Corrected:
		return int(sketch.SaturationLimit(m) / 2)
	case threshold >= 1:
		return 0
	}
	return int(-float64(m) * math.Log(1-threshold))
}
