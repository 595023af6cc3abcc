package corpus

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// collect reads content from standard input.
func collect(content []byte, opt Options) (docs []Document, errs []*Error) {
	opt.Stdin = bytes.NewReader(content)
	s := NewSource([]File{{Path: "-"}}, opt)
	for d, err := range s.Documents(context.Background()) {
		if err != nil {
			errs = append(errs, asError(err, "-"))
			continue
		}
		docs = append(docs, d.Clone())
	}
	_ = s.Err()
	return docs, errs
}

// FuzzJSONL compares one line with encoding/json: what that reads is read here
// with the same text, what it refuses is refused in strict mode.
func FuzzJSONL(f *testing.F) {
	for _, s := range []string{
		`{"text":"a"}`, `{"text":"\ud800\udc00 \ud800x \udc00 \ud83d\ude00"}`, `{"text":"a","text":"\\\""}`, `{"text":"\x"}`, `{"text":"a","x":NaN}`,
		`{"text":1.50}`, `{"te\u0078t":"é\u00e9"}`, `{"text":"a","x":[1,{"y":"\n"}]}`, `{"text":"a","x":Infinity}`, "{\"text\":\"a\tb\"}", `{"text":"a"} {`, `{"text":01}`, `{"text":["a",["b"]]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		if bytes.ContainsAny(line, "\n\x00") || len(line) > 1<<16 {
			return
		}
		content := append([]byte("{\"text\":\"first\"}\n"), line...)
		opt := Options{Format: JSONL, Text: []string{"text"}, ID: "", MaxBlank: 1}
		docs, errs := collect(content, opt)
		opt.Strict = true
		strict, _ := collect(content, opt)
		if bytes.HasPrefix(line, []byte("\xef\xbb\xbf")) || len(trimJSON(line)) == 0 {
			return
		}
		if len(docs)+len(errs) != 2 {
			t.Fatalf("%d documents and %v", len(docs), errs)
		}
		var record map[string]any
		valid := json.Valid(line)
		if !valid && len(strict) > 1 {
			t.Fatalf("strict mode reads what is not JSON: %q", line)
		}
		if !valid || bytes.Count(line, []byte("["))+bytes.Count(line, []byte("{")) > 250 {
			return
		}
		if json.Unmarshal(line, &record) != nil {
			if trimJSON(line)[0] == '{' {
				return // a number out of range: valid, but encoding/json keeps it from float64
			}
			if len(docs) > 1 && !bytes.Equal(trimJSON(line), []byte("null")) {
				t.Fatalf("read as a record: %q", line)
			}
			return
		}
		want, isText := record["text"].(string)
		if !isText {
			return
		}
		for _, name := range idNames { // an object as id is refused
			for k := range record {
				if strings.EqualFold(k, name) {
					return
				}
			}
		}
		for _, name := range labelNames {
			for k := range record {
				if strings.EqualFold(k, name) {
					return
				}
			}
		}
		if len(docs) != 2 {
			t.Fatalf("not read: %q: %v", line, errs)
		}
		if isBlank(want) {
			want = ""
		}
		if utf8.Valid(line) && docs[1].Texts[0] != want {
			t.Fatalf("%q, want %q", docs[1].Texts[0], want)
		}
	})
}

// FuzzCSV compares rows read by blocks of a few bytes with encoding/csv on the
// whole: under Strict all of them, or those before the first quote that it
// refuses; else those that it reads with LazyQuotes, up to the first quote of
// which nobody can tell what it closes.
func FuzzCSV(f *testing.F) {
	for _, s := range []string{
		"a,b\n", "\"a\",\"b\nc\"\n", "\"a\"\"\",\n\n1,2", "a\"b,c\nd,e\n", "\"a\"b,c\n", "\"a", "\"a\"\r\n\"b\"\r", "1\n2,3,4\n", "\r\n\"\"\r\n", "\"\r\n\",\r\n",
	} {
		f.Add([]byte(s), uint8(3))
	}
	f.Fuzz(func(t *testing.T, rows []byte, size uint8) {
		if bytes.IndexByte(rows, 0) >= 0 || len(rows) > 1<<14 {
			return
		}
		content := append([]byte("text,more\n"), rows...)
		opt := Options{Format: CSV, Text: []string{"text", "more"}, MaxBlank: 1, BlockSize: 1 + int(size)}
		checkLazyCSV(t, content, opt)
		if !utf8.Valid(content) {
			return
		}
		opt.Strict = true
		docs, errs := collect(content, opt)

		r := csv.NewReader(bytes.NewReader(content))
		r.FieldsPerRecord = -1
		if _, err := r.Read(); err != nil {
			t.Fatal(err)
		}
		i, ragged := 0, 0
		for {
			row, err := r.Read()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				if len(errs) == 0 {
					t.Fatalf("no error where encoding/csv has %v", err)
				}
				if i != len(docs) {
					t.Fatalf("%d documents, want %d before %v", len(docs), i, err)
				}
				return
			}
			line, _ := r.FieldPos(0)
			if len(row) != 2 {
				ragged++
				continue
			}
			if i >= len(docs) {
				t.Fatalf("row %d is missing: %q; %v", i, row, errs)
			}
			for j, text := range row {
				if isBlank(text) {
					text = ""
				}
				if got := docs[i].Texts[j]; got != strings.ToValidUTF8(text, "\uFFFD") {
					t.Fatalf("row %d: %q, want %q", i, got, text)
				}
			}
			if docs[i].Line != line {
				t.Fatalf("row %d: line %d, want %d", i, docs[i].Line, line)
			}
			i++
		}
		if i != len(docs) || len(errs) != min(ragged, maxErrors+1) {
			t.Fatalf("%d documents and %d errors, want %d and %d: %v", len(docs), len(errs), i, ragged, errs)
		}
	})
}

func checkLazyCSV(t *testing.T, content []byte, opt Options) {
	docs, errs := collect(content, opt)
	r := csv.NewReader(bytes.NewReader(content))
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows = slices.DeleteFunc(rows[1:], func(row []string) bool { return len(row) != 2 })
	unclear := slices.ContainsFunc(errs, func(e *Error) bool { return strings.Contains(e.What, "nothing behind it was read") })
	if len(docs) > len(rows) || len(docs) < len(rows) && !unclear {
		t.Fatalf("%d documents of %d rows: %v", len(docs), len(rows), errs)
	}
	for i, d := range docs {
		for j, text := range rows[i] {
			if isBlank(text) {
				text = ""
			}
			if d.Texts[j] != strings.ToValidUTF8(text, "\uFFFD") {
				t.Fatalf("row %d: %q, want %q", i, d.Texts[j], text)
			}
		}
	}
}
