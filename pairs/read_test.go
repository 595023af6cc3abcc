package pairs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leakgate/leakgate/corpus"
	"github.com/stretchr/testify/require"
)

// write makes a file in the current folder.
func write(t testing.TB, path, content string) corpus.File {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(content), 0o644))
	return corpus.File{Path: path}
}

// read reads content as a file of that name in a folder of its own.
func read(t *testing.T, name, content string, labels Labels) (*Set, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	source := corpus.NewSource([]corpus.File{write(t, name, content)}, corpus.Options{Pairs: corpus.PairTexts})
	return Read(t.Context(), source, labels, nil)
}

func mustRead(t *testing.T, content string, labels Labels) *Set {
	t.Helper()
	set, err := read(t, "p.jsonl", content, labels)
	require.NoError(t, err)
	return set
}

func inputError(t *testing.T, err error) *corpus.Error {
	t.Helper()
	var e *corpus.Error
	require.ErrorAs(t, err, &e)
	return e
}

func problems(set *Set) (list []string) {
	for _, p := range set.Problems {
		list = append(list, p.Error())
	}
	return list
}

func TestReadKeepsOrderAndPlaces(t *testing.T) {
	t.Chdir(t.TempDir())
	var files []corpus.File
	for i := range 2 {
		var b strings.Builder
		for j := range 200 {
			fmt.Fprintf(&b, `{"a": "a%d-%d", "b": "b", "label": %d, "kind": "k%d "}`+"\n", i, j, j%2, j%3)
		}
		files = append(files, write(t, fmt.Sprintf("%d.jsonl", i), b.String()))
	}
	source := corpus.NewSource(files, corpus.Options{Pairs: corpus.PairTexts, BlockSize: 100})
	set, err := Read(t.Context(), source, Labels{}, nil)
	require.NoError(t, err)
	require.Empty(t, set.Problems)
	require.Len(t, set.Pairs, 400)
	for n, p := range set.Pairs {
		i, j := n/200, n%200
		require.Equal(t, Pair{
			ID: fmt.Sprintf("%d.jsonl:%d", i, j+1), A: fmt.Sprintf("a%d-%d", i, j), B: "b",
			Label: fmt.Sprint(j % 2), Positive: j%2 == 1, Kind: fmt.Sprintf("k%d", j%3),
		}, p)
	}
	require.Equal(t, 200, set.Files[1].Documents)
	require.Equal(t, "kind", set.Files[1].KindField)
	require.Nil(t, set.TextFiles)
}

func TestReadFields(t *testing.T) {
	set := mustRead(t, `{"id": 1, "a": "t", "b": "u", "label": "Same", "kind": "k"}
{"id": "", "a": "t", "b": " ", "label": "SAME", "kind": " "}
{"id": "x", "label": false}
`, Labels{})
	require.Equal(t, []Pair{
		{ID: "1", A: "t", B: "u", Label: "Same", Positive: true, Kind: "k"},
		{ID: "p.jsonl:2", A: "t", Label: "Same", Positive: true, Kind: "Same"},
		{ID: "x", Label: "false", Kind: "false"},
	}, set.Pairs)
	require.Equal(t, 2, set.Blank)
	require.Empty(t, set.Problems)
}

// TestNothingIsLost: a record is a pair, ignored, or a problem.
func TestNothingIsLost(t *testing.T) {
	content := labelled("same", "cut", "cut", "different", "light") + "{\"a\": \"t\", \"b\": \"u\"}\nhello\n" + strings.Repeat("{\"label\": {}}\n", 30)
	set := mustRead(t, content, Labels{Positive: []string{"same"}, Negative: []string{"different"}})
	require.Len(t, set.Pairs, 2)
	require.Equal(t, []LabelCount{{"cut", 2}, {"light", 1}}, set.Ignored)
	got := problems(set)
	require.Len(t, got, 21)
	require.Equal(t, `p.jsonl:6: no label in "label"; fill it, or remove the record`, got[0])
	require.Equal(t, "p.jsonl:7: not valid JSON: invalid character 'h' looking for beginning of value (byte 1 of the line); mend or remove the line", got[1])
	require.Equal(t, `p.jsonl:8: an object where a string or number is expected in "label"; name another field with --text, --id, --label or --kind`, got[2])
	require.Equal(t, "p.jsonl: 12 more records could not be read", got[20])
}

