package main

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"github.com/leakgate/leakgate/calibrate"
	"github.com/leakgate/leakgate/pairs"
	"github.com/leakgate/leakgate/report/plot"
)

// The edits and lengths that the experiment is repeated with.
var (
	rates   = []float64{.05, .10, .15, .20, .25, .30, .40, .50, .60}
	lengths = []float64{.5, 1, 2, 3, 5, 10, 20, 50}
)

const (
	sweepRate = .23 // the hardest edit where the length is swept: as fitted above
	sweepSeed = 1
)

// sweep is the experiment at several places of one quantity.
type sweep struct {
	at      []float64
	results [][]pairs.Measured // place, variant
	words   []int              // place: mean words of the longer text
	total   int                // pairs at each place
}

// sweeps shows what moves a threshold.
func (p *page) sweeps(data string) {
	if p.err != nil {
		return
	}
	pool, err := readTexts(filepath.Join(data, "prose_pool", "pool_dev.jsonl.gz"))
	if err == nil {
		var novels []calibrate.Text
		if novels, err = readTexts(filepath.Join(data, "novels100", "chapters_dev.jsonl.gz")); err == nil {
			p.byEdits(pool, novels)
			p.byLength(pool, novels)
			return
		}
	}
	p.err = err
}

func (p *page) run(at []float64, make func(at float64) calibrate.PaperGroups, pool, novels []calibrate.Text) *sweep {
	s := &sweep{at: at}
	variants := append(pairs.Paper(), corrected()[1:]...)
	for _, at := range s.at {
		list, err := make(at).Pairs(pool, novels)
		if err != nil {
			p.err = err
			return s
		}
		g, err := score(p.ctx, list, variants)
		if err != nil {
			p.err = err
			return s
		}
		words := 0
		for _, n := range g.scores.Words {
			words += max(n[0], n[1])
		}
		s.results, s.words, s.total = append(s.results, g.found), append(s.words, words/len(list)), len(list)
	}
	return s
}

func (p *page) byEdits(pool, novels []calibrate.Text) {
	s := p.run(rates, func(rate float64) calibrate.PaperGroups {
		return calibrate.PaperGroups{MaxRate: rate, Seed: sweepSeed}
	}, pool, novels)
	if p.err != nil {
		return
	}
	p.say("## What moves a threshold: the hardest edit that is called the same\n\nThe four groups again, made by `calibrate`'s generator with edits of 1 %% up to\nthe share below. The best threshold is the score of the hardest pair that is\nstill called the same: it says more about the pairs than about the method.\n\n")
	p.sweepTable("edits up to", s, func(at float64) string { return fmt.Sprintf("%.0f %%", 100*at) })
	x := plot.Axis{Title: "hardest edit, share of the words", Min: 0, Max: .6}
	p.sweepChart("threshold-by-edits", "Threshold over the strength of edits", x, s, threshold, rawVariants())
	p.sweepChart("f1-by-edits", "F1 over the strength of edits", x, s, f1, rawVariants())
	p.sweepChart("threshold-by-edits-corrected", "Threshold over the strength of edits, corrected scores", x, s, threshold, correctedVariants())
	p.sweepChart("f1-by-edits-corrected", "F1 over the strength of edits, corrected scores", x, s, f1, correctedVariants())
}

func (p *page) byLength(pool, novels []calibrate.Text) {
	s := p.run(lengths, func(length float64) calibrate.PaperGroups {
		return calibrate.PaperGroups{MaxRate: sweepRate, Length: length, Seed: sweepSeed}
	}, pool, novels)
	if p.err != nil {
		return
	}
	p.say("## What moves an array's threshold: the length of the texts\n\nEdits of 1–23 %%, lengths times ×0.5 to ×50. Exact n-grams do not care. In a\nboolean array of M cells a share of 1 − e^(−n/M) is set after n n-grams, and two\nunrelated texts share that much by chance: %.2f of 2^11 cells at 565 n-grams,\n%.2f at 1,700. There the raw scores of different texts meet those of edited ones:\n256 bytes are enough up to about 1,700 words, and no further.\n\n", chance(565, 2048), chance(1700, 2048))
	p.sweepTable("length", s, func(at float64) string { return fmt.Sprintf("×%g", at) })
	x := plot.Axis{Title: "length of the texts, times the paper's", Log: true}
	p.sweepChart("threshold-by-length", "Threshold over the length of texts", x, s, threshold, rawVariants())
	p.sweepChart("f1-by-length", "F1 over the length of texts", x, s, f1, rawVariants())
	p.sweepChart("threshold-by-length-corrected", "Threshold over the length of texts, corrected scores", x, s, threshold, correctedVariants())
	p.sweepChart("f1-by-length-corrected", "F1 over the length of texts, corrected scores", x, s, f1, correctedVariants())
	p.say(`## What leakgate does there

- Its verdict is exact wherever the texts are at hand: ` + "`grams`" + ` is the default, and
  arrays are for those who compare sketches.
- Scores of arrays are corrected for collisions (docs/scores.md), which moves
  different texts back to 0: the threshold stays where the exact one is.
- Where an array is saturated, corrected scores have no value and say so, instead
  of a high score: those are the gaps above, and ` + "`check`" + ` ends with status 3.
- ` + "`leakgate calibrate --sketch bits:4096`" + ` tells from which length on an array is too
  small for your texts.
`)
}

// rawVariants and correctedVariants are places in the variants of a sweep.
func rawVariants() []int       { return []int{0, 1, 2, 3, 4} }
func correctedVariants() []int { return []int{0, 5, 6, 7, 8} }

func threshold(m pairs.Measured) float64 { return m.Threshold }
func f1(m pairs.Measured) float64        { return m.Confusion.F1() }

// chance is the share of m cells that n n-grams set.
func chance(n, m float64) float64 { return 1 - math.Exp(-n/m) }

// value is NaN, a gap, where there is no threshold or half of the pairs have no
// score.
func (s *sweep) value(place, variant int, of func(pairs.Measured) float64) float64 {
	m := s.results[place][variant]
	if m.Err != nil || 2*m.Saturated > s.total {
		return math.NaN()
	}
	return of(m)
}

func (p *page) sweepChart(name, title string, x plot.Axis, s *sweep, of func(pairs.Measured) float64, variants []int) {
	var series []plot.Series
	for _, v := range variants {
		line := plot.Series{Name: s.results[0][v].Variant.String()}
		for i, at := range s.at {
			line.Points = append(line.Points, plot.Point{X: at, Y: s.value(i, v, of)})
		}
		series = append(series, line)
	}
	p.chart(name, title, x, plot.Axis{Title: map[bool]string{true: "F1", false: "threshold"}[title[0] == 'F'], Min: 0, Max: 1}, series)
}

// sweepTable lists threshold and F1 of every variant.
func (p *page) sweepTable(name string, s *sweep, at func(float64) string) {
	head := []string{name, "words"}
	for _, m := range s.results[0] {
		head = append(head, m.Variant.String())
	}
	var rows [][]string
	for i := range s.at {
		row := []string{at(s.at[i]), fmt.Sprint(s.words[i])}
		for v, m := range s.results[i] {
			cell := "saturated"
			if t := s.value(i, v, threshold); !math.IsNaN(t) {
				cell = fmt.Sprintf("%.3f, F1 %.3f", t, f1(m))
				if m.Saturated > 0 {
					cell += fmt.Sprintf(" (%d saturated)", m.Saturated)
				}
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	p.say("Threshold and F1; words are those of the longer text, on average.\n\n")
	p.table(head, slices.Clip(rows))
}
