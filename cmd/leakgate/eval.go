package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/detect"
	"github.com/leakgate/leakgate/eval"
	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/pairs"
	"github.com/leakgate/leakgate/report"
	"github.com/leakgate/leakgate/report/evaluation"
	"github.com/spf13/cobra"
)

// evalOptions are the options of eval, in the order of its help.
type evalOptions struct {
	Texts []string `flag:"texts" arg:"PATH" help:"the pairs hold ids: file, folder or 'glob' of the texts (repeatable)"`

	Text     []string `flag:"text" arg:"FIELDS" help:"the two fields of a pair, with a comma; text fields of --texts: texts=NAME (repeatable)"`
	ID       []string `flag:"id" arg:"FIELD" help:"id field; that of --texts: texts=NAME"`
	Label    string   `flag:"label" arg:"FIELD" help:"label field"`
	Kind     string   `flag:"kind" arg:"FIELD" help:"category field; without one the label is the category"`
	Positive []string `flag:"positive" arg:"LABELS" help:"labels that mean alike, with commas; all others mean different"`
	Negative []string `flag:"negative" arg:"LABELS" help:"labels that mean different; pairs with others are left out"`

	Sketch    parsed[variants]     `flag:"sketch" arg:"KINDS" help:"scores to compare, with commas: grams (exact), counts:M, bits:M"`
	Corrected bool                 `flag:"corrected" help:"counts and bits: the estimate that check uses, not the paper's raw score"`
	Tokens    parsed[ngram.Tokens] `flag:"tokens" arg:"RULE" help:"words, plain (letters and numbers only) or chars"`
	N         int                  `flag:"n" arg:"N" help:"units an n-gram; 0 = 3 words or 10 characters"`

	Objective parsed[eval.Objective] `flag:"objective" arg:"GOAL" help:"f1, f0.5, f2, precision>=P, recall>=R or cost:fp=A,fn=B"`
	Seed      int                    `flag:"seed" arg:"N" help:"of the resampling behind the intervals"`

	InputOptions

	Format   parsed[outputFormat] `flag:"format" arg:"FORMAT" help:"text, json, markdown or tsv"`
	Output   string               `flag:"output" short:"o" arg:"FILE" help:"write the report to a file, whole or not at all; - is standard output"`
	HTML     string               `flag:"html" arg:"FILE" help:"also write one self-contained page with tables and plots"`
	SVG      string               `flag:"svg" arg:"FOLDER" help:"also write each plot as a file"`
	Mistakes int                  `flag:"mistakes" arg:"N" help:"worst mistakes shown of each sort; 0 = none"`
	NoText   bool                 `flag:"no-text" help:"repeat no text of the pairs"`
	Workers  int                  `flag:"workers" arg:"N" help:"goroutines; 0 = one a processor; the report is the same"`
}

// variants is a list of them as the command line takes it.
type variants []pairs.Variant

func (v variants) String() string {
	names := make([]string, len(v))
	for i := range v {
		names[i] = v[i].String()
	}
	return strings.Join(names, ",")
}

func parseVariants(s string) (variants, error) {
	v, err := pairs.ParseVariants(s)
	return v, err
}

func defaultEvalOptions() *evalOptions {
	o := &evalOptions{InputOptions: defaultInputOptions(), Seed: 1, Mistakes: 5}
	o.Sketch = parsed[variants]{pairs.Paper(), parseVariants}
	o.Tokens = parsed[ngram.Tokens]{ngram.Words, ngram.ParseTokens}
	o.Objective = parsed[eval.Objective]{eval.Objective{}, eval.ParseObjective}
	o.Format = parsed[outputFormat]{"text", outputFormats("text", "json", "markdown", "tsv")}
	return o
}