// TestWholeFilesThatCannotBeRead are problems, and no label is missed in them.
func TestWholeFilesThatCannotBeRead(t *testing.T) {
	for name, c := range map[string]struct{ file, content, want string }{
		"empty":    {"p.jsonl", "", "p.jsonl: the file is empty; give a file with documents, or leave this one out"},
		"no label": {"p.csv", "a,b,category\nt,u,same\n", `p.csv: no label field is known in the header, which has "a", "b", "category"; name it: --label NAME`},
		"no text":  {"p.csv", "a,b,label\n,,same\n", `p.csv: no pair has text in "a", "b"; name the fields that hold it: --text NAME,NAME`},
		"lines":    {"p.txt", "t u same\n", "p.txt: a text file holds no pairs; give a JSONL, CSV or TSV file, or say that it is one: --input-format jsonl|csv|tsv"},
	} {
		t.Run(name, func(t *testing.T) {
			set, err := read(t, c.file, c.content, Labels{Positive: []string{"same"}})
			require.NoError(t, err)
			require.Equal(t, []string{c.want}, problems(set))
		})
	}
}

// TestWrongCommandLine: the options are told apart from the data.
func TestWrongCommandLine(t *testing.T) {
	t.Chdir(t.TempDir())
	file := write(t, "p.jsonl", labelled("same"))
	_, err := Read(t.Context(), corpus.NewSource([]corpus.File{file}, corpus.Options{Pairs: corpus.PairTexts, Text: []string{"a"}}), Labels{}, nil)
	require.EqualError(t, err, "p.jsonl: 1 text field named, where a pair has two; name both: --text NAME,NAME")
	require.True(t, inputError(t, err).Usage)
}

func TestSeveralFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	files := []corpus.File{write(t, "1.jsonl", labelled("same", "cut")), write(t, "2.csv", "text_a,text_b,target\nt,u,cut\nt,u,heavy\n")}
	opt := corpus.Options{Pairs: corpus.PairTexts}
	set, err := Read(t.Context(), corpus.NewSource(files, opt), Labels{Positive: []string{"same", "heavy"}}, nil)
	require.NoError(t, err)
	require.Equal(t, "same+ cut- cut- heavy+", verdicts(set))
	require.Equal(t, "2.csv:3", set.Pairs[3].ID)

	_, err = Read(t.Context(), corpus.NewSource(files, opt), Labels{}, nil)
	require.EqualError(t, err, `1.jsonl: labels that say neither alike nor different: "cut" (2), "heavy" (1) beside "same" (1); say which are positive, the rest is negative: --positive same,NAME`)
	_, err = Read(t.Context(), corpus.NewSource(files, opt), Labels{Positive: []string{"x"}}, nil)
	require.EqualError(t, err, `--positive "x": no pair has this label; there are "cut" (2), "heavy" (1), "same" (1); use one of these`)
}

func TestReadStopsWithItsContext(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	cancel(cause)
	source := corpus.NewSource([]corpus.File{write(t, "p.jsonl", labelled("same"))}, corpus.Options{Pairs: corpus.PairTexts})
	set, err := Read(ctx, source, Labels{}, nil)
	require.ErrorIs(t, err, cause)
	require.Nil(t, set)
}

// TestImpossibleSources are mistakes of the caller.
func TestImpossibleSources(t *testing.T) {
	source := func(mode corpus.Pairs) *corpus.Source { return corpus.NewSource(nil, corpus.Options{Pairs: mode}) }
	_, err := Read(t.Context(), source(corpus.NoPairs), Labels{}, nil)
	require.EqualError(t, err, "pairs: the source does not read pairs: set Options.Pairs")
	const mismatch = "pairs: texts go with corpus.PairIDs, and with nothing else"
	_, err = Read(t.Context(), source(corpus.PairIDs), Labels{}, nil)
	require.EqualError(t, err, mismatch)
	_, err = Read(t.Context(), source(corpus.PairTexts), Labels{}, source(corpus.NoPairs))
	require.EqualError(t, err, mismatch)
}
