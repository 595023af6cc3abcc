package eval

// Evaluation is what labelled scores say about a threshold.
type Evaluation struct {
	Pairs, Positive, Negative int
	Objective                 Objective
	Choice
	Kinds                         []KindCount // at the threshold
	Points                        []Point     // every cut
	AveragePrecision, AUC         float64
	ThresholdInterval, F1Interval Interval // see [Bootstrap]; NaN where they cannot be had
	OutOfSampleF1                 float64  // see [CrossValidate]; NaN where it cannot be had
}

// Evaluate chooses the threshold that is best by the objective and measures it.
// Errors are those of [Choose].
func Evaluate(pairs []Pair, o Objective, r Resampling) (*Evaluation, error) {
	l, err := newLadder(pairs)
	if err != nil {
		return nil, err
	}
	choice, err := l.choice(o)
	if err != nil {
		return nil, err
	}
	e := &Evaluation{
		Pairs:     len(pairs),
		Positive:  len(l.positive.rungs),
		Negative:  len(l.negative.rungs),
		Objective: o,
		Choice:    choice,
		Kinds:     ByKind(pairs, choice.Threshold),
		Points:    l.sweep(),
	}
	e.AveragePrecision, e.AUC = AveragePrecision(e.Points), AUC(e.Points)
	e.ThresholdInterval, e.F1Interval = l.bootstrap(choice, o, r)
	e.OutOfSampleF1 = l.crossValidate(o, r)
	return e, nil
}
