package evaluation

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/eval"
	"github.com/leakgate/leakgate/pairs"
	"github.com/leakgate/leakgate/report"
	"github.com/stretchr/testify/require"
)

// made is a report of pairs with the scores that it is told, one list a variant.
func made(t testing.TB, sketches string, list []pairs.Pair, scores ...[]float64) *Report {
	t.Helper()
	variants, err := pairs.ParseVariants(sketches)
	require.NoError(t, err)
	s := &pairs.Scores{Variants: variants, ByVariant: scores}
	for i := range list {
		s.MRED = append(s.MRED, float64(i)/4)
		s.Words = append(s.Words, [2]int{100 * i, 1000})
		s.Grams = append(s.Grams, [2]int{90 * i, 900})
	}
	r := &Report{
		Tool: report.Tool{Name: "leakgate", Version: "test", Go: "go1.26", Scheme: 1},
		Name: "pairs.jsonl", Scores: s, MinGrams: 20, Objective: "f1", Mistakes: 5,
		Set: &pairs.Set{Pairs: list, Files: []corpus.FileInfo{{
			Path: "pairs.jsonl", Format: corpus.JSONL, Bytes: 12345, SHA256: strings.Repeat("0a", 32), Documents: len(list),
			TextFields: []string{"a", "b"}, IDField: "id", LabelField: "label", KindField: "kind",
		}}},
		Options: []report.Option{{Name: "sketch", Value: sketches}, {Name: "text", Value: []string{}}, {Name: "n", Value: 3}, {Name: "strict", Value: false}},
		Command: "leakgate eval pairs.jsonl --sketch " + sketches,
	}
	measure(t, r, "f1")
	return r
}

func measure(t testing.TB, r *Report, objective string) {
	t.Helper()
	o, err := eval.ParseObjective(objective)
	require.NoError(t, err)
	r.Objective = o.String()
	r.Variants = r.Scores.Measure(r.Set.Pairs, o, eval.Resampling{Rounds: 50, Repeats: 3})
}

var nan = math.NaN()

// small has every sort of variant: with mistakes, with a saturated pair, without
// a threshold.
func small(t testing.TB) *Report {
	t.Helper()
	list := []pairs.Pair{
		{ID: "e1", A: "one two three", B: "one two  four", Label: "same", Positive: true, Kind: "edited"},
		{ID: "e2", A: "red\nblue", B: "red green", Label: "same", Positive: true, Kind: "edited"},
		{ID: "c1", A: "inside", B: "it is inside of this", Label: "same", Positive: true, Kind: "contained"},
		{ID: "c2", A: "中文", B: "English", Label: "same", Positive: true, Kind: "contained"},
		{ID: "r1", A: "here", B: "there", Label: "different", Kind: "random"},
		{ID: "r2", A: "now", B: "then", Label: "different", Kind: "random"},
		{ID: "t1", A: "Dear Sir, I quit.", B: "Dear Madam, I stay.", Label: "different", Kind: "template"},
		{ID: "t2", A: "", B: "text", Label: "different", Kind: "template"},
	}
	r := made(t, "grams,bits:2048+corrected,bits:64", list,
		[]float64{2. / 3, 0.9, 0.75, 0.25, 0.125, 0, 0.5, 0.0625},
		[]float64{0.7, 0.85, nan, 0.625, 0.25, 0.125, 0.5, 0},
		[]float64{1, 1, 1, 1, 1, 1, 1, 1})
	r.Set.Blank = 1
	r.Set.Ignored = []pairs.LabelCount{{Label: "unsure", Pairs: 3}, {Label: "?", Pairs: 1}}
	return r
}

// hostile are what a terminal, a table, Markdown or HTML may stumble over.
var hostile = []string{
	"", " ", "plain", `back\slash\t`, "tab\tnew\nreturn\rend", "nul\x00byte", "\x1b[31mred\x1b[0m", "\x1b]0;title\a", "\x1b[2J\x1b[1;1H",
	"\u202eright to left\u202c", "\u2066isolate\u2069\u200f\u061c", "line\u2028paragraph\u2029next\u0085", "c1\u009b31m", "bad\xff\x9butf\xf0\x9f",
	"中文字符没有空格所以一行可能非常非常长而且每个字符占两个单元格因此必须在任何地方断开才行", "ร้านนี้บรรยากาศดีมากพนักงานยิ้มแย้มและใส่ใจลูกค้าทุกคน",
	"👨‍👩‍👧‍👦 👍🏽❤️🇩🇪 👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀", "e\u0301\u0301\u0301 \u0301", "السلام عليكم ورحمة الله",
	strings.Repeat("long", 60), strings.Repeat("a b  ", 40), strings.Repeat("中", 39) + "a", strings.Repeat("x", 79) + "中",
	"</script><script>alert(1)</script>", "</style></title><!-- ", "]]>&amp;<b onload='x'>\"", "{{.Name}}", "a|b", `a\|b`, `end\`, "|", `\`,
	"`code`", "``", "` |", "@everyone #1 <!-- [x](javascript:y) ![](http://example.org/x.png) *b* _i_", "| --- |", "https://example.org/",
}

