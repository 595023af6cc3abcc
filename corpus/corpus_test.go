package corpus

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// write makes a file in the current folder, and the folders above it.
func write(t testing.TB, path, content string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(content), 0o644))
}

// result is all that a source gives.
type result struct {
	docs []Document
	errs []string // those of the iteration, then those of Err
	info []FileInfo
}

func (r result) texts() []string {
	var all []string
	for _, d := range r.docs {
		all = append(all, strings.Join(d.Texts, "|"))
	}
	return all
}

func read(t testing.TB, files []File, opt Options) (r result) {
	t.Helper()
	s := NewSource(files, opt)
	for d, err := range s.Documents(context.Background()) {
		if err != nil {
			var e *Error
			require.ErrorAs(t, err, &e, "every error is an *Error")
			r.errs = append(r.errs, err.Error())
			continue
		}
		r.docs = append(r.docs, d.Clone())
	}
	if err := s.Err(); err != nil {
		r.errs = append(r.errs, strings.Split(err.Error(), "\n")...)
	}
	r.info = s.Files()
	return r
}

// readOne reads content as a file of that name.
func readOne(t testing.TB, name, content string, opt Options) result {
	t.Helper()
	t.(interface{ Chdir(string) }).Chdir(t.TempDir())
	write(t, name, content)
	return read(t, []File{{Path: name}}, opt)
}

