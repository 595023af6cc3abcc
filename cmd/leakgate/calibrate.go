package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/leakgate/leakgate/calibrate"
	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/detect"
	"github.com/leakgate/leakgate/eval"
	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/pairs"
	"github.com/leakgate/leakgate/report"
	"github.com/leakgate/leakgate/sketch"
	"github.com/spf13/cobra"
)

// calibrateOptions are the options of calibrate, in the order of its help.
type calibrateOptions struct {
	Tokens   parsed[ngram.Tokens] `flag:"tokens" arg:"RULE" help:"words, plain (letters and numbers only) or chars"`
	N        int                  `flag:"n" arg:"N" help:"units an n-gram; 0 = 3 words or 10 characters"`
	MinGrams int                  `flag:"min-grams" arg:"N" help:"evidence floor: texts with fewer distinct n-grams are not used"`
	Sketch   parsed[sketch.Spec]  `flag:"sketch" arg:"KIND" help:"grams (exact), counts:M or bits:M, M a power of two 2^6…2^24"`
	Raw      bool                 `flag:"raw" help:"with counts or bits: the paper's uncorrected score"`

	Objective parsed[eval.Objective] `flag:"objective" arg:"GOAL" help:"f1, f0.5, f2, precision>=P, recall>=R or cost:fp=A,fn=B"`
	Pairs     int                    `flag:"pairs" arg:"N" help:"pairs made of each category, at most"`
	MinEdits  parsed[share]          `flag:"min-edits" arg:"P%" help:"least share of words that an edited copy changes"`
	MaxEdits  parsed[share]          `flag:"max-edits" arg:"P%" help:"largest share: the hardest edit that is still a leak to you"`
	Sample    int                    `flag:"sample" arg:"N" help:"documents drawn from a larger corpus"`
	Seed      int                    `flag:"seed" arg:"N" help:"of everything that is drawn"`

	Text  []string `flag:"text" arg:"FIELD" help:"text field"`
	ID    string   `flag:"id" arg:"FIELD" help:"id field"`
	Label string   `flag:"label" arg:"FIELD" help:"label or author field: different texts of one label are pairs of their own"`

	InputOptions

	Output   string `flag:"output" short:"o" arg:"FILE" help:"write the calibration, for check --threshold @FILE"`
	PairsOut string `flag:"pairs-out" arg:"FILE" help:"write the pairs (JSONL), to look at, relabel and give to eval"`
	Quiet    bool   `flag:"quiet" short:"q" help:"no report on standard output"`
	Workers  int    `flag:"workers" arg:"N" help:"goroutines; 0 = one a processor; the result is the same"`
}

// defaultSample holds the memory: the pairs need no more.
const defaultSample = 20000

func defaultCalibrateOptions() *calibrateOptions {
	o := &calibrateOptions{
		InputOptions: defaultInputOptions(), MinGrams: detect.DefaultMinGrams, Pairs: calibrate.DefaultPerKind, Sample: defaultSample, Seed: 1,
	}
	o.Tokens = parsed[ngram.Tokens]{ngram.Words, ngram.ParseTokens}
	o.Sketch = parsed[sketch.Spec]{sketch.Spec{}, sketch.ParseSpec}
	o.Objective = parsed[eval.Objective]{eval.Objective{}, eval.ParseObjective}
	o.MinEdits = parsed[share]{calibrate.DefaultMinRate, parseShare}
	o.MaxEdits = parsed[share]{calibrate.DefaultMaxRate, parseShare}
	return o
}

