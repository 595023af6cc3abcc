package evaluation

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/eval"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const schemaFile = "../../docs/evaluation.schema.json"

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

// wholeReport is a JSON report read back.
type wholeReport struct {
	jsonReport
	Scores []jsonScore `json:"scores"`
}

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

// TestJSONHoldsTheFigures makes every figure again from the scores in the report.
func TestJSONHoldsTheFigures(t *testing.T) {
	all := every(t)
	for name, r := range realReports(t) {
		all[name] = r
	}
	for name, r := range all {
		t.Run(name, func(t *testing.T) {
			got := valid(t, r)
			checkPairs(t, r, got)
			for v := range got.Variants {
				checkVariant(t, r, v, got)
			}
			checkMistakes(t, r, got)
		})
	}
}

// replaced is what JSON makes of bytes that are not UTF-8.
func replaced(s string) string { return string([]rune(s)) }

func checkPairs(t *testing.T, r *Report, got wholeReport) {
	t.Helper()
	require.Len(t, got.Scores, len(r.Set.Pairs))
	require.Equal(t, got.Pairs.Count, got.Pairs.Positive+got.Pairs.Negative)
	short := 0
	for i, s := range got.Scores {
		p := &r.Set.Pairs[i]
		require.Equal(t, []string{replaced(p.ID), replaced(p.Label), replaced(p.Kind)}, []string{s.ID, s.Label, s.Kind})
		require.Equal(t, p.Positive, s.Positive)
		if math.IsInf(r.Scores.MRED[i], 1) {
			require.Nil(t, s.MRED)
		} else {
			require.Equal(t, r.Scores.MRED[i], *s.MRED)
		}
		if min(s.N[0], s.N[1]) < got.Pairs.MinGrams {
			short++
		}
	}
	require.Equal(t, short, got.Pairs.BelowFloor)
	require.Len(t, got.Problems, len(r.Set.Problems))
	require.Len(t, got.Pairs.Ignored, len(r.Set.Ignored))
	require.Len(t, got.Files, len(r.Set.Files))
}

func checkVariant(t *testing.T, r *Report, v int, got wholeReport) {
	t.Helper()
	m, g := &r.Variants[v], &got.Variants[v]
	var scores []eval.Pair
	for _, s := range got.Scores {
		if s.Scores[v] != nil {
			scores = append(scores, eval.Pair{Score: *s.Scores[v], Positive: s.Positive, Kind: s.Kind})
		}
	}
	require.Equal(t, m.Variant.String(), g.Sketch)
	require.Equal(t, []int{len(scores), len(got.Scores) - len(scores)}, []int{g.Scored, g.Saturated})
	choice, err := eval.Choose(scores, eval.Objective{})
	if got.Objective != "f1" {
		o, e := eval.ParseObjective(got.Objective)
		require.NoError(t, e)
		choice, err = eval.Choose(scores, o)
	}
	if err != nil {
		require.Equal(t, err.Error(), g.Error)
		return
	}
	c := choice.Confusion
	require.Equal(t, jsonConfusion{c.TP, c.FP, c.TN, c.FN}, *g.Confusion)
	require.Equal(t, []float64{
		choice.Threshold, choice.Low, c.Precision(), c.Recall(), c.F1(), c.Accuracy(), c.BalancedAccuracy(), c.MCC(),
		eval.AveragePrecision(eval.Sweep(scores)), eval.AUC(eval.Sweep(scores)),
	}, []float64{*g.Threshold, *g.Low, *g.Precision, *g.Recall, *g.F1, *g.Accuracy, *g.BalancedAccuracy, *g.MCC, *g.AveragePrecision, *g.AUC})
	require.Equal(t, eval.At(scores, number(*g.ThresholdDecimal)), c, "what a person types does the same")
	require.Equal(t, finite(m.OutOfSampleF1), g.F1OutOfSample)
	require.Equal(t, newJSONInterval(m.F1Interval), g.F1Interval)
	require.Equal(t, newJSONInterval(m.ThresholdInterval), g.ThresholdInterval)
	var kinds []eval.KindCount
	for _, k := range g.Kinds {
		kinds = append(kinds, eval.KindCount(k))
	}
	require.Equal(t, eval.ByKind(scores, *g.Threshold), kinds)
}

