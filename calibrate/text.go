package calibrate

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
)

// WriteText writes the calibration for a person. sketch names the scores; next
// is the line that says what to do with it.
func (c *Calibration) WriteText(w io.Writer, sketch, next string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "threshold %s for %s (%s), 95 %% interval %s\n", c.Decimal, sketch, c.Objective, span(c.ThresholdInterval.Low, c.ThresholdInterval.High))
	fmt.Fprintf(b, "F1 %.3f on these pairs, interval %s; out of sample %s\n",
		c.Confusion.F1(), span(c.F1Interval.Low, c.F1Interval.High), decimals(c.OutOfSampleF1))
	fmt.Fprintf(b, "any threshold over %s does as well on them\n", decimals(c.Low))
	fmt.Fprintf(b, "read: %d documents; %d usable, %d repeated, %d short or blank\n", c.Made.Texts, c.Made.Usable, c.Made.Repeated, c.Made.Short)
	for _, warning := range c.warnings() {
		fmt.Fprintf(b, "warning: %s\n", warning)
	}
	c.writeKinds(b)
	c.writeSizes(b)
	fmt.Fprintf(b, "\n%s\n", next)
	return b.Flush() // a bufio.Writer keeps its first error
}

// Under lowThreshold pairs of texts on one subject are findings; fewer pairs of
// a class than fewPairs say little.
const (
	lowThreshold = .25
	fewPairs     = 30
)

// warnings are what makes the threshold doubtful.
func (c *Calibration) warnings() (list []string) {
	if c.Threshold < lowThreshold {
		list = append(list, "a low threshold, because edited copies are made very hard: check will call\n  texts on one subject leaks; try --max-edits 30%")
	}
	if n := min(c.Positive, c.Negative); n < fewPairs {
		list = append(list, fmt.Sprintf("only %d pairs of one class: the figures mean little", n))
	}
	if c.Saturated > 0 {
		list = append(list, fmt.Sprintf("%d pairs are too long for the sketch and are left out", c.Saturated))
	}
	return list
}

func (c *Calibration) writeKinds(b io.Writer) {
	fmt.Fprintf(b, "\n%-12s %-10s %6s %6s %9s %9s\n", "pairs", "are", "made", "wrong", "left out", "median")
	for _, k := range c.Made.Kinds {
		are := "different"
		if k.Positive {
			are = "alike"
		}
		wrong := 0
		for _, e := range c.Kinds {
			if e.Kind == k.Kind && e.Positive {
				wrong += e.CalledNegative
			} else if e.Kind == k.Kind {
				wrong += e.CalledPositive
			}
		}
		fmt.Fprintf(b, "%-12s %-10s %6d %6d %9d %9s\n", k.Kind, are, k.Pairs, wrong, k.Alike+k.Short, c.median(k.Kind))
	}
	for _, k := range c.Made.Kinds {
		if k.Why != "" {
			fmt.Fprintf(b, "%s: %s\n", k.Kind, k.Why)
		}
	}
}

// median is that of a category's scores.
func (c *Calibration) median(kind string) string {
	var scores []float64
	for i, p := range c.Made.Pairs {
		if p.Kind == kind && !math.IsNaN(c.Scores[i]) {
			scores = append(scores, c.Scores[i])
		}
	}
	if len(scores) == 0 {
		return "-"
	}
	slices.Sort(scores)
	return decimals(scores[len(scores)/2])
}

func (c *Calibration) writeSizes(b io.Writer) {
	fmt.Fprintf(b, "\n%-24s %6s %6s %9s\n", "n-grams of the smaller", "pairs", "wrong", "saturated")
	for _, s := range c.Sizes {
		name := fmt.Sprintf("%d to %d", s.From, s.To)
		if s.To == 0 {
			name = fmt.Sprintf("%d and more", s.From)
		}
		note := ""
		if s.Unreliable() {
			note = "  unreliable"
		}
		fmt.Fprintf(b, "%-24s %6d %6d %9d%s\n", name, s.Pairs, s.Wrong, s.Saturated, note)
	}
	fmt.Fprintf(b, "under %d n-grams check judges by equality and whole containment", c.TooShort)
	if c.TooLong > 0 {
		fmt.Fprintf(b, "; unrelated texts of %d and more are too much for the array", c.TooLong)
	}
	fmt.Fprintln(b)
}

// span is rounded outwards: what lies in an interval lies in it as shown.
func span(low, high float64) string {
	return decimals(math.Floor(1000*low)/1000) + "–" + decimals(math.Ceil(1000*high)/1000)
}

func decimals(v float64) string {
	if math.IsNaN(v) {
		return "unknown"
	}
	return strconv.FormatFloat(v, 'f', 3, 64)
}
