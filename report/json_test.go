package report

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/detect"
	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/sketch"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const schemaFile = "../docs/report.schema.json"

var schema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	b, err := os.ReadFile(schemaFile)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource(schemaFile, doc); err != nil {
		return nil, err
	}
	return c.Compile(schemaFile)
})

// valid checks a report against the schema, and gives it back parsed into the
// writer's own types, which must know every field.
func valid(t testing.TB, r *Report) (report wholeReport) {
	t.Helper()
	s, err := schema()
	require.NoError(t, err)
	out := rendered(t, r.WriteJSON)
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
	require.NoError(t, err)
	require.NoError(t, s.Validate(doc))
	d := json.NewDecoder(strings.NewReader(out))
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(&report))
	return report
}

// TestReportsFitSchema holds real reports of many kinds against
// docs/report.schema.json, and what they count against one another.
func TestReportsFitSchema(t *testing.T) {
	train, val := reviews+"train.jsonl", reviews+"val.jsonl"
	half, rest := parts(t)
	lines := file(t, "lines.txt", "yes!\nfine day\nVery good, very good indeed, we say, and again: very good.\n")
	bad := file(t, "bad.jsonl", "{\"text\":\"yes!\",\"label\":\"\"}\n{\"text\":\"two\ufffd\"}\nnot json\n\n"+strings.Repeat("{\n", 30))
	csv := file(t, "fields.csv", "id,question,answer\n1,\"How many,\n\"\"a𝔘\"\"?\",Two\n2,…,!\n")
	bits, err := sketch.ParseSpec("bits:256")
	require.NoError(t, err)
	small, err := sketch.ParseSpec("bits:64")
	require.NoError(t, err)
	threshold, err := sketch.ParseThreshold("0.3")
	require.NoError(t, err)
	for name, c := range map[string]struct {
		report *Report
		word   string
	}{
		"default":      {run(t, detect.Options{}, "train", train, "val", val), "leaks"},
		"all pairs":    {run(t, detect.Options{AllPairs: true}, "train", train, "val", val), "leaks"},
		"three splits": {run(t, detect.Options{Matches: 3, Threshold: threshold}, "train", train, "val", half, "test", rest), "leaks"},
		"within":       {run(t, detect.Options{Within: true}, "train", train, "val", val), "leaks"},
		"within one":   {run(t, detect.Options{Within: true}, "train", train), "leaks"},
		"chars":        {run(t, detect.Options{Scheme: ngram.Scheme{Tokens: ngram.Chars}}, "train", train, "val", val), "leaks"},
		"bits":         {run(t, detect.Options{Sketch: bits}, "train", train, "val", val), ""},
		"raw bits":     {run(t, detect.Options{Sketch: bits, Raw: true}, "train", train, "val", val), "leaks"},
		"undecided":    {run(t, detect.Options{Sketch: small}, "train", train, "val", val), "incomplete"},
		"clean":        {run(t, detect.Options{}, "train", csv, "val", lines), "clean"},
		"kinds":        {run(t, detect.Options{FailOn: detect.KindSet(0).With(detect.Boilerplate)}, "train", lines, "val", lines), "allowed"},
		"problems":     {run(t, detect.Options{}, "train", lines, "val", bad), "incomplete"},
		"no file":      {run(t, detect.Options{}, "train", lines, "val", "does/not/exist.jsonl"), "incomplete"},
		"lines":        {run(t, detect.Options{}, "train", bad, "val", lines), "incomplete"},
		"fields": {compare(t, detect.Options{MinGrams: 1, Scheme: ngram.Scheme{N: 1}}, []detect.Input{
			side("train", csv, corpus.Options{Text: []string{"question", "answer"}}),
			side("val", csv, corpus.Options{Text: []string{"answer", "question"}}),
		}), "leaks"},
		"nothing found": {made(words{valName: "v", trainName: "t"}, 0, 3), "clean"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, c.report.NoText = range []bool{false, true} {
				got := valid(t, c.report)
				if c.word != "" {
					assert.Equal(t, c.word, got.Verdict)
				}
				checkCounts(t, c.report, got)
				for i := range got.Findings {
					assert.Equal(t, c.report.NoText, got.Findings[i].Excerpt == "")
				}
			}
		})
	}
}

