package corpus

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"time"
)

// Block is a run of whole records of one file, or of texts of a folder.
// Records are in the file's order, so that (Seq, place in the block) orders all
// documents of a source.
type Block struct {
	Seq  int // 0-based over the source
	File int // index in Source.Files

	st    *fileState
	line  int     // 1-based line of the first byte
	data  []byte  // records with their line ends
	buf   *[]byte // what data is part of
	texts [2]int  // of a folder of texts: from, to
	done  bool
}

// Path is the file's, as in File.
func (b *Block) Path() string { return b.st.file.Path }

// Line is the 1-based line on which the block starts.
func (b *Block) Line() int { return b.line }

// Size is the bytes of text in the block, line ends included; for a folder of
// texts those on disk.
func (b *Block) Size() int {
	if b.st.file.texts == nil {
		return len(b.data)
	}
	n := int64(0)
	for _, t := range b.st.file.texts[b.texts[0]:b.texts[1]] {
		n += t.size
	}
	return int(n)
}

// Documents parses the block, once; when the iteration ends the block is
// released. It yields an *Error in place of each record that cannot be read, at
// most 20, then one that counts the rest. Different blocks may be parsed by
// different goroutines at once.
func (b *Block) Documents() iter.Seq2[*Document, error] {
	return func(yield func(*Document, error) bool) {
		var limit limiter
		if b.documents(&limit, yield) && limit.more > 0 {
			yield(nil, moreErrors(b.Path(), limit.more))
		}
	}
}

// Release gives the block's memory back. Only a block whose Documents are not
// iterated needs it; the file's counts are then incomplete, and Source.Err does
// not judge it.
func (b *Block) Release() {
	if b.done {
		return
	}
	b.done = true
	b.st.mu.Lock()
	b.st.broken = true
	b.st.open--
	b.st.mu.Unlock()
	b.free()
}

func (b *Block) free() {
	if b.buf != nil {
		putBuffer(b.buf)
	}
	b.buf, b.data = nil, nil
}

// tally is what parsing one block counts.
type tally struct{ records, documents, blank, invalid, failed int }

// documents reports whether the consumer wants more.
func (b *Block) documents(limit *limiter, yield func(*Document, error) bool) (more bool) {
	if b.done {
		return true
	}
	p := parsers.Get().(*parser)
	p.start(b)
	finished := false // stays so when the consumer leaves the loop or panics
	defer func() {
		b.close(&p.tally, finished)
		p.end()
		parsers.Put(p)
	}()
	more = p.parse(func(d *Document, err *Error) bool {
		if err != nil {
			p.tally.failed++
			return !limit.pass(err) || yield(nil, err)
		}
		p.tally.documents++
		if d.Blank() {
			p.tally.blank++
		}
		if p.invalid {
			p.tally.invalid++
		}
		return yield(d, nil)
	})
	finished = more
	return more
}

func (b *Block) close(t *tally, finished bool) {
	b.done = true
	st := b.st
	st.mu.Lock()
	st.records += t.records
	st.info.Documents += t.documents
	st.info.Blank += t.blank
	st.info.InvalidUTF8 += t.invalid
	st.info.Failed += t.failed
	st.broken = st.broken || !finished || t.failed > 0
	st.open--
	st.mu.Unlock()
	b.free()
}

// buffers are of any size; those grown for one long record are left to the
// collector.
var buffers sync.Pool

const keptBuffer = 4 << 20

func getBuffer(n int) *[]byte {
	if b, _ := buffers.Get().(*[]byte); b != nil {
		if cap(*b) >= n {
			*b = (*b)[:n]
			return b
		}
	}
	b := make([]byte, n)
	return &b
}

func putBuffer(b *[]byte) {
	if cap(*b) <= keptBuffer {
		buffers.Put(b)
	}
}

// readAhead is how many blocks wait for the consumer. Two would overlap reading
// and parsing; four even out files that decompress in bursts.
const readAhead = 4

// item is a block, or an error between blocks; file is set in both.
type item struct {
	block *Block
	file  int
	err   *Error
}

// Blocks gives the files' blocks in input order, and errors that end a file or
// stand between its records where they belong. Reading and decompressing go on
// in the background, a few blocks ahead. When ctx ends, the iteration ends with
// an *Error that wraps its cause; then, as when the loop is left, the
// background has ended too (a read that blocks on a pipe or terminal apart:
// nothing can interrupt it).
func (s *Source) Blocks(ctx context.Context) iter.Seq2[*Block, error] {
	return func(yield func(*Block, error) bool) {
		for b, err := range s.blocks(ctx) {
			if err != nil {
				b = nil
			}
			if !yield(b, err) {
				return
			}
		}
	}
}

// blocks is Blocks with a Block beside an error, for its File.
func (s *Source) blocks(ctx context.Context) iter.Seq2[*Block, error] {
	return func(yield func(*Block, error) bool) {
		parent := ctx
		ctx, cancel := context.WithCancel(ctx)
		items := make(chan item, readAhead)
		r := &reading{s: s, ctx: ctx, items: items}
		go func() {
			defer close(items)
			defer func() {
				// A decoder that panics here would end the program with status
				// 2, which says that the command line is wrong.
				if fault := recover(); fault != nil {
					r.send(item{file: r.st.index, err: &Error{File: r.st.file.Path, What: fmt.Sprintf("a defect of the reader: %v", fault), Cure: "please report it"}})
				}
			}()
			r.files()
		}()
		defer func() {
			cancel()
			r.wait()
		}()
		interrupted := func() { yield(&Block{}, &Error{What: "interrupted", Err: context.Cause(parent)}) }
		for {
			select {
			case <-parent.Done():
				interrupted()
				return
			case it, ok := <-items:
				if !ok && parent.Err() != nil {
					interrupted() // the background has ended because of it
				}
				if !ok {
					return
				}
				b := it.block
				if b == nil {
					b = &Block{File: it.file, done: true}
					if !yield(b, it.err) {
						return
					}
					continue
				}
				if !yield(b, nil) {
					return
				}
			}
		}
	}
}

// wait drains what was read ahead until the background has ended, unless it
// sits in a read that may never return.
func (r *reading) wait() {
	patience := time.NewTimer(100 * time.Millisecond)
	defer patience.Stop()
	for {
		select {
		case it, ok := <-r.items:
			if !ok {
				return
			}
			if it.block != nil {
				it.block.Release()
			}
		case <-patience.C:
			if r.endless.Load() {
				return
			}
			patience.Reset(100 * time.Millisecond)
		}
	}
}