func (c *Command) evalCommand() *cobra.Command {
	opt := defaultEvalOptions()
	cmd := &cobra.Command{
		Use:   "eval PAIRS",
		Short: "Find the best threshold in labelled pairs, and say how sure it is",
		Long: `eval reads pairs of texts that somebody has labelled as alike or different,
scores them, and finds the threshold that tells them apart best, with confusion
matrix, intervals, and the F1 to expect on pairs that it has not seen.

A record has two texts (a, b), a label and perhaps a kind; or two ids (a_id,
b_id) with --texts. Labels that mean alike: same, similar, duplicate, leak,
plagiarized, positive, 1, true; different: different, independent, non,
negative, 0, false. Name others with --positive.

Exit status: 0 done, 2 the command line is wrong, 3 something could not be read,
decided or written, 130 interrupted.`,
		Example: `  leakgate eval pairs.jsonl
  leakgate eval pairs.csv --positive plagiarized --sketch grams,bits:4096
  leakgate eval pairs.jsonl --objective 'precision>=0.99' --html eval.html
  leakgate eval pairs.jsonl --texts corpus.jsonl --format tsv`,
		RunE: func(cmd *cobra.Command, args []string) error { return c.eval(cmd.Context(), opt, args) },
	}
	cmd.Flags().SortFlags = false
	bind(cmd.Flags(), opt)
	return cmd
}

func (c *Command) eval(ctx context.Context, opt *evalOptions, args []string) error {
	if opt.Output == "-" {
		opt.Output = ""
	}
	if err := opt.validate(args); err != nil {
		return err
	}
	source, texts, err := opt.sources(c, args)
	if err != nil {
		return err
	}
	set, err := pairs.Read(ctx, source, pairs.Labels{Positive: lists(opt.Positive), Negative: lists(opt.Negative)}, texts)
	if err != nil {
		return err
	}
	scheme := ngram.Scheme{Tokens: opt.Tokens.Value, N: opt.N}
	scores, err := pairs.Score(ctx, set.Pairs, scheme, opt.variants(), opt.Workers)
	if err == nil {
		err = scores.MeasureEdits(ctx, set.Pairs, scheme, opt.Workers)
	}
	if err != nil {
		return unfinishedRun(ctx, err)
	}
	r := &evaluation.Report{
		Tool: tool(), Name: strings.Join(args, " "), Set: set, Scores: scores,
		Variants: scores.Measure(set.Pairs, opt.Objective.Value, eval.Resampling{Seed: uint64(opt.Seed)}),
		Scheme:   scheme, MinGrams: detect.DefaultMinGrams, Objective: opt.Objective.String(),
		Options: described(opt), Command: "leakgate " + quoteAll(c.args),
		NoText: opt.NoText, Mistakes: opt.Mistakes,
	}
	return c.writeEvaluation(ctx, opt, r)
}

func (o *evalOptions) validate(args []string) error {
	switch {
	case len(args) == 0:
		return usagef("no pairs: leakgate eval PAIRS")
	case o.Seed < 1:
		return usagef("--seed %d: want 1 or more", o.Seed)
	case o.HTML == "-":
		return usagef("--html wants a file")
	case o.Mistakes < 0:
		return usagef("--mistakes %d: want 0 or more", o.Mistakes)
	case o.Corrected && !slices.ContainsFunc(o.Sketch.Value, isArray):
		return usagef("--corrected goes with --sketch counts:M or bits:M; grams is exact already")
	}
	for _, v := range slices.Concat(o.Text, o.ID) {
		side, _, found := strings.Cut(v, "=")
		if found && side != "texts" {
			return usagef("%s: no such side; write texts= before a field of --texts, or the field alone", v)
		}
		if found && len(o.Texts) == 0 {
			return usagef("%s: the fields of --texts, which is not given", v)
		}
	}
	return refuseNumbers(o.N, o.Workers)
}

func isArray(v pairs.Variant) bool { return v != pairs.Variant{} }

// variants are those asked for, arrays corrected with --corrected.
func (o *evalOptions) variants() []pairs.Variant {
	list := slices.Clone(o.Sketch.Value)
	for i := range list {
		list[i].Corrected = isArray(list[i]) && (o.Corrected || list[i].Corrected)
	}
	return list
}

// lists joins repeated lists with commas.
func lists(values []string) (out []string) {
	for _, v := range values {
		out = append(out, commas(v)...)
	}
	return out
}

