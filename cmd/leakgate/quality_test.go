package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// qualitySketches are the paper's variants, and its arrays corrected.
const qualitySketches = "grams,counts:2048,counts:4096,bits:2048,bits:4096," +
	"counts:2048+corrected,counts:4096+corrected,bits:2048+corrected,bits:4096+corrected"

// TestQuality compares the figures of our own labelled pairs and of the planted
// leaks with those in testdata/quality.txt: no change of code moves one unseen.
// Rewrite them with go test ./cmd/leakgate -run Quality -update.
func TestQuality(t *testing.T) {
	t.Chdir("../..")
	var b strings.Builder
	printQuality(t, &b, "testdata/pairs/pairs.jsonl")
	printPlanned(t, &b)
	compareQuality(t, "testdata/quality.txt", b.String())
}

// compareQuality holds figures against a golden file.
func compareQuality(t *testing.T, path, figures string) {
	t.Helper()
	if *qualityTable {
		fmt.Println(figures)
	}
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(figures), 0o666))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), figures)
}

// evaluated is what of eval's JSON is a figure of quality.
type evaluated struct {
	Pairs struct {
		Count, Positive int
		Ignored         []struct{ Pairs int }
	}
	Variants []struct {
		Sketch                string
		Threshold, Low        float64
		Precision, Recall, F1 float64
		F1OutOfSample         float64 `json:"f1_out_of_sample"`
		Kinds                 []evaluatedKind
	}
}

type evaluatedKind struct {
	Kind           string
	Positive       bool
	CalledPositive int `json:"called_positive"`
	CalledNegative int `json:"called_negative"`
}

func (k evaluatedKind) class() string {
	if k.Positive {
		return "alike"
	}
	return "different"
}

func (k evaluatedKind) errors() int {
	if k.Positive {
		return k.CalledNegative
	}
	return k.CalledPositive
}

// printQuality runs eval with all variants over labelled pairs.
func printQuality(t *testing.T, w io.Writer, path string, options ...string) {
	t.Helper()
	args := []string{"eval", path, "--sketch", qualitySketches, "--format", "json", "--no-text", "--mistakes", "0"}
	got := invoke(t, nil, append(args, options...)...)
	require.Equal(t, 0, got.status, got.stderr)
	var e evaluated
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &e))
	require.Len(t, e.Variants, 9)

	name := filepath.Base(path)
	fmt.Fprintf(w, "%s: %d pairs, %d alike\n\n", filepath.Base(filepath.Dir(path))+"/"+name, e.Pairs.Count, e.Pairs.Positive)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "threshold\tlow\tprecision\trecall\tF1\tunseen F1\t  sketch\n")
	for _, v := range e.Variants {
		fmt.Fprintf(table, "%.6f\t%.6f\t%.4f\t%.4f\t%.4f\t%.4f\t  %s\n",
			v.Threshold, v.Low, v.Precision, v.Recall, v.F1, v.F1OutOfSample, v.Sketch)
	}
	require.NoError(t, table.Flush())

	fmt.Fprint(w, "\nErrors by category; c and b: counts and bits, +: corrected\n")
	for _, v := range e.Variants {
		short := strings.NewReplacer("counts:", "c", "bits:", "b", "corrected", "").Replace(v.Sketch)
		fmt.Fprintf(table, "%s\t", short)
	}
	fmt.Fprint(table, "pairs\t  class and category\n")
	for i, k := range e.Variants[0].Kinds {
		for _, v := range e.Variants {
			require.Equal(t, k.Kind, v.Kinds[i].Kind)
			fmt.Fprintf(table, "%d\t", v.Kinds[i].errors())
		}
		fmt.Fprintf(table, "%d\t  %s: %s\n", k.CalledPositive+k.CalledNegative, k.class(), k.Kind)
	}
	require.NoError(t, table.Flush())
	fmt.Fprintln(w)
}

