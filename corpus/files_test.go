package corpus

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func paths(files []File) string {
	var all []string
	for _, f := range files {
		all = append(all, f.Path)
	}
	return strings.Join(all, " ")
}

// tree makes the files in a new current folder; those ending in / are folders.
func tree(t *testing.T, names ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, n := range names {
		if strings.HasSuffix(n, "/") {
			require.NoError(t, os.MkdirAll(n, 0o755))
		} else {
			write(t, n, "text of "+n+"\n")
		}
	}
}

func TestResolve(t *testing.T) {
	tree(t, "b.jsonl", "a.jsonl", "c[1].jsonl", "s/x-2.csv.gz", "s/x-1.csv", "s/deep/y.tsv", "s/README.md", "s/.hidden.csv", "s/.git/z.csv", "odd/part-0", "odd/_SUCCESS")
	for _, c := range []struct {
		patterns string
		format   Format
		want     string
	}{
		{"b.jsonl a.jsonl", FormatAuto, "b.jsonl a.jsonl"},
		{"[ab].jsonl", FormatAuto, "a.jsonl b.jsonl"},
		{"*.jsonl", FormatAuto, "a.jsonl b.jsonl c[1].jsonl"},
		{"c[1].jsonl", FormatAuto, "c[1].jsonl"},
		{"s/x-*", FormatAuto, "s/x-1.csv s/x-2.csv.gz"},
		{"s", FormatAuto, "s/deep/y.tsv s/x-1.csv s/x-2.csv.gz"},
		{"**/*.tsv", FormatAuto, "s/deep/y.tsv"},
		{"s/**", FormatAuto, "s/README.md s/deep/y.tsv s/x-1.csv s/x-2.csv.gz"},
		{"**/x-?.csv", FormatAuto, "s/x-1.csv"},
		{"s/de*", FormatAuto, "s/deep/y.tsv"},
		{"s/.h*", FormatAuto, "s/.hidden.csv"},
		{"- a.jsonl", FormatAuto, "- a.jsonl"},
		{"odd", JSONL, "odd/_SUCCESS odd/part-0"},
		{"./s/x-1.csv", FormatAuto, "./s/x-1.csv"},
	} {
		files, err := Resolve(strings.Fields(c.patterns), c.format)
		require.NoError(t, err, c.patterns)
		assert.Equal(t, c.want, paths(files), c.patterns)
	}
	files, err := Resolve([]string{"s"}, FormatAuto)
	require.NoError(t, err)
	assert.Equal(t, []string{"s/README.md"}, files[0].Skipped)
	abs, err := filepath.Abs("*.jsonl")
	require.NoError(t, err)
	files, err = Resolve([]string{abs}, FormatAuto)
	require.NoError(t, err)
	assert.Len(t, files, 3)
}

func TestResolveErrors(t *testing.T) {
	tree(t, "a.jsonl", "mixed/a.csv.gz", "mixed/b.txt", "none/README.md", "none/x.png", "empty/")
	require.NoError(t, os.Symlink("a.jsonl", "link.jsonl"))
	for _, c := range []struct {
		patterns, want string
		usage          bool
	}{
		{"no.jsonl", "no.jsonl: no such file or folder; check the path", false},
		{"no*.jsonl", "no*.jsonl: no file matches; check the pattern and the folder", false},
		{"a[.jsonl", "a[.jsonl: a malformed pattern; close its brackets", true},
		{"none", "none: the folder has no file to read; it holds README.md, x.png; give .jsonl, .csv, .tsv or .txt files, or say the format: --input-format jsonl|csv|tsv|lines|text", false},
		{"empty", "empty: the folder has no file to read; it holds none; give .jsonl, .csv, .tsv or .txt files, or say the format: --input-format jsonl|csv|tsv|lines|text", false},
		{"mixed", "mixed: the folder holds both record files (a.csv.gz) and texts (b.txt); say which with a glob: 'mixed/**/*.csv.gz' or 'mixed/**/*.txt'", true},
		{"a.jsonl ./a.jsonl", "./a.jsonl: the same file is named twice on one side; name it once", true},
		{"*.jsonl", "link.jsonl: the same file is named twice on one side; name it once", true},
		{"- -", "-: the same file is named twice on one side; name it once", true},
		{"", "no files are given; name files, folders or globs", true},
	} {
		_, err := Resolve(strings.Fields(c.patterns), FormatAuto)
		require.EqualError(t, err, c.want)
		assert.Equal(t, c.usage, asError(err, "").Usage, c.patterns)
	}
	_, err := Resolve([]string{""}, FormatAuto)
	require.EqualError(t, err, "an empty file name; name a file, a folder or a glob")
}

