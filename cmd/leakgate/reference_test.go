package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/stretchr/testify/require"
)

// referenceTable asks for the table that `make reference` shows.
var referenceTable = flag.Bool("reference.table", false, "print how the reference sets compare (with -run Reference -v)")

// referenceData has real corpora, and in ref every pair of theirs with its
// exact overlap, found by brute force by another program.
const referenceData = "../../../shared/data"

// referenceSets are the sets to be equal on. Without val the pairs lie inside
// all the train files together.
var referenceSets = []struct {
	name, threshold string
	train           []string
	val, answers    string
}{
	{"newsgroups20", "0.3", []string{"newsgroups20/train"}, "newsgroups20/val", "newsgroups20.t2.tsv"},
	{"bbc_news", "0.3", []string{"bbc_news/train"}, "bbc_news/val", "bbc_news.t2.tsv"},
	{"bbc_news_self", "0.3", []string{"bbc_news/train", "bbc_news/val"}, "", "bbc_news_self.t2.tsv"},
	{"kijiji_rome", "0.3", []string{"kijiji_rome/train"}, "kijiji_rome/val", "kijiji_rome.t2.tsv"},
	{"gsm8k", "0.3", []string{"gsm8k/train"}, "gsm8k/val", "gsm8k.t2.tsv"},
	{"mawps", "0.3", []string{"svamp_mawps_asdiv/cv_mawps_fold0_train"}, "svamp_mawps_asdiv/cv_mawps_fold0_val", "cv_mawps_fold0.t2.tsv"},
	{"asdiv", "0.3", []string{"svamp_mawps_asdiv/cv_asdiv-a_fold0_train"}, "svamp_mawps_asdiv/cv_asdiv-a_fold0_val", "cv_asdiv-a_fold0.t2.tsv"},
	{"svamp", "0.3", []string{"svamp_mawps_asdiv/svamp_train"}, "svamp_mawps_asdiv/svamp_val", "svamp.t2.tsv"},
	{"tweeteval hate", "0.5", []string{"tweeteval/hate_train"}, "tweeteval/hate_val", "tweeteval_hate.t2.tsv"},
	{"tweeteval emoji", "0.5", []string{"tweeteval/emoji_train"}, "tweeteval/emoji_val", "tweeteval_emoji.t2.tsv.gz"},
	{"atis", "0.5", []string{"atis_snips/atis_train"}, "atis_snips/atis_val", "atis.t2.tsv.gz"},
	{"sick", "0.5", []string{"sts_msrp/sick_train"}, "sts_msrp/sick_val", "sick.t2.tsv.gz"},
	{"mbpp", "0.3", []string{"mbpp_humaneval/train"}, "mbpp_humaneval/val", "mbpp_humaneval.t2.tsv.gz"},
}

// TestReference compares leakgate with the reference pair by pair: shared
// n-grams, sizes and score to six decimals, none missing and none extra.
func TestReference(t *testing.T) {
	if _, err := os.Stat(referenceData); err != nil {
		t.Skip("the reference data is not there: ", err)
	}
	if testing.Short() {
		t.Skip("all reference sets take some seconds")
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	if *referenceTable {
		fmt.Fprint(table, "set\tpairs\tmissing\textra\tdifferent\tdocuments/s\t\n")
		defer table.Flush()
	}
	for _, set := range referenceSets {
		t.Run(set.name, func(t *testing.T) {
			within := set.val == ""
			train, documents := referenceSide(t, set.train...)
			args := []string{
				"check", "--tokens", "plain", "--min-grams", "1", "--threshold", set.threshold,
				"--all-pairs", "--format", "tsv", "--text", "text", train,
			}
			if within {
				args = append(args, "--within")
			} else {
				val, n := referenceSide(t, set.val)
				args = append(args, val)
				documents += n
			}
			begin := time.Now()
			got := invoke(t, nil, args...)
			seconds := time.Since(begin).Seconds()
			require.LessOrEqual(t, got.status, 1, got.stderr)
			require.Empty(t, got.stderr)

			want := referenceAnswers(t, set.answers, within)
			var missing, extra, different []string
			found := map[string]bool{}
			for _, pair := range findings(t, got.stdout, within) {
				answer, known := want[pair.key]
				switch {
				case pair.noGrams():
					continue // equality alone judges it, and the reference has no such pairs
				case !known || found[pair.key]:
					extra = append(extra, pair.key)
				case answer != pair.figures:
					different = append(different, pair.key+" "+pair.figures+" for "+answer)
				}
				found[pair.key] = true
			}
			for key := range want {
				if !found[key] {
					missing = append(missing, key)
				}
			}
			fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%.0f\t\n", set.name,
				len(want), len(missing), len(extra), len(different), float64(documents)/seconds)
			for what, pairs := range map[string][]string{"missing": missing, "extra": extra, "different": different} {
				if len(pairs) > 0 {
					t.Errorf("%d %s of %d pairs, such as %q", len(pairs), what, len(want), pairs[:min(3, len(pairs))])
				}
			}
		})
	}
}

// referencePair is one line of a report or of the reference: its ids, and
// score, shared and both n as printed.
type referencePair struct{ key, figures string }

func pairOf(columns []string, unordered bool) referencePair {
	a, b, figures := columns[0], columns[1], columns[2:6]
	if unordered && a > b {
		a, b = b, a
		figures = []string{figures[0], figures[1], figures[3], figures[2]}
	}
	return referencePair{a + "\t" + b, strings.Join(figures, "\t")}
}

func (p referencePair) noGrams() bool {
	columns := strings.Split(p.figures, "\t")
	return columns[2] == "0" || columns[3] == "0"
}

func findings(t *testing.T, tsv string, unordered bool) (pairs []referencePair) {
	t.Helper()
	for line := range strings.Lines(tsv) {
		if strings.HasPrefix(line, "validation_id\t") {
			continue
		}
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		require.Len(t, columns, 9)
		pairs = append(pairs, pairOf(columns, unordered))
	}
	return pairs
}

func referenceAnswers(t *testing.T, name string, unordered bool) map[string]string {
	t.Helper()
	answers := map[string]string{}
	lines := bufio.NewScanner(referenceReader(t, filepath.Join("ref", name)))
	for lines.Scan() {
		columns := strings.Split(lines.Text(), "\t")
		require.Len(t, columns, 6)
		if columns[0] != "val_id" {
			p := pairOf(columns, unordered)
			answers[p.key] = p.figures
		}
	}
	require.NoError(t, lines.Err())
	return answers
}

// referenceReader opens a file of the reference data, decompressed.
func referenceReader(t *testing.T, name string) io.Reader {
	t.Helper()
	f, err := os.Open(filepath.Join(referenceData, name))
	require.NoError(t, err)
	t.Cleanup(func() { f.Close() })
	if filepath.Ext(name) != ".gz" {
		return f
	}
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	return z
}

// referenceSide gives the path of a side and its number of documents; several
// files are put together as one.
func referenceSide(t *testing.T, names ...string) (path string, documents int) {
	t.Helper()
	var all bytes.Buffer
	for _, name := range names {
		_, err := all.ReadFrom(referenceReader(t, name+".jsonl.gz"))
		require.NoError(t, err)
	}
	documents = bytes.Count(all.Bytes(), []byte{'\n'})
	if len(names) == 1 {
		return filepath.Join(referenceData, names[0]+".jsonl.gz"), documents
	}
	path = filepath.Join(t.TempDir(), "all.jsonl")
	require.NoError(t, os.WriteFile(path, all.Bytes(), 0o666))
	return path, documents
}