func TestReads(t *testing.T) {
	nbsp := "\u00a0"
	for _, c := range []struct {
		name, file, content string
		opt                 Options
		want                string // id/label/texts of the documents
	}{
		{"jsonl", "a.jsonl", `{"id":"x","text":"a b","label":1}` + "\n" + `{"id":2,"text":"c"}`, Options{}, "x/1/a b 2//c"},
		{"no id", "a.jsonl", "\n\n" + `{"text":"a"}` + "\n", Options{}, "a.jsonl:3//a"},
		{"bom, crlf", "a.jsonl", "\xef\xbb\xbf{\"text\":\"a\"}\r\n\r\n{\"text\":\"b\"}\r\n", Options{}, "a.jsonl:1//a a.jsonl:3//b"},
		{"u+0085 and u+2028 are text", "a.jsonl", "{\"text\":\"a\u0085b\u2028c\"}\n", Options{}, "a.jsonl:1//a\u0085b\u2028c"},
		{"sniffed json", "data", "\n {\"text\":\"a\"}", Options{}, "data:2//a"},
		{"sniffed csv", "data", "id,text\n1,a\n", Options{}, "1//a"},
		{"sniffed tsv", "data", "id\ttext\n1\ta, b\n", Options{}, "1//a, b"},
		{"numbers as they stand", "a.jsonl", `{"text":1.50,"id":1e3,"label":true}`, Options{}, "1e3/true/1.50"},
		{"false as text", "a.jsonl", `{"text":false}`, Options{}, "a.jsonl:1//false"},
		{"null, missing, white", "a.jsonl", "{\"text\":null}\n{\"x\":1}\n{\"text\":\" \\n" + nbsp + "\"}\n{\"text\":\"a\"}", Options{MaxBlank: 1}, "a.jsonl:1// a.jsonl:2// a.jsonl:3// a.jsonl:4//a"},
		{"array of strings", "a.jsonl", `{"text":["a",1,null,"b",true]}`, Options{}, "a.jsonl:1//a\n1\nb\ntrue"},
		{"messages", "a.jsonl", `{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":null},{"role":"tool"},{"content":[{"type":"text","text":"b"},{"type":"image_url"},"c"]}]}`, Options{}, "a.jsonl:1//a\nb\nc"},
		{"priority", "a.jsonl", `{"tweet":"t","content":"c","Body":"b"}`, Options{}, "a.jsonl:1//c"},
		{"case", "a.jsonl", `{"TEXT":"a","ID":"i","Label":"l"}`, Options{}, "i/l/a"},
		{"exact case first", "a.jsonl", `{"TEXT":"a","text":"b"}`, Options{}, "a.jsonl:1//b"},
		{"user's name, other case", "a.jsonl", `{"Story":"a"}`, Options{Text: []string{"story"}}, "a.jsonl:1//a"},
		{"several texts", "a.jsonl", `{"q":"a","r":"b"}`, Options{Text: []string{"r", "q"}}, "a.jsonl:1//b|a"},
		{"nested", "a.jsonl", `{"meta":{"Text":"a","id":7}}`, Options{Text: []string{"meta.text"}, ID: "meta.id"}, "7//a"},
		{"dotted key first", "a.jsonl", `{"meta":{"text":"a"},"meta.text":"b"}`, Options{Text: []string{"meta.text"}}, "a.jsonl:1//b"},
		{"last duplicate wins", "a.jsonl", `{"text":"a","text":"b","m":{"k":1}}`, Options{}, "a.jsonl:1//b"},
		{"escaped key", "a.jsonl", `{"te\u0078t":"a"}`, Options{}, "a.jsonl:1//a"},
		{"nul escape", "a.jsonl", `{"text":"a\u0000b"}`, Options{}, "a.jsonl:1//a\x00b"},
		{"lone surrogates", "a.jsonl", `{"text":"a\ud800b\udc00\ud83d\ude00\ud800\ud83d\ude00\uD800\u0041"}`, Options{}, "a.jsonl:1//a\ufffdb\ufffd😀\ufffd😀\ufffdA"},
		{"NaN elsewhere", "a.jsonl", `{"text":"a","score":NaN,"x":-Infinity}`, Options{}, "a.jsonl:1//a"},
		{"invalid utf-8", "a.jsonl", "{\"text\":\"a\xff\xfeb\"}", Options{}, "a.jsonl:1//a\ufffdb"},
		{"csv", "a.csv", "ID,Text,Label\r\n1,\"a, \"\"b\"\"\r\nc\",x\r\n\r\n2,,\r\n3,d,", Options{}, "1/x/a, \"b\"\nc 2// 3//d"},
		{"csv line numbers", "a.csv", "\"text\"\n\"a\n\nb\"\nc\n", Options{}, "a.csv:2//a\n\nb a.csv:5//c"},
		{"header over lines", "a.csv", "\"some\nthing\",text\n1,a\n", Options{}, "a.csv:3//a"},
		{"lines", "a.txt", "a b\r\n\nc", Options{}, "a.txt:1//a b a.txt:2// a.txt:3//c"},
		{"no document after the last line end", "a.txt", "a\nb\n", Options{}, "a.txt:1//a a.txt:2//b"},
		{"whole", "a.txt", "a\n\nb\n", Options{Format: Text}, "a.txt//a\n\nb\n"},
		{"format given", "a.data", "a\nb\n", Options{Format: Lines}, "a.data:1//a a.data:2//b"},
		{"filter", "a.jsonl", "{\"text\":\"a\",\"split\":\"train\"}\n{\"text\":\"b\",\"split\":\"dev \"}\n{\"text\":{},\"split\":1}", Options{SplitColumn: "split", SplitValues: []string{"dev"}}, "a.jsonl:2//b"},
		{"csv filter", "a.csv", "text,fold\na,1\nb,2\n", Options{SplitColumn: "fold", SplitValues: []string{"2"}}, "a.csv:3//b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := readOne(t, c.file, c.content, c.opt)
			assert.Empty(t, r.errs)
			var got []string
			for _, d := range r.docs {
				got = append(got, d.ID+"/"+d.Label+"/"+strings.Join(d.Texts, "|"))
				assert.Equal(t, d.Label != "", d.HasLabel)
			}
			assert.Equal(t, c.want, strings.Join(got, " "))
		})
	}
}

