package detect

import (
	"context"
	"errors"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/ngram"
)

// Input is one split: its name in reports and where its documents come from.
type Input struct {
	Name   string
	Source *corpus.Source
}

type run struct {
	opt      Options
	sources  []*corpus.Source
	result   *Result
	problems corpus.Errors
	seekers  []*seeker // one a worker
}

func (r *run) newSeeker() *seeker {
	s := &seeker{train: newProfiler(&r.opt), held: newProfiler(&r.opt)}
	s.examiner.hasher = s.held.hasher
	return s
}

// Run compares each split with every earlier one: later splits are the
// validation side. The first split is streamed and may be of any size; the
// others, and with Options.Within all of them, are held in memory. What cannot
// be read is in Result.Problems; the error is for impossible options and for
// ctx ending, and then there is no result.
func Run(ctx context.Context, inputs []Input, opt Options) (*Result, error) {
	if len(inputs) < 2 && !(opt.Within && len(inputs) == 1) {
		return nil, errors.New("detect: nothing to compare: fewer than two splits")
	}
	r := &run{opt: opt.withDefaults(), result: &Result{}}
	for _, in := range inputs {
		r.sources = append(r.sources, in.Source)
		r.result.Splits = append(r.result.Splits, Split{Name: in.Name})
	}
	hasher, err := ngram.NewHasher(r.opt.Scheme)
	if err != nil {
		return nil, err
	}
	r.opt.Scheme = hasher.Scheme()
	for range r.opt.Workers {
		r.seekers = append(r.seekers, r.newSeeker())
	}
	if err := r.compareAll(ctx); err != nil {
		return nil, err
	}
	r.result.Problems = r.problems.List()
	r.result.Options = r.opt
	return r.result, nil
}

func (r *run) compareAll(ctx context.Context) error {
	first := 1
	if r.opt.Within {
		first = 0
	}
	sides := make([]*side, len(r.sources))
	for split := first; split < len(sides); split++ {
		var err error
		if sides[split], err = r.hold(ctx, split); err != nil {
			return err
		}
	}
	for train := range sides {
		if err := r.compareSide(ctx, sides, train); err != nil {
			return err
		}
	}
	return nil
}

// compareSide compares one split, as the training side, with those after it.
func (r *run) compareSide(ctx context.Context, sides []*side, train int) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	kept := &spool{fail: stop}
	defer kept.close()
	var against []*comparison
	for val := train; val < len(sides); val++ {
		if val > train || r.opt.Within {
			c := newComparison(r, sides[val], sides[train], kept)
			c.result.Validation, c.result.Train = val, train
			against = append(against, c)
		}
	}
	if len(against) == 0 {
		return nil
	}
	var err error
	if sides[train] != nil {
		err = r.compareHeld(ctx, sides[train], against)
	} else {
		err = r.compareStream(ctx, train, against)
	}
	for _, c := range against {
		if err != nil {
			return err
		}
		var result Comparison
		result, err = c.finish(ctx)
		r.result.Comparisons = append(r.result.Comparisons, result)
	}
	return err
}

// compareStream reads a split once and keeps nothing of it but counts, a key a
// different text, and the documents that match.
func (r *run) compareStream(ctx context.Context, split int, against []*comparison) error {
	tallies := make([]splitTally, r.opt.Workers)
	texts := &keySet{}
	err := r.eachBlock(ctx, split, func(worker, nth int, b *corpus.Block, docs docSeq) {
		s := r.seekers[worker]
		place := 0
		for doc := range docs {
			s.train.read(doc)
			first := tallies[worker].add(s.train, doc, texts)
			for _, c := range against {
				c.look(s, trainDoc{doc, b.File, uint64(nth)<<32 | uint64(place), first}, 0)
			}
			place++
		}
	})
	if err != nil {
		return err
	}
	r.addTallies(&r.result.Splits[split], tallies, texts)
	return nil
}

func (r *run) compareHeld(ctx context.Context, train *side, against []*comparison) error {
	return r.each(ctx, len(train.docs), 64, func(worker, n int) error {
		s, doc := r.seekers[worker], &train.docs[n]
		s.train.read(&doc.Document)
		for _, c := range against {
			from := 0
			if c.val == train {
				from = n + 1 // each pair once, the later document as validation
			}
			c.look(s, trainDoc{&doc.Document, doc.file, uint64(n), !doc.repeats}, from)
		}
		return nil
	})
}