func (c *Command) calibrateCommand() *cobra.Command {
	opt := defaultCalibrateOptions()
	cmd := &cobra.Command{
		Use:   "calibrate CORPUS",
		Short: "Find the threshold for your own texts, without labelled pairs",
		Long: `calibrate makes pairs out of your texts, finds the threshold that tells them
apart, and says how sure it is. Edited copies and texts inside others are alike;
parts of one text, texts of one label, texts from one template and random ones
are different. check --threshold @FILE uses the result.

CORPUS is what check takes for a side: a file, a folder, a quoted glob, or -.

Exit status: 0 done, 2 the command line is wrong, 3 something could not be read,
decided or written, 130 interrupted.`,
		Example: `  leakgate calibrate train.jsonl --max-edits 30% -o calibration.json
  leakgate check train.jsonl val.jsonl --threshold @calibration.json
  leakgate calibrate train.jsonl --pairs-out pairs.jsonl
  leakgate eval pairs.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error { return c.calibrate(cmd.Context(), opt, args) },
	}
	cmd.Flags().SortFlags = false
	bind(cmd.Flags(), opt)
	return cmd
}

func (c *Command) calibrate(ctx context.Context, opt *calibrateOptions, args []string) error {
	if err := opt.validate(args); err != nil {
		return err
	}
	files, err := corpus.Resolve(args, opt.InputFormat.Value)
	if err != nil {
		return err
	}
	if err := refuseOutputs([]output{{"--output", opt.Output}, {"--pairs-out", opt.PairsOut}}, files); err != nil {
		return err
	}
	reading := opt.reading(c)
	reading.Text, reading.ID, reading.Label, reading.Digest = lists(opt.Text), opt.ID, opt.Label, true
	source := corpus.NewSource(files, reading)
	bar := c.newProgress("reading")
	defer bar.done()
	texts, err := opt.read(ctx, c, source, bar)
	if err != nil {
		return err
	}
	bar.phase("making pairs")
	g := opt.generator()
	found, err := calibrate.Find(ctx, g, texts, opt.variant(), opt.Objective.Value, bar.show)
	bar.done()
	if err != nil {
		return unfinishedRun(ctx, err)
	}
	return c.writeCalibration(ctx, opt, found, g, source)
}

func (o *calibrateOptions) validate(args []string) error {
	switch {
	case len(args) == 0:
		return usagef("no texts: leakgate calibrate CORPUS -o calibration.json")
	case o.MinGrams < 1 || o.MinGrams > 1<<30:
		return usagef("--min-grams %d: want 1 to %d", o.MinGrams, 1<<30)
	case o.Raw && o.Sketch.Value.Kind == sketch.KindGrams:
		return usagef("--raw goes with --sketch counts:M or bits:M; grams is exact already")
	case o.Pairs < 1 || o.Pairs > 1e6:
		return usagef("--pairs %d: want 1 to 1000000", o.Pairs)
	case o.Sample < 2:
		return usagef("--sample %d: want at least 2", o.Sample)
	case o.Seed < 1:
		return usagef("--seed %d: want 1 or more", o.Seed)
	case o.MinEdits.Value > o.MaxEdits.Value:
		return usagef("--min-edits %s is more than --max-edits %s", o.MinEdits.Value, o.MaxEdits.Value)
	case len(lists(o.Text)) > 1:
		return usagef("--text: calibrate takes one text field, because a pair has one text and n-grams do not cross fields")
	case o.Quiet && o.Output == "" && o.PairsOut == "":
		return usagef("--quiet without --output would do nothing: add -o FILE")
	case o.Output == "-" || o.PairsOut == "-":
		return usagef("--output and --pairs-out want a file; the report goes to standard output")
	}
	return refuseNumbers(o.N, o.Workers)
}

func (o *calibrateOptions) generator() calibrate.Generator {
	return calibrate.Generator{
		PerKind: o.Pairs, MinRate: float64(o.MinEdits.Value), MaxRate: float64(o.MaxEdits.Value), Seed: uint64(o.Seed),
		Scheme: ngram.Scheme{Tokens: o.Tokens.Value, N: o.N}, MinGrams: o.MinGrams, Workers: o.Workers,
	}
}

func (o *calibrateOptions) variant() pairs.Variant {
	array := o.Sketch.Value.Kind != sketch.KindGrams
	return pairs.Variant{Sketch: o.Sketch.Value, Corrected: array && !o.Raw}
}

// conditions are what check compares with its own options.
func (o *calibrateOptions) conditions() calibrate.Conditions {
	return conditionsOf(ngram.Scheme{Tokens: o.Tokens.Value, N: o.N}, o.Sketch.Value, o.Raw, o.MinGrams)
}

func conditionsOf(s ngram.Scheme, k sketch.Spec, raw bool, minGrams int) calibrate.Conditions {
	if h, err := ngram.NewHasher(s); err == nil {
		s = h.Scheme() // with n filled in
	}
	return calibrate.Conditions{
		Scheme: ngram.SchemeNumber, Tokens: s.Tokens.String(), N: s.N, Sketch: k.String(), Raw: raw, MinGrams: minGrams,
	}
}

// scoreOptions are the options that check needs beside the calibration.
func (o *calibrateOptions) scoreOptions() (list string) {
	usual := defaultCalibrateOptions()
	for _, x := range []struct {
		differs bool
		option  string
	}{
		{o.Tokens.Value != usual.Tokens.Value, " --tokens " + o.Tokens.String()},
		{o.N != usual.N, fmt.Sprint(" --n ", o.N)},
		{o.Sketch.Value != usual.Sketch.Value, " --sketch " + o.Sketch.String()},
		{o.Raw, " --raw"},
		{o.MinGrams != usual.MinGrams, fmt.Sprint(" --min-grams ", o.MinGrams)},
	} {
		if x.differs {
			list += x.option
		}
	}
	return list
}

// read keeps a sample of the documents, each with the same chance (reservoir
// sampling: Vitter, 1985, algorithm R). What cannot be read ends the command: a
// threshold for half a corpus would look like one for all of it.
func (o *calibrateOptions) read(ctx context.Context, c *Command, source *corpus.Source, bar *progress) ([]calibrate.Text, error) {
	r := rand.New(rand.NewPCG(uint64(o.Seed), 0))
	var texts []calibrate.Text
	var problems corpus.Errors
	seen := 0
	for doc, err := range source.Documents(ctx) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err != nil {
			problems.Add(err)
			continue
		}
		seen++
		bar.show(seen, 0)
		at := len(texts)
		if at == o.Sample {
			if at = r.IntN(seen); at >= o.Sample {
				continue
			}
		} else {
			texts = append(texts, calibrate.Text{})
		}
		own := doc.Clone() // the block's memory is used again
		texts[at] = calibrate.Text{ID: own.ID, Text: strings.Join(own.Texts, "\n"), Label: own.Label}
	}
	problems.Add(source.Err())
	for _, p := range problems.List() {
		c.complain(p)
	}
	if problems.Len() > 0 {
		return nil, errVerdict(report.StatusIncomplete)
	}
	return texts, nil
}

// writeCalibration writes the files, then the report.
func (c *Command) writeCalibration(ctx context.Context, opt *calibrateOptions, found *calibrate.Calibration, g calibrate.Generator, source *corpus.Source) error {
	file := found.File(opt.conditions(), g)
	file.Tool = tool()
	for _, f := range source.Files() {
		file.Corpus = append(file.Corpus, calibrate.Corpus{Path: f.Path, SHA256: f.SHA256, Documents: f.Documents})
	}
	if opt.PairsOut != "" {
		if err := c.writeFile(ctx, opt.PairsOut, func(w io.Writer) error { return writePairs(w, found) }); err != nil {
			return unwritten(err)
		}
	}
	if opt.Output != "" {
		if err := c.writeFile(ctx, opt.Output, file.Write); err != nil {
			return unwritten(err)
		}
	}
	if opt.Quiet {
		return nil
	}
	next := "-o calibration.json keeps it for leakgate check --threshold @calibration.json"
	if opt.Output != "" {
		next = "leakgate check TRAIN VAL --threshold @" + quote(opt.Output) + opt.scoreOptions()
	}
	if err := quietly(found.WriteText(c.Stdout, opt.variant().String(), next)); err != nil {
		return unwritten(err)
	}
	return nil
}

// writePairs writes the pairs as eval reads them, with their scores.
func writePairs(w io.Writer, found *calibrate.Calibration) error {
	b := bufio.NewWriter(w)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	for i, p := range found.Made.Pairs {
		line := struct {
			ID    string   `json:"id"`
			Label string   `json:"label"`
			Kind  string   `json:"kind"`
			Score *float64 `json:"score"`
			A     string   `json:"a"`
			B     string   `json:"b"`
		}{p.ID, p.Label, p.Kind, nil, p.A, p.B}
		if s := found.Scores[i]; s == s { // saturated pairs have none
			line.Score = &s
		}
		if err := e.Encode(line); err != nil {
			return err
		}
	}
	return b.Flush()
}

// thresholdOption is a threshold, or "@FILE" with a calibration.
type thresholdOption struct {
	sketch.Threshold
	path string // of the calibration, until load has read the threshold from it
}

func parseThresholdOption(s string) (thresholdOption, error) {
	path, file := strings.CutPrefix(s, "@")
	if !file {
		t, err := sketch.ParseThreshold(s)
		return thresholdOption{Threshold: t}, err
	}
	if path == "" {
		return thresholdOption{}, errors.New("@ lacks the name of a calibration: @calibration.json")
	}
	return thresholdOption{path: path}, nil
}

// load reads the calibration and refuses one for other scores than these.
func (t *thresholdOption) load(now calibrate.Conditions) error {
	if t.path == "" {
		return nil
	}
	in, err := os.Open(t.path)
	if err != nil {
		return &statusError{report.StatusIncomplete, fmt.Errorf("--threshold: %w; make it with leakgate calibrate CORPUS -o FILE", err)}
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, calibrate.MaxFile+1))
	if err != nil {
		return &statusError{report.StatusIncomplete, fmt.Errorf("--threshold: %w", err)}
	}
	f, threshold, err := calibrate.Parse(data)
	if err != nil {
		return &statusError{report.StatusIncomplete, fmt.Errorf("--threshold @%s: %w", t.path, err)}
	}
	if f.Conditions != now {
		return usagef("--threshold @%s: made under other options: %s; calibrate with those of this check, or check with those", t.path, f.Conditions.Differences(now))
	}
	t.Threshold = threshold
	return nil
}