func TestBadInput(t *testing.T) {
	quoting := `; quote the whole field and double the quotes inside it: "say ""so"""`
	giveDocs := "; give a file with documents, or leave this one out"
	for _, c := range []struct {
		name, file, content string
		opt                 Options
		docs                int
		want                []string
	}{
		{"empty", "a.jsonl", "", Options{}, 0, []string{"a.jsonl: the file is empty" + giveDocs}},
		{"only a bom", "a.csv", "\xef\xbb\xbf", Options{}, 0, []string{"a.csv: the file is empty" + giveDocs}},
		{"blank lines", "a.jsonl", "\n \n", Options{}, 0, []string{"a.jsonl: no documents" + giveDocs}},
		{"header only", "a.csv", "id,text\n", Options{}, 0, []string{"a.csv: a header and no records; give a file with records, or leave this one out"}},
		{"wrong text field", "a.jsonl", `{"id":1,"text":"a"}`, Options{Text: []string{"texx"}}, 0, []string{`a.jsonl: no text field "texx" in the first record, which has "id", "text"; did you mean "text"?`}},
		{"wrong id field", "a.csv", "text,label\na,b\n", Options{ID: "key"}, 0, []string{`a.csv: no id field "key" in the header, which has "text", "label"; use one of these`}},
		{"wrong label field", "a.csv", "text,category\na,b\n", Options{Label: "categry"}, 0, []string{`a.csv: no label field "categry" in the header, which has "text", "category"; did you mean "category"?`}},
		{"wrong column", "a.csv", "text,set\na,b\n", Options{SplitColumn: "split"}, 0, []string{`a.csv: no split column "split" in the header, which has "text", "set"; use one of these`}},
		{"column of lines", "a.txt", "a\n", Options{SplitColumn: "split"}, 0, []string{`a.txt: a text file has no column "split"; give a JSONL, CSV or TSV file`}},
		{"no known field", "a.jsonl", "{\"a\":1}\n{\"b\":1}\n", Options{}, 0, []string{`a.jsonl: no text field is known in the first 2 records, which has "a", "b"; name it: --text NAME`}},
		{"no text at all", "a.jsonl", "{\"text\":\"\"}\n{\"text\":\" \"}", Options{}, 2, []string{`a.jsonl: no document has text in "text"; name the field that holds it: --text NAME`}},
		{"too many blanks", "a.jsonl", "{\"text\":\"\"}\n{\"text\":\" \"}\n{\"text\":\"a\"}", Options{}, 3, []string{`a.jsonl: 2 of 3 documents are blank, more than 50 %; name another field with --text NAME, or allow it with --max-blank 100%`}},
		{"object as text", "a.jsonl", "{\"text\":{\"a\":1}}\n{\"text\":\"a\"}", Options{}, 1, []string{`a.jsonl:1: an object where a text is expected; name the text inside it (--text FIELD.KEY) or another field`}},
		{"array of objects", "a.jsonl", "{\"text\":[{\"a\":1}]}\n{\"text\":[[1]]}", Options{}, 0, []string{
			`a.jsonl:1: an array of objects where a text is expected; name the text inside it (--text FIELD.KEY) or another field`,
			`a.jsonl:2: an array inside an array where a text is expected; name the text inside it (--text FIELD.KEY) or another field`,
		}},
		{"NaN as text", "a.jsonl", "{\"text\":NaN}\n{\"text\":1-2}", Options{}, 0, []string{`a.jsonl:1: NaN where a text is expected; write null or a string`, `a.jsonl:2: 1-2 where a text is expected; write null or a string`}},
		{"object as id", "a.jsonl", `{"text":"a","id":{}}`, Options{}, 0, []string{`a.jsonl:1: an object where a string or number is expected in "id"; name another field with --id, --label or --split-column`}},
		{"strict null, number", "a.jsonl", "{\"text\":null}\n{\"text\":1}\n{\"text\":\"a\"}", Options{Strict: true}, 1, []string{`a.jsonl:1: null where a text is expected; write a string, or leave out --strict`, `a.jsonl:2: a number where a text is expected; write a string, or leave out --strict`}},
		{"strict duplicate", "a.jsonl", "{\"text\":\"a\",\"text\":\"b\"}\n{\"text\":\"a\",\"m\":[{\"k\":\"k\",\"k\":1}]}\n{\"text\":\"c\",\"m\":[\"text\"]}", Options{Strict: true}, 1, []string{
			`a.jsonl:1: the key "text" stands twice; remove one, or leave out --strict: then the last one counts`,
			`a.jsonl:2: the key "k" stands twice; remove one, or leave out --strict: then the last one counts`,
		}},
		{"strict NaN, control", "a.jsonl", "{\"text\":\"a\",\"x\":NaN}\n{\"text\":\"a\tb\"}", Options{Strict: true}, 0, []string{
			`a.jsonl:1: not valid JSON: invalid character 'N' looking for beginning of value (byte 17 of the line); mend or remove the line`,
		}},
		{"strict utf-8", "a.jsonl", "{\"text\":\"b\"}\n{\"text\":\"a\xff\"}", Options{Strict: true}, 1, []string{`a.jsonl:2: invalid UTF-8; mend it, or leave out --strict`}},
		{"strict utf-8 in csv", "a.csv", "text\n\xff\nb\n", Options{Strict: true}, 1, []string{`a.csv:2: invalid UTF-8; mend it, or leave out --strict`}},
		{"strict utf-8 in lines", "a.txt", "\xff\nb\n", Options{Strict: true}, 1, []string{`a.txt:1: invalid UTF-8; mend it, or leave out --strict`}},
		{"cut off at the end", "a.jsonl", "{\"text\":\"a\"}\n{\"text\":\"b", Options{}, 1, []string{`a.jsonl:2: the JSON object is cut off; the file seems to be truncated: fetch it again`}},
		{"pretty-printed", "a.jsonl", "{\n\"text\":\"a\"\n}\n", Options{}, 0, []string{`a.jsonl:1: the JSON object is cut off; write one object a line: jq -c . a.jsonl`}},
		{"garbage in the middle", "a.jsonl", "{\"text\":\"a\"}\nhello\n{\"text\":\"b\"}", Options{}, 2, []string{`a.jsonl:2: not valid JSON: invalid character 'h' looking for beginning of value (byte 1 of the line); mend or remove the line`}},
		{"two objects a line", "a.jsonl", "{\"text\":\"a\"}\n{\"text\":\"a\"}{\"text\":\"b\"}\n", Options{}, 1, []string{`a.jsonl:2: not valid JSON: invalid character '{' after top-level value (byte 13 of the line); mend or remove the line`}},
		{"a string", "a.jsonl", "{\"text\":\"a\"}\n\"b\"\n[1]\n", Options{}, 1, []string{`a.jsonl:2: a string where a JSON object is expected; write one object a line`, `a.jsonl:3: an array where a JSON object is expected; write one object a line`}},
		{"bad escapes", "a.jsonl", "{\"text\":\"a\"}\n{\"text\":\"\\x41\"}\n{\"text\":\"\\u12g4\"}\n", Options{}, 1, []string{
			`a.jsonl:2: not valid JSON: "\\x" is no escape; mend or remove the line`,
			`a.jsonl:3: not valid JSON: "\\u12g4" is no escape; mend or remove the line`,
		}},
		{"too deep", "a.jsonl", "{\"text\":\"a\"}\n{\"text\":" + strings.Repeat("[", 400) + strings.Repeat("]", 400) + "}", Options{}, 1, []string{`a.jsonl:2: not valid JSON: nested deeper than 300; mend or remove the line`}},
		{"nul byte", "a.jsonl", "{\"text\":\"a\"}\n{\"text\":\"b\x00\"}\n{\"text\":\"c\"}\n", Options{}, 1, []string{`a.jsonl:2: NUL byte: not a text file; if it is UTF-16: iconv -f UTF-16 -t UTF-8 a.jsonl`}},
		{"json array", "a.json", "[{\"text\":\"a\"}]", Options{}, 0, []string{`a.json:1: a JSON array, where JSON lines are expected; write one object a line: jq -c '.[]' a.json`}},
		{"json array, sniffed", "my data", "\n[\n", Options{}, 0, []string{`my data:2: a JSON array, where JSON lines are expected; write one object a line: jq -c '.[]' 'my data'`}},
		{"csv as jsonl", "a.jsonl", "id,text\n1,a\n", Options{}, 0, []string{`a.jsonl:1: CSV, where JSON lines are expected; say it: --input-format csv`}},
		{"jsonl as csv", "a.csv", "{\"text\":\"a\"}\n", Options{}, 0, []string{`a.csv:1: JSON lines, where CSV is expected; say it: --input-format jsonl`}},
		{"jsonl as txt", "a.txt", "{\"text\":\"a\"}\n", Options{}, 0, []string{`a.txt:1: JSON lines, where one text a line is expected; say which: --input-format jsonl|lines`}},
		{"tsv as csv", "a.csv", "id\ttext\n1\ta\n", Options{}, 0, []string{`a.csv:1: fields separated by tabs, where commas are expected; say it: --input-format tsv`}},
		{"csv as tsv", "a.tsv", "id,text\n1,a\n", Options{}, 0, []string{`a.tsv:1: fields separated by commas, where tabs are expected; say it: --input-format csv`}},
		{"parquet", "a.jsonl", "PAR1\x15\x00", Options{}, 0, []string{`a.jsonl: a Parquet file, which is not read; write it as JSON lines first`}},
		{"zip", "a.csv", "PK\x03\x04\x00", Options{}, 0, []string{`a.csv: a zip archive, which is not read; unpack it first: unzip a.csv`}},
		{"utf-16", "a.csv", "\xff\xfei\x00d\x00", Options{}, 0, []string{`a.csv: UTF-16 text, where UTF-8 is expected; iconv -f UTF-16 -t UTF-8 a.csv`}},
		{"no format", "data", "hello\nworld\n", Options{}, 0, []string{`data: the format cannot be told from name or content; say it: --input-format jsonl|csv|tsv|lines|text`}},
		{"ragged", "a.csv", "id,text\n1,a\n2,b,c\n3\n4,d\n", Options{}, 2, []string{
			"a.csv:3: the row has 3 fields, the header has 2; quote fields that hold the separator or a line break",
			"a.csv:4: the row has 1 field, the header has 2; quote fields that hold the separator or a line break",
		}},
		{"unclosed quote", "a.csv", "id,text\n1,a\n2,\"b\n3,c\n", Options{}, 1, []string{"a.csv:3: a quoted field begins here and is never closed (nothing behind it was read)" + quoting}},
		{"bare quote", "a.csv", "id,text\n1,a\n2,b \"c\"\n3,d\n", Options{Strict: true}, 1, []string{"a.csv:3: a quote inside an unquoted field (nothing behind it was read)" + quoting}},
		{"text after a quote", "a.csv", "id,text\n1,a\n2,\"b\"c\n3,d\n", Options{}, 1, []string{"a.csv:3: text after the closing quote of a field (nothing behind it was read)" + quoting}},
		{"bad header", "a.csv", "id,te\"xt\n1,a\n", Options{}, 0, []string{"a.csv:1: the header row cannot be read: bare \" in non-quoted-field; the first row names the columns"}},
		{"two columns of one name", "a.csv", "text,text\na,b\n", Options{}, 0, []string{`a.csv:1: the header has 2 columns "text"; rename all but one`}},
		{"long line", "a.jsonl", "{\"text\":\"a\"}\n{\"text\":\"" + strings.Repeat("b", 99) + "\"}\n{\"text\":\"c\"}\n", Options{MaxDocument: 64}, 2, []string{"a.jsonl:2: a record longer than 64 bytes; raise the limit: --max-document 128"}},
		{"long text", "a.txt", strings.Repeat("b", 99), Options{MaxDocument: 64, Format: Text}, 0, []string{"a.txt:1: a record longer than 64 bytes; raise the limit: --max-document 128"}},
		{"no such value", "a.csv", "text,split\na,train\n", Options{SplitColumn: "split", SplitValues: []string{"dev"}}, 0, []string{`a.csv: no record has "dev" in the column "split"; look at the column's values`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := readOne(t, c.file, c.content, c.opt)
			assert.Equal(t, c.want, r.errs)
			assert.Len(t, r.docs, c.docs)
		})
	}
}

