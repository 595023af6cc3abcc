package report

import (
	"strings"
	"testing"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/detect"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAllowance: the boundary is exact, so each case has the most that may
// leak of the documents read.
func TestAllowance(t *testing.T) {
	for _, c := range []struct {
		typed      string
		read, most int
	}{
		{"0", 1000, 0},
		{"3", 1000, 3},
		{"3", 0, 3},
		{"007", 1000, 7},
		{"9223372036854775807", 1000, 1 << 40},
		{"0%", 1000, 0},
		{"100%", 1000, 1000},
		{"100%", 0, 0},
		{"100.000%", 3, 3},
		{"0.5%", 199, 0},
		{"0.5%", 200, 1},
		{"0.5%", 399, 1},
		{"0.5%", 400, 2},
		{".5%", 200, 1},
		{"5.%", 20, 1},
		{"0.1%", 1000, 1}, // 0.1 has no float64, nor has 29 %
		{"0.1%", 999, 0},
		{"29%", 100, 29},
		{"33.333333333333333333333%", 3, 0},
		{"33.4%", 3, 1},
		{"0.0000001%", 1_000_000_000, 1},
		{"0.0000001%", 999_999_999, 0},
	} {
		a, err := ParseAllowance(c.typed)
		require.NoError(t, err, c.typed)
		assert.Equal(t, c.typed, a.String())
		assert.True(t, a.Allows(0, c.read), "%s of %d", c.typed, c.read)
		assert.True(t, a.Allows(c.most, c.read), "%s of %d", c.typed, c.read)
		if c.most < 1<<40 {
			assert.False(t, a.Allows(c.most+1, c.read), "%s of %d", c.typed, c.read)
		}
	}
	var zero Allowance
	assert.Equal(t, "0", zero.String())
	assert.True(t, zero.Allows(0, 10))
	assert.False(t, zero.Allows(1, 10))
}

func TestParseAllowanceRefuses(t *testing.T) {
	const (
		neither = "is not a number of documents (3) or a percentage (0.5%)"
		bare    = "write 0.5% for per cent"
		percent = "is not a percentage from 0% to 100%"
		huge    = "more documents than there can be"
	)
	for typed, want := range map[string]string{
		"": neither, " ": neither, "-1": neither, "-0": neither, "+3": neither, " 3": neither, "3 ": neither, "1e3": neither, "0x10": neither,
		"1,000": neither, "1_000": neither, "1/2": neither, "inf": neither, "NaN": neither, "half": neither, ".": neither, "1.2.3": neither,
		"½": neither, "٣": neither, "3\x00": neither, "0.5": bare, "1.0": "write 1.0% for per cent", ".5": "write .5% for per cent",
		"99999999999999999999": huge,
		"%":                    percent, "-1%": percent, "101%": percent, "100.0000000000000000000000001%": percent, "5 %": percent, "1e1%": percent,
		"1/2%": percent, "5%%": percent, "NaN%": percent, "inf%": percent, ".%": percent, "0.5.5%": percent, "%5": neither,
	} {
		_, err := ParseAllowance(typed)
		require.Error(t, err, typed)
		assert.Contains(t, err.Error(), want)
	}
	_, err := ParseAllowance(strings.Repeat("9", 10_000))
	assert.Error(t, err)
}

func TestJudge(t *testing.T) {
	allow := func(s string) Allowance {
		a, err := ParseAllowance(s)
		require.NoError(t, err)
		return a
	}
	type comparisons []detect.Comparison
	problem := []*corpus.Error{{What: "broken"}}
	undecided := []detect.Document{{ID: "a"}}
	for name, c := range map[string]struct {
		comparisons comparisons
		problems    []*corpus.Error
		allowed     Allowance
		reportOnly  bool
		word        string
		status      int
		passed      []bool
	}{
		"clean":                       {comparisons{{}}, nil, Allowance{}, false, "clean", 0, []bool{true}},
		"clean, report only":          {comparisons{{}}, nil, Allowance{}, true, "clean", 0, []bool{true}},
		"boilerplate alone is clean":  {comparisons{{Boilerplate: 5}}, nil, Allowance{}, false, "clean", 0, []bool{true}},
		"boilerplate that counts":     {comparisons{{Boilerplate: 5, Failing: 5}}, nil, Allowance{}, false, "leaks", 1, []bool{false}},
		"leaks":                       {comparisons{{Leaking: 1, Failing: 1}}, nil, Allowance{}, false, "leaks", 1, []bool{false}},
		"leaks, report only":          {comparisons{{Leaking: 1, Failing: 1}}, nil, Allowance{}, true, "leaks", 0, []bool{false}},
		"as many as allowed":          {comparisons{{Leaking: 2, Failing: 2}}, nil, allow("1%"), false, "allowed", 0, []bool{true}},
		"one more":                    {comparisons{{Leaking: 3, Failing: 3}}, nil, allow("1%"), false, "leaks", 1, []bool{false}},
		"leaks of kinds not counted":  {comparisons{{Leaking: 3}}, nil, Allowance{}, false, "allowed", 0, []bool{true}},
		"for each pair of splits":     {comparisons{{Leaking: 2, Failing: 2}, {Leaking: 2, Failing: 2}}, nil, allow("2"), false, "allowed", 0, []bool{true, true}},
		"one pair over":               {comparisons{{Leaking: 2, Failing: 2}, {Leaking: 3, Failing: 3}, {}}, nil, allow("2"), false, "leaks", 1, []bool{true, false, true}},
		"a problem":                   {comparisons{{}}, problem, Allowance{}, false, "incomplete", 3, []bool{true}},
		"a problem beats leaks":       {comparisons{{Leaking: 1, Failing: 1}}, problem, Allowance{}, false, "incomplete", 3, []bool{false}},
		"a problem, report only":      {comparisons{{Leaking: 1, Failing: 1}}, problem, Allowance{}, true, "incomplete", 3, []bool{false}},
		"a problem, all allowed":      {comparisons{{}}, problem, allow("100%"), true, "incomplete", 3, []bool{true}},
		"undecided":                   {comparisons{{}, {Undecided: undecided}}, nil, allow("100%"), false, "incomplete", 3, []bool{true, true}},
		"undecided, report only":      {comparisons{{Undecided: undecided}}, nil, Allowance{}, true, "incomplete", 3, []bool{true}},
		"per cent is of what is read": {comparisons{{Leaking: 200, Failing: 200}}, nil, allow("100%"), false, "allowed", 0, []bool{true}},
	} {
		t.Run(name, func(t *testing.T) {
			result := &detect.Result{
				Splits:      []detect.Split{{Documents: 1_000_000}, {Documents: 200}},
				Comparisons: c.comparisons, Problems: c.problems,
			}
			for i := range result.Comparisons {
				result.Comparisons[i].Validation = 1
			}
			assert.Equal(t, Verdict{c.word, c.status, c.passed}, Judge(result, c.allowed, c.reportOnly))
		})
	}
}