// scary is a report in which every text is from the outside.
func scary(t testing.TB, text, other string, seed uint64) *Report {
	t.Helper()
	r := small(t)
	for i := range r.Set.Pairs {
		p := &r.Set.Pairs[i]
		p.ID, p.A, p.B, p.Label, p.Kind = text, other, text, other, text+fmt.Sprint(i%3)
	}
	r.Name, r.Command = text, other
	r.Set.Ignored = []pairs.LabelCount{{Label: other, Pairs: int(seed % 9)}, {Label: text, Pairs: 1}}
	r.Set.Problems = []*corpus.Error{{File: text, Line: 1, What: "broken " + other, Cure: text}}
	f := &r.Set.Files[0]
	f.Path, f.TextFields, f.IDField, f.Skipped = text, []string{other, text}, "id"+text, []string{other}
	r.Set.TextFiles = r.Set.Files
	r.Options = append(r.Options, report.Option{Name: "positive", Value: []string{text, other}})
	r.NoText, r.Mistakes = seed%3 == 0, int(seed%4)
	measure(t, r, "f1") // by the new kinds
	return r
}

// crowded has hundreds of categories, the later the smaller.
func crowded(t testing.TB) *Report {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	var list []pairs.Pair
	var scores []float64
	for kind := range 300 {
		for range 1 + 60/(1+kind) {
			positive := kind%3 == 0
			list = append(list, pairs.Pair{
				ID: fmt.Sprint("p", len(list)), A: "a", B: "b", Label: fmt.Sprint(positive), Positive: positive, Kind: fmt.Sprint("kind ", kind),
			})
			score := 0.7 * rng.Float64()
			if positive {
				score += 0.3
			}
			scores = append(scores, score)
		}
	}
	return made(t, "grams", list, scores)
}

func rendered(t testing.TB, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, write(&b))
	return b.String()
}

// shared has real labelled pairs.
const shared = "../../../shared/data/"

func realReport(t testing.TB, name, sketches string, labels pairs.Labels) *Report {
	t.Helper()
	source := corpus.NewSource([]corpus.File{{Path: shared + name + ".jsonl.gz"}}, corpus.Options{Pairs: corpus.PairTexts, Digest: true})
	set, err := pairs.Read(t.Context(), source, labels, nil)
	require.NoError(t, err)
	r := made(t, sketches, nil, make([][]float64, strings.Count(sketches, ",")+1)...)
	r.Set = set
	r.Scores, err = pairs.Score(t.Context(), set.Pairs, r.Scheme, r.Scores.Variants, 0)
	require.NoError(t, err)
	require.NoError(t, r.Scores.MeasureEdits(t.Context(), set.Pairs, r.Scheme, 0))
	measure(t, r, "f1")
	return r
}

var realOnes map[string]*Report

// realReports are scored once. There is none where the data is not at hand.
func realReports(t testing.TB) map[string]*Report {
	t.Helper()
	if _, err := os.Stat(shared); err != nil || realOnes != nil {
		return realOnes
	}
	copies := pairs.Labels{Positive: []string{"cut", "light", "heavy"}, Negative: []string{"non"}}
	realOnes = map[string]*Report{
		"clough":   realReport(t, "clough_stevenson/pairs", "grams,counts:2048,counts:4096,bits:2048,bits:4096", copies),
		"paper":    realReport(t, "paper_groups/pairs_paper_len", "grams,bits:2048,bits:2048+corrected,bits:1024+corrected", pairs.Labels{}),
		"all full": realReport(t, "paper_groups/pairs_paper_len", "bits:64+corrected", pairs.Labels{}),
	}
	return realOnes
}

// every is all sorts of reports.
func every(t testing.TB) map[string]*Report {
	t.Helper()
	precise := small(t)
	measure(t, precise, "precision>=0.99")
	silent := small(t)
	silent.NoText, silent.Mistakes = true, 0
	none := made(t, "grams", nil, nil)
	all := map[string]*Report{"small": small(t), "crowded": crowded(t), "precise": precise, "silent": silent, "none": none}
	for i, s := range hostile {
		all[fmt.Sprint("hostile ", i)] = scary(t, s, hostile[(i+7)%len(hostile)], uint64(i))
		if i%4 > 0 {
			continue
		}
		all[fmt.Sprint("mixed ", i)] = scary(t, s+strings.Join(hostile, " "), strings.Join(hostile, "")+s, uint64(i))
	}
	return all
}
