package report

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/detect"
	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/report/terminal"
	"github.com/leakgate/leakgate/sketch"
	"github.com/mattn/go-runewidth"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	painted  = regexp.MustCompile("\x1b\\[(1|1;31|1;32|0)m")
	trailing = regexp.MustCompile(`(?m) +$`)
)

// checkText holds a text report against what every one must keep to: nothing
// raw of the data's control and bidi characters, no line wider than the width
// but the command to paste, colours only if asked for and changing nothing else.
func checkText(t testing.TB, r *Report) {
	t.Helper()
	r.Color = true
	colored := text(t, r)
	r.Color = false
	out := text(t, r)
	require.Equal(t, trailing.ReplaceAllString(out, ""), trailing.ReplaceAllString(painted.ReplaceAllString(colored, ""), ""))
	require.True(t, utf8.ValidString(out))
	for _, c := range out {
		if c != '\n' && unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) || c == 0x2028 || c == 0x2029 {
			require.Fail(t, "raw character", "%U in %q", c, out)
		}
	}
	most := max(r.Width, 40)
	if r.Width == 0 {
		most = 80
	}
	var narrow runewidth.Condition
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	for i, line := range lines {
		if i == len(lines)-1 && line == "  "+terminal.Printable(r.ShowAll) {
			continue
		}
		sum := 0
		for _, c := range line {
			sum += narrow.RuneWidth(c)
		}
		require.LessOrEqual(t, max(narrow.StringWidth(line), sum), most, "%q", line)
	}
}

func TestTextFitsWidth(t *testing.T) {
	val, test := parts(t)
	reports := map[string]*Report{
		"two":    run(t, detect.Options{}, "train", reviews+"train.jsonl", "val", reviews+"val.jsonl"),
		"within": run(t, detect.Options{Within: true, Scheme: ngram.Scheme{Tokens: ngram.Chars}}, "train", reviews+"train.jsonl", "val", val, "test", test),
	}
	for i, s := range hostile {
		reports[fmt.Sprint("hostile ", i)] = made(words{s, s, s, s, s, s, s}, 4, uint64(i))
		reports[fmt.Sprint("mixed ", i)] = made(words{valID: strings.Join(hostile, " "), trainID: s, valName: s + s, trainName: "train", label: "x", excerpt: s + " " + s + strings.Join(hostile, " "), path: s}, 4, uint64(i))
	}
	for name, r := range reports {
		for _, r.Width = range []int{0, 1, 40, 80, 200} {
			t.Run(fmt.Sprint(name, " ", r.Width), func(t *testing.T) { checkText(t, r) })
		}
	}
}

// TestTextUsesWidth: nothing is broken that would have fitted.
func TestTextUsesWidth(t *testing.T) {
	p := &page{width: 40}
	var b strings.Builder
	p.w = &b
	p.wrap("     ", strings.Repeat("中文", 40))
	for i, line := range strings.Split(strings.TrimSpace(b.String()), "\n") {
		if i < 4 {
			assert.Equal(t, 17, strings.Count(line, "中")+strings.Count(line, "文"), "35 cells hold 17")
		}
	}
	b.Reset()
	p.wrap("     ", strings.TrimSpace(strings.Repeat("abcd ", 20)))
	assert.Equal(t, strings.Repeat("     abcd abcd abcd abcd abcd abcd abcd\n", 2)+"     abcd abcd abcd abcd abcd abcd\n", b.String())
	b.Reset()
	p.hang("lead: ", "e"+strings.Repeat("\u0301", 50)+" "+strings.Repeat("x", 40))
	assert.Equal(t, "lead: e"+strings.Repeat("\u0301", 50)+"\n     "+strings.Repeat("x", 35)+"\n     xxxxx\n", b.String(), "marks take no cell and stay with their letter")
	b.Reset()
	p.color = true
	p.wrap("", p.paint(bold, strings.Repeat("y", 39))+"z")
	assert.Equal(t, "\x1b[1m"+strings.Repeat("y", 39)+"\x1b[0mz\n", b.String(), "colours take no cell")
	for n := 30; n < 90; n++ { // wherever the line ends, colours stay whole
		b.Reset()
		p.wrap("", p.paint(bold, strings.Repeat("y", n)))
		assert.NotContains(t, painted.ReplaceAllString(b.String(), ""), "\x1b")
	}
}