func TestMissingAndDenied(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "dir/a.txt", "x")
	r := read(t, []File{{Path: "no.jsonl"}, {Path: "dir"}}, Options{})
	assert.Equal(t, []string{"no.jsonl: no such file or folder; check the path", "dir: a folder where a file is expected; name its files"}, r.errs)
	if os.Getuid() != 0 {
		write(t, "a.jsonl", "{}")
		require.NoError(t, os.Chmod("a.jsonl", 0))
		assert.Equal(t, []string{"a.jsonl: permission denied; make it readable: chmod +r a.jsonl"}, read(t, []File{{Path: "a.jsonl"}}, Options{}).errs)
	}
	assert.Equal(t, "a.jsonl: permission denied; make it readable: chmod +r a.jsonl", openError("a.jsonl", os.ErrPermission).Error())
}

// A file of another kind fails on every line; the first 20 and a count are told.
func TestManyErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.jsonl", "{\"text\":\"a\"}\n"+strings.Repeat("x\n", 30)+"{\"text\":\"b\"}\n")
	write(t, "b.jsonl", strings.Repeat("{\"text\":\"a\"}\n", 3)+"x")
	files := []File{{Path: "a.jsonl"}, {Path: "b.jsonl"}}
	r := read(t, files, Options{BlockSize: 20})
	require.Len(t, r.errs, 22)
	assert.Equal(t, "a.jsonl: 10 more records could not be read", r.errs[20])
	assert.True(t, strings.HasPrefix(r.errs[21], "b.jsonl:4: "))
	assert.Len(t, r.docs, 5)
	assert.Equal(t, []int{30, 1}, []int{r.info[0].Failed, r.info[1].Failed})

	// By blocks, each yields its own; gathered they are the same.
	var list Errors
	s := NewSource(files, Options{BlockSize: 20})
	for b, err := range s.Blocks(context.Background()) {
		list.Add(err)
		if b != nil {
			for _, err := range b.Documents() {
				list.Add(err)
			}
		}
	}
	list.Add(s.Err())
	assert.Equal(t, 22, list.Len())
	var got []string
	for _, e := range list.List() {
		got = append(got, e.Error())
	}
	assert.ElementsMatch(t, r.errs, got)
}

