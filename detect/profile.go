package detect

import (
	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/index"
	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/sketch"
)

// profile is what the comparison needs of one document. It lives in its
// profiler until the next document.
type profile struct {
	units []uint64 // of all texts, in order
	grams []uint64 // distinct hashes; no n-gram crosses from text to text
	words []uint64 // units, but for chars: see profiler.wordsOf
	key   uint64   // equal for equal documents: by fold if short, else by words
	fold  uint64   // set if short
	short bool     // below the evidence floor
	blank bool
	keys  []uint64     // window keys of words, see profiler.windowKeys
	cells sketch.Cells // for arrays
}

// profiler makes profiles; one a goroutine.
type profiler struct {
	opt      *Options
	hasher   *ngram.Hasher
	words    *ngram.Hasher // the word rule by which chars finds short texts
	distinct sketch.Distinct
	folded   []byte
	scratch  []uint64
	profile
}

// newProfiler is for options whose scheme has been checked.
func newProfiler(opt *Options) *profiler {
	return &profiler{opt: opt, hasher: mustHasher(opt.Scheme), words: wordHasher(opt.Scheme)}
}

func wordHasher(s ngram.Scheme) *ngram.Hasher {
	if s.Tokens != ngram.Chars {
		return nil
	}
	return mustHasher(ngram.Scheme{Key: s.Key})
}

func mustHasher(s ngram.Scheme) *ngram.Hasher {
	h, err := ngram.NewHasher(s)
	if err != nil {
		panic(err)
	}
	return h
}

// read profiles a document.
func (p *profiler) read(doc *corpus.Document) *profile {
	p.units, p.grams, p.profile.words = p.units[:0], p.grams[:0], p.profile.words[:0]
	for _, text := range doc.Texts {
		from := len(p.units)
		p.units = p.hasher.AppendUnits(p.units, text)
		p.grams = p.hasher.AppendGrams(p.grams, p.units[from:])
	}
	p.grams = p.distinct.Compact(p.grams)
	p.blank = len(p.units) == 0
	p.short = len(p.grams) < p.opt.MinGrams
	p.fold = 0
	if p.short {
		p.folded = p.folded[:0]
		for _, text := range doc.Texts {
			p.folded = p.hasher.AppendFold(p.folded, text)
			p.folded = append(p.folded, 0) // two texts are not one
		}
		p.fold = p.hasher.Sum64(p.folded)
		p.key = p.fold
	} else {
		p.key = p.hasher.SumUnits(p.units)
	}
	if p.opt.Sketch.Kind != sketch.KindGrams {
		p.scratch = append(p.scratch[:0], p.grams...)
		p.cells = sketch.AppendCells(p.cells[:0], p.scratch, p.opt.Sketch.M)
	}
	return &p.profile
}

// wordsOf are the word hashes of the document just read.
func (p *profiler) wordsOf(doc *corpus.Document) []uint64 {
	if p.words == nil {
		return p.units
	}
	if len(p.profile.words) == 0 {
		for _, text := range doc.Texts {
			p.profile.words = p.words.AppendUnits(p.profile.words, text)
		}
	}
	return p.profile.words
}

// windowKeys are the keys by which the document just read is found to contain
// short ones.
func (p *profiler) windowKeys(doc *corpus.Document) []uint64 {
	p.keys = index.AppendWindowKeys(p.keys[:0], p.wordsOf(doc))
	return p.keys
}

// containable says whether the document just read is looked for whole inside
// others.
func (p *profiler) containable(doc *corpus.Document) bool {
	return p.short && len(p.wordsOf(doc)) >= index.WindowWords
}
