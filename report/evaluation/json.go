package evaluation

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"math"

	"github.com/leakgate/leakgate/eval"
	"github.com/leakgate/leakgate/pairs"
	"github.com/leakgate/leakgate/report"
)

// Schema is the version of the JSON report (docs/evaluation.schema.json). Fields
// may be added within a version, never renamed or removed.
const Schema = "leakgate-evaluation/1"

type jsonReport struct {
	Schema    string           `json:"schema"`
	Tool      report.Tool      `json:"tool"`
	Command   string           `json:"command"`
	Options   map[string]any   `json:"options"`
	Tokens    string           `json:"tokens"`
	N         int              `json:"n"`
	Objective string           `json:"objective"`
	Files     []report.File    `json:"files"`
	TextFiles []report.File    `json:"text_files"`
	Problems  []report.Problem `json:"problems"`
	Pairs     jsonPairs        `json:"pairs"`
	Variants  []jsonVariant    `json:"variants"`
	Mistakes  jsonMistakes     `json:"mistakes"`
	// scores follow, one by one: there may be many.
}

type jsonPairs struct {
	Count      int         `json:"count"`
	Positive   int         `json:"positive"`
	Negative   int         `json:"negative"`
	Blank      int         `json:"blank"`
	MinGrams   int         `json:"min_grams"`
	BelowFloor int         `json:"below_floor"`
	Ignored    []jsonLabel `json:"ignored"`
}

type jsonLabel struct {
	Label string `json:"label"`
	Pairs int    `json:"pairs"`
}

// jsonVariant has null for each figure that cannot be had.
type jsonVariant struct {
	Sketch            string         `json:"sketch"`
	Error             string         `json:"error,omitempty"`
	Scored            int            `json:"scored"`
	Saturated         int            `json:"saturated"`
	Threshold         *float64       `json:"threshold"`
	ThresholdDecimal  *string        `json:"threshold_decimal"`
	Low               *float64       `json:"low"`
	ThresholdInterval *jsonInterval  `json:"threshold_interval"`
	Confusion         *jsonConfusion `json:"confusion"`
	Precision         *float64       `json:"precision"`
	Recall            *float64       `json:"recall"`
	F1                *float64       `json:"f1"`
	F1Interval        *jsonInterval  `json:"f1_interval"`
	F1OutOfSample     *float64       `json:"f1_out_of_sample"`
	Accuracy          *float64       `json:"accuracy"`
	BalancedAccuracy  *float64       `json:"balanced_accuracy"`
	MCC               *float64       `json:"mcc"`
	AveragePrecision  *float64       `json:"average_precision"`
	AUC               *float64       `json:"auc"`
	Kinds             []jsonKind     `json:"kinds"`
}

type jsonInterval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

type jsonConfusion struct {
	TP int `json:"tp"`
	FP int `json:"fp"`
	TN int `json:"tn"`
	FN int `json:"fn"`
}

type jsonKind struct {
	Kind           string `json:"kind"`
	Positive       bool   `json:"positive"`
	CalledPositive int    `json:"called_positive"`
	CalledNegative int    `json:"called_negative"`
}

type jsonMistakes struct {
	Sketch    *string       `json:"sketch"`
	Negatives []jsonMistake `json:"negatives"`
	Positives []jsonMistake `json:"positives"`
}

type jsonMistake struct {
	Pair  int     `json:"pair"`
	ID    string  `json:"id"`
	Label string  `json:"label"`
	Kind  string  `json:"kind"`
	Score float64 `json:"score"`
	Wrong bool    `json:"wrong"`
	A     *string `json:"a,omitempty"`
	B     *string `json:"b,omitempty"`
}

type jsonScore struct {
	ID       string     `json:"id"`
	Label    string     `json:"label"`
	Kind     string     `json:"kind"`
	Positive bool       `json:"positive"`
	Words    [2]int     `json:"words"`
	N        [2]int     `json:"n"`
	MRED     *float64   `json:"mred"`
	Scores   []*float64 `json:"scores"`
}

// WriteJSON writes all figures and what they were made from: the label and the
// scores of every pair, one a line, so that they can be checked or made again.
func (r *Report) WriteJSON(w io.Writer) error {
	head, err := indented(r.json())
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(w, 1<<16)
	b.Write(bytes.TrimSuffix(head, []byte("\n}")))
	b.WriteString(",\n  \"scores\": [")
	separator := "\n    "
	for i := range r.Set.Pairs {
		line, err := compact(r.jsonScore(i))
		if err != nil {
			return err
		}
		b.WriteString(separator)
		if _, err := b.Write(line); err != nil {
			return err
		}
		separator = ",\n    "
	}
	if len(r.Set.Pairs) > 0 {
		b.WriteString("\n  ")
	}
	b.WriteString("]\n}\n")
	return b.Flush() // a bufio.Writer keeps its first error
}