func TestDocument(t *testing.T) {
	d := Document{ID: "a", Texts: []string{"", ""}}
	assert.True(t, d.Blank())
	c := d.Clone()
	d.Texts[1] = "x"
	assert.Equal(t, []string{"", ""}, c.Texts)
	assert.False(t, d.Blank())
	for f := FormatAuto; f <= Text; f++ {
		g, err := ParseFormat(strings.ToUpper(f.String()))
		require.NoError(t, err)
		assert.Equal(t, f, g)
	}
	assert.Equal(t, "Format(9)", Format(9).String())
	_, err := ParseFormat("parquet")
	assert.EqualError(t, err, `unknown input format "parquet"; use one of auto, jsonl, csv, tsv, lines, text`)
	assert.Equal(t, "''", quote(""))
	assert.Equal(t, `'it'\''s'`, quote("it's"))
	cause := errors.New("x")
	assert.ErrorIs(t, &Error{Err: cause}, cause)
	assert.Equal(t, "2 KiB", size(2048))
	assert.Equal(t, "32 MiB", size(DefaultMaxDocument))
	assert.Equal(t, "raise the limit: --max-document 64MiB", tooLong("a", 1, DefaultMaxDocument).Cure)
	assert.Equal(t, "1, 2", list([]string{"1", "2"}))
	assert.Contains(t, list(strings.Fields(strings.Repeat("x ", 40))), "x and 10 more")
}
