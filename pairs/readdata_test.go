package pairs

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/ngram"
	"github.com/stretchr/testify/require"
)

// shared has real labelled pairs, and in ref the pairs of an independent program.
const shared = "../../shared/data/"

var cloughLabels = Labels{Positive: []string{"cut", "light", "heavy"}, Negative: []string{"non"}}

// sets are the labelled sets, with how many pairs are positive and ignored.
var sets = []struct {
	file, texts, ref string
	labels           Labels
	positive         int
	ignored          []LabelCount
	kinds            int
}{
	{"argrewrite2/pairs", "", "argrewrite2", Labels{}, 258, nil, 4},
	{"clough_stevenson/pairs", "", "clough_stevenson", cloughLabels, 57, nil, 4},
	{"ir_plag/pairs", "", "ir_plag", Labels{}, 355, nil, 7},
	{"sts_msrp/msrp_pairs", "", "sts_msrp_msrp", Labels{Positive: []string{"paraphrase"}}, 3900, nil, 3},
	{"ota_demo/pairs", "ota_demo/versions", "ota_demo", Labels{Positive: []string{"same", "same-old"}, Negative: []string{"different"}}, 115, []LabelCount{{"reused-text", 1}}, 3},
	{"paper_groups/pairs_paper_len", "", "", Labels{}, 200, nil, 4},
	{"paper_groups/pairs_paper_len_edit23", "", "", Labels{}, 200, nil, 4},
	{"paper_groups/pairs_3x_len", "", "", Labels{}, 200, nil, 4},
	{"paper_groups/pairs_3x_len_edit23", "", "", Labels{}, 200, nil, 4},
}

func TestRealPairs(t *testing.T) {
	if _, err := os.Stat(shared); err != nil {
		t.Skip("no ../../shared/data: ", err)
	}
	for _, s := range sets {
		t.Run(s.file, func(t *testing.T) {
			set := readShared(t, s.file, s.texts, s.labels)
			want := map[string]int{"": 400}[s.ref]
			if s.ref != "" {
				rows := reference(t, s.ref)
				want = len(rows)
				compare(t, rows, set)
			}
			ignored, positive, kinds := 0, 0, map[string]bool{}
			for _, l := range set.Ignored {
				ignored += l.Pairs
			}
			for _, p := range set.Pairs {
				if p.Positive {
					positive++
				}
				kinds[p.Kind] = true
			}
			require.Equal(t, want, len(set.Pairs)+ignored)
			require.Equal(t, s.ignored, set.Ignored)
			require.Equal(t, s.positive, positive)
			require.Len(t, kinds, s.kinds)
			require.Zero(t, set.Blank)
		})
	}
}

func readShared(t *testing.T, file, textFile string, labels Labels) *Set {
	t.Helper()
	opt := corpus.Options{Pairs: corpus.PairTexts}
	var texts *corpus.Source
	if textFile != "" {
		opt.Pairs = corpus.PairIDs
		texts = corpus.NewSource([]corpus.File{{Path: shared + textFile + ".jsonl.gz"}}, corpus.Options{NeedID: true})
	}
	set, err := Read(t.Context(), corpus.NewSource([]corpus.File{{Path: shared + file + ".jsonl.gz"}}, opt), labels, texts)
	require.NoError(t, err)
	require.Empty(t, set.Problems)
	return set
}

// reference gives the rows id, label, kind, ….
func reference(t *testing.T, name string) [][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(shared, "ref", "pairs_"+name+".t2.tsv"))
	require.NoError(t, err)
	var rows [][]string
	for line := range strings.Lines(string(text)) {
		rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return rows[1:]
}

