package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"github.com/leakgate/leakgate/calibrate"
	"github.com/leakgate/leakgate/eval"
	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/pairs"
	"github.com/leakgate/leakgate/report/plot"
)

// published are the paper's figures, variant by variant.
var published = []struct {
	name          string
	threshold, f1 float64
	bytes         int // a document; 0: as many as it has n-grams
}{
	{"raw 3-grams", .459, 1, 0},
	{"uint8, 2^11", .538, .998, 2048},
	{"uint8, 2^12", .518, 1, 4096},
	{"boolean, 2^11", .575, .980, 256},
	{"boolean, 2^12", .531, 1, 512},
}

var publishedWords = []int{785, 584, 776, 1146}

var groups = []string{calibrate.GroupEdited, calibrate.GroupSubset, calibrate.GroupDifferent, calibrate.GroupParts}

// files are the rebuilt pairs: the paper's lengths and three times those, each
// with two strengths of edits.
var files = []struct{ name, what string }{
	{"paper_len_edit23", "the paper's lengths, edits of 1–23 % of the words"},
	{"paper_len", "the paper's lengths, edits of 1–15 %"},
	{"3x_len_edit23", "three times as long, 1–23 %"},
	{"3x_len", "three times as long, 1–15 %"},
}

const introduction = `# The paper's experiment, on real prose

leakgate's core comes from one paper: word 3-grams, SipHashed modulo M into a
uint8 count array or a bitset, scored by overlap over min. It told 400 labelled
pairs apart, in four groups of 100. Its pairs are not published. These are
rebuilt from English prose and novels: slightly edited texts and random subsets
(the same), completely different texts and different parts of the same text
(different).

` + "`make paper`" + ` runs it and writes this page and its plots; the texts stand in
../shared/data and are not part of this repository. ` + "`leakgate eval`" + ` prints the
same for one file of pairs:

    leakgate eval pairs_paper_len_edit23.jsonl.gz --tokens plain --html eval.html

How hard the paper edited its texts is not said. Edits of 1–23 % are fitted to
its raw threshold, .459; its other figures then follow.

`

// experiment writes the paper's tables and figures beside ours.
func (p *page) experiment(data string) {
	p.say("%s", introduction)
	var runs []*group
	for _, f := range files {
		g, err := readGroup(p.ctx, filepath.Join(data, "paper_groups", "pairs_"+f.name+".jsonl.gz"))
		if err != nil {
			p.err = err
			return
		}
		runs = append(runs, g)
	}
	p.lengths(runs)
	p.thresholds(runs)
	p.confusions(runs[0])
	p.figures(runs[0])
}

func (p *page) lengths(runs []*group) {
	p.say("## Table 1: words of a text, on average\n\n")
	head := []string{"group", "paper"}
	for _, f := range files {
		head = append(head, f.what)
	}
	var rows [][]string
	for i, name := range groups {
		row := []string{name, fmt.Sprint(publishedWords[i])}
		for _, g := range runs {
			words, n := 0, 0
			for j, pair := range g.list {
				if pair.Kind == name {
					words, n = words+g.scores.Words[j][0]+g.scores.Words[j][1], n+2
				}
			}
			row = append(row, fmt.Sprint(int(math.Round(float64(words)/float64(n)))))
		}
		rows = append(rows, row)
	}
	p.table(head, rows)
}

func (p *page) thresholds(runs []*group) {
	p.say("## Table 2: threshold and F1\n\n")
	head := []string{"variant", "bytes a text", "paper"}
	for _, f := range files {
		head = append(head, f.what)
	}
	var rows [][]string
	for v, want := range published {
		size := fmt.Sprint(want.bytes)
		if want.bytes == 0 {
			size = fmt.Sprintf("%d (8 an n-gram)", 8*meanGrams(runs[0]))
		}
		row := []string{want.name, size, fmt.Sprintf("%.3f, F1 %.3f", want.threshold, want.f1)}
		for _, g := range runs {
			row = append(row, fmt.Sprintf("%.3f, F1 %.3f", g.found[v].Threshold, g.found[v].Confusion.F1()))
		}
		rows = append(rows, row)
	}
	p.table(head, rows)
	p.say("A threshold is the lowest score that is still called the same. How sure it is,\nin the first file: ")
	for v, want := range published {
		m := runs[0].found[v]
		p.say("%s: %.3f (any over %.3f does as well; 95 %% %.3f–%.3f), F1 on pairs that it has not seen %.3f. ",
			want.name, m.Threshold, m.Low, m.ThresholdInterval.Low, m.ThresholdInterval.High, m.OutOfSampleF1)
	}
	low, high := p.underKeys(runs[0], 1)
	p.say("\n\nThe key and what is hashed move the thresholds of arrays: under %d keys %s\ngives %.3f to %.3f in the first file.\n\n", keys, published[1].name, low, high)
}

