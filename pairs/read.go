package pairs

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/leakgate/leakgate/corpus"
)

// Set is what was read of labelled pairs. Each record that was read is in Pairs,
// counted in Ignored, or told in Problems.
type Set struct {
	Pairs []Pair // in input order
	// Ignored are the labels that count neither as positive nor as negative, the
	// most frequent first.
	Ignored []LabelCount
	// Blank counts the pairs of which at least one text has nothing but white
	// space. They are in Pairs: nothing is like them.
	Blank int
	// Files are those of the pairs, TextFiles those that their ids point into.
	Files, TextFiles []corpus.FileInfo
	// Problems are what could not be read, and ids that lead nowhere. A set with
	// problems is not all there is.
	Problems []*corpus.Error
}

// Read reads labelled pairs. source is made with corpus.PairTexts; or with
// corpus.PairIDs, and the texts are those of the documents of texts (made with
// Options.NeedID), several text fields joined by line breaks.
//
// What cannot be read is in Set.Problems. The error is for labels that labels
// does not settle or names that no pair has (a *corpus.Error, behind what could
// not be read), for other faults of the command line (a *corpus.Error with
// Usage), and for ctx ending; then there is no set.
func Read(ctx context.Context, source *corpus.Source, labels Labels, texts *corpus.Source) (*Set, error) {
	switch mode := source.Options().Pairs; {
	case mode == corpus.NoPairs:
		return nil, errors.New("pairs: the source does not read pairs: set Options.Pairs")
	case (mode == corpus.PairIDs) != (texts != nil):
		return nil, errors.New("pairs: texts go with corpus.PairIDs, and with nothing else")
	}
	counts, err := newTally(labels)
	if err != nil {
		return nil, err
	}
	r := reader{ctx: ctx, counts: counts, words: map[string]string{}}
	if err := r.each(source, r.pair); err != nil {
		return nil, err
	}
	if err := r.counts.err(); err != nil {
		return nil, r.behindProblems(err)
	}
	set := &Set{Files: source.Files(), Ignored: counts.with(ignored)}
	if texts != nil {
		if err := r.join(texts); err != nil {
			return nil, err
		}
		set.TextFiles = texts.Files()
	}
	for _, p := range r.pairs {
		set.Pairs = append(set.Pairs, p.Pair)
		if p.A == "" || p.B == "" {
			set.Blank++
		}
	}
	set.Problems = r.problems.List()
	return set, nil
}

// reader is one Read.
type reader struct {
	ctx      context.Context
	counts   *tally
	words    map[string]string // kinds, each kept once
	pairs    []placed
	problems corpus.Errors
}

// placed is a pair and where it stands. Until join, A and B of a pair of ids
// are those.
type placed struct {
	Pair
	place
}

type place struct {
	file string
	line int
}

func (p place) String() string { return fmt.Sprintf("%s:%d", p.file, p.line) }

// each hands the documents of a source to take, in input order. It returns an
// error only if ctx ends or the command line is wrong.
func (r *reader) each(source *corpus.Source, take func(place, *corpus.Document)) error {
	for b, err := range source.Blocks(r.ctx) {
		var e *corpus.Error
		if errors.As(err, &e) && e.Usage {
			return err
		}
		if err != nil {
			r.problems.Add(err)
			continue
		}
		for d, err := range b.Documents() {
			if err != nil {
				r.problems.Add(err)
				continue
			}
			take(place{b.Path(), d.Line}, d)
		}
	}
	if r.ctx.Err() != nil {
		return context.Cause(r.ctx)
	}
	r.problems.Add(source.Err())
	return nil
}

func (r *reader) pair(at place, d *corpus.Document) {
	seen := r.counts.add(d.Label, at.file)
	if seen.meaning != positive && seen.meaning != negative {
		return
	}
	p := placed{place: at}
	p.Pair = Pair{
		ID: strings.Clone(d.ID), A: strings.Clone(d.Texts[0]), B: strings.Clone(d.Texts[1]),
		Label: seen.Label, Positive: seen.meaning == positive, Kind: seen.Label,
	}
	if kind := strings.TrimSpace(d.Kind); kind != "" {
		p.Kind = r.once(kind)
	}
	r.pairs = append(r.pairs, p)
}

// once keeps one copy of what stands in many pairs.
func (r *reader) once(s string) string {
	kept, ok := r.words[s]
	if !ok {
		kept = strings.Clone(s)
		r.words[kept] = kept
	}
	return kept
}

// behindProblems tells what could not be read too: the label that is missing
// may stand there.
func (r *reader) behindProblems(err error) error {
	var all []error
	for _, p := range r.problems.List() {
		all = append(all, p)
	}
	return errors.Join(append(all, err)...)
}
