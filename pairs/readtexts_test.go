package pairs

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"github.com/leakgate/leakgate/corpus"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// readIDs reads pairs of ids, and the texts of files given as name, content, ….
func readIDs(t *testing.T, pairs string, opt corpus.Options, files ...string) (*Set, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	source := corpus.NewSource([]corpus.File{write(t, "p.jsonl", pairs)}, corpus.Options{Pairs: corpus.PairIDs})
	var texts []corpus.File
	for i := 0; i < len(files); i += 2 {
		texts = append(texts, write(t, files[i], files[i+1]))
	}
	return Read(t.Context(), source, Labels{}, corpus.NewSource(texts, opt))
}

func ids(list ...string) string {
	var b strings.Builder
	for i := 0; i < len(list); i += 2 {
		fmt.Fprintf(&b, `{"a_id": %q, "b_id": %q, "label": 1}`+"\n", list[i], list[i+1])
	}
	return b.String()
}

func TestIDsPointIntoTexts(t *testing.T) {
	need := corpus.Options{NeedID: true}
	set, err := readIDs(t, ids("x", "y", "y", "3", "z", "x"), need,
		"t.jsonl", `{"id": "x", "text": "tx"}`+"\n"+`{"id": "unused", "text": "tu"}`+"\n"+`{"id": 3, "text": "t3"}`+"\n", "u.csv", "doc_id,text\ny,ty\nz, \n")
	require.NoError(t, err)
	require.Empty(t, set.Problems)
	require.Equal(t, []Pair{
		{ID: "p.jsonl:1", A: "tx", B: "ty", Label: "1", Positive: true, Kind: "1"},
		{ID: "p.jsonl:2", A: "ty", B: "t3", Label: "1", Positive: true, Kind: "1"},
		{ID: "p.jsonl:3", A: "", B: "tx", Label: "1", Positive: true, Kind: "1"},
	}, set.Pairs)
	require.Equal(t, 1, set.Blank)
	require.Equal(t, "p.jsonl", set.Files[0].Path)
	require.Equal(t, "doc_id", set.TextFiles[1].IDField)
	require.Same(t, unsafe.StringData(set.Pairs[0].A), unsafe.StringData(set.Pairs[2].B), "a text stands in memory once")
}

func TestSeveralTextFieldsAreJoined(t *testing.T) {
	set, err := readIDs(t, ids("x", "y"), corpus.Options{Text: []string{"q", "s", "r"}},
		"t.jsonl", `{"id": "x", "q": "t", "s": " ", "r": "u"}`+"\n"+`{"id": "y", "q": " ", "r": " "}`+"\n"+`{"id": "z", "s": "v"}`+"\n")
	require.NoError(t, err)
	require.Empty(t, set.Problems)
	require.Equal(t, "t\nu", set.Pairs[0].A)
	require.Equal(t, "", set.Pairs[0].B)
	require.Equal(t, 1, set.Blank)
}

func TestIDsOfAFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "d/x/1.txt", "t")
	write(t, "d/2.txt", "u")
	files, err := corpus.Resolve([]string{"d"}, corpus.FormatAuto)
	require.NoError(t, err)
	source := corpus.NewSource([]corpus.File{write(t, "p.jsonl", ids("x/1.txt", "2.txt"))}, corpus.Options{Pairs: corpus.PairIDs})
	set, err := Read(t.Context(), source, Labels{}, corpus.NewSource(files, corpus.Options{NeedID: true}))
	require.NoError(t, err)
	require.Empty(t, set.Problems)
	require.Equal(t, "t|u", set.Pairs[0].A+"|"+set.Pairs[0].B)
}

