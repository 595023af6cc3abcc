package evaluation

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/leakgate/leakgate/ngram"
	"github.com/mattn/go-runewidth"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const smallText = `read: 8 pairs of pairs.jsonl: 4 positive, 4 negative; 1 with a blank text; 4
     ignored: unsure (3), ? (1)
short: 1 pair with a text of fewer than 20 n-grams: check judges these by
     equality, not by score
fields: text=a+b, id=id, label=label, kind=kind
scores: overlap of word 3-grams; threshold best by f1

Thresholds
                               good              95 % unseen
sketch              threshold  from    F1    interval     F1 tp fp tn fn
grams                   0.250 0.125 0.889 0.444–1.000  0.786  4  1  3  0
bits:2048+corrected     0.625 0.500 1.000           –      –  3  0  4  0
bits:64             no threshold: every pair scores 1: no threshold tells them
     apart

Errors by category
                                        bits
                                        2048  bits
category   class     pairs  grams  corrected    64
edited     positive      2      0          0     –
contained  positive      2      0          0     –
random     negative      2      0          0     –
template   negative      2      1          0     –
all                      8      1          0     –

Negative pairs called positive, highest score first (grams)
0.500000  t1  template, different; 600 and 1,000 words, MRED 1.50
     “Dear Sir, I quit.”
     “Dear Madam, I stay.”

No positive pair is called negative; this one comes nearest (grams)
0.250000  c2  contained, same; 300 and 1,000 words, MRED 0.75
     “中文”
     “English”

How to read it
  threshold: the lowest score that is called positive, best by f1. Every
    threshold over “good from”, up to it, is as good on these pairs.
  F1: of the pairs that the threshold was chosen on, so it flatters itself.
  95 % interval: where the F1 of other pairs of the same kind may lie
    (bootstrap, measured on the pairs not drawn).
  unseen F1: of pairs that did not choose the threshold (cross-validation).
    Believe this one.
  tp, fp, tn, fn: called positive rightly (tp) and wrongly (fp), called negative
    rightly (tn) and wrongly (fn). An error is an fp or an fn.
  grams: on pairs drawn anew, its threshold lies in 0.250–0.750 (95 %).
  bits:2048+corrected: 1 pair without a score, as the arrays are too full
    (saturated); left out of its figures.
  –: cannot be had from so few pairs.
  counts, bits: raw scores rise with the length of the texts: these thresholds
    hold for texts of about these lengths.

Next
  leakgate check train.jsonl val.jsonl --threshold 0.250
`

func TestText(t *testing.T) {
	r := small(t)
	v := r.Variants
	v[0].ThresholdInterval.Low, v[0].ThresholdInterval.High = 0.25, 0.75
	v[0].F1Interval.Low, v[0].F1Interval.High, v[0].OutOfSampleF1 = 4./9, 1, 0.786
	v[1].F1Interval.Low, v[1].F1Interval.High, v[1].OutOfSampleF1 = nan, nan, nan
	assert.Equal(t, smallText, rendered(t, r.WriteText))
}

var (
	painted  = regexp.MustCompile("\x1b\\[(1|1;31)m|\x1b\\[0m")
	trailing = regexp.MustCompile(`(?m) +$`)
)

// checkText holds a report against what every one must keep to: nothing raw of
// the data's control and bidi characters, no line wider than the width but the
// command to paste, colours only if asked for and changing nothing else.
func checkText(t testing.TB, r *Report) {
	t.Helper()
	r.Color = true
	colored := rendered(t, r.WriteText)
	r.Color = false
	out := rendered(t, r.WriteText)
	require.Equal(t, out, trailing.ReplaceAllString(painted.ReplaceAllString(colored, ""), ""))
	require.True(t, utf8.ValidString(out))
	requirePrintable(t, out)
	most := max(r.Width, minWidth)
	if r.Width == 0 {
		most = 80
	}
	var narrow runewidth.Condition
	for line := range strings.SplitSeq(out, "\n") {
		if line == "  "+r.next() {
			continue
		}
		sum := 0
		for _, c := range line {
			sum += narrow.RuneWidth(c)
		}
		require.LessOrEqual(t, max(narrow.StringWidth(line), sum), most, "%q", line)
	}
}

func requirePrintable(t testing.TB, text string) {
	t.Helper()
	for _, c := range text {
		if c != '\n' && unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) || c == 0x2028 || c == 0x2029 {
			require.Fail(t, "raw character", "%U in %q", c, text)
		}
	}
}

func TestTextFitsWidth(t *testing.T) {
	for name, r := range every(t) {
		for _, r.Width = range []int{0, 1, 40, 57, 80, 200} {
			t.Run(fmt.Sprint(name, " ", r.Width), func(t *testing.T) { checkText(t, r) })
		}
	}
	for name, r := range realReports(t) {
		t.Run(name, func(t *testing.T) { checkText(t, r) })
	}
}