// TestTextLongToken: the time is in proportion to the length.
func TestTextLongToken(t *testing.T) {
	long := strings.Repeat("中a", 1<<17)
	out := text(t, made(words{valID: long, trainID: long, excerpt: long}, 2, 1))
	assert.Greater(t, len(out), 2*len(long))
}

// TestTextWithoutText: --no-text repeats nothing of a text.
func TestTextWithoutText(t *testing.T) {
	r := made(words{"v", "t", "val", "train", "l", "a secret passage", "p"}, 3, 5)
	r.Limit = 0
	assert.Contains(t, text(t, r), "“a secret passage”")
	r.NoText = true
	assert.NotContains(t, text(t, r), "secret")
	assert.NotContains(t, text(t, r), "“")
	assert.NotContains(t, rendered(t, r.WriteJSON), "secret")
	assert.NotContains(t, rendered(t, r.WriteTSV), "secret")
}

func TestTextLimit(t *testing.T) {
	r := run(t, detect.Options{}, "train", reviews+"train.jsonl", "val", reviews+"val.jsonl")
	all := len(r.Result.Comparisons[0].Findings)
	entry := regexp.MustCompile(`(?m)^ *\d+  [01]\.\d{6}  `)
	for _, c := range []struct{ limit, shown int }{{0, all}, {1, 1}, {10, 10}, {all - 1, all - 1}, {all, all}, {all + 1, all}} {
		r.Limit = c.limit
		out := text(t, r)
		assert.Len(t, entry.FindAllString(out, -1), c.shown, c.limit)
		hint := fmt.Sprintf("\n\n%d of %d findings shown. All of them:\n  leakgate check --limit 0 train.jsonl val.jsonl\n", c.shown, all)
		assert.Equal(t, c.shown < all, strings.HasSuffix(out, hint), c.limit)
		assert.Equal(t, c.shown < all, strings.Contains(out, "shown. All"), c.limit)
	}
	// Leaks come before boilerplate, each best first.
	r.Limit = 0
	out := text(t, r)
	leaks, boilerplate, found := strings.Cut(out, "\nBoilerplate: shared by many documents, or one frame around other numbers\n")
	require.True(t, found)
	assert.NotContains(t, leaks[strings.Index(leaks, "Leaks, best first"):], "  boilerplate  ")
	for _, part := range []string{leaks, boilerplate} {
		scores := entry.FindAllString(part, -1)
		for i := 1; i < len(scores); i++ {
			assert.GreaterOrEqual(t, strings.Fields(scores[i-1])[1], strings.Fields(scores[i])[1])
		}
	}
}

// head is the report up to the findings.
func head(t testing.TB, r *Report) string {
	t.Helper()
	h, _, _ := strings.Cut(text(t, r), "\n\n")
	return strings.TrimSuffix(h, "\n")
}

func sized() *Report {
	return judged(&detect.Result{
		Splits: []detect.Split{
			{Name: "train", Documents: 16006, Blank: 33, Unique: 15538, Files: []corpus.FileInfo{{Format: corpus.JSONL, TextFields: []string{"text"}, IDField: "id", LabelField: "label"}}},
			{Name: "val", Documents: 3991, Blank: 9, Unique: 3954, BelowFloor: 1615, EqualityOnly: 166, Files: []corpus.FileInfo{{Format: corpus.JSONL, TextFields: []string{"text"}, IDField: "id", LabelField: "label"}}},
		},
		Comparisons: []detect.Comparison{{
			Validation: 1, Leaking: 1819, LeakingUnique: 1798, Failing: 1819, Boilerplate: 14,
			ByKind: [5]int{185, 285, 446, 903, 14}, LabelsChecked: true, Conflicts: 305,
		}},
		Options: detect.Options{MinGrams: 20, FailOn: detect.Leaks},
	}, Allowance{}, false)
}

