package main

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/detect"
	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/report"
	"github.com/leakgate/leakgate/sketch"
	"github.com/spf13/pflag"
)

// checkOptions are the options of check, in the order of its help. Flags, their
// defaults and the options in a report are made from this struct alone.
type checkOptions struct {
	Train []string `flag:"train" arg:"PATH" help:"training side: file, folder, 'glob' or - (repeatable)"`
	Val   []string `flag:"val" arg:"PATH" help:"validation side (repeatable)"`
	Test  []string `flag:"test" arg:"PATH" help:"test side (repeatable)"`

	Threshold parsed[thresholdOption] `flag:"threshold" arg:"T" help:"overlap over min from which a pair is a finding, over 0 to 1; @FILE: of leakgate calibrate"`
	Tokens    parsed[ngram.Tokens]    `flag:"tokens" arg:"RULE" help:"words, plain (letters and numbers only) or chars"`
	N         int                     `flag:"n" arg:"N" help:"units an n-gram; 0 = 3 words or 10 characters"`
	MinGrams  int                     `flag:"min-grams" arg:"N" help:"evidence floor: with fewer distinct n-grams only equality and whole containment count"`
	Sketch    parsed[sketch.Spec]     `flag:"sketch" arg:"KIND" help:"grams (exact), counts:M or bits:M, M a power of two 2^6…2^24"`
	Raw       bool                    `flag:"raw" help:"with counts or bits: the paper's uncorrected score"`
	Within    bool                    `flag:"within" help:"also look for pairs inside each split"`

	Text        []string `flag:"text" arg:"FIELDS" help:"text fields, with commas; for one side alone val=question,answer (repeatable)"`
	ID          []string `flag:"id" arg:"FIELD" help:"id field; for one side alone val=name"`
	Label       []string `flag:"label" arg:"FIELD" help:"label field; for one side alone val=name"`
	SplitColumn string   `flag:"split-column" arg:"FIELD" help:"one input holds the splits: the field that names them"`
	Order       []string `flag:"order" arg:"A,B,C" help:"values of the split column, earliest split first"`

	InputOptions
	SameOK bool `flag:"same-ok" help:"allow one file on both sides"`

	MaxLeaks   parsed[report.Allowance] `flag:"max-leaks" arg:"N|P%" help:"leaking validation documents allowed for each pair of splits: a number, or per cent such as 0.5%"`
	FailOn     parsed[detect.KindSet]   `flag:"fail-on" arg:"KINDS" help:"kinds that count against --max-leaks; boilerplate may be added"`
	ReportOnly bool                     `flag:"report-only" help:"report everything, status 0 unless something could not be read"`

	AllPairs bool                 `flag:"all-pairs" help:"report every pair, not the best of each validation document"`
	Matches  int                  `flag:"matches" arg:"N" help:"training documents reported for each validation document"`
	Limit    int                  `flag:"limit" arg:"N" help:"findings shown as text; 0 = all"`
	Format   parsed[outputFormat] `flag:"format" arg:"FORMAT" help:"text, json or tsv"`
	Output   string               `flag:"output" short:"o" arg:"FILE" help:"write the report to a file, whole or not at all; - is standard output"`
	NoText   bool                 `flag:"no-text" help:"repeat no text of the documents"`
	Quiet    bool                 `flag:"quiet" short:"q" help:"no report as text on standard output: status and errors only"`
	Workers  int                  `flag:"workers" arg:"N" help:"goroutines; 0 = one a processor; the report is the same"`
}

func defaultCheckOptions() *checkOptions {
	o := &checkOptions{InputOptions: defaultInputOptions(), MinGrams: detect.DefaultMinGrams, Matches: 1, Limit: 10}
	o.Threshold = parsed[thresholdOption]{thresholdOption{Threshold: sketch.Threshold{P: 5, Q: 10}}, parseThresholdOption}
	o.Tokens = parsed[ngram.Tokens]{ngram.Words, ngram.ParseTokens}
	o.Sketch = parsed[sketch.Spec]{sketch.Spec{}, sketch.ParseSpec}
	o.MaxLeaks = parsed[report.Allowance]{report.Allowance{}, report.ParseAllowance}
	o.FailOn = parsed[detect.KindSet]{detect.Leaks, detect.ParseKinds}
	o.Format = parsed[outputFormat]{"text", outputFormats("text", "json", "tsv")}
	return o
}

// InputOptions are those of every command that reads a corpus.
// Exported, or reflection cannot reach its fields.
type InputOptions struct {
	InputFormat parsed[corpus.Format] `flag:"input-format" arg:"FORMAT" help:"auto, jsonl, csv, tsv, lines (a text a line) or text (a text a file)"`
	MaxDocument parsed[byteSize]      `flag:"max-document" arg:"SIZE" help:"longest record, such as 64MiB"`
	MaxBlank    parsed[share]         `flag:"max-blank" arg:"P%" help:"most blank records a file may have"`
	Strict      bool                  `flag:"strict" help:"refuse null or numbers as text, duplicate keys, NaN, invalid UTF-8"`
}

func defaultInputOptions() InputOptions {
	return InputOptions{
		InputFormat: parsed[corpus.Format]{corpus.FormatAuto, corpus.ParseFormat},
		MaxDocument: parsed[byteSize]{corpus.DefaultMaxDocument, parseByteSize},
		MaxBlank:    parsed[share]{corpus.DefaultMaxBlank, parseShare},
	}
}