// TestTextUsesWidth: a table is broken, or a category cut, only where it must be.
func TestTextUsesWidth(t *testing.T) {
	long := "a category of which nobody wanted to leave out a single word of its name"
	r := scary(t, "x", long, 1)
	for i := range r.Set.Pairs {
		r.Set.Pairs[i].Kind = fmt.Sprint(i%3, " ", long)
	}
	for width, want := range map[int]string{
		132: "\n0 " + long + "  positive  ",
		80:  "\n0 a category of which nobody wanted to leav… positive     2     0         0    –\n",
		40:  "\n0 a category of…  positive      2      0\n",
	} {
		r.Width = width
		assert.Contains(t, rendered(t, r.WriteText), want, width)
	}
	r = crowded(t)
	scores := r.Scores.ByVariant[0]
	r = made(t, "grams,counts:2048,counts:4096,bits:2048,bits:4096", r.Set.Pairs, scores, scores, scores, scores, scores)
	assert.Equal(t, 1, strings.Count(rendered(t, r.WriteText), "\nsketch  "), "the five of the paper fit 80 columns")
	assert.Equal(t, 1, strings.Count(rendered(t, r.WriteText), "\ncategory  "))
}

// TestTextOfTexts: excerpts are short, on one line, and not there at all if the
// user wants no text.
func TestTextOfTexts(t *testing.T) {
	r := small(t)
	r.Set.Pairs[6].A = "so " + strings.Repeat("very secret\t\n ", 100)
	out := rendered(t, r.WriteText)
	assert.Contains(t, out, "\n     “so very secret very secret very secret very secret very secret very secr…”\n")
	assert.Equal(t, "exactly", excerpt(" exactly \n"))
	assert.Equal(t, strings.Repeat("x", 200), excerpt(strings.Repeat("x", 200)))
	assert.Equal(t, strings.Repeat("中", 200)+"…", excerpt(strings.Repeat("中", 201)))
	assert.Equal(t, strings.Repeat("x", 199)+"…", excerpt(strings.Repeat("x", 199)+" y"))
	r.NoText = true
	assert.NotContains(t, rendered(t, r.WriteText), "secret")
	assert.NotContains(t, rendered(t, r.WriteJSON), "secret")
	assert.NotContains(t, rendered(t, r.WriteMarkdown), "secret")
	assert.NotContains(t, rendered(t, r.WriteHTML), "secret")
	assert.Contains(t, rendered(t, r.WriteText), "0.500000  t1  template, different; 600 and 1,000 words")
}

func TestNext(t *testing.T) {
	r := small(t)
	command := "leakgate check train.jsonl val.jsonl --threshold "
	assert.Equal(t, command+"0.250", r.next())
	r.Scheme, r.MinGrams = ngram.Scheme{Tokens: ngram.Plain, N: 5}, 8
	assert.Equal(t, command+"0.250 --tokens plain --n 5 --min-grams 8", r.next())
	r.Scheme, r.MinGrams = ngram.Scheme{Tokens: ngram.Chars, N: 10}, 20
	assert.Equal(t, command+"0.250 --tokens chars", r.next())
	r.Scheme = ngram.Scheme{}
	r.Variants = r.Variants[1:]
	assert.Equal(t, command+"0.625 --sketch bits:2048", r.next())
	r.Variants[0].Corrected = false
	assert.Equal(t, command+"0.625 --sketch bits:2048 --raw", r.next())
	r.Variants = r.Variants[1:]
	assert.Empty(t, r.next(), "no threshold")

	useless := made(t, "grams", small(t).Set.Pairs[2:6], []float64{0, 0.1, 0, 0.1})
	assert.Empty(t, useless.next(), "check refuses 0, which finds everything")
	assert.Contains(t, rendered(t, useless.WriteText), "grams: the best is to call every pair positive")
	assert.NotContains(t, rendered(t, useless.WriteText), "Next")
}

// TestManyCategories: the largest are shown, the others counted, and nothing is
// lost.
func TestManyCategories(t *testing.T) {
	r := crowded(t)
	groups := r.groups()
	require.Len(t, groups, 14)
	sum := 0
	smallest := len(r.Set.Pairs)
	for i, g := range groups {
		sum += len(g.of)
		assert.Equal(t, i < 5, g.positive, g.name)
		if g.merged == 0 {
			smallest = min(smallest, len(g.of))
		}
	}
	assert.Equal(t, len(r.Set.Pairs), sum)
	of := map[string]int{}
	for _, p := range r.Set.Pairs {
		of[p.Kind]++
	}
	for _, g := range groups {
		if g.merged == 0 {
			delete(of, g.name)
		}
	}
	for kind, n := range of {
		assert.LessOrEqual(t, n, smallest, kind)
	}
	assert.Equal(t, len(of), groups[4].merged+groups[13].merged)
	out := rendered(t, r.WriteText)
	assert.Contains(t, out, "\n96 smaller categories   positive    122      ")
	assert.Contains(t, out, "\n192 smaller categories  negative    243    ")
	assert.Contains(t, rendered(t, r.WriteMarkdown), "| `192 smaller categories` | negative | 243 |")
	assert.Contains(t, rendered(t, r.WriteHTML), "<bdi>192 smaller categories</bdi>")
}

func TestProblemsComeFirst(t *testing.T) {
	r := scary(t, "bad.jsonl", "b", 2)
	assert.True(t, strings.HasPrefix(rendered(t, r.WriteText), "INCOMPLETE: 1 problem: pairs are missing from these figures\nread: "))
	page := rendered(t, r.WriteHTML)
	assert.Contains(t, page, "<dt>INCOMPLETE</dt>")
	assert.Contains(t, page, `<li class="wrong">bad.jsonl:1: broken b; bad.jsonl</li>`)
	assert.Contains(t, rendered(t, r.WriteMarkdown), "\n- `bad.jsonl:1: broken b; bad.jsonl`\n")
}