// compare finds each pair of the set in its row, with its score.
func compare(t *testing.T, rows [][]string, set *Set) {
	t.Helper()
	scores, err := Score(t.Context(), set.Pairs, ngram.Scheme{Tokens: ngram.Plain}, []Variant{{}}, 0)
	require.NoError(t, err)
	i := 0
	for _, row := range rows {
		if len(set.Ignored) > 0 && row[1] == set.Ignored[0].Label {
			continue
		}
		p := set.Pairs[i]
		exact := []string{
			strconv.FormatFloat(scores.ByVariant[0][i], 'f', 6, 64),
			strconv.Itoa(scores.Grams[i][0]), strconv.Itoa(scores.Grams[i][1]),
		}
		require.Equal(t, []string{row[3], row[5], row[6]}, exact, "overlap, n-grams of %s", p.ID)
		i++
		kind := row[2]
		if kind == "" {
			kind = row[1]
		}
		require.Equal(t, []string{row[0], row[1], kind}, []string{p.ID, p.Label, p.Kind})
		require.NotEmpty(t, p.A)
		require.NotEmpty(t, p.B)
	}
}

// TestTheSamePairsInEveryFormat: CSV, TSV and every compression give the set
// that JSON lines give.
func TestTheSamePairsInEveryFormat(t *testing.T) {
	for _, name := range []string{"clough_stevenson/pairs", "ir_plag/pairs", "argrewrite2/pairs"} {
		t.Run(name, func(t *testing.T) {
			labels := Labels{}
			if strings.HasPrefix(name, "clough") {
				labels = cloughLabels
			}
			data, err := os.ReadFile(shared + name + ".jsonl.gz")
			if err != nil {
				t.Skip("no ../../shared/data: ", err)
			}
			z, err := gzip.NewReader(bytes.NewReader(data))
			require.NoError(t, err)
			text, err := io.ReadAll(z)
			require.NoError(t, err)
			records := unixLines(t, text)
			want := readAs(t, "p.jsonl", records.jsonl(t), labels)
			require.NotEmpty(t, want.Pairs)
			for file, content := range map[string][]byte{
				"p.csv": records.csv(t, ','), "p.tsv": records.csv(t, '\t'), "stdin": records.csv(t, ','),
				"p.jsonl.zst": squeeze(t, records.jsonl(t)), "p.csv.zst": squeeze(t, records.csv(t, ',')),
			} {
				require.Equal(t, want.Pairs, readAs(t, file, content, labels).Pairs, file)
			}
		})
	}
}

type records []map[string]string

// unixLines parses JSON lines. Carriage returns are dropped, because CSV reads
// \r\n inside quotes as \n.
func unixLines(t *testing.T, text []byte) (list records) {
	t.Helper()
	for line := range bytes.Lines(text) {
		var r map[string]string
		require.NoError(t, json.Unmarshal(line, &r))
		for k, v := range r {
			r[k] = strings.ReplaceAll(v, "\r", "")
		}
		list = append(list, r)
	}
	return list
}

func (list records) jsonl(t *testing.T) []byte {
	var b bytes.Buffer
	for _, r := range list {
		require.NoError(t, json.NewEncoder(&b).Encode(r))
	}
	return b.Bytes()
}

func (list records) csv(t *testing.T, comma rune) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma = comma
	names := []string{"kind", "label", "b", "id", "a"}
	require.NoError(t, w.Write(names))
	for _, r := range list {
		var row []string
		for _, n := range names {
			row = append(row, r[n])
		}
		require.NoError(t, w.Write(row))
	}
	w.Flush()
	require.NoError(t, w.Error())
	return b.Bytes()
}

func squeeze(t *testing.T, text []byte) []byte {
	w, err := zstd.NewWriter(nil)
	require.NoError(t, err)
	defer w.Close()
	return w.EncodeAll(text, nil)
}

func readAs(t *testing.T, name string, content []byte, labels Labels) *Set {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, content, 0o644))
	set, err := Read(t.Context(), corpus.NewSource([]corpus.File{{Path: path}}, corpus.Options{Pairs: corpus.PairTexts}), labels, nil)
	require.NoError(t, err)
	require.Empty(t, set.Problems)
	return set
}
