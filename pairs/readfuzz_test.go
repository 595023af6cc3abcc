package pairs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/leakgate/leakgate/corpus"
)

// fuzzLabels are ways to say what labels mean; of each the fuzz test writes a
// record, so that no name is missing.
var fuzzLabels = []Labels{
	{},
	{Positive: []string{"same"}},
	{Positive: []string{"same"}, Negative: []string{"different"}},
	{Negative: []string{"different"}},
}

// FuzzRead: whatever stands in the lines, no panic; each record is a pair,
// ignored, or a problem; and what encoding/json reads of a record is in its
// pair.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		`{"a": "t", "b": "u", "label": "same", "kind": "k", "id": 7}`,
		`{"a": "t", "b": "", "label": 1}` + "\n" + `{"a": "t", "label": false}`,
		"{\"label\": \"different\"}\n\n{\"a\": [], \"b\": {}}\nnull\n[1]",
		`{"a": "\ud800", "b": "u", "label": " SAME "}` + "\r\n" + `{"A": 1, "b": "\u0000", "Label": "x"}`,
		`{"a_id": "t1", "b_id": "t2", "label": 0}` + "\n" + `{"a_id": "t1", "b_id": 3, "label": "independent"}`,
		strings.Repeat("{\n", 50),
	} {
		for how := range byte(8) {
			f.Add([]byte(s), how)
		}
	}
	f.Fuzz(func(t *testing.T, lines []byte, how byte) {
		if bytes.IndexByte(lines, 0) >= 0 || len(lines) > 1<<14 {
			t.Skip("a NUL ends the file")
		}
		labels, byID := fuzzLabels[how&3], how&4 != 0
		content := append([]byte(`{"a":"t1","b":"t2","a_id":"t1","b_id":"t2","label":"same","kind":"k","id":"i"}
{"a":"t1","b":"t2","a_id":"t1","b_id":"t2","label":"different"}
`), lines...)
		opt := corpus.Options{Pairs: corpus.PairTexts, Stdin: bytes.NewReader(content), MaxBlank: 1, BlockSize: 1 + int(how)}
		var texts *corpus.Source
		if byID {
			opt.Pairs = corpus.PairIDs
			texts = corpus.NewSource([]corpus.File{{Path: "-", Format: corpus.JSONL}}, corpus.Options{
				NeedID: true, Stdin: strings.NewReader(`{"id":"t1","text":"one"}` + "\n" + `{"id":"t2","text":" "}`),
			})
		}
		set, err := Read(t.Context(), corpus.NewSource([]corpus.File{{Path: "-", Format: corpus.JSONL}}, opt), labels, texts)
		if err != nil {
			var e *corpus.Error
			if len(labels.Positive) > 0 || set != nil || !errors.As(err, &e) || !strings.Contains(err.Error(), "neither alike nor different") {
				t.Fatal(err)
			}
			return
		}
		checkNothingLost(t, content, set)
		if !byID {
			checkAgainstJSON(t, content, set)
		}
		for _, p := range set.Pairs {
			if p.Label == "" || p.Kind == "" || p.ID == "" || byID && (p.A != "one" && p.A != "" || p.B != "one" && p.B != "") {
				t.Fatalf("%+v", p)
			}
		}
	})
}

func checkNothingLost(t *testing.T, content []byte, set *Set) {
	records, told := 0, len(set.Pairs)
	for line := range bytes.Lines(content) {
		if len(bytes.Trim(line, " \t\r\n")) > 0 {
			records++
		}
	}
	for _, l := range set.Ignored {
		told += l.Pairs
	}
	for _, p := range set.Problems {
		told += max(1, p.More)
	}
	if told != records {
		t.Fatalf("%d records, of which %d are told: %+v", records, told, set)
	}
}

// checkAgainstJSON is the plain twin: the pairs without id, by line.
func checkAgainstJSON(t *testing.T, content []byte, set *Set) {
	byID := map[string]Pair{}
	for _, p := range set.Pairs {
		byID[p.ID] = p
	}
	n := 0
	for line := range bytes.Lines(content) {
		n++
		// Strings as values, and keys written so, leave encoding/json nothing
		// to read otherwise.
		var r map[string]string
		if !utf8.Valid(line) || json.Unmarshal(line, &r) != nil || len(r) != 3 || r["label"] == "" {
			continue
		}
		a, hasA := r["a"]
		b, hasB := r["b"]
		p, ok := byID[fmt.Sprintf("-:%d", n)]
		if !ok || !hasA || !hasB {
			continue
		}
		if p.A != unlessBlank(a) || p.B != unlessBlank(b) || fold(p.Label) != fold(r["label"]) {
			t.Fatalf("line %d: %+v of %q", n, p, line)
		}
	}
}

func unlessBlank(s string) string {
	if strings.TrimSpace(s) == "" {
		return ""
	}
	return s
}