func TestHeadLeaks(t *testing.T) {
	assert.Equal(t, `LEAKS: 1,819 of 3,991 of val (45.6 %, unique texts 45.5 %) are in train
read: train 16,006 (33 blank, 435 repeated); val 3,991 (9 blank, 28 repeated)
kinds: 185 exact, 285 val-in-train, 446 train-in-val, 903 near; 14 boilerplate
judged: 1,615 short (166 by equality only); label conflicts 305; shared ids 0
verdict: FAIL, 1,819 leaking documents, allowed 0; status 1
fields: text=text, id=id, label=label`, head(t, sized()), "five lines at 80 columns, and the fields")
}

// TestHead changes one thing at a time and looks at the lines that change.
func TestHead(t *testing.T) {
	allow := func(s string) Allowance {
		a, err := ParseAllowance(s)
		require.NoError(t, err)
		return a
	}
	clean := func(r *detect.Result) {
		r.Comparisons[0] = detect.Comparison{Validation: 1, Boilerplate: 2, ByKind: [5]int{4: 2}}
	}
	for name, c := range map[string]struct {
		change     func(r *detect.Result)
		allowed    Allowance
		reportOnly bool
		want       []string
	}{
		"clean": {clean, Allowance{}, false, []string{
			"CLEAN but for boilerplate: none of 3,991 documents of val is in train", "kinds: no leak of any kind; 2 boilerplate",
			"judged: 1,615 short (166 by equality only); labels: not checked; shared ids 0", "verdict: PASS, no leak; status 0",
		}},
		"none short": {func(r *detect.Result) { r.Splits[1].BelowFloor = 0 }, Allowance{}, false, []string{"judged: none short; label conflicts 305; shared ids 0"}},
		"allowed": {nil, allow("50%"), false, []string{
			"LEAKS: 1,819 of 3,991 of val (45.6 %, unique texts 45.5 %) are in train",
			"verdict: PASS, 1,819 leaking documents, allowed 50%; status 0",
		}},
		"one": {func(r *detect.Result) { r.Comparisons[0].Failing = 1; r.Comparisons[0].Leaking = 1 }, Allowance{}, false, []string{
			"LEAKS: 1 of 3,991 of val (under 0.1 %, unique texts 45.5 %) are in train", "verdict: FAIL, 1 leaking document, allowed 0; status 1",
		}},
		"report only": {nil, Allowance{}, true, []string{"verdict: FAIL, 1,819 leaking documents, allowed 0, reported only; status 0"}},
		"incomplete": {func(r *detect.Result) { r.Problems = make([]*corpus.Error, 2) }, Allowance{}, true, []string{
			"INCOMPLETE: 1,819 of 3,991 of val (45.6 %, unique texts 45.5 %) are in train",
			"verdict: COULD NOT FINISH, 2 problems: not judged is not clean; status 3",
		}},
		"incomplete without a leak": {func(r *detect.Result) { clean(r); r.Problems = make([]*corpus.Error, 1) }, Allowance{}, false, []string{
			"INCOMPLETE: no leak of val in train found, but not all could be judged",
			"verdict: COULD NOT FINISH, 1 problem: not judged is not clean; status 3",
		}},
		"undecided": {func(r *detect.Result) { r.Comparisons[0].Undecided = make([]detect.Document, 7) }, Allowance{}, false, []string{
			"judged: 1,615 short (166 by equality only); label conflicts 305; shared ids 0;", "     undecided: 7 (array too small)",
			"verdict: COULD NOT FINISH, 7 undecided documents: not judged is not clean;", "     status 3",
		}},
		"kinds that do not count": {func(r *detect.Result) {
			r.Comparisons[0].Failing = 0
			r.Options.FailOn = detect.KindSet(0).With(detect.Exact).With(detect.Near)
		}, Allowance{}, false, []string{
			"LEAKS: 1,819 of 3,991 of val (45.6 %, unique texts 45.5 %) are in train",
			"verdict: PASS, 0 leaking documents (only exact, near count), allowed 0; status 0",
		}},
		"boilerplate that counts": {func(r *detect.Result) { clean(r); r.Comparisons[0].Failing = 2 }, Allowance{}, false, []string{
			"LEAKS: 2 of 3,991 of val share boilerplate with train", "verdict: FAIL, 2 leaking documents, allowed 0; status 1",
		}},
		"within": {func(r *detect.Result) { r.Comparisons[0].Train = 1 }, Allowance{}, false, []string{
			"LEAKS: 1,819 of 3,991 of val (45.6 %, unique texts 45.5 %) repeat earlier ones",
		}},
		"within, incomplete": {func(r *detect.Result) {
			clean(r)
			r.Comparisons[0].Train = 1
			r.Problems = make([]*corpus.Error, 1)
		}, Allowance{}, false, []string{"INCOMPLETE: no leak within val found, but not all could be judged"}},
		"within, clean": {func(r *detect.Result) { clean(r); r.Comparisons[0].Train = 1 }, Allowance{}, false, []string{
			"CLEAN but for boilerplate: none of 3,991 documents of val repeats an earlier one",
		}},
		"three splits": {func(r *detect.Result) {
			r.Splits = append(r.Splits, detect.Split{Name: "test", Documents: 7, Unique: 7, Files: []corpus.FileInfo{{InvalidUTF8: 3}}})
			r.Comparisons = append(r.Comparisons, detect.Comparison{Validation: 2}, detect.Comparison{Validation: 2, Train: 1, Failing: 2, Leaking: 2, ByKind: [5]int{2}})
		}, allow("2"), false, []string{
			"LEAKS: 1,819 of 3,991 of val (45.6 %, unique texts 45.5 %) are in train",
			"CLEAN: none of 7 documents of test is in train",
			"LEAKS: 2 of 7 of test (28.6 %, unique texts 0 %) are in val",
			"     test 7 (3 with invalid UTF-8)",
			"kinds val in train: 185 exact, 285 val-in-train, 446 train-in-val, 903 near; 14",
			"kinds test in train: no leak of any kind", "kinds test in val: 2 exact",
			"verdict: FAIL, 1,819 + 0 + 2 leaking documents, allowed 2 each; status 1",
			"fields: train text=text, id=id, label=label; val text=text, id=id, label=label",
		}},
		"other fields": {func(r *detect.Result) {
			r.Splits[1].Files = []corpus.FileInfo{{TextFields: []string{"question", "answer"}}, {TextFields: []string{"body"}, IDField: "n"}}
		}, Allowance{}, false, []string{
			"fields: train text=text, id=id, label=label; val text=question+answer |", "     text=body, id=n",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			r := sized()
			if c.change != nil {
				c.change(r.Result)
			}
			r = judged(r.Result, c.allowed, c.reportOnly)
			got := strings.Split(head(t, r), "\n")
			for _, line := range c.want {
				assert.Contains(t, got, line)
			}
		})
	}
}