func checkCounts(t *testing.T, r *Report, got wholeReport) {
	t.Helper()
	assert.Len(t, got.Problems, len(r.Result.Problems))
	files := map[string]bool{}
	for _, s := range got.Splits {
		assert.Equal(t, s.Documents, s.Blank+s.Unique+s.Duplicates)
		for _, f := range s.Files {
			files[s.Name+"\x00"+f.Path] = true
		}
	}
	findings := 0
	for i, c := range got.Comparisons {
		sum := 0
		for _, n := range c.Kinds {
			sum += n
		}
		assert.Equal(t, c.Leaking+c.Kinds["boilerplate"], sum)
		assert.InDelta(t, c.Rate*float64(c.Documents), c.Leaking, 1e-6)
		assert.InDelta(t, c.RateUnique*float64(c.Unique), c.LeakingUnique, 1e-6)
		assert.LessOrEqual(t, sum, c.Documents)
		assert.Equal(t, r.Verdict.Passed[i], c.Passed)
		findings += len(r.Result.Comparisons[i].Findings)
		if r.Result.Options.AllPairs {
			assert.Equal(t, c.Pairs, len(r.Result.Comparisons[i].Findings))
		}
	}
	assert.Len(t, got.Findings, findings)
	for _, f := range got.Findings {
		assert.True(t, files[f.Validation.Split+"\x00"+f.Validation.File], f.Validation.File)
		assert.True(t, files[f.Train.Split+"\x00"+f.Train.File], f.Train.File)
		assert.Len(t, f.Fingerprint, 32)
		if f.LabelConflict {
			assert.NotEqual(t, *f.Validation.Label, *f.Train.Label)
		}
	}
}

// TestSchemaIsStrict: a field added to the writer, renamed or left out fails,
// wherever it stands, so that the schema cannot fall behind.
func TestSchemaIsStrict(t *testing.T) {
	s, err := schema()
	require.NoError(t, err)
	r := run(t, detect.Options{}, "train", reviews+"train.jsonl", "val", reviews+"val.jsonl")
	r.Result.Problems = []*corpus.Error{{File: "a", Line: 1, What: "broken", Cure: "mend it"}}
	r.Verdict = Judge(r.Result, r.Allowed, false)
	r.Result.Comparisons[0].Findings = r.Result.Comparisons[0].Findings[:3]
	out := rendered(t, r.WriteJSON)
	optional := []string{"cure", "file", "line", "excerpt", "label", "sha256", "id_field", "label_field"}
	objects := 0
	// visit spoils one object after the other, in place, and mends it again.
	var root any
	var visit func(at string, v any)
	visit = func(at string, v any) {
		if list, ok := v.([]any); ok {
			for _, e := range list[:min(len(list), 2)] {
				visit(at+"[]", e)
			}
		}
		object, ok := v.(map[string]any)
		if !ok {
			return
		}
		objects++
		object["surprise"] = "a"
		require.Error(t, s.Validate(root), "%s: a field added", at)
		delete(object, "surprise")
		for name, value := range object {
			delete(object, name)
			may := slices.Contains(optional, name) && !strings.HasSuffix(at, "validation") && !strings.HasSuffix(at, "train") ||
				name == "label" || at == ".options"
			if !may {
				require.Error(t, s.Validate(root), "%s: %s left out", at, name)
			}
			object[name+"s"] = value
			require.Error(t, s.Validate(root), "%s: %s renamed", at, name)
			delete(object, name+"s")
			if value != nil {
				object[name] = nil
				require.Error(t, s.Validate(root), "%s: %s null", at, name)
			}
			object[name] = value
		}
		for name, value := range object {
			visit(at+"."+name, value)
		}
	}
	var doc any
	doc, err = jsonschema.UnmarshalJSON(strings.NewReader(out))
	require.NoError(t, err)
	root = doc
	visit("", doc)
	require.NoError(t, s.Validate(root), "mended")
	assert.Greater(t, objects, 15)
	for _, change := range [][2]string{
		{`"verdict": "incomplete"`, `"verdict": "dirty"`},
		{`"verdict": "incomplete"`, `"verdict": "clean"`}, // status 3 and problems do not go with it
		{`"status": 3`, `"status": 0`},
		{`"status": 3`, `"status": 2`},
		{`"kind": "exact"`, `"kind": "same"`},
		{`"format": "jsonl"`, `"format": "xml"`},
		{`"score": 1,`, `"score": 1.5,`},
		{`"leakgate-report/1"`, `"leakgate-report/2"`},
		{`"rate": 0`, `"rate": 7`},
	} {
		changed := strings.Replace(out, change[0], change[1], 1)
		require.NotEqual(t, out, changed, change[0])
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(changed))
		require.NoError(t, err)
		assert.Error(t, s.Validate(doc), change[1])
	}
}

