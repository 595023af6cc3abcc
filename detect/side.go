package detect

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/index"
	"github.com/leakgate/leakgate/sketch"
)

// side is a split held in memory, indexed.
type side struct {
	split *Split
	docs  []heldDoc

	exact *index.Exact // grams
	cells *index.Cells // arrays

	folds map[uint64][]uint32 // folded documents by their text
	heads *index.Heads        // short documents of 8 words and more
	keys  [][]uint64          // of each document: where short ones may stand in it

	ids map[string]uint32 // id → first document that has it
}

type heldDoc struct {
	corpus.Document
	file    int
	key     uint64
	grams   int // distinct
	sum     int // Σ of the array's cells; cells is their number
	cells   int
	short   bool
	blank   bool
	repeats bool // the text of an earlier document

	folded   bool
	fold     uint64
	sequence uint64
}

// heldBlock is what one worker made of one block.
type heldBlock struct {
	docs       []heldDoc
	grams      [][]uint64
	cells      []sketch.Cells
	pieces     [][]uint64 // of the containable ones
	windowKeys [][]uint64
}

// hold reads a whole split into memory and indexes it.
func (r *run) hold(ctx context.Context, split int) (*side, error) {
	s := &side{split: &r.result.Splits[split], ids: map[string]uint32{}, folds: map[uint64][]uint32{}}
	blocks := map[int]*heldBlock{}
	var mu sync.Mutex
	tallies := make([]splitTally, r.opt.Workers)
	texts := &keySet{}
	err := r.eachBlock(ctx, split, func(worker, nth int, b *corpus.Block, docs docSeq) {
		held := r.holdBlock(r.seekers[worker], b.File, docs, func(doc *corpus.Document) {
			tallies[worker].add(r.seekers[worker].train, doc, texts)
		})
		mu.Lock()
		blocks[nth] = held
		mu.Unlock()
	})
	if err != nil {
		return nil, err
	}
	r.addTallies(s.split, tallies, texts)
	r.indexSide(s, inOrder(blocks))
	return s, nil
}

func (r *run) holdBlock(s *seeker, file int, docs docSeq, count func(*corpus.Document)) *heldBlock {
	held := &heldBlock{}
	p, grams, keys, pieces := s.train, &s.grams, &s.keys, &s.pieces
	grams.reset()
	keys.reset()
	pieces.reset()
	for doc := range docs {
		prof := p.read(doc)
		count(doc)
		if prof.blank { // equal to nothing: it is never looked for
			prof.short, prof.grams, prof.cells = true, prof.grams[:0], prof.cells[:0]
		}
		held.docs = append(held.docs, heldDoc{
			Document: doc.Clone(), file: file, key: prof.key, grams: len(prof.grams),
			short: prof.short, blank: prof.blank, folded: prof.folded, fold: prof.fold, sequence: prof.sequence,
			sum: prof.cells.Sum(), cells: len(prof.cells),
		})
		var own []uint64
		if p.containable(doc) {
			own = index.AppendPieces(nil, p.wordsOf(doc))
		}
		pieces.add(own)
		keys.add(p.windowKeys(doc))
		if r.opt.Sketch.Kind == sketch.KindGrams {
			grams.add(prof.grams)
		} else if !prof.short {
			held.cells = append(held.cells, append(sketch.Cells(nil), prof.cells...))
		} else {
			held.cells = append(held.cells, nil)
		}
	}
	held.grams, held.windowKeys, held.pieces = grams.lists(), keys.lists(), pieces.lists()
	return held
}

// arena gathers many short lists, to keep them in one piece of memory.
type arena struct {
	all  []uint64
	ends []int
}

func (a *arena) reset() { a.all, a.ends = a.all[:0], a.ends[:0] }

func (a *arena) add(list []uint64) {
	a.all = append(a.all, list...)
	a.ends = append(a.ends, len(a.all))
}

// lists copies the lists out, into memory of just their size.
func (a *arena) lists() [][]uint64 {
	lists := make([][]uint64, 0, len(a.ends))
	all := append(make([]uint64, 0, len(a.all)), a.all...)
	from := 0
	for _, end := range a.ends {
		lists = append(lists, all[from:end:end])
		from = end
	}
	return lists
}

func (r *run) indexSide(s *side, blocks []*heldBlock) {
	var grams, short [][]uint64
	var cells []sketch.Cells
	var repeats []bool
	known := map[uint64]bool{}
	frequency := pieceFrequency(blocks)
	s.heads = index.NewHeads()
	for _, b := range blocks {
		for i := range b.docs {
			n := uint32(len(s.docs))
			doc := &b.docs[i]
			if _, known := s.ids[doc.ID]; doc.HasID && !known {
				s.ids[doc.ID] = n
			}
			if doc.folded && !doc.blank {
				s.folds[doc.fold] = append(s.folds[doc.fold], n)
			}
			doc.repeats = known[doc.key]
			repeats = append(repeats, doc.repeats)
			if doc.short && r.opt.Sketch.Kind == sketch.KindGrams {
				if !known[doc.key] {
					short = append(short, b.grams[i])
				}
				b.grams[i] = nil // not found by overlap
			}
			known[doc.key] = true
			s.docs = append(s.docs, *doc)
			if pieces := b.pieces[i]; len(pieces) > 0 {
				s.heads.Add(int(n), rarest(pieces, frequency))
			}
		}
		grams = append(grams, b.grams...)
		cells = append(cells, b.cells...)
		s.keys = append(s.keys, b.windowKeys...)
	}
	if r.opt.Sketch.Kind == sketch.KindGrams {
		s.exact = index.NewExact(r.opt.Threshold, grams, repeats, short)
	} else {
		s.cells = index.NewCells(r.opt.Sketch.M, cells)
	}
}

// pieceFrequency counts in how many places of the containable documents each
// piece stands.
func pieceFrequency(blocks []*heldBlock) map[uint64]int {
	frequency := map[uint64]int{}
	for _, b := range blocks {
		for _, pieces := range b.pieces {
			for _, piece := range pieces {
				frequency[piece]++
			}
		}
	}
	return frequency
}

// rarest is the piece that a document is looked for by. Its first would be the
// same in all documents that begin with one prompt.
func rarest(pieces []uint64, frequency map[uint64]int) uint64 {
	return slices.MinFunc(pieces, func(a, b uint64) int {
		return cmp.Or(cmp.Compare(frequency[a], frequency[b]), cmp.Compare(a, b))
	})
}

// splitTally counts a split; one a worker.
type splitTally struct {
	documents, blank, belowFloor, equalityOnly int
}

// add counts the document just read and says whether its text is new.
func (t *splitTally) add(p *profiler, doc *corpus.Document, texts *keySet) (first bool) {
	t.documents++
	if p.blank {
		t.blank++
		return false
	}
	if p.short {
		t.belowFloor++
		if !p.containable(doc) {
			t.equalityOnly++
		}
	}
	return texts.add(p.key)
}

// addTallies adds up what the workers counted. A side without a single word is a
// problem: nothing could be found in it.
func (r *run) addTallies(s *Split, tallies []splitTally, texts *keySet) {
	for _, t := range tallies {
		s.Documents += t.documents
		s.Blank += t.blank
		s.BelowFloor += t.belowFloor
		s.EqualityOnly += t.equalityOnly
	}
	s.Unique = texts.len()
	if s.Documents > 0 && s.Blank == s.Documents && r.problems.Len() == 0 { // else it has been told
		r.problems.Add(&corpus.Error{File: s.Name, What: "no document has a word", Cure: "name the field that holds the text: --text NAME"})
	}
}