// TestHeadOfRuns looks at real results.
func TestHeadOfRuns(t *testing.T) {
	small, err := sketch.ParseSpec("bits:64")
	require.NoError(t, err)
	r := run(t, detect.Options{Sketch: small}, "train", reviews+"train.jsonl", "val", reviews+"val.jsonl")
	assert.Regexp(t, `(?m)^INCOMPLETE: `, head(t, r))
	assert.Regexp(t, `COULD NOT FINISH, \d+ undecided documents: `, head(t, r))

	lines := file(t, "lines.txt", "yes!\n")
	r = run(t, detect.Options{}, "train", lines, "val", reviews+"val.jsonl")
	assert.Contains(t, head(t, r), "CLEAN: none of 110 documents of val is in train\n")
	assert.Contains(t, head(t, r), "labels: not checked")
	assert.Contains(t, head(t, r), "fields: val text=text, id=id, label=label")

	// Documents without ids are named by their place, once.
	out := text(t, run(t, detect.Options{}, "train", lines, "val", file(t, "v.txt", "Yes!\n")))
	assert.Equal(t, 1, strings.Count(out, "v.txt:1"), out)
	assert.Contains(t, out, "judged as whole texts: no n-gram shared")
}

func TestNumbers(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 999999: "999,999", 1000000: "1,000,000", 1234567890: "1,234,567,890"} {
		assert.Equal(t, want, terminal.Count(n))
	}
	for _, c := range []struct {
		part, whole int
		want        string
	}{
		{0, 0, "0 %"},
		{0, 10, "0 %"},
		{10, 10, "100 %"},
		{1, 3, "33.3 %"},
		{2, 3, "66.7 %"},
		{1, 2, "50.0 %"},
		{1, 1000, "0.1 %"},
		{1, 2000, "0.1 %"},
		{1, 2001, "under 0.1 %"},
		{1, 1_000_000_000, "under 0.1 %"},
		{999, 1000, "99.9 %"},
		{9999, 10000, "over 99.9 %"},
		{999_999_999, 1_000_000_000, "over 99.9 %"},
	} {
		assert.Equal(t, c.want, percent(rate(c.part, c.whole)), "%d of %d", c.part, c.whole)
	}
}

