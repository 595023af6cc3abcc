package main

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// qualityTable asks for the tables that `make quality` shows.
var qualityTable = flag.Bool("quality.table", false, "print the figures of quality, with those of the labelled sets (with -run Quality -v)")

// labelledSets are pairs that people have labelled, and how their labels are to
// be read. {data} is referenceData.
var labelledSets = []struct {
	path    string
	options []string
}{
	{"clough_stevenson/pairs", []string{"--positive", "cut,light,heavy"}},
	{"argrewrite2/pairs", nil},
	{"ota_demo/pairs", []string{"--texts", "{data}/ota_demo/versions.jsonl.gz", "--positive", "same,same-old", "--negative", "different"}},
	{"ir_plag/pairs", nil},
	{"sts_msrp/msrp_pairs", []string{"--positive", "paraphrase"}},
	{"paper_groups/pairs_paper_len", []string{"--tokens", "plain"}},
	{"paper_groups/pairs_paper_len_edit23", []string{"--tokens", "plain"}},
	{"paper_groups/pairs_3x_len", []string{"--tokens", "plain"}},
	{"paper_groups/pairs_3x_len_edit23", []string{"--tokens", "plain"}},
}

// TestQualityOfLabelledSets is TestQuality for real pairs. Rewrite its golden
// file, and that of TestQualityOfVerdicts, with make quality UPDATE=-update.
func TestQualityOfLabelledSets(t *testing.T) {
	if !*qualityTable {
		t.Skip("make quality does it: with -race it takes minutes")
	}
	needReference(t)
	var b strings.Builder
	for _, set := range labelledSets {
		var options []string
		for _, o := range set.options {
			options = append(options, strings.Replace(o, "{data}", referenceData, 1))
		}
		printQuality(t, &b, filepath.Join(referenceData, set.path+".jsonl.gz"), options...)
	}
	compareQuality(t, "../../testdata/quality-labelled.txt", b.String())
}

func needReference(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(referenceData); err != nil {
		t.Skip("the reference data is not there: ", err)
	}
	if testing.Short() {
		t.Skip("the reference sets take some seconds")
	}
}

// judgements are the words of those who read the pairs, in the order of the
// table, and what the gate is to do with them; of "partial" either is right.
var (
	judgements = []string{"leak", "near-leak", "partial", "template", "chance"}
	mustFail   = map[string]bool{"leak": true, "near-leak": true, "template": false, "chance": false}
)

// Of the judged pairs of the reference data at least leaksFailing of the leaks
// fail the gate, and at most othersFailing of what shares a template or a phrase
// by chance. Those of testdata/judged.tsv were chosen to be hard: the golden file
// holds them.
const (
	leaksFailing  = .98
	othersFailing = .10
)

// TestQualityOfVerdicts holds what check says of pairs against what readers
// said of them.
func TestQualityOfVerdicts(t *testing.T) {
	needReference(t)
	sets := map[string]map[string]string{}
	kinds := func(set string) map[string]string {
		if sets[set] == nil {
			sets[set] = kindsOfPairs(t, referenceSplit(set, "train"), referenceSplit(set, "val"))
		}
		return sets[set]
	}
	var b strings.Builder
	files, err := filepath.Glob(referenceData + "/ref/judged*.tsv")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		leaks, others := printJudged(t, &b, "ref/"+filepath.Base(file), tableRows(t, file), kinds)
		assert.GreaterOrEqual(t, leaks, leaksFailing, file)
		assert.LessOrEqual(t, others, othersFailing, file)
	}
	own := tableRows(t, "../../testdata/judged.tsv")
	for i, row := range own { // has no figures
		own[i] = slices.Insert(row, 3, "", "", "", "")
	}
	printJudged(t, &b, "testdata/judged.tsv", own, kinds)
	printMessageIDs(t, &b, kinds("newsgroups20"))
	printClean(t, &b)
	compareQuality(t, "../../testdata/quality-verdicts.txt", b.String())
}

// referenceSplit is FOLDER/train or, where a folder has several sets, SET_train.
func referenceSplit(set, side string) string {
	path := filepath.Join(referenceData, set, side+".jsonl.gz")
	if _, err := os.Stat(path); err != nil {
		path = filepath.Join(referenceData, set+"_"+side+".jsonl.gz")
	}
	return path
}

// printJudged is for rows of set, val_id, train_id, overlap, shared, nA, nB,
// judgement, note. It gives the shares of leaks and of others that fail.
func printJudged(t *testing.T, w io.Writer, name string, rows [][]string, kinds func(set string) map[string]string) (leaks, others float64) {
	t.Helper()
	pairs, fails := map[string]int{}, map[string]int{}
	wrong := 0
	var list strings.Builder
	for _, row := range rows {
		word := row[7]
		require.Contains(t, judgements, word, row)
		pairs[word]++
		kind, found := kinds(row[0])[row[1]+"\t"+row[2]]
		if !found {
			kind = "not reported"
		}
		failed := found && kind != "boilerplate"
		if failed {
			fails[word]++
		}
		if must, decided := mustFail[word]; decided && must != failed {
			wrong++
			fmt.Fprintf(&list, "  %s %s ← %s: %s, not %s: %s\n", row[0], row[1], row[2], kind, word, row[8])
		}
	}
	fmt.Fprintf(w, "%s: judged pairs that fail the gate\n\n", name)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "pairs\tfailing\t  judged\n")
	for _, word := range judgements {
		fmt.Fprintf(table, "%d\t%d\t  %s\n", pairs[word], fails[word], word)
	}
	require.NoError(t, table.Flush())
	fmt.Fprintf(w, "\nOn the wrong side: %d\n%s\n", wrong, list.String())

	share := func(a, b string) float64 {
		return float64(fails[a]+fails[b]) / float64(max(pairs[a]+pairs[b], 1))
	}
	return share("leak", "near-leak"), share("template", "chance")
}

// printMessageIDs: articles with one Message-ID were posted to several groups.
func printMessageIDs(t *testing.T, w io.Writer, kinds map[string]string) {
	t.Helper()
	truth := tableRows(t, filepath.Join(referenceData, "newsgroups20/truth_messageid.tsv"))
	count := map[string]int{}
	for _, row := range truth {
		kind, found := kinds[row[0]+"\t"+row[1]]
		if !found {
			kind = "not reported"
		}
		count[kind]++
	}
	fmt.Fprintf(w, "newsgroups20: %d pairs of one Message-ID\n\n", len(truth))
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "pairs\t  reported as\n")
	for _, kind := range slices.Sorted(maps.Keys(count)) {
		fmt.Fprintf(table, "%d\t  %s\n", count[kind], kind)
	}
	require.NoError(t, table.Flush())
	fmt.Fprintln(w)
	assert.Len(t, truth, 162)
	assert.Zero(t, count["not reported"]+count["boilerplate"])
}

// printClean: school problems without a leak; new ones in an old frame are none.
func printClean(t *testing.T, w io.Writer) {
	t.Helper()
	got := invoke(t, nil, "check", "--no-text", referenceSplit("gsm8k", "train"), referenceSplit("gsm8k", "val"))
	for line := range strings.Lines(got.stdout) {
		if strings.HasPrefix(line, "kinds:") || strings.HasPrefix(line, "verdict:") {
			fmt.Fprint(w, "gsm8k, ", line)
		}
	}
	assert.Zero(t, got.status, got.stdout)
}
