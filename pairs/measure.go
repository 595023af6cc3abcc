package pairs

import (
	"github.com/leakgate/leakgate/eval"
	"github.com/leakgate/leakgate/internal/crew"
)

// Measured is what one variant's scores say about a threshold.
type Measured struct {
	Variant
	// Evaluation is nil if Err says why there is no threshold.
	*eval.Evaluation
	Err error
	// Of are the pairs that have a score, by index; Saturated counts the others.
	Of        []int
	Saturated int
}

// Measure evaluates every variant, each on a goroutine of its own.
func (s *Scores) Measure(list []Pair, o eval.Objective, r eval.Resampling) []Measured {
	out := make([]Measured, len(s.Variants))
	var group crew.Crew
	for v, variant := range s.Variants {
		group.Go(func() {
			scores, of := s.Labelled(v, list)
			m := Measured{Variant: variant, Of: of, Saturated: len(list) - len(of)}
			m.Evaluation, m.Err = eval.Evaluate(scores, o, r)
			out[v] = m
		})
	}
	group.Wait()
	return out
}
