package corpus

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"io"
	"sync/atomic"
)

// reading is the background side of one iteration: it opens the files one
// after the other, chooses their layouts and cuts them into blocks.
type reading struct {
	s       *Source
	ctx     context.Context
	items   chan item
	seq     int
	endless atomic.Bool // the open file may block for ever (a pipe, a terminal)

	st    *fileState
	limit limiter // of st's errors between blocks
}

var errStopped = errors.New("stopped")

func (r *reading) files() {
	for _, st := range r.s.files {
		r.st, r.limit = st, limiter{}
		err := r.file()
		if errors.Is(err, errStopped) {
			return
		}
		var e *Error
		if err != nil && !errors.As(err, &e) {
			e = &Error{File: st.file.Path, What: err.Error(), Err: err}
		}
		if e != nil && !r.fail(e) {
			return
		}
		if r.limit.more > 0 && !r.send(item{file: st.index, err: moreErrors(st.file.Path, r.limit.more)}) {
			return
		}
		if err == nil {
			st.mu.Lock()
			st.ended = true
			st.mu.Unlock()
		}
	}
}

func (r *reading) send(it item) bool {
	if it.block != nil {
		r.st.mu.Lock()
		r.st.open++
		r.st.mu.Unlock()
	}
	select {
	case r.items <- it:
		return true
	case <-r.ctx.Done():
		if it.block != nil {
			it.block.Release()
		}
		return false
	}
}

// fail sends an error of the file on.
func (r *reading) fail(e *Error) bool {
	r.st.mu.Lock()
	r.st.broken = true
	if e.Line > 0 {
		r.st.info.Failed++
	}
	r.st.mu.Unlock()
	if !r.limit.pass(e) {
		return true
	}
	return r.send(item{file: r.st.index, err: e})
}

func (r *reading) block(b *Block) error {
	b.Seq, b.File, b.st = r.seq, r.st.index, r.st
	r.seq++
	if !r.send(item{block: b}) {
		return errStopped
	}
	return nil
}

// file reads one file to its end. Its error ends the file.
func (r *reading) file() (err error) {
	st := r.st
	if st.file.texts != nil {
		return r.texts()
	}
	r.endless.Store(true) // opening a pipe and its first read may block
	in, err := openInput(st.file.Path, st.opt)
	if err != nil {
		return err
	}
	defer in.close()
	defer func() {
		sum, n, ferr := in.finish(err == nil)
		if err == nil && ferr != nil {
			err = describe(ferr, st.file.Path, 0)
		}
		st.mu.Lock()
		st.info.Compression, st.info.Bytes, st.info.SHA256 = in.compression, n, hex.EncodeToString(sum)
		st.mu.Unlock()
	}()
	r.endless.Store(in.endless)
	defer r.endless.Store(false)
	h := readHead(in, st.opt.MaxDocument)
	st.layout, err = chooseLayout(&st.file, h, st.opt)
	if err != nil {
		return err
	}
	st.mu.Lock()
	st.info.Format = st.layout.format
	st.layout.describe(&st.info)
	st.mu.Unlock()

	rest := io.MultiReader(bytes.NewReader(h.data[st.layout.skip:]), h.rest)
	if st.layout.format == Text {
		return r.whole(rest)
	}
	return r.cut(rest, 1+st.layout.skippedLines)
}

// whole reads a file that is one document. It gets a block as large as it is.
func (r *reading) whole(in io.Reader) error {
	data, err := io.ReadAll(io.LimitReader(in, int64(r.st.opt.MaxDocument)+1))
	if err != nil {
		return describe(err, r.st.file.Path, 1+bytes.Count(data, newline))
	}
	if len(data) > r.st.opt.MaxDocument {
		return tooLong(r.st.file.Path, 1, r.st.opt.MaxDocument)
	}
	return r.block(&Block{line: 1, data: data})
}

var newline = []byte{'\n'}

// cutter finds where records end. Offsets are in the buffer of the call; shift
// says how far the buffer moved on since.
type cutter interface {
	// last gives the end of the last record that ends in buf, 0 for none. It is
	// called with the same start and more data until something is cut off.
	last(buf []byte) (int, *quoteError)
	// first is last for the first record's end.
	first(buf []byte) (int, *quoteError)
	// scanned is how far the buffer was looked at; the rest must come again.
	scanned() int
	shift(cut []byte)
	// open gives the offset of a quote that is still open; it is negative when
	// the buffer has moved past it.
	open() (int, bool)
}

