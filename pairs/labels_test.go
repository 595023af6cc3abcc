package pairs

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// labelled is a file of pairs with these labels.
func labelled(labels ...string) string {
	var b strings.Builder
	for _, l := range labels {
		fmt.Fprintf(&b, `{"a": "t", "b": "u", "label": %q}`+"\n", l)
	}
	return b.String()
}

// verdicts writes a set as "label+", "label-".
func verdicts(set *Set) string {
	var out []string
	for _, p := range set.Pairs {
		out = append(out, p.Label+map[bool]string{true: "+", false: "-"}[p.Positive])
	}
	return strings.Join(out, " ")
}

func TestLabels(t *testing.T) {
	clough := []string{"non", "cut", "light", "heavy", "non", "cut"}
	ota := []string{"same", "same-old", "different", "reused-text", "different"}
	for _, c := range []struct {
		name    string
		labels  Labels
		file    []string
		want    string
		ignored []LabelCount
	}{
		{"the usual positive ones", Labels{}, usualPositive, "same+ similar+ duplicate+ leak+ plagiarized+ positive+ 1+ true+", nil},
		{"the usual negative ones", Labels{}, usualNegative, "different- independent- non- negative- 0- false-", nil},
		{"case and white space", Labels{}, []string{"SAME", " same", "True", "False\t"}, "SAME+ SAME+ True+ False-", nil},
		{"positive: the rest is negative", Labels{Positive: []string{"cut", "Light "}}, clough, "non- cut+ light+ heavy- non- cut+", nil},
		{"positive replaces the usual", Labels{Positive: []string{"same-old"}}, ota, "same- same-old+ different- reused-text- different-", nil},
		{"both: the rest is ignored", Labels{Positive: []string{"cut"}, Negative: []string{"NON"}}, clough, "non- cut+ non- cut+", []LabelCount{{"heavy", 1}, {"light", 1}}},
		{"both, of ota_demo", Labels{Positive: []string{"same", "same-old"}, Negative: []string{"different"}}, ota, "same+ same-old+ different- different-", []LabelCount{{"reused-text", 1}}},
		{"negative: the usual positive ones stay", Labels{Negative: []string{"not"}}, []string{"same", "not", "1"}, "same+ not- 1+", nil},
		{"negative: other usual negative ones are ignored", Labels{Negative: []string{"independent"}}, []string{"same", "independent", "different", "0", "different"}, "same+ independent-", []LabelCount{{"different", 2}, {"0", 1}}},
		{"negative overrides the usual", Labels{Negative: []string{"similar"}}, []string{"same", "similar"}, "same+ similar-", nil},
		{"a name twice", Labels{Positive: []string{"x", "X"}}, []string{"x", "y"}, "x+ y-", nil},
		{"a name of another script", Labels{Positive: []string{"ГЛЕЙ"}}, []string{"глей", "ü"}, "глей+ ü-", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			set := mustRead(t, labelled(c.file...), c.labels)
			require.Equal(t, c.want, verdicts(set))
			require.Equal(t, c.ignored, set.Ignored)
			require.Empty(t, set.Problems)
		})
	}
}

func repeat(label string, n int) []string {
	labels := make([]string, n)
	for i := range labels {
		labels[i] = label
	}
	return labels
}

func all(lists ...[]string) (labels []string) {
	for _, l := range lists {
		labels = append(labels, l...)
	}
	return labels
}

