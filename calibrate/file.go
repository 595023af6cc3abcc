package calibrate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/leakgate/leakgate/eval"
	"github.com/leakgate/leakgate/sketch"
)

// FileSchema is the version of the calibration file (docs/thresholds.md).
const FileSchema = "leakgate-calibration/1"

// File is a calibration as it is kept. Check takes its threshold from it, and
// refuses one made under other Conditions.
type File struct {
	Schema     string     `json:"schema"`
	Tool       any        `json:"tool,omitempty"`
	Threshold  string     `json:"threshold"` // a decimal over 0 to 1
	Conditions Conditions `json:"conditions"`
	Corpus     []Corpus   `json:"corpus"`
	Evidence   Evidence   `json:"evidence"`
}

// Conditions are the options that a score depends on.
type Conditions struct {
	Scheme   int    `json:"scheme"` // number of text → hash
	Tokens   string `json:"tokens"`
	N        int    `json:"n"`
	Sketch   string `json:"sketch"`
	Raw      bool   `json:"raw"`
	MinGrams int    `json:"min_grams"`
}

// Differences names the conditions in which two calibrations differ.
func (c Conditions) Differences(now Conditions) string {
	var list []string
	for _, d := range []struct {
		name     string
		was, now any
	}{
		{"scheme", c.Scheme, now.Scheme},
		{"--tokens", c.Tokens, now.Tokens},
		{"--n", c.N, now.N},
		{"--sketch", c.Sketch, now.Sketch},
		{"--raw", c.Raw, now.Raw},
		{"--min-grams", c.MinGrams, now.MinGrams},
	} {
		if d.was != d.now {
			list = append(list, fmt.Sprintf("%s %v there, %v here", d.name, d.was, d.now))
		}
	}
	return strings.Join(list, "; ")
}

// Corpus is one file that the pairs were made of.
type Corpus struct {
	Path      string `json:"path"`
	SHA256    string `json:"sha256"`
	Documents int    `json:"documents"`
}

// Evidence is what the threshold rests on. Figures that cannot be had are null.
type Evidence struct {
	Objective   string      `json:"objective"`
	Seed        uint64      `json:"seed"`
	Sampled     int         `json:"documents_sampled"`
	Usable      int         `json:"documents_usable"`
	Low         float64     `json:"equally_good_over"` // thresholds over it do as well
	Interval    [2]*float64 `json:"threshold_interval"`
	Confusion   FileCounts  `json:"confusion"`
	Precision   float64     `json:"precision"`
	Recall      float64     `json:"recall"`
	F1          float64     `json:"f1"`
	F1Interval  [2]*float64 `json:"f1_interval"`
	OutOfSample *float64    `json:"f1_out_of_sample"`
	Saturated   int         `json:"saturated"`
	Kinds       []FileKind  `json:"kinds"`
	TooShort    int         `json:"too_short_under"`
	TooLong     int         `json:"too_long_from,omitempty"`
	Sizes       []FileSize  `json:"sizes"`
}

// FileCounts is a confusion matrix.
type FileCounts struct {
	TP int `json:"tp"`
	FP int `json:"fp"`
	TN int `json:"tn"`
	FN int `json:"fn"`
}

// FileKind is one category of pairs.
type FileKind struct {
	Kind           string `json:"kind"`
	Positive       bool   `json:"positive"`
	CalledPositive int    `json:"called_positive"`
	CalledNegative int    `json:"called_negative"`
}

// FileSize is one row of Calibration.Sizes.
type FileSize struct {
	From       int  `json:"from"`
	To         int  `json:"to,omitempty"`
	Pairs      int  `json:"pairs"`
	Wrong      int  `json:"wrong"`
	Saturated  int  `json:"saturated"`
	Unreliable bool `json:"unreliable"`
}

// File is what is kept of the calibration, but for the tool and the corpus.
func (c *Calibration) File(conditions Conditions, g Generator) *File {
	e := Evidence{
		Objective: c.Objective.String(), Seed: g.Seed, Sampled: c.Made.Texts, Usable: c.Made.Usable,
		Low: c.Low, Interval: interval(c.ThresholdInterval), F1Interval: interval(c.F1Interval),
		Confusion: FileCounts{c.Confusion.TP, c.Confusion.FP, c.Confusion.TN, c.Confusion.FN},
		Precision: c.Confusion.Precision(), Recall: c.Confusion.Recall(), F1: c.Confusion.F1(),
		OutOfSample: number(c.OutOfSampleF1), Saturated: c.Saturated,
		Kinds: []FileKind{}, Sizes: []FileSize{}, TooShort: c.TooShort, TooLong: c.TooLong,
	}
	for _, k := range c.Kinds {
		e.Kinds = append(e.Kinds, FileKind{k.Kind, k.Positive, k.CalledPositive, k.CalledNegative})
	}
	for _, s := range c.Sizes {
		e.Sizes = append(e.Sizes, FileSize{s.From, s.To, s.Pairs, s.Wrong, s.Saturated, s.Unreliable()})
	}
	return &File{Schema: FileSchema, Threshold: c.Decimal, Conditions: conditions, Corpus: []Corpus{}, Evidence: e}
}

func interval(i eval.Interval) [2]*float64 { return [2]*float64{number(i.Low), number(i.High)} }

// number is nil for NaN, which JSON does not have.
func number(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// Write writes the file as indented JSON.
func (f *File) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(f)
}

// MaxFile is the most bytes that a calibration may have.
const MaxFile = 1 << 20

// Parse reads a calibration file and checks all that check uses of it.
func Parse(data []byte) (*File, sketch.Threshold, error) {
	var f File
	fail := func(err error) (*File, sketch.Threshold, error) { return nil, sketch.Threshold{}, err }
	if len(data) > MaxFile {
		return fail(fmt.Errorf("larger than %d bytes: no calibration", MaxFile))
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(&f); err != nil {
		return fail(errors.New("no calibration: not the JSON that leakgate calibrate writes"))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fail(errors.New("no calibration: something stands behind it"))
	}
	if f.Schema != FileSchema {
		return fail(fmt.Errorf("schema %q, want %q: make it anew with leakgate calibrate", f.Schema, FileSchema))
	}
	t, err := sketch.ParseThreshold(f.Threshold)
	if err != nil {
		return fail(err)
	}
	return &f, t, nil
}
