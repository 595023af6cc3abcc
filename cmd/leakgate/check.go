package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/detect"
	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/report"
	"github.com/leakgate/leakgate/report/terminal"
	"github.com/leakgate/leakgate/sketch"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

func (c *Command) checkCommand() *cobra.Command {
	opt := defaultCheckOptions()
	cmd := &cobra.Command{
		Use:   "check TRAIN VAL [TEST] | check FOLDER | check FILE --split-column FIELD",
		Short: "Say which validation documents stand in the training set",
		Long: `check compares every later split with every earlier one, reports the validation
documents that also stand in training, and fails if there are more than allowed.

A side is a file (.jsonl .csv .tsv, .txt with a text a line; plain or .gz .zst
.bz2 .xz), a folder of such files, a folder of .txt files (a text a file), a
quoted glob, or - for standard input.

Exit status:
  0    clean: no leak, or no more than --max-leaks
  1    leaks
  2    the command line is wrong
  3    something could not be read, decided or written: never clean
  130  interrupted`,
		Example: `  leakgate check train.jsonl val.jsonl
  leakgate check train.csv val.csv test.csv
  leakgate check 'shards/train-*.jsonl.zst' val/
  leakgate check --train 'shards/*.zst' --val v1.jsonl --val v2.jsonl
  leakgate check data.csv --split-column split
  leakgate check mydata/
  zcat train.jsonl.gz | leakgate check - val.jsonl
  leakgate check train.jsonl val.jsonl --text val=question,answer
  leakgate check train.jsonl val.jsonl --max-leaks 0.5% --format json -o report.json`,
		RunE: func(cmd *cobra.Command, args []string) error { return c.check(cmd, opt, args) },
	}
	cmd.Flags().SortFlags = false
	cmd.SetUsageTemplate(strings.ReplaceAll(cmd.UsageTemplate(), ".FlagUsages", ".FlagUsagesWrapped 80"))
	bind(cmd.Flags(), opt)
	return cmd
}

func (c *Command) check(cmd *cobra.Command, opt *checkOptions, args []string) error {
	ctx := cmd.Context()
	if opt.Output == "-" {
		opt.Output = "" // as for inputs: the stream
	}
	if err := opt.validate(); err != nil {
		return err
	}
	now := conditionsOf(ngram.Scheme{Tokens: opt.Tokens.Value, N: opt.N}, opt.Sketch.Value, opt.Raw, opt.MinGrams)
	if err := opt.Threshold.Value.load(now); err != nil {
		return err
	}
	sides, err := opt.splits(ctx, c, args)
	if err != nil {
		return err
	}
	reads := files(sides)
	if path := opt.Threshold.Value.path; path != "" {
		reads = append(reads, []corpus.File{{Path: path}})
	}
	if err := refuseOutputs([]output{{"--output", opt.Output}}, reads...); err != nil {
		return err
	}
	if v := opt.absentSide(sides); v != "" {
		return usagef("%s: this run has no such side, only %s", v, opt.sideRoles(sides))
	}
	var inputs []detect.Input
	for _, s := range sides {
		inputs = append(inputs, s.input(opt.corpusOptions(c, s)))
	}
	result, err := detect.Run(ctx, inputs, opt.detectOptions())
	if err != nil {
		return unfinishedRun(ctx, err)
	}
	opt.N = result.Options.Scheme.N // the report says what 0 stood for
	options := described(opt)
	if path := opt.Threshold.Value.path; path != "" {
		options = append(options, report.Option{Name: "calibration", Value: path})
	}
	return c.write(ctx, opt, &report.Report{
		Tool: tool(), Result: result, Allowed: opt.MaxLeaks.Value,
		Verdict: report.Judge(result, opt.MaxLeaks.Value, opt.ReportOnly),
		Options: options, NoText: opt.NoText, Limit: opt.Limit,
		ShowAll: "leakgate check --limit 0 " + quoteAll(withoutLimit(c.args)),
	})
}

func (o *checkOptions) validate() error {
	switch {
	case o.MinGrams < 1 || o.MinGrams > 1<<30:
		return usagef("--min-grams %d: want 1 to %d", o.MinGrams, 1<<30)
	case o.Matches < 1:
		return usagef("--matches %d: want at least 1", o.Matches)
	case o.Limit < 0:
		return usagef("--limit %d: want 0 (all) or more", o.Limit)
	case o.Raw && o.Sketch.Value.Kind == sketch.KindGrams:
		return usagef("--raw goes with --sketch counts:M or bits:M; grams is exact already")
	case o.strangeSide() != "":
		return usagef("%s: no such side; write train=, val= or test= before the field, or the field alone", o.strangeSide())
	case len(o.Order) > 0 && o.SplitColumn == "":
		return usagef("--order goes with --split-column")
	case o.Quiet && o.Format.Value != "text" && o.Output == "":
		return usagef("--quiet --format %s would report nothing: add -o FILE", o.Format.Value)
	}
	return refuseNumbers(o.N, o.Workers)
}

