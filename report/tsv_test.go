package report

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/leakgate/leakgate/detect"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// unescape undoes what WriteTSV does to a value.
func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		i++
		b.WriteByte(map[byte]byte{'\\': '\\', 't': '\t', 'n': '\n', 'r': '\r'}[s[i]])
	}
	return b.String()
}

// rows splits a table as a reader does that knows nothing of escapes.
func rows(t testing.TB, r *Report) [][]string {
	t.Helper()
	table := rendered(t, r.WriteTSV)
	header, body, found := strings.Cut(table, "\n")
	require.True(t, found)
	require.Equal(t, "validation_id\ttrain_id\tscore\tshared\tn_validation\tn_train\tkind\tvalidation_split\ttrain_split", header)
	require.NotContains(t, table, "\r")
	var out [][]string
	for line := range strings.Lines(body) {
		require.True(t, strings.HasSuffix(line, "\n"))
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		require.Len(t, cells, 9)
		out = append(out, cells)
	}
	return out
}

func checkTSV(t testing.TB, r *Report) {
	t.Helper()
	got := rows(t, r)
	n := 0
	for i := range r.Result.Comparisons {
		c := &r.Result.Comparisons[i]
		for j := range c.Findings {
			f := &c.Findings[j]
			row := got[n]
			n++
			for at, want := range map[int]string{
				0: f.Validation.ID, 1: f.Train.ID, 6: f.Kind.String(), 7: r.name(c.Validation), 8: r.name(c.Train),
				2: strconv.FormatFloat(f.Score, 'f', 6, 64), 3: strconv.Itoa(f.Shared),
				4: strconv.Itoa(f.Validation.Grams), 5: strconv.Itoa(f.Train.Grams),
			} {
				require.Equal(t, want, unescape(row[at]))
			}
		}
	}
	require.Len(t, got, n)
}

func TestTSVEscapes(t *testing.T) {
	for i, s := range hostile {
		checkTSV(t, made(words{valID: s, trainID: hostile[len(hostile)-1-i], valName: s, trainName: "a" + s, path: s}, 3, uint64(i)))
	}
	row := rows(t, made(words{valID: "a\tb\\n\nc\rd"}, 1, 1))[0]
	assert.Equal(t, `a\tb\\n\nc\rd`, row[0])
}

func TestTSVWithoutFindings(t *testing.T) {
	assert.Empty(t, rows(t, made(words{}, 0, 1)))
}

// TestTSVOrder: comparisons in order; in each the validation side's order, and
// under that best score first.
func TestTSVOrder(t *testing.T) {
	val, test := parts(t)
	r := run(t, detect.Options{AllPairs: true, Within: true}, "train", reviews+"train.jsonl", "val", val, "test", test)
	checkTSV(t, r)
	var splits []string
	last, lastScore, lastPlain := []string(nil), 0.0, false
	for _, row := range rows(t, r) {
		pair := row[8] + " " + row[7]
		if len(splits) == 0 || splits[len(splits)-1] != pair {
			splits, last = append(splits, pair), nil
		}
		score, err := strconv.ParseFloat(row[2], 64)
		require.NoError(t, err)
		leak := row[6] != detect.Boilerplate.String()
		if last != nil {
			require.LessOrEqual(t, last[0], row[0], "ids of the reviews rise with the lines")
			if last[0] == row[0] && leak == lastPlain {
				require.GreaterOrEqual(t, lastScore, score)
			}
		}
		last, lastScore, lastPlain = row, score, leak
	}
	assert.Equal(t, []string{"train train", "train val", "train test", "val val", "val test", "test test"}, splits)
}

func TestTSVSixDecimals(t *testing.T) {
	r := made(words{}, 1, 1)
	f := &r.Result.Comparisons[0].Findings[0]
	score := func(p, q int) string {
		f.Score = float64(p) / float64(q)
		return rows(t, r)[0][2]
	}
	for _, c := range []struct {
		p, q int
		want string
	}{
		{1, 3, "0.333333"},
		{2, 3, "0.666667"},
		{1, 2, "0.500000"},
		{1, 1, "1.000000"},
		{0, 1, "0.000000"},
		{1, 128, "0.007812"}, // a tie goes to even, as C and Python do
		{3, 128, "0.023438"},
		{1, 1_000_000, "0.000001"},
		{999_999_999, 1_000_000_000, "1.000000"},
	} {
		assert.Equal(t, c.want, score(c.p, c.q), "%d/%d", c.p, c.q)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		q := 1 + rng.IntN(100_000)
		p := rng.IntN(q + 1)
		require.Equal(t, strconv.FormatFloat(float64(p)/float64(q), 'f', 6, 64), score(p, q), "%d/%d", p, q)
	}
}

func FuzzTSV(f *testing.F) {
	for i, s := range hostile {
		f.Add(s, hostile[(i+5)%len(hostile)], s, hostile[(i+9)%len(hostile)], uint64(i))
	}
	f.Fuzz(func(t *testing.T, valID, trainID, valName, trainName string, seed uint64) {
		checkTSV(t, made(words{valID: valID, trainID: trainID, valName: valName, trainName: trainName}, int(seed%4), seed))
	})
}