// cut reads in up to its end and sends line-aligned blocks. line is the first
// line's number. Memory: a buffer of at most MaxDocument + BlockSize beside
// the blocks handed out.
func (r *reading) cut(in io.Reader, line int) error {
	st, block, limit := r.st, r.s.opt.BlockSize, r.s.opt.MaxDocument
	c := newCutter(&st.layout, r.s.opt.Strict)
	buf := getBuffer(block)
	defer func() { putBuffer(buf) }()
	n := 0
	for {
		if r.ctx.Err() != nil {
			return errStopped
		}
		m, err := fill(in, (*buf)[n:])
		n += m
		end, bad := c.last((*buf)[:n])
		if err == io.EOF && bad == nil {
			if q, ok := c.open(); ok {
				bad = &quoteError{at: q, what: unclosed}
			} else {
				end = n
			}
		}
		final := err != nil || bad != nil
		if end == 0 && !final {
			if n > limit {
				if buf, n, line, err = r.skip(in, buf, n, line, c); err != nil {
					return err
				}
				continue
			}
			larger := getBuffer(min(2*n, limit+block))
			copy(*larger, (*buf)[:n])
			putBuffer(buf)
			buf = larger
			continue
		}
		if end > 0 {
			next := getBuffer(max(block, n-end))
			rest := copy(*next, (*buf)[end:n])
			c.shift((*buf)[:end])
			b := &Block{line: line, data: (*buf)[:end], buf: buf}
			lines := bytes.Count(b.data, newline)
			buf, n = next, rest
			if err := r.block(b); err != nil {
				return err
			}
			line += lines
			if bad != nil {
				bad.at -= end
			}
		}
		// The record that cannot be finished may be too long as well, which is
		// told first, as skip would have for a smaller buffer.
		partial := 0
		if bad != nil && bad.what != unclosed {
			partial = bad.at + 1
		} else if bad != nil || err != nil && err != io.EOF {
			partial = n
		}
		if partial > limit && !r.fail(tooLong(st.file.Path, line, limit)) {
			return errStopped
		}
		switch {
		case bad != nil:
			return bad.error(st.file.Path, line+bytes.Count((*buf)[:bad.at], newline))
		case err == io.EOF:
			return nil
		case err != nil:
			return describe(err, st.file.Path, line+bytes.Count((*buf)[:n], newline))
		}
	}
}

// skip tells that the record which fills the buffer is too long and drops what
// belongs to it, wherever it ends. It gives the new buffer, its fill and line.
func (r *reading) skip(in io.Reader, buf *[]byte, n, line int, c cutter) (*[]byte, int, int, error) {
	path := r.st.file.Path
	if !r.fail(tooLong(path, line, r.s.opt.MaxDocument)) {
		return buf, 0, 0, errStopped
	}
	if len(*buf) < minSkip {
		larger := getBuffer(minSkip)
		copy(*larger, (*buf)[:n])
		putBuffer(buf)
		buf = larger
	}
	quoteLine := line
	for end, err := 0, error(nil); ; {
		if q, ok := c.open(); ok && q >= 0 {
			quoteLine = line + bytes.Count((*buf)[:q], newline)
		}
		drop := c.scanned()
		if end > 0 {
			drop = end
		}
		if err != nil && end == 0 {
			drop = n
		}
		line += bytes.Count((*buf)[:drop], newline)
		c.shift((*buf)[:drop])
		n = copy(*buf, (*buf)[drop:n])
		switch {
		case end > 0:
			return buf, n, line, nil // err comes again from in
		case err == io.EOF:
			if _, ok := c.open(); ok {
				return buf, 0, 0, (&quoteError{what: unclosed}).error(path, quoteLine)
			}
			return buf, 0, line, nil
		case err != nil:
			return buf, 0, 0, describe(err, path, line)
		case r.ctx.Err() != nil:
			return buf, 0, 0, errStopped
		}
		var m int
		m, err = fill(in, (*buf)[n:])
		n += m
		var bad *quoteError
		if end, bad = c.first((*buf)[:n]); bad != nil {
			return buf, 0, 0, bad.error(path, line+bytes.Count((*buf)[:bad.at], newline))
		}
	}
}

// minSkip leaves room beside the bytes that a cutter must see again.
const minSkip = 64

// fill reads until buf is full or in ends or fails.
func fill(in io.Reader, buf []byte) (n int, err error) {
	for n < len(buf) && err == nil {
		var m int
		m, err = in.Read(buf[n:])
		n += m
	}
	return n, err
}