// reading is what they say of a source.
func (o *InputOptions) reading(c *Command) corpus.Options {
	return corpus.Options{
		Format: o.InputFormat.Value, MaxDocument: int(o.MaxDocument.Value), MaxBlank: float64(o.MaxBlank.Value),
		Strict: o.Strict, Stdin: c.Stdin,
	}
}

// refuseNumbers tells what no command takes for --n and --workers.
func refuseNumbers(n, workers int) error {
	switch {
	case n < 0 || n > ngram.MaxN:
		return usagef("--n %d: want 1 to %d, or 0 for the usual", n, ngram.MaxN)
	case workers < 0 || workers > 1024:
		return usagef("--workers %d: want 0 (one a processor) to 1024", workers)
	}
	return nil
}

// parsed is a flag whose value a function reads.
type parsed[T any] struct {
	Value T
	parse func(string) (T, error)
}

// String, Set and Type make it a pflag.Value.
func (p *parsed[T]) String() string { return fmt.Sprint(p.Value) }

// Set reads the value as typed.
func (p *parsed[T]) Set(s string) (err error) {
	value, err := p.parse(s)
	if err == nil {
		p.Value = value
	}
	return err
}

// Type is not used: bind names the argument by the struct's tag.
func (p *parsed[T]) Type() string { return "" }

// named is a flag's value that names its argument in the help.
type named struct {
	pflag.Value
	arg string
}

func (n named) Type() string { return n.arg }

// bind makes a flag of every field of the options.
func bind(flags *pflag.FlagSet, options any) {
	v := reflect.ValueOf(options).Elem()
	for i := range v.NumField() {
		if v.Type().Field(i).Anonymous {
			bind(flags, v.Field(i).Addr().Interface())
			continue
		}
		tag := v.Type().Field(i).Tag
		name, short, help := tag.Get("flag"), tag.Get("short"), tag.Get("help")
		switch p := v.Field(i).Addr().Interface().(type) {
		case *bool:
			flags.BoolVarP(p, name, short, *p, help)
		case *int:
			flags.IntVarP(p, name, short, *p, help)
		case *string:
			flags.StringVarP(p, name, short, *p, help)
		case *[]string:
			flags.StringArrayVarP(p, name, short, nil, help)
		case pflag.Value:
			flags.VarP(p, name, short, help)
		default:
			panic("option " + name + " has a type that no flag can hold")
		}
		if arg := tag.Get("arg"); arg != "" {
			f := flags.Lookup(name)
			f.Value = named{f.Value, arg}
			f.DefValue = strings.Trim(f.DefValue, "[]") // an empty list is no default
		}
	}
}

// described lists the options for a report, but for those that change how it
// is made and not what it says.
func described(options any) []report.Option {
	var list []report.Option
	v := reflect.ValueOf(options).Elem()
	for i := range v.NumField() {
		if v.Type().Field(i).Anonymous {
			list = append(list, described(v.Field(i).Addr().Interface())...)
			continue
		}
		name := v.Type().Field(i).Tag.Get("flag")
		switch name {
		case "workers", "quiet", "output", "format", "limit", "html", "svg", "mistakes":
			continue
		}
		var value any
		switch p := v.Field(i).Addr().Interface().(type) {
		case *[]string:
			value = append([]string{}, *p...)
		case fmt.Stringer: // a flag that is parsed
			value = p.String()
		default:
			value = v.Field(i).Interface()
		}
		list = append(list, report.Option{Name: name, Value: value})
	}
	return list
}

type outputFormat string

// outputFormats reads one of the formats that a command writes.
func outputFormats(known ...outputFormat) func(string) (outputFormat, error) {
	return func(s string) (outputFormat, error) {
		if slices.Contains(known, outputFormat(s)) {
			return outputFormat(s), nil
		}
		names := fmt.Sprint(known[0])
		for i, k := range known[1:] {
			if i < len(known)-2 {
				names += ", " + string(k)
			} else {
				names += " or " + string(k)
			}
		}
		return "", fmt.Errorf("unknown format %q: want %s", s, names)
	}
}

type byteSize int

func (b byteSize) String() string {
	if b%(1<<20) == 0 {
		return strconv.Itoa(int(b>>20)) + "MiB"
	}
	return strconv.Itoa(int(b))
}

func parseByteSize(s string) (byteSize, error) {
	number, unit := s, 1
	for suffix, size := range map[string]int{"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "KB": 1e3, "MB": 1e6, "GB": 1e9} {
		if rest, ok := strings.CutSuffix(s, suffix); ok {
			number, unit = rest, size
		}
	}
	n, err := strconv.Atoi(number)
	if err != nil || n <= 0 || n > (1<<40)/unit {
		return 0, fmt.Errorf("%q is not a size such as 64MiB", s)
	}
	return byteSize(n * unit), nil
}

type share float64

func (s share) String() string { return strconv.FormatFloat(100*float64(s), 'f', -1, 64) + "%" }

func parseShare(s string) (share, error) {
	number, ok := strings.CutSuffix(s, "%")
	v, err := strconv.ParseFloat(number, 64)
	if !ok || err != nil || !(v > 0 && v <= 100) {
		return 0, fmt.Errorf("%q is not a percentage over 0%% to 100%%", s)
	}
	return share(v / 100), nil
}