func TestFolderOfTexts(t *testing.T) {
	tree(t, "d/pos/b.txt", "d/pos/x/a.txt", "d/neg/a.txt", "d/top.txt", "d/LICENSE", "d/neg/bad.txt")
	write(t, "d/neg/bad.txt", "a\x00b")
	write(t, "d/neg/empty.txt", "")
	require.NoError(t, os.Symlink("..", "d/neg/loop"))
	require.NoError(t, os.Symlink("gone", "d/neg/gone.txt"))
	files, err := Resolve([]string{"d"}, FormatAuto)
	require.NoError(t, err)
	require.Len(t, files, 1)
	assert.Equal(t, 7, files[0].Len())
	for _, size := range []int{1, 30, 0} {
		r := read(t, files, Options{BlockSize: size, Digest: true})
		var got []string
		for _, d := range r.docs {
			assert.True(t, d.HasID)
			got = append(got, d.ID+" "+d.Label+" "+d.Texts[0])
		}
		assert.Equal(t, []string{
			"neg/a.txt neg text of d/neg/a.txt\n", "neg/empty.txt neg ", "pos/b.txt pos text of d/pos/b.txt\n",
			"pos/x/a.txt pos text of d/pos/x/a.txt\n", "top.txt  text of d/top.txt\n",
		}, got)
		assert.Equal(t, []string{
			"d/neg/bad.txt:1: NUL byte: not a text file; if it is UTF-16: iconv -f UTF-16 -t UTF-8 d/neg/bad.txt",
			"d/neg/gone.txt: no such file or folder; check the path",
		}, r.errs)
		assert.Equal(t, 5, r.info[0].Documents)
		assert.Equal(t, 1, r.info[0].Blank)
		assert.Equal(t, Text, r.info[0].Format)
		assert.Equal(t, []string{"d/LICENSE"}, r.info[0].Skipped)
		assert.Empty(t, r.info[0].SHA256, "not all was read")
	}
	require.NoError(t, os.Remove("d/neg/bad.txt"))
	require.NoError(t, os.Remove("d/neg/gone.txt"))
	files, err = Resolve([]string{"d"}, Text)
	require.NoError(t, err)
	r := read(t, files, Options{Digest: true})
	assert.Empty(t, r.errs)
	assert.Len(t, r.info[0].SHA256, 64)
	assert.Len(t, r.docs, 6, "with LICENSE, as the format is given")
	r = read(t, files, Options{SplitColumn: "x"})
	assert.Equal(t, []string{`d: a folder of texts has no column "x"; give a JSONL, CSV or TSV file`}, r.errs)
	write(t, "d/pos/b.txt", "a\xff")
	r = read(t, files, Options{Strict: true, MaxDocument: 30})
	assert.Equal(t, []string{"d/pos/b.txt: invalid UTF-8; mend it, or leave out --strict"}, r.errs)
	r = read(t, files, Options{MaxDocument: 10})
	assert.Contains(t, r.errs, "d/top.txt:1: a record longer than 10 bytes; raise the limit: --max-document 20")
}