func TestLabelErrors(t *testing.T) {
	many := []string{}
	for i := range 30 {
		many = append(many, fmt.Sprintf("text %02d", i))
	}
	clough := all(repeat("non", 38), repeat("cut", 19), repeat("light", 19), repeat("heavy", 19))
	for _, c := range []struct {
		name   string
		labels Labels
		file   []string
		usage  bool
		want   string
	}{
		{"unknown beside known", Labels{}, clough, false, `p.jsonl: labels that say neither alike nor different: "cut" (19), "heavy" (19), "light" (19) beside "non" (38); say which are positive, the rest is negative: --positive NAME`},
		{"what is positive already", Labels{}, all(repeat("Same", 2), []string{"same-old", "different"}), false, `p.jsonl: a label that says neither alike nor different: "same-old" (1) beside "Same" (2), "different" (1); say which are positive, the rest is negative: --positive Same,NAME`},
		{"none known", Labels{}, []string{"paraphrase", "not", "not"}, false, `p.jsonl: labels that say neither alike nor different: "not" (2), "paraphrase" (1); say which are positive, the rest is negative: --positive NAME`},
		{"negative alone", Labels{Negative: []string{"non"}}, []string{"non", "cut", "different"}, false, `p.jsonl: a label that says neither alike nor different: "cut" (1) beside "different" (1), "non" (1); say which are positive, the rest is left out: --positive NAME`},
		{"a field that is no label", Labels{}, many, false, `p.jsonl: labels that say neither alike nor different: "text 00" (1), "text 01" (1), "text 02" (1), "text 03" (1), "text 04" (1), "text 05" (1), "text 06" (1), "text 07" (1), "text 08" (1), "text 09" (1) and 20 more; say which are positive, the rest is negative: --positive NAME`},
		{"a long label", Labels{}, []string{strings.Repeat("ä", 99)}, false, `p.jsonl: a label that says neither alike nor different: "` + strings.Repeat("ä", 40) + `…" (1); say which are positive, the rest is negative: --positive NAME`},
		{"misspelt", Labels{Positive: []string{"cut", "lihgt"}}, clough, true, `--positive "lihgt": no pair has this label; there are "non" (38), "cut" (19), "heavy" (19), "light" (19); did you mean "light"?`},
		{"two misspelt", Labels{Positive: []string{"copy"}, Negative: []string{"none"}}, clough, true, `--positive "copy", --negative "none": no pair has this label; there are "non" (38), "cut" (19), "heavy" (19), "light" (19); did you mean "non"?`},
		{"nothing near", Labels{Negative: []string{"0"}}, []string{"1", "2"}, true, `--negative "0": no pair has this label; there are "1" (1), "2" (1); use one of these`},
		{"in both", Labels{Positive: []string{"a", "same"}, Negative: []string{"Same"}}, []string{"same"}, true, `the label "same" stands in both --positive and --negative; name it once`},
		{"empty", Labels{Positive: []string{""}}, []string{"same"}, true, `--positive "": no pair has this label; there are "same" (1); use one of these`},
	} {
		t.Run(c.name, func(t *testing.T) {
			set, err := read(t, "p.jsonl", labelled(c.file...), c.labels)
			require.EqualError(t, err, c.want)
			require.Equal(t, c.usage, inputError(t, err).Usage)
			require.Nil(t, set)
		})
	}
}

// TestLabelErrorBehindProblems: what could not be read may be why a label is
// missing, so that it is told, and first: the status is the data's.
func TestLabelErrorBehindProblems(t *testing.T) {
	_, err := read(t, "p.jsonl", labelled("same")+"{\n", Labels{Positive: []string{"cut"}})
	require.EqualError(t, err, "p.jsonl:2: the JSON object is cut off; write one object a line: jq -c . p.jsonl\n"+
		`--positive "cut": no pair has this label; there are "same" (1); use one of these`)
	require.False(t, inputError(t, err).Usage)
}

// TestMeaningsAgainstTheRules: whatever the names, a label means what the
// comment of Labels says.
func TestMeaningsAgainstTheRules(t *testing.T) {
	label := rapid.SampledFrom(append(append([]string{"cut", "Not", "x"}, usualPositive...), usualNegative...))
	in := func(label string, list []string) bool {
		for _, l := range list {
			if strings.EqualFold(l, label) {
				return true
			}
		}
		return false
	}
	rapid.Check(t, func(t *rapid.T) {
		labels := Labels{
			Positive: rapid.SliceOfN(label, 0, 3).Draw(t, "positive"),
			Negative: rapid.SliceOfN(label, 0, 3).Draw(t, "negative"),
		}
		name := label.Draw(t, "label")
		m, err := labels.meanings()
		both := false
		for _, l := range labels.Positive {
			both = both || in(l, labels.Negative)
		}
		require.Equal(t, both, err != nil)
		if both {
			return
		}
		var want meaning
		p, n := len(labels.Positive) > 0, len(labels.Negative) > 0
		switch {
		case in(name, labels.Positive):
			want = positive
		case in(name, labels.Negative):
			want = negative
		case p && n:
			want = ignored
		case p:
			want = negative
		case in(name, usualPositive):
			want = positive
		case in(name, usualNegative) && n:
			want = ignored
		case in(name, usualNegative):
			want = negative
		}
		require.Equal(t, want, m.label(fold(name)), "%q under %+v", name, labels)
	})
}
