package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"

	"github.com/leakgate/leakgate/detect"
)

// Schema is the version of the JSON report (docs/report.schema.json). Fields
// may be added within a version, never renamed or removed.
const Schema = "leakgate-report/1"

type jsonReport struct {
	Schema      string           `json:"schema"`
	Tool        Tool             `json:"tool"`
	Verdict     string           `json:"verdict"`
	Status      int              `json:"status"`
	Options     map[string]any   `json:"options"`
	Splits      []jsonSplit      `json:"splits"`
	Comparisons []jsonComparison `json:"comparisons"`
	Problems    []Problem        `json:"problems"`
	// findings follow, one by one: there may be millions.
}

type jsonSplit struct {
	Name         string `json:"name"`
	Documents    int    `json:"documents"`
	Blank        int    `json:"blank"`
	Unique       int    `json:"unique"`
	Duplicates   int    `json:"duplicates"`
	BelowFloor   int    `json:"below_floor"`
	EqualityOnly int    `json:"equality_only"`
	Files        []File `json:"files"`
}

type jsonComparison struct {
	Validation     string         `json:"validation"`
	Train          string         `json:"train"`
	Documents      int            `json:"documents"`
	Leaking        int            `json:"leaking"`
	Rate           float64        `json:"rate"`
	Unique         int            `json:"unique"`
	LeakingUnique  int            `json:"leaking_unique"`
	RateUnique     float64        `json:"rate_unique"`
	Kinds          map[string]int `json:"kinds"`
	Failing        int            `json:"failing"`
	Allowed        string         `json:"allowed"`
	Passed         bool           `json:"passed"`
	LabelsChecked  bool           `json:"labels_checked"`
	LabelConflicts int            `json:"label_conflicts"`
	SharedIDs      int            `json:"shared_ids"`
	Pairs          int            `json:"pairs"`
	PartlyJudged   int            `json:"partly_judged"`
	Undecided      []string       `json:"undecided"`
}

type jsonFinding struct {
	Validation    jsonDocument  `json:"validation"`
	Train         jsonDocument  `json:"train"`
	Kind          string        `json:"kind"`
	Score         float64       `json:"score"`
	Shared        int           `json:"shared"`
	LabelConflict bool          `json:"label_conflict"`
	Differs       *jsonDiffers  `json:"differs,omitempty"`
	Others        int           `json:"others"`
	Fingerprint   string        `json:"fingerprint"`
	Passages      []jsonPassage `json:"passages"`
	Excerpt       string        `json:"excerpt,omitempty"`
}

type jsonDiffers struct {
	Numbers     int  `json:"numbers"`
	SameNumbers int  `json:"same_numbers"`
	Dates       int  `json:"dates"`
	Names       int  `json:"names"`
	OtherWords  int  `json:"other_words"`
	Frame       bool `json:"frame"`
}

type jsonDocument struct {
	Split   string  `json:"split"`
	ID      string  `json:"id"`
	File    string  `json:"file"`
	Line    int     `json:"line"`
	Label   *string `json:"label,omitempty"`
	N       int     `json:"n"`
	Covered float64 `json:"covered"`
}

type jsonPassage struct {
	Words      int       `json:"words"`
	Validation jsonRange `json:"validation"`
	Train      jsonRange `json:"train"`
}

type jsonRange struct {
	Field string `json:"field"`
	Start int    `json:"start"`
	End   int    `json:"end"`
}

