package report

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/detect"
	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/sketch"
	"github.com/stretchr/testify/require"
)

const reviews = "../testdata/reviews/"

// side is a split of one file that the corpus reads.
func side(name, path string, opt corpus.Options) detect.Input {
	opt.Digest = true
	return detect.Input{Name: name, Source: corpus.NewSource([]corpus.File{{Path: path}}, opt)}
}

// run compares splits, given as name, path, name, path…
func run(t testing.TB, opt detect.Options, sides ...string) *Report {
	t.Helper()
	var inputs []detect.Input
	for i := 0; i < len(sides); i += 2 {
		inputs = append(inputs, side(sides[i], sides[i+1], corpus.Options{}))
	}
	return compare(t, opt, inputs)
}

func compare(t testing.TB, opt detect.Options, inputs []detect.Input) *Report {
	t.Helper()
	opt.Evidence = true
	result, err := detect.Run(t.Context(), inputs, opt)
	require.NoError(t, err)
	return judged(result, Allowance{}, false)
}

func judged(result *detect.Result, allowed Allowance, reportOnly bool) *Report {
	return &Report{
		Tool:   Tool{Name: "leakgate", Version: "test", Go: "go1.26", Scheme: ngram.SchemeNumber},
		Result: result, Allowed: allowed, Verdict: Judge(result, allowed, reportOnly), Options: options(result.Options),
		ShowAll: "leakgate check --limit 0 train.jsonl val.jsonl",
	}
}

func options(o detect.Options) []Option {
	return []Option{
		{"val", []string{}},
		{"threshold", o.Threshold.String()},
		{"tokens", o.Scheme.Tokens.String()},
		{"n", o.Scheme.N},
		{"min-grams", o.MinGrams},
		{"sketch", o.Sketch.String()},
		{"within", o.Within},
		{"fail-on", o.FailOn.String()},
		{"max-leaks", Allowance{}.String()},
		{"all-pairs", o.AllPairs},
		{"matches", o.Matches},
	}
}

func file(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

// parts writes the two halves of the reviews' validation side: a third split.
func parts(t testing.TB) (val, test string) {
	t.Helper()
	b, err := os.ReadFile(reviews + "val.jsonl")
	require.NoError(t, err)
	lines := strings.SplitAfter(string(b), "\n")
	return file(t, "val.jsonl", strings.Join(lines[:60], "")), file(t, "test.jsonl", strings.Join(lines[60:], ""))
}

func text(t testing.TB, r *Report) string {
	t.Helper()
	return rendered(t, r.WriteText)
}

func rendered(t testing.TB, render func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, render(&b))
	return b.String()
}

// words are what a made-up report says.
type words struct{ valID, trainID, valName, trainName, label, excerpt, path string }

// made is a report of n findings that no run has found. Seed picks numbers and
// kinds.
func made(w words, n int, seed uint64) *Report {
	next := func(limit uint64) int {
		seed = seed*6364136223846793005 + 1442695040888963407
		return int((seed >> 33) % limit)
	}
	files := []corpus.FileInfo{{Path: w.path, Format: corpus.JSONL, TextFields: []string{w.label, "b"}, IDField: w.valName}}
	unique := next(1e9)
	result := &detect.Result{
		Splits: []detect.Split{
			{Name: w.trainName, Documents: unique + 3 + next(1e9), Blank: next(3), Unique: unique, BelowFloor: next(1e3), Files: files},
			{Name: w.valName, Documents: 1 + n + next(1e6), Unique: 1 + n, Files: files},
		},
		Comparisons: []detect.Comparison{{
			Validation: 1, Train: 0, Leaking: n, LeakingUnique: n, Failing: n, LabelsChecked: next(2) == 0,
			Conflicts: next(9), Pairs: n,
		}},
		Options: detect.Options{Scheme: ngram.Scheme{Tokens: ngram.Words, N: 3}, MinGrams: 20, FailOn: detect.Leaks, Matches: 1, Threshold: sketch.Threshold{P: 1, Q: 2}},
	}
	c := &result.Comparisons[0]
	for range n {
		kind := detect.Kinds()[next(5)]
		c.ByKind[kind]++
		grams := 1 + next(1e6)
		f := detect.Finding{
			Validation: detect.Document{ID: w.valID, Label: w.label, HasLabel: next(2) == 0, Line: 1 + next(1e6), Grams: grams},
			Train:      detect.Document{ID: w.trainID, Label: w.label, HasLabel: true, Line: 1 + next(1e6), Grams: grams + next(99)},
			Kind:       kind, Score: float64(1+next(uint64(grams))) / float64(grams), Shared: next(uint64(grams)),
			Conflict: next(2) == 0, Others: next(4),
			Evidence: &detect.Evidence{
				ValidationCovered: float64(next(1001)) / 1000, TrainCovered: float64(next(1001)) / 1000,
				Excerpt: w.excerpt, Fingerprint: "00112233445566778899aabbccddeeff",
				Passages: []detect.Passage{{
					Words: 1 + next(99), Validation: detect.Range{Field: next(2), Start: next(5), End: 6 + next(9)}, Train: detect.Range{End: 4},
				}},
			},
		}
		c.Findings = append(c.Findings, f)
	}
	r := judged(result, Allowance{}, false)
	r.Limit = next(3)
	r.ShowAll = "leakgate check --limit 0 " + w.path
	return r
}

// hostile are what a terminal, a table or a line of text may stumble over.
var hostile = []string{
	"", " ", "plain", `back\slash\t`, "tab\tnew\nreturn\rend", "nul\x00byte", "\x1b[31mred\x1b[0m", "\x1b]0;title\a", "\x1b[2J\x1b[1;1H",
	"\u202eright to left\u202c", "\u2066isolate\u2069\u200f\u061c", "line\u2028paragraph\u2029next\u0085", "c1\u009b31m", "bad\xff\x9butf\xf0\x9f",
	"中文字符没有空格所以一行可能非常非常长而且每个字符占两个单元格因此必须在任何地方断开才行", "ร้านนี้บรรยากาศดีมากพนักงานยิ้มแย้มและใส่ใจลูกค้าทุกคนแกงเขียวหวานรสชาติกลมกล่อมน้ำ",
	"👨‍👩‍👧‍👦 👍🏽❤️🇩🇪 👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀", "e\u0301\u0301\u0301 \u0301", "السلام عليكم ورحمة الله",
	strings.Repeat("long", 60), strings.Repeat("a b  ", 40), strings.Repeat("中", 39) + "a", strings.Repeat("x", 79) + "中",
}

// wholeReport is a JSON report read back.
type wholeReport struct {
	jsonReport
	Findings []jsonFinding `json:"findings"`
}
