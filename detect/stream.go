package detect

import (
	"context"
	"iter"
	"sort"
	"sync"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/internal/crew"
)

// docSeq yields the documents of a block that could be read.
type docSeq = iter.Seq[*corpus.Document]

// eachBlock hands a split's blocks to the workers, in any order; nth is the
// block's place. What could not be read goes to the run's problems in input
// order. It returns an error only if ctx ends.
func (r *run) eachBlock(ctx context.Context, split int, work func(worker, nth int, b *corpus.Block, docs docSeq)) error {
	type item struct {
		nth   int
		block *corpus.Block
	}
	source := r.sources[split]
	items := make(chan item)
	failed := map[int][]error{}
	var mu sync.Mutex
	fail := func(nth int, err error) {
		mu.Lock()
		failed[nth] = append(failed[nth], err)
		mu.Unlock()
	}
	workers := crew.Crew{}
	for w := range r.opt.Workers {
		workers.Go(func() {
			defer rest(items)
			for it := range items {
				work(w, it.nth, it.block, func(yield func(*corpus.Document) bool) {
					for doc, err := range it.block.Documents() {
						if err != nil {
							fail(it.nth, err)
						} else if !yield(doc) {
							return
						}
					}
				})
			}
		})
	}
	nth := 0
	for block, err := range source.Blocks(ctx) {
		if err != nil {
			fail(nth, err)
		} else {
			items <- item{nth, block}
		}
		nth++
	}
	close(items)
	workers.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for _, errs := range inOrder(failed) {
		for _, err := range errs {
			r.problems.Add(err)
		}
	}
	r.problems.Add(source.Err())
	r.result.Splits[split].Files = source.Files()
	return nil
}

// inOrder lists a map's values by key.
func inOrder[V any](m map[int]V) []V {
	keys := make([]int, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Ints(keys)
	values := make([]V, len(keys))
	for i, k := range keys {
		values[i] = m[k]
	}
	return values
}

// each calls work for 0 to n-1 on all workers, so many in a row, until one fails
// or ctx ends.
func (r *run) each(ctx context.Context, n, run int, work func(worker, i int) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	starts := make(chan int)
	workers := crew.Crew{}
	for w := range r.opt.Workers {
		workers.Go(func() {
			defer rest(starts)
			for from := range starts {
				for i := from; i < min(from+run, n); i++ {
					if err := work(w, i); err != nil {
						stop(err)
						return
					}
				}
			}
		})
	}
	for from := 0; from < n && ctx.Err() == nil; from += run {
		starts <- from
	}
	close(starts)
	workers.Wait()
	return context.Cause(ctx)
}

// rest takes what is still sent, so that a worker that panicked keeps nobody
// waiting.
func rest[T any](items <-chan T) {
	for range items {
	}
}