// sources are the pairs and, with --texts, the texts.
func (o *evalOptions) sources(c *Command, args []string) (source, texts *corpus.Source, err error) {
	files, err := corpus.Resolve(args, o.InputFormat.Value)
	if err != nil {
		return nil, nil, err
	}
	var textFiles []corpus.File
	opt := o.corpusOptions(c)
	opt.Pairs, opt.Label, opt.Kind = corpus.PairTexts, o.Label, o.Kind
	opt.Text, opt.ID = commas(forSide(o.Text, split{})), forSide(o.ID, split{})
	if len(o.Texts) > 0 {
		if textFiles, err = corpus.Resolve(o.Texts, o.InputFormat.Value); err != nil {
			return nil, nil, err
		}
		// A name without texts= is the pairs' alone.
		own, textOpt := split{role: "texts"}, o.corpusOptions(c)
		textOpt.NeedID, textOpt.Text, textOpt.ID = true, commas(forSide(sided(o.Text), own)), forSide(sided(o.ID), own)
		texts, opt.Pairs = corpus.NewSource(textFiles, textOpt), corpus.PairIDs
	}
	if info, err := os.Stat(o.SVG); err == nil && o.SVG != "" && !info.IsDir() {
		return nil, nil, unwritten(fmt.Errorf("--svg %s: a file; name a folder", o.SVG))
	}
	err = refuseOutputs([]output{{"--output", o.Output}, {"--html", o.HTML}}, files, textFiles)
	return corpus.NewSource(files, opt), texts, err
}

func (o *evalOptions) corpusOptions(c *Command) corpus.Options {
	opt := o.reading(c)
	opt.Digest = o.Format.Value == "json" || o.HTML != ""
	return opt
}

// sided are the values that name a side.
func sided(values []string) (out []string) {
	for _, v := range values {
		if strings.Contains(v, "=") {
			out = append(out, v)
		}
	}
	return out
}

// writeEvaluation puts the reports where they belong. What could not be read or
// decided ends it with status 3, after everything else has been written.
func (c *Command) writeEvaluation(ctx context.Context, opt *evalOptions, r *evaluation.Report) error {
	failed := len(r.Problems()) > 0
	for _, p := range r.Problems() {
		c.complain(p)
	}
	nothing := true
	for _, v := range r.Variants {
		nothing = nothing && v.Err != nil
	}
	if nothing && failed && len(r.Set.Pairs) == 0 {
		return errVerdict(report.StatusIncomplete) // the problems have said why
	}
	if nothing { // the same is wrong with all of them
		return &statusError{report.StatusIncomplete, r.Variants[0].Err}
	}
	for _, v := range r.Variants {
		if v.Err != nil {
			failed = true
			c.complain(fmt.Errorf("%s: %w", v.Variant, v.Err))
		}
	}
	render := map[outputFormat]func(io.Writer) error{
		"text": r.WriteText, "json": r.WriteJSON, "markdown": r.WriteMarkdown, "tsv": r.WriteTSV,
	}[opt.Format.Value]
	r.Width, r.Color = c.terminal()
	if opt.Output != "" {
		r.Width, r.Color = 0, false
	}
	if err := c.writePlots(ctx, opt.SVG, r); err != nil {
		return unwritten(err)
	}
	if opt.HTML != "" {
		if err := c.writeFile(ctx, opt.HTML, r.WriteHTML); err != nil {
			return unwritten(err)
		}
	}
	var err error
	if opt.Output != "" {
		err = c.writeFile(ctx, opt.Output, render)
	} else {
		err = quietly(render(c.Stdout))
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return unwritten(err)
	case failed:
		return errVerdict(report.StatusIncomplete)
	}
	return nil
}

func (c *Command) writePlots(ctx context.Context, folder string, r *evaluation.Report) error {
	if folder == "" {
		return nil
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for _, p := range r.Plots() {
		err := c.writeFile(ctx, filepath.Join(folder, p.Name), func(w io.Writer) error {
			_, err := w.Write(p.SVG)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