func TestBadTexts(t *testing.T) {
	need := corpus.Options{NeedID: true}
	const x, y = `{"id": "x", "text": "tx"}` + "\n", `{"id": "y", "text": "ty"}` + "\n"
	add := "; add it to the texts, or remove the pair"
	for _, c := range []struct {
		name  string
		pairs string
		opt   corpus.Options
		files []string
		left  int // pairs
		want  []string
	}{
		{"one id twice, two texts", ids("x", "y"), need, []string{"t.jsonl", x + y, "u.csv", "id,text\nz,tz\nx,other\n"}, 1, []string{`u.csv:3: the id "x" has another text at t.jsonl:1; give each text an id of its own`}},
		{"one id twice, one text", ids("x", "y"), need, []string{"t.jsonl", x + y, "u.csv", "id,text\nx,tx\n"}, 1, nil},
		{"an unused id twice", ids("x", "y"), need, []string{"t.jsonl", x + y + `{"id": "z", "text": "1"}` + "\n" + `{"id": "z", "text": "2"}`}, 1, []string{`t.jsonl:4: the id "z" has another text at t.jsonl:3; give each text an id of its own`}},
		{"a missing id", ids("x", "y", "x", "nowhere", "y", "x"), need, []string{"t.jsonl", x + y}, 2, []string{`p.jsonl:2: no text has the id "nowhere"` + add}},
		{"two missing ids", ids("one", "two"), need, []string{"t.jsonl", x}, 0, []string{`p.jsonl:1: no text has the id "one", nor the id "two"` + add}},
		{"one missing id twice", ids("one", "one"), need, []string{"t.jsonl", x}, 0, []string{`p.jsonl:1: no text has the id "one"` + add}},
		{"near", ids("GitHub/Privcy.md#001", "x"), need, []string{"t.jsonl", x + `{"id": "GitHub/Privacy.md#002", "text": "t"}` + "\n" + `{"id": "GitHub/Privacy.md#001", "text": "t"}`}, 0, []string{`p.jsonl:1: no text has the id "GitHub/Privcy.md#001"; did you mean "GitHub/Privacy.md#001"?`}},
		{"near, the second", ids("nowhere", "X"), need, []string{"t.jsonl", x}, 0, []string{`p.jsonl:1: no text has the id "nowhere", nor the id "X"; did you mean "x"?`}},
		{"no id field", ids("x", "y"), need, []string{"t.jsonl", `{"name": "x", "text": "t"}`}, 0, []string{`t.jsonl: no id field is known in the first record, which has "name", "text"; name it: --id NAME`}},
		{"a text without an id", ids("x", "y"), need, []string{"t.jsonl", x + y + `{"text": "t"}`}, 1, []string{`t.jsonl:3: no id in "id"; fill it, or remove the record`}},
		{"the same, if it need not have one", ids("x", "y"), corpus.Options{}, []string{"t.jsonl", x + y + `{"text": "t"}`}, 1, []string{`t.jsonl:3: a text without an id; name the field that holds it: --id NAME`}},
		{"lines", ids("x", "y"), need, []string{"t.txt", "a\nb\n"}, 0, []string{`t.txt: a text file has no ids; give a JSONL, CSV or TSV file, or a folder of texts`}},
		{"a broken pair", "{\n" + ids("x", "y"), need, []string{"t.jsonl", x + y + "{\n"}, 1, []string{
			"p.jsonl:1: the JSON object is cut off; write one object a line: jq -c . p.jsonl",
			"t.jsonl:3: the JSON object is cut off; write one object a line: jq -c . t.jsonl",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			set, err := readIDs(t, c.pairs, c.opt, c.files...)
			require.NoError(t, err)
			require.Equal(t, c.want, problems(set))
			require.Len(t, set.Pairs, c.left)
		})
	}
}

// TestManyMissingIDs: the first are told one by one and looked for, the rest
// counted, and the cost stays that of some passes over the texts.
func TestManyMissingIDs(t *testing.T) {
	var list []string
	var texts strings.Builder
	for i := range 3000 {
		list = append(list, fmt.Sprintf("dcument-%d", i), fmt.Sprintf("document-%d", i))
		fmt.Fprintf(&texts, `{"id": "document-%d", "text": "t"}`+"\n", i)
	}
	set, err := readIDs(t, ids(list...), corpus.Options{NeedID: true}, "t.jsonl", texts.String())
	require.NoError(t, err)
	require.Empty(t, set.Pairs)
	got := problems(set)
	require.Len(t, got, 21)
	require.Equal(t, `p.jsonl:20: no text has the id "dcument-19"; did you mean "document-19"?`, got[19])
	require.Equal(t, "p.jsonl: 2980 more records could not be read", got[20])
}

func TestNearest(t *testing.T) {
	for _, c := range []struct{ name, names, want string }{
		{"light", "cut light heavy", "light"},
		{"plagairized", "independent plagiarized", "plagiarized"},
		{"PLAGIARIZED", "plagiarised plagiarized", "plagiarized"},
		{"doc-12", "doc-13 doc-21 doc-1 doc-122 doc 12", ""},
		{"doc_12", "doc-13 doc-12", "doc-12"},
		{"a.txt", "orig/b.txt orig/a.txt other/a.txt", "orig/a.txt"},
		{"orig/a.txt", "b.txt a.txt", "a.txt"},
		{"a.txt#extra.long.fragment", "a.txt", "a.txt"},
		{"702876", "702977 702876a", "702876a"},
		{"x", "y z", ""},
		{"x", "X", "X"},
		{"ab", "abcdef", ""},
		{"", "a b", ""},
		{"a", "", ""},
		{"копия", "копиа оригинал", "копиа"},
		{"non", "different", ""},
	} {
		require.Equal(t, c.want, nearest(c.name, strings.Fields(strings.ReplaceAll(c.names, "doc 12", "d"))), "%q among %s", c.name, c.names)
	}
}

func TestNearestProperties(t *testing.T) {
	word := rapid.StringMatching(`[A-Ca-c12/]{0,8}`)
	rapid.Check(t, func(t *rapid.T) {
		name, names := word.Draw(t, "name"), rapid.SliceOf(word).Draw(t, "names")
		got := nearest(name, names)
		if got == "" {
			for _, n := range names {
				require.False(t, n != "" && strings.EqualFold(n, name), "%q", n)
			}
			return
		}
		require.Contains(t, names, got)
		digits := func(s string) string {
			return strings.Map(func(r rune) rune {
				if r < '0' || r > '9' {
					return -1
				}
				return r
			}, s)
		}
		require.Equal(t, digits(name), digits(got))
		apart, near := distance(name, got)
		back, again := distance(got, name)
		require.True(t, near && again && apart == back)
	})
}