// WriteJSON writes the whole report as one indented JSON object. Ranges count
// code points of the original text of the field they name, half-open.
func (r *Report) WriteJSON(w io.Writer) error {
	out := jsonReport{
		Schema: Schema, Tool: r.Tool, Verdict: r.Verdict.Word, Status: r.Verdict.Status,
		Options: map[string]any{}, Splits: []jsonSplit{}, Comparisons: []jsonComparison{},
		Problems: Problems(r.Result.Problems),
	}
	for _, o := range r.Options {
		out.Options[o.Name] = o.Value
	}
	for i := range r.Result.Splits {
		out.Splits = append(out.Splits, r.jsonSplit(i))
	}
	for i := range r.Result.Comparisons {
		c := &r.Result.Comparisons[i]
		out.Comparisons = append(out.Comparisons, r.jsonComparison(c, r.Verdict.Passed[i]))
	}
	head, err := indented(out, "")
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(w, 1<<16)
	b.Write(bytes.TrimSuffix(head, []byte("\n}")))
	b.WriteString(",\n  \"findings\": [")
	separator := "\n    "
	for i := range r.Result.Comparisons {
		c := &r.Result.Comparisons[i]
		for j := range c.Findings {
			finding, err := indented(r.jsonFinding(c, &c.Findings[j]), "    ")
			if err != nil {
				return err
			}
			b.WriteString(separator)
			if _, err := b.Write(finding); err != nil {
				return err
			}
			separator = ",\n    "
		}
	}
	if separator[0] == ',' {
		b.WriteString("\n  ")
	}
	b.WriteString("]\n}\n")
	return b.Flush() // a bufio.Writer keeps its first error
}

// indented is v as JSON without a line end, its lines but the first behind
// prefix.
func indented(v any, prefix string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, "  ")
	err := e.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

func (r *Report) jsonSplit(split int) jsonSplit {
	s := &r.Result.Splits[split]
	return jsonSplit{
		Name: s.Name, Documents: s.Documents, Blank: s.Blank, Unique: s.Unique, Duplicates: s.Duplicates(),
		BelowFloor: s.BelowFloor, EqualityOnly: s.EqualityOnly, Files: Files(s.Files),
	}
}

func (r *Report) jsonComparison(c *detect.Comparison, passed bool) jsonComparison {
	val := &r.Result.Splits[c.Validation]
	out := jsonComparison{
		Validation: val.Name, Train: r.name(c.Train), Documents: val.Documents,
		Leaking: c.Leaking, Rate: rate(c.Leaking, val.Documents),
		Unique: val.Unique, LeakingUnique: c.LeakingUnique, RateUnique: rate(c.LeakingUnique, val.Unique),
		Kinds: map[string]int{}, Failing: c.Failing, Allowed: r.Allowed.String(), Passed: passed,
		LabelsChecked: c.LabelsChecked, LabelConflicts: c.Conflicts, SharedIDs: c.SharedIDs, Pairs: c.Pairs, PartlyJudged: c.PartlyJudged,
		Undecided: []string{},
	}
	for _, k := range detect.Kinds() {
		out.Kinds[k.String()] = c.ByKind[k]
	}
	for i := range c.Undecided {
		out.Undecided = append(out.Undecided, c.Undecided[i].ID)
	}
	return out
}

func (r *Report) jsonFinding(c *detect.Comparison, f *detect.Finding) jsonFinding {
	out := jsonFinding{
		Validation: r.jsonDocument(c.Validation, &f.Validation), Train: r.jsonDocument(c.Train, &f.Train),
		Kind: f.Kind.String(), Score: f.Score, Shared: f.Shared,
		LabelConflict: f.Conflict, Others: f.Others, Passages: []jsonPassage{},
	}
	if d := f.Differs; len(d.Frames()) > 0 {
		out.Differs = &jsonDiffers{d.Numbers, d.SameNumbers, d.Dates, d.Names, d.Others, d.Frame()}
	}
	e := f.Evidence
	if e == nil {
		return out
	}
	out.Fingerprint = e.Fingerprint
	out.Validation.Covered, out.Train.Covered = e.ValidationCovered, e.TrainCovered
	for _, p := range e.Passages {
		out.Passages = append(out.Passages, jsonPassage{
			p.Words,
			jsonRange{r.field(c.Validation, &f.Validation, p.Validation.Field), p.Validation.Start, p.Validation.End},
			jsonRange{r.field(c.Train, &f.Train, p.Train.Field), p.Train.Start, p.Train.End},
		})
	}
	if !r.NoText {
		out.Excerpt = e.Excerpt
	}
	return out
}

func (r *Report) jsonDocument(split int, d *detect.Document) jsonDocument {
	out := jsonDocument{Split: r.name(split), ID: d.ID, Line: d.Line, N: d.Grams}
	if files := r.Result.Splits[split].Files; d.File < len(files) {
		out.File = files[d.File].Path
	}
	if d.HasLabel {
		out.Label = &d.Label
	}
	return out
}

func rate(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
