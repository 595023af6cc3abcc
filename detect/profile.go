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
	// key is equal for equal documents: fold if short, else sequence, with the
	// places where fields cut it, which make other n-grams.
	key   uint64
	short bool // below the evidence floor
	blank bool // without a word
	// sequence is equal for the same units in the same order.
	sequence uint64
	fold     uint64 // of the text without case, width and white space, if folded
	// folded documents are the short ones and those a little above the floor:
	// of two equal texts one may have a space more, and so an n-gram more.
	folded bool
	keys   []uint64     // window keys of words, see profiler.windowKeys
	cells  sketch.Cells // for arrays
}

// profiler makes profiles; one a goroutine.
type profiler struct {
	opt         *Options
	hasher      *ngram.Hasher
	words       *ngram.Hasher // the word rule by which chars finds short texts
	distinct    sketch.Distinct
	scratchText []byte
	scratch     []uint64
	lengths     []uint64 // of the fields that are not empty, in units
	turn        int      // counts the documents read
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
	p.turn++
	p.units, p.grams, p.profile.words, p.lengths = p.units[:0], p.grams[:0], p.profile.words[:0], p.lengths[:0]
	for _, text := range doc.Texts {
		from := len(p.units)
		p.units = p.hasher.AppendUnits(p.units, text)
		p.grams = p.hasher.AppendGrams(p.grams, p.units[from:])
		if len(p.units) > from {
			p.lengths = append(p.lengths, uint64(len(p.units)-from))
		}
	}
	p.grams = p.distinct.Compact(p.grams)
	p.blank = len(p.wordsOf(doc)) == 0
	p.short = len(p.grams) < p.opt.MinGrams
	p.profile.folded = len(p.grams)/2 < p.opt.MinGrams
	p.fold = 0
	if p.profile.folded {
		p.fold = p.hasher.Sum64(p.foldOf(doc))
	}
	p.sequence = p.hasher.SumUnits(p.units)
	switch p.key = p.sequence; {
	case p.short:
		p.key = p.fold
	case len(p.lengths) > 1:
		p.key = p.hasher.SumUnits(append(p.lengths, p.sequence))
	}
	if p.opt.Sketch.Kind != sketch.KindGrams {
		p.scratch = append(p.scratch[:0], p.grams...)
		p.cells = sketch.AppendCells(p.cells[:0], p.scratch, p.opt.Sketch.M)
	}
	return &p.profile
}

// foldOf folds the texts that are not empty; two texts are not one.
func (p *profiler) foldOf(doc *corpus.Document) []byte {
	p.scratchText = p.scratchText[:0]
	for _, text := range doc.Texts {
		if from := len(p.scratchText); len(text) > 0 {
			p.scratchText = p.hasher.AppendFold(p.scratchText, text)
			if len(p.scratchText) > from {
				p.scratchText = append(p.scratchText, 0)
			}
		}
	}
	return p.scratchText
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