func checkMistakes(t *testing.T, r *Report, got wholeReport) {
	t.Helper()
	v := r.first()
	if v < 0 || r.Mistakes == 0 {
		require.Empty(t, got.Mistakes.Negatives)
		require.Empty(t, got.Mistakes.Positives)
		return
	}
	c := got.Variants[v].Confusion
	for i, list := range [][]jsonMistake{got.Mistakes.Negatives, got.Mistakes.Positives} {
		require.Len(t, list, min(r.Mistakes, max(1, []int{c.FP, c.FN}[i])))
		for j, m := range list {
			s := got.Scores[m.Pair]
			require.Equal(t, []string{s.ID, s.Label, s.Kind}, []string{m.ID, m.Label, m.Kind})
			require.Equal(t, *s.Scores[v], m.Score)
			require.Equal(t, i == 1, s.Positive)
			require.Equal(t, (m.Score >= *got.Variants[v].Threshold) != s.Positive, m.Wrong)
			require.Equal(t, r.NoText, m.A == nil)
			if j > 0 {
				require.True(t, m.Wrong)
				require.Equal(t, i == 0, list[j-1].Score >= m.Score || i == 1 && list[j-1].Score > m.Score)
			}
		}
		for _, s := range got.Scores { // none is worse than the first
			if s.Positive == (i == 1) && s.Scores[v] != nil {
				require.LessOrEqual(t, (1-2*float64(i))**s.Scores[v], (1-2*float64(i))*list[0].Score)
			}
		}
	}
}

// TestSchemaIsStrict: a field added to the writer, renamed or left out fails,
// wherever it stands, so that the schema cannot fall behind.
func TestSchemaIsStrict(t *testing.T) {
	s, err := schema()
	require.NoError(t, err)
	r := small(t)
	r.Tool.Commit = "c0ffee"
	r.Set.Problems = []*corpus.Error{{File: "a", Line: 1, What: "broken", Cure: "mend it"}}
	r.Set.Files[0].Compression, r.Set.Files[0].Skipped = "gz", []string{"README"}
	r.Set.TextFiles = r.Set.Files
	out := rendered(t, r.WriteJSON)
	optional := []string{
		"commit", "compression", "sha256", "id_field", "label_field", "kind_field", "skipped", "file", "line", "cure", "a", "b",
	}
	objects := 0
	// visit spoils one object after the other, in place, and mends it again.
	var root any
	var visit func(at string, v any)
	visit = func(at string, v any) {
		if list, ok := v.([]any); ok {
			for _, e := range list[:min(len(list), 3)] {
				visit(at+"[]", e)
			}
		}
		object, ok := v.(map[string]any)
		if !ok || at == ".options" {
			return
		}
		objects++
		object["surprise"] = "a"
		require.Error(t, s.Validate(root), "%s: a field added", at)
		delete(object, "surprise")
		for name, value := range object {
			delete(object, name)
			if !slices.Contains(optional, name) {
				require.Error(t, s.Validate(root), "%s: %s left out", at, name)
			}
			object[name+"s"] = value
			require.Error(t, s.Validate(root), "%s: %s renamed", at, name)
			delete(object, name+"s")
			object[name] = []any{[]any{1.5}}
			require.Error(t, s.Validate(root), "%s: %s of another type", at, name)
			object[name] = value
		}
		for name, value := range object {
			visit(at+"."+name, value)
		}
	}
	root, err = jsonschema.UnmarshalJSON(strings.NewReader(out))
	require.NoError(t, err)
	visit("", root)
	require.NoError(t, s.Validate(root), "mended")
	assert.Greater(t, objects, 20)
	for _, change := range [][2]string{
		{`"leakgate-evaluation/1"`, `"leakgate-evaluation/2"`},
		{`"objective": "f1"`, `"objective": "best"`},
		{`"format": "jsonl"`, `"format": "xml"`},
		{`"sketch": "grams"`, `"sketch": "gram"`},
		{`"threshold": 0.25`, `"threshold": 1.5`},
		{`"threshold": 0.25`, `"threshold": null`}, // but there is no error
		{`"threshold_decimal": "0.250000000"`, `"threshold_decimal": "0.25"`},
		{`"error": "`, `"sketch": "`},
		{`"f1": null`, `"f1": 0`}, // and there is an error
		{`"n":[0,900]`, `"n":[0]`},
		{`"scores":[0.9,0.85,1]`, `"scores":[0.9,2,1]`},
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
		}
		assert.NotEmpty(t, node["description"], at)
		properties, _ := node["properties"].(map[string]any)
		if properties != nil {
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