// strangeSide is the first "side=field" of a side that does not exist.
func (o *checkOptions) strangeSide() string {
	for _, v := range slices.Concat(o.Text, o.ID, o.Label) {
		if side, _, found := strings.Cut(v, "="); found && side != "validation" && !slices.Contains(roles, side) {
			return v
		}
	}
	return ""
}

// absentSide is the first "side=field" of a side that this run does not have.
func (o *checkOptions) absentSide(sides []split) string {
	for _, v := range slices.Concat(o.Text, o.ID, o.Label) {
		side, _, found := strings.Cut(v, "=")
		if found && !slices.ContainsFunc(sides, func(s split) bool { return s.is(side) }) {
			return v
		}
	}
	return ""
}

func (o *checkOptions) sideRoles(sides []split) string {
	var names []string
	for _, s := range sides {
		names = append(names, s.role)
	}
	return strings.Join(names, ", ")
}

func (o *checkOptions) detectOptions() detect.Options {
	return detect.Options{
		Scheme:    ngram.Scheme{Tokens: o.Tokens.Value, N: o.N},
		Threshold: o.Threshold.Value.Threshold, MinGrams: o.MinGrams, Sketch: o.Sketch.Value, Raw: o.Raw,
		FailOn: o.FailOn.Value, AllPairs: o.AllPairs, Matches: o.Matches, Within: o.Within,
		EvidenceFor: o.shown(), Evidence: o.Format.Value != "tsv" && !(o.Quiet && o.Output == ""), Workers: o.Workers,
	}
}

// shown is the number of findings that the report has room for, 0 = all.
func (o *checkOptions) shown() int {
	if o.Format.Value == "text" {
		return o.Limit
	}
	return 0
}

// write puts the report where it belongs and ends with the verdict's status.
func (c *Command) write(ctx context.Context, opt *checkOptions, r *report.Report) error {
	for _, p := range r.Result.Problems {
		c.complain(p)
	}
	for i := range r.Result.Comparisons {
		if u := r.Result.Comparisons[i].Undecided; len(u) > 0 {
			c.complain(fmt.Errorf("%d documents of %s cannot be judged with %s: together with the longest training document they fill the array; a larger M, or --sketch grams (first: %s)",
				len(u), r.Result.Splits[r.Result.Comparisons[i].Validation].Name, opt.Sketch.Value, u[0].ID))
		}
		if n := r.Result.Comparisons[i].PartlyJudged; n > 0 {
			c.complain(fmt.Errorf("%s of %s have more than 256 matches, of which the best do not settle whether they leak; --all-pairs judges all of them",
				terminal.Plural(n, "document"), r.Result.Splits[r.Result.Comparisons[i].Validation].Name))
		}
	}
	render := r.WriteText
	switch opt.Format.Value {
	case "json":
		render = r.WriteJSON
	case "tsv":
		render = r.WriteTSV
	}
	var err error
	switch {
	case opt.Output != "":
		err = c.writeFile(ctx, opt.Output, render)
		if info, e := os.Stat(opt.Output); err == nil && !opt.Quiet && e == nil && info.Mode().IsRegular() { // a log that says nothing explains no status
			r.Width, r.Color = c.terminal()
			err = quietly(r.WriteHead(c.Stdout))
		}
	case !opt.Quiet:
		r.Width, r.Color = c.terminal()
		err = quietly(render(c.Stdout))
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return unwritten(err)
	}
	if r.Verdict.Status != report.StatusClean {
		return errVerdict(r.Verdict.Status)
	}
	return nil
}

// quietly passes over a closed pipe: the reader has seen enough, and the verdict
// stands.
func quietly(err error) error {
	if errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return err
}

// terminal gives the width of standard output and whether colours go there.
func (c *Command) terminal() (width int, color bool) {
	f, ok := c.Stdout.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		width = 0
	}
	return width, os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// withoutLimit drops the command's name and --limit from the arguments.
func withoutLimit(args []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "check" && !slices.Contains(args[:i], "check"):
		case args[i] == "--limit":
			i++
		case len(args[i]) > 8 && args[i][:8] == "--limit=":
		default:
			out = append(out, args[i])
		}
	}
	return slices.Clip(out)
}