// keys is how many hash keys underKeys tries.
const keys = 12

// underKeys is the range of a variant's threshold under random keys.
func (p *page) underKeys(g *group, variant int) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for seed := range uint64(keys) {
		r := rand.New(rand.NewPCG(seed, 0))
		other := scheme
		other.Key = ngram.Key{K0: r.Uint64(), K1: r.Uint64()}
		scores, err := pairs.Score(p.ctx, g.list, other, pairs.Paper()[variant:variant+1], 0)
		if err != nil {
			p.err = err
			return
		}
		labelled, _ := scores.Labelled(0, g.list)
		choice, err := eval.Choose(labelled, eval.Objective{})
		if err != nil {
			p.err = err
			return
		}
		low, high = min(low, choice.Threshold), max(high, choice.Threshold)
	}
	return low, high
}

func meanGrams(g *group) int {
	n := 0
	for _, grams := range g.scores.Grams {
		n += grams[0] + grams[1]
	}
	return n / (2 * len(g.scores.Grams))
}

func (p *page) confusions(g *group) {
	p.say("## Table 3: pairs called different and the same\n\n%s. In the paper boolean 2^11 called 8 of\nthe 100 different parts the same (92, 8).\n\n", strings.ToUpper(files[0].what[:1])+files[0].what[1:])
	head := []string{"group"}
	for _, want := range published {
		head = append(head, want.name)
	}
	var rows [][]string
	for _, name := range groups {
		row := []string{name}
		for v := range published {
			k := g.found[v].Kinds[slices.IndexFunc(g.found[v].Kinds, func(k eval.KindCount) bool { return k.Kind == name })]
			row = append(row, fmt.Sprintf("%d, %d", k.CalledNegative, k.CalledPositive))
		}
		rows = append(rows, row)
	}
	p.table(head, rows)
}

// figures are the paper's Figures 1 and 2: the score against MRED, the word
// edit distance over the fewer words.
func (p *page) figures(g *group) {
	p.say("## Figures 1 and 2: score against edits\n\nMRED is the word edit distance over the fewer words: a measure of its own, which\nknows nothing of n-grams. Random subsets are far from their texts by it and near\nby overlap: that is what overlap over min is for.\n\n")
	for n, v := range []int{0, 3} {
		m := g.found[v]
		var series []plot.Series
		for _, name := range groups {
			s := plot.Series{Name: name}
			for _, i := range m.Of {
				if g.list[i].Kind == name {
					s.Points = append(s.Points, plot.Point{X: g.scores.MRED[i], Y: g.scores.ByVariant[v][i]})
				}
			}
			series = append(series, s)
		}
		title := fmt.Sprintf("Figure %d: %s, score against MRED", n+1, published[v].name)
		p.figure(fmt.Sprintf("figure-%d", n+1), title, plot.Scatter(plot.Chart{
			Head:   plot.Head{ID: fmt.Sprintf("figure-%d", n+1), Title: title, Desc: title + ", by group, with the best threshold."},
			X:      plot.Axis{Title: "MRED", Cap: 5},
			Y:      plot.Axis{Title: "score", Max: 1},
			Series: series,
			AtY:    []plot.Guide{{Name: fmt.Sprintf("threshold %.3f", m.Threshold), At: m.Threshold}},
		}))
	}
}

// corrected are the variants with the estimate that check uses.
func corrected() []pairs.Variant {
	list := slices.Clone(pairs.Paper())
	for i := range list[1:] {
		list[i+1].Corrected = true
	}
	return list
}