// failing takes so many bytes and no more.
type failing struct{ left int }

var errFull = errors.New("disk full")

func (f *failing) Write(b []byte) (int, error) {
	if len(b) > f.left {
		n := f.left
		f.left = 0
		return n, errFull
	}
	f.left -= len(b)
	return len(b), nil
}

// TestWriterFails: wherever the output breaks off, the writers say so.
func TestWriterFails(t *testing.T) {
	r := made(words{"v", "t", "val", "train", "label", "an excerpt", "path"}, 1, 1)
	r.Limit = 0
	for name, render := range map[string]func(io.Writer) error{"text": r.WriteText, "json": r.WriteJSON, "tsv": r.WriteTSV} {
		size := len(rendered(t, render))
		for at := range size {
			if err := render(&failing{at}); !errors.Is(err, errFull) {
				require.Fail(t, "no error of the writer", "%s after %d bytes: %v", name, at, err)
			}
		}
		require.NoError(t, render(&failing{size}))
	}
	// Long ones, which leave the buffer in pieces.
	r = made(words{excerpt: strings.Repeat("word ", 60)}, 2000, 1)
	r.Limit = 0
	for name, render := range map[string]func(io.Writer) error{"text": r.WriteText, "json": r.WriteJSON, "tsv": r.WriteTSV} {
		size := len(rendered(t, render))
		for _, at := range []int{0, 4095, 4096, 4097, 65535, 65536, 65537, size / 2, size - 1} {
			require.ErrorIs(t, render(&failing{at}), errFull, "%s after %d bytes", name, at)
		}
	}
}

func FuzzText(f *testing.F) {
	for i, s := range hostile {
		f.Add(s, hostile[(i+5)%len(hostile)], s, hostile[(i+9)%len(hostile)], uint8(i*13), uint64(i))
	}
	f.Fuzz(func(t *testing.T, id, label, name, excerpt string, width uint8, seed uint64) {
		r := made(words{id, id + excerpt, name, name + "b", label, excerpt, name}, int(seed%4), seed)
		r.Width = int(width)
		checkText(t, r)
	})
}
