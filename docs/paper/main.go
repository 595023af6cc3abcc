// Command paper runs the paper's experiment on real prose and writes
// docs/paper.md with its plots: go run ./docs/paper DATA, DATA the folder that
// holds paper_groups, prose_pool and novels100.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/leakgate/leakgate/calibrate"
	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/eval"
	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/pairs"
)

func main() {
	data := filepath.Join("..", "shared", "data")
	if len(os.Args) > 1 {
		data = os.Args[1]
	}
	if err := run(context.Background(), data, "docs"); err != nil {
		fmt.Fprintln(os.Stderr, "paper:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, data, docs string) error {
	p := &page{ctx: ctx, folder: filepath.Join(docs, "paper")}
	p.experiment(data)
	p.sweeps(data)
	if p.err != nil {
		return p.err
	}
	return os.WriteFile(filepath.Join(docs, "paper.md"), p.text.Bytes(), 0o666)
}

// group is one run of the experiment: 400 pairs under some variants.
type group struct {
	list   []pairs.Pair
	scores *pairs.Scores
	found  []pairs.Measured
}

// scheme is the paper's: words of letters and numbers, lower case.
var scheme = ngram.Scheme{Tokens: ngram.Plain}

func score(ctx context.Context, list []pairs.Pair, variants []pairs.Variant) (*group, error) {
	s, err := pairs.Score(ctx, list, scheme, variants, 0)
	if err != nil {
		return nil, err
	}
	if len(variants) == len(pairs.Paper()) { // the figures; the sweeps do without
		if err := s.MeasureEdits(ctx, list, scheme, 0); err != nil {
			return nil, err
		}
	}
	return &group{list, s, s.Measure(list, eval.Objective{}, eval.Resampling{})}, nil
}

func readGroup(ctx context.Context, path string) (*group, error) {
	files, err := corpus.Resolve([]string{path}, corpus.FormatAuto)
	if err != nil {
		return nil, err
	}
	set, err := pairs.Read(ctx, corpus.NewSource(files, corpus.Options{Pairs: corpus.PairTexts}), pairs.Labels{}, nil)
	if err != nil {
		return nil, err
	}
	if len(set.Problems) > 0 {
		return nil, set.Problems[0]
	}
	return score(ctx, set.Pairs, pairs.Paper())
}

// readTexts reads a pool of texts. Long excerpts go on in the next text of one
// label: for chapters that is the book, the id up to its last slash.
func readTexts(path string) (texts []calibrate.Text, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var t calibrate.Text
		if err := json.Unmarshal(lines.Bytes(), &t); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if at := strings.LastIndexByte(t.ID, '/'); at > 0 {
			t.Label = t.ID[:at]
		}
		texts = append(texts, t)
	}
	if len(texts) == 0 {
		err = errors.New(path + ": no texts")
	}
	return texts, errors.Join(err, lines.Err())
}