func TestFindSplits(t *testing.T) {
	tree(t, "Train-0.jsonl", "train-1.jsonl.gz", "validation/a.csv", "dev.jsonl", "TEST.tsv", "readme.md", ".trainx.jsonl", "train.log", "other.jsonl")
	splits, err := FindSplits(".", FormatAuto)
	require.NoError(t, err)
	var got []string
	for _, s := range splits {
		got = append(got, s.Name+"="+paths(s.Files))
	}
	assert.Equal(t, []string{"train=Train-0.jsonl train-1.jsonl.gz", "val=dev.jsonl validation/a.csv", "test=TEST.tsv"}, got)

	tree(t, "my data/train.jsonl", "my data/b.jsonl", "my data/c/x.txt")
	_, err = FindSplits("my data", FormatAuto)
	require.EqualError(t, err, "my data: 1 split found by name (train*, val*, dev*, test*) in the folder, which holds b.jsonl, c/, train.jsonl; name the sides: leakgate check --train 'my data'/… --val 'my data'/…")
	assert.True(t, asError(err, "").Usage)
	_, err = FindSplits("gone", FormatAuto)
	require.EqualError(t, err, "gone: no such file or folder; check the path")
}

func TestSplitOf(t *testing.T) {
	for value, want := range map[string]string{
		"train": "train", " TRN ": "train", "training": "train", "val": "val", "Valid": "val", "validation": "val",
		"dev": "val", "eval": "val", "test": "test", "holdout": "test", "1": "", "": "", "trains": "",
	} {
		got, ok := SplitOf(value)
		assert.Equal(t, want, got, value)
		assert.Equal(t, want != "", ok)
	}
	for value, want := range map[string]string{"True": "test", "1": "test", "false": "train", "0 ": "train", "2": "", "train": ""} {
		got, _ := SplitOfColumn("Is_Test", value)
		assert.Equal(t, want, got, value)
	}
	got, _ := SplitOfColumn("split", "dev")
	assert.Equal(t, "val", got)
}

func TestSplitValues(t *testing.T) {
	tree(t, "x")
	write(t, "a.csv", "text,split\na,train\nb, dev \nc,train\nragged\nd,\n")
	write(t, "b.jsonl", "{\"split\":1}\n{\"split\":true}\n{\"split\":\"dev\"}\n{}\n")
	files := []File{{Path: "a.csv"}, {Path: "b.jsonl"}}
	values, err := SplitValues(context.Background(), files, "Split", Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"train", "dev", "", "1", "true"}, values)
	_, err = SplitValues(context.Background(), files, "fold", Options{})
	require.EqualError(t, err, `a.csv: no column "fold" in the header, which has "text", "split"; use one of these`)
	assert.False(t, asError(err, "").Usage)
	write(t, "c.csv", "text,id\n"+strings.Join(strings.Split("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", ""), ",x\n")+",x\n")
	_, err = SplitValues(context.Background(), []File{{Path: "c.csv"}}, "text", Options{})
	require.EqualError(t, err, `c.csv: the column "text" has more than 50 values: it does not tell splits apart; name another with --split-column`)
	assert.True(t, asError(err, "").Usage)
	_, err = SplitValues(context.Background(), []File{{Path: "-"}}, "split", Options{})
	require.EqualError(t, err, "-: standard input cannot be read once a split; save it to a file first")
}

func TestSameFile(t *testing.T) {
	tree(t, "a.jsonl", "b.jsonl", "d/a.txt", "e/b.txt")
	require.NoError(t, os.Symlink("a.jsonl", "link.jsonl"))
	require.NoError(t, os.Link("d/a.txt", "e/hard.txt"))
	resolve := func(p string) []File {
		files, err := Resolve([]string{p}, FormatAuto)
		require.NoError(t, err)
		return files
	}
	for _, c := range []struct{ a, b, want string }{
		{"a.jsonl", "b.jsonl", ""},
		{"a.jsonl", "./a.jsonl", "a.jsonl"},
		{"link.jsonl", "a.jsonl", "link.jsonl"},
		{"-", "-", "-"},
		{"-", "a.jsonl", ""},
		{"d", "e", "d/a.txt"},
		{"d", "e/b.txt", ""},
	} {
		got, same := SameFile(resolve(c.a), resolve(c.b))
		assert.Equal(t, c.want, got, c.a+" "+c.b)
		assert.Equal(t, c.want != "", same)
	}
}