// printPlanned counts how many of the planted pairs fail the gate.
func printPlanned(t *testing.T, w io.Writer) {
	t.Helper()
	fmt.Fprint(w, "Planted pairs that fail the gate (check --all-pairs)\n\n")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "planted\tfailing\t  as\n")
	for _, corpus := range []string{reviews, reports} {
		fails := failing(t, corpus+"/train.jsonl", corpus+"/val.jsonl")
		planted, failed := map[string]int{}, map[string]int{}
		count := func(kind string, row []string) {
			planted[kind]++
			if fails[row[0]+"\t"+row[1]] {
				failed[kind]++
			}
		}
		for _, row := range tableRows(t, corpus+"/truth.tsv") {
			count(row[6], row)
		}
		if corpus == reviews {
			for _, row := range tableRows(t, corpus+"/not-leaks.tsv") {
				count("look-alike", row)
			}
		}
		for _, kind := range []string{"exact", "val-in-train", "train-in-val", "near", "boilerplate", "look-alike"} {
			if planted[kind] > 0 {
				fmt.Fprintf(table, "%d\t%d\t  %s: %s\n", planted[kind], failed[kind], filepath.Base(corpus), kind)
			}
		}
	}
	require.NoError(t, table.Flush())
}

// failing are the pairs that fail the gate, as "validation id, tab, training
// id": those reported, boilerplate apart.
func failing(t *testing.T, train, val string) map[string]bool {
	t.Helper()
	fails := map[string]bool{}
	for pair, kind := range kindsOfPairs(t, train, val) {
		fails[pair] = kind != "boilerplate"
	}
	return fails
}

// kindsOfPairs is what check calls each pair that it reports.
func kindsOfPairs(t *testing.T, train, val string) map[string]string {
	t.Helper()
	got := invoke(t, nil, "check", "--all-pairs", "--format", "tsv", train, val)
	require.LessOrEqual(t, got.status, 1, got.stderr)
	kinds := map[string]string{}
	for line := range strings.Lines(got.stdout) {
		column := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		kinds[column[0]+"\t"+column[1]] = column[6]
	}
	return kinds
}

// tableRows reads a table without its header.
func tableRows(t *testing.T, path string) (rows [][]string) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	for line := range strings.Lines(string(data)) {
		rows = append(rows, strings.Split(strings.TrimRight(line, "\r\n"), "\t"))
	}
	return rows[1:]
}

// reports is the corpus of periodic reports, seen from the top of the project.
const reports = "testdata/reports"

// nextFinding is where a text report begins another finding or section.
var nextFinding = regexp.MustCompile(` [0-9]+ [01]\.[0-9]{6} | Boilerplate: `)

// TestReports holds the report of every pair against the table that the
// corpus's generator made, and what is said of the words that differ.
func TestReports(t *testing.T) {
	t.Chdir("../..")
	sides := []string{"--all-pairs", reports + "/train.jsonl", reports + "/val.jsonl"}
	got := invoke(t, nil, append([]string{"check", "--format", "tsv"}, sides...)...)
	require.Equal(t, 1, got.status, got.stderr)
	truth, err := os.ReadFile(reports + "/truth.tsv")
	require.NoError(t, err)
	assert.Equal(t, firstColumns(string(truth)), firstColumns(got.stdout))

	text := invoke(t, nil, append([]string{"check", "--limit", "0", "--no-text"}, sides...)...).stdout
	text = strings.Join(strings.Fields(text), " ") // lines are wrapped anywhere
	for _, row := range tableRows(t, reports+"/truth.tsv") {
		_, details, found := strings.Cut(text, row[0]+" ← "+row[1]+" ")
		require.True(t, found, row)
		details = nextFinding.Split(details, 2)[0]
		if row[7] == "-" {
			assert.NotContains(t, details, "differs in", row)
		} else {
			assert.Regexp(t, " differs in: "+row[7]+"( [[:digit:]]|$)", details, row)
		}
	}
	// The same report with a figure corrected differs in numbers too, and fails.
	assert.True(t, slices.ContainsFunc(tableRows(t, reports+"/truth.tsv"), func(row []string) bool {
		return row[6] == "near" && row[7] == "numbers"
	}))
}