// TestSchemaDescribes: every field of the schema says what it means.
func TestSchemaDescribes(t *testing.T) {
	b, err := os.ReadFile(schemaFile)
	require.NoError(t, err)
	var root map[string]any
	require.NoError(t, json.Unmarshal(b, &root))
	defs := root["$defs"].(map[string]any)
	var visit func(at string, node map[string]any)
	visit = func(at string, node map[string]any) {
		if ref, ok := node["$ref"].(string); ok && node["description"] == nil {
			node = defs[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
			assert.NotEmpty(t, node["description"], at)
			return
		}
		assert.NotEmpty(t, node["description"], at)
		properties, _ := node["properties"].(map[string]any)
		if node["type"] == "object" {
			assert.Equal(t, false, node["additionalProperties"], at)
		}
		for name, p := range properties {
			visit(at+"."+name, p.(map[string]any))
		}
	}
	visit("", root)
	for name, d := range defs {
		visit("$defs."+name, d.(map[string]any))
	}
}

// TestRanges cuts the passages out of the original texts by their ranges: both
// sides must hold the same units, as many as the passage says.
func TestRanges(t *testing.T) {
	fields := "id,question,answer\n" +
		"1,\"One 𝔘 two\nthree 👍🏽 four E\u0301 five\",\"six seven\r\neight ein zwei drei vier\"\n" +
		"2,\"ONE 𝔘 Two, three – four é five!\",\"…\u200bsix,  seven eight ein   Zwei drei vier\"\n"
	csv := file(t, "fields.csv", fields)
	twoFields := corpus.Options{Text: []string{"question", "answer"}}
	for name, c := range map[string]struct {
		scheme ngram.Scheme
		sides  [2]detect.Input
		texts  map[string]map[string]string
	}{
		"words":  {ngram.Scheme{Tokens: ngram.Words, N: 3}, both(reviews+"train.jsonl", reviews+"val.jsonl", corpus.Options{}), textsOf(t, corpus.Options{}, reviews+"train.jsonl", reviews+"val.jsonl")},
		"plain":  {ngram.Scheme{Tokens: ngram.Plain, N: 2}, both(reviews+"train.jsonl", reviews+"val.jsonl", corpus.Options{}), textsOf(t, corpus.Options{}, reviews+"train.jsonl", reviews+"val.jsonl")},
		"chars":  {ngram.Scheme{Tokens: ngram.Chars, N: 10}, both(reviews+"train.jsonl", reviews+"val.jsonl", corpus.Options{}), textsOf(t, corpus.Options{}, reviews+"train.jsonl", reviews+"val.jsonl")},
		"fields": {ngram.Scheme{Tokens: ngram.Words, N: 2}, both(csv, csv, twoFields), textsOf(t, twoFields, csv)},
	} {
		t.Run(name, func(t *testing.T) {
			r := compare(t, detect.Options{Scheme: c.scheme, AllPairs: true, MinGrams: 5}, c.sides[:])
			h, err := ngram.NewHasher(c.scheme)
			require.NoError(t, err)
			passages := 0
			for _, f := range valid(t, r).Findings {
				for i, p := range f.Passages {
					val := cut(c.texts[f.Validation.ID], p.Validation)
					train := cut(c.texts[f.Train.ID], p.Train)
					units := h.AppendUnits(nil, val)
					length := len(units)
					if c.scheme.Tokens == ngram.Chars { // a space at either end is a unit, but of no text by itself
						length += len([]rune(folded(val))) - len([]rune(strings.TrimSpace(folded(val))))
					}
					require.Equal(t, p.Words, length, "%s: %q", f.Validation.ID, val)
					require.Equal(t, units, h.AppendUnits(nil, train), "%q and %q", val, train)
					if i == 0 {
						whole := strings.Join(strings.Fields(val), " ")
						require.True(t, strings.HasPrefix(whole, strings.TrimSuffix(f.Excerpt, " …")), "%q of %q", f.Excerpt, whole)
					}
					passages++
				}
			}
			assert.Positive(t, passages)
		})
	}
}

func both(train, val string, opt corpus.Options) [2]detect.Input {
	return [2]detect.Input{side("train", train, opt), side("val", val, opt)}
}

func textsOf(t *testing.T, opt corpus.Options, paths ...string) map[string]map[string]string {
	t.Helper()
	texts := map[string]map[string]string{}
	names := opt.Text
	if names == nil {
		names = []string{"text"}
	}
	for _, path := range paths {
		for d, err := range side("", path, opt).Source.Documents(t.Context()) {
			require.NoError(t, err)
			texts[strings.Clone(d.ID)] = map[string]string{}
			for i, text := range d.Texts {
				texts[d.ID][names[i]] = strings.Clone(text)
			}
		}
	}
	return texts
}

func folded(s string) string { return regexp.MustCompile(`\s+`).ReplaceAllString(s, " ") }

func cut(texts map[string]string, r jsonRange) string {
	return string([]rune(texts[r.Field])[r.Start:r.End])
}

// replaced is what JSON makes of bytes that are not UTF-8: each becomes U+FFFD.
// The corpus has done the same to ids, labels and texts; only names of files
// can still hold such bytes.
func replaced(s string) string { return string([]rune(s)) }

func checkJSON(t testing.TB, r *Report) {
	t.Helper()
	got := valid(t, r)
	c := &r.Result.Comparisons[0]
	require.Len(t, got.Findings, len(c.Findings))
	for i, f := range got.Findings {
		want := &c.Findings[i]
		for j, d := range []jsonDocument{f.Validation, f.Train} {
			doc := []*detect.Document{&want.Validation, &want.Train}[j]
			split := []int{c.Validation, c.Train}[j]
			require.Equal(t, replaced(doc.ID), d.ID)
			require.Equal(t, replaced(r.name(split)), d.Split)
			require.Equal(t, replaced(r.Result.Splits[split].Files[0].Path), d.File)
			require.Equal(t, []int{doc.Line, doc.Grams}, []int{d.Line, d.N})
			require.Equal(t, doc.HasLabel, d.Label != nil)
			if d.Label != nil {
				require.Equal(t, replaced(doc.Label), *d.Label)
			}
		}
		require.Equal(t, want.Kind.String(), f.Kind)
		require.Equal(t, want.Score, f.Score) // to the bit
		require.Equal(t, []int{want.Shared, want.Others}, []int{f.Shared, f.Others})
		require.Equal(t, replaced(want.Evidence.Excerpt), f.Excerpt)
		require.Equal(t, replaced(r.Result.Splits[1].Files[0].TextFields[want.Evidence.Passages[0].Validation.Field]), f.Passages[0].Validation.Field)
	}
	require.Equal(t, replaced(r.name(1)), got.Comparisons[0].Validation)
}

func TestJSONHostile(t *testing.T) {
	for i, s := range hostile {
		checkJSON(t, made(words{s, s + "a", s, "b" + s, s, s, s}, 2, uint64(i)))
	}
}

func FuzzJSON(f *testing.F) {
	for i, s := range hostile {
		f.Add(s, hostile[(i+5)%len(hostile)], s, hostile[(i+9)%len(hostile)], uint64(i))
	}
	f.Fuzz(func(t *testing.T, id, label, name, excerpt string, seed uint64) {
		checkJSON(t, made(words{id, id + excerpt, name, name + "b", label, excerpt, name}, int(seed%4), seed))
	})
}