func indented(v any) ([]byte, error) { return encoded(v, "  ") }

func compact(v any) ([]byte, error) { return encoded(v, "") }

func encoded(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	err := e.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

func (r *Report) json() *jsonReport {
	positive, negative := r.classes()
	s := r.scheme()
	out := &jsonReport{
		Schema: Schema, Tool: r.Tool, Command: r.Command, Options: map[string]any{},
		Tokens: s.Tokens.String(), N: s.N, Objective: r.Objective,
		Files: report.Files(r.Set.Files), TextFiles: report.Files(r.Set.TextFiles), Problems: report.Problems(r.Set.Problems),
		Pairs: jsonPairs{
			Count: len(r.Set.Pairs), Positive: positive, Negative: negative, Blank: r.Set.Blank,
			MinGrams: r.MinGrams, BelowFloor: r.belowFloor(), Ignored: []jsonLabel{},
		},
		Variants: []jsonVariant{}, Mistakes: r.jsonMistakes(),
	}
	for _, o := range r.Options {
		out.Options[o.Name] = o.Value
	}
	for _, l := range r.Set.Ignored {
		out.Pairs.Ignored = append(out.Pairs.Ignored, jsonLabel{l.Label, l.Pairs})
	}
	for i := range r.Variants {
		out.Variants = append(out.Variants, newJSONVariant(&r.Variants[i]))
	}
	return out
}

func newJSONVariant(m *pairs.Measured) jsonVariant {
	out := jsonVariant{Sketch: m.Variant.String(), Scored: len(m.Of), Saturated: m.Saturated, Kinds: []jsonKind{}}
	if m.Evaluation == nil {
		out.Error = m.Err.Error()
		return out
	}
	typed, _ := bounds(m, checkDecimals)
	c := m.Confusion
	out.Threshold, out.ThresholdDecimal, out.Low = finite(m.Threshold), &typed, finite(m.Low)
	out.ThresholdInterval, out.F1Interval = newJSONInterval(m.ThresholdInterval), newJSONInterval(m.F1Interval)
	out.Confusion = &jsonConfusion{c.TP, c.FP, c.TN, c.FN}
	out.Precision, out.Recall, out.F1, out.F1OutOfSample = finite(c.Precision()), finite(c.Recall()), finite(c.F1()), finite(m.OutOfSampleF1)
	out.Accuracy, out.BalancedAccuracy, out.MCC = finite(c.Accuracy()), finite(c.BalancedAccuracy()), finite(c.MCC())
	out.AveragePrecision, out.AUC = finite(m.AveragePrecision), finite(m.AUC)
	for _, k := range m.Kinds {
		out.Kinds = append(out.Kinds, jsonKind{k.Kind, k.Positive, k.CalledPositive, k.CalledNegative})
	}
	return out
}

func newJSONInterval(i eval.Interval) *jsonInterval {
	if math.IsNaN(i.Low) || math.IsNaN(i.High) {
		return nil
	}
	return &jsonInterval{i.Low, i.High}
}

// finite is x, or null for what JSON has no number for.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

func (r *Report) jsonMistakes() jsonMistakes {
	v := r.first()
	out := jsonMistakes{Negatives: []jsonMistake{}, Positives: []jsonMistake{}}
	if v < 0 {
		return out
	}
	name := r.Variants[v].Variant.String()
	out.Sketch = &name
	negatives, positives := r.worst(v)
	for i := range negatives {
		out.Negatives = append(out.Negatives, r.jsonMistake(&negatives[i]))
	}
	for i := range positives {
		out.Positives = append(out.Positives, r.jsonMistake(&positives[i]))
	}
	return out
}

func (r *Report) jsonMistake(m *mistake) jsonMistake {
	out := jsonMistake{Pair: m.index, ID: m.ID, Label: m.Label, Kind: m.Kind, Score: m.score, Wrong: m.wrong}
	if !r.NoText {
		a, b := excerpt(m.A), excerpt(m.B)
		out.A, out.B = &a, &b
	}
	return out
}

func (r *Report) jsonScore(i int) jsonScore {
	p := &r.Set.Pairs[i]
	out := jsonScore{
		ID: p.ID, Label: p.Label, Kind: p.Kind, Positive: p.Positive,
		Words: r.Scores.Words[i], N: r.Scores.Grams[i], MRED: finite(r.Scores.MRED[i]), Scores: []*float64{},
	}
	for v := range r.Scores.ByVariant {
		out.Scores = append(out.Scores, finite(r.Scores.ByVariant[v][i]))
	}
	return out
}
