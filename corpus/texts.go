package corpus

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"strings"
)

// textFile is one document of a folder of texts.
type textFile struct {
	path, id, label string
	size            int64
}

// maxTexts is how many files a block of texts holds at most.
const maxTexts = 64

// texts hands the texts of a folder out by runs of about a block's size. They
// are opened by whoever parses the block.
func (r *reading) texts() error {
	st := r.st
	if err := st.opt.refusePlain(st.file.Path, "a folder of texts", true); err != nil {
		return err
	}
	st.layout = layout{format: Text, id: -1, label: -1, kind: -1, split: -1, texts: 1, fields: []field{{}}}
	st.info.Format = Text
	all, bytes, from := st.file.texts, int64(0), 0
	for i := range all {
		bytes += all[i].size
		if bytes >= int64(r.s.opt.BlockSize) || i+1-from == maxTexts || i+1 == len(all) {
			if err := r.block(&Block{line: 1, texts: [2]int{from, i + 1}}); err != nil {
				return err
			}
			bytes, from = 0, i+1
		}
	}
	return nil
}

// folder parses a block of texts.
func (p *parser) folder(emit func(*Document, *Error) bool) bool {
	for i := p.texts[0]; i < p.texts[1]; i++ {
		t := &p.st.file.texts[i]
		p.tally.records++
		text, err := p.readText(t, i)
		if err != nil {
			err.group, err.record = p.path, true
			if !emit(nil, err) {
				return false
			}
			continue
		}
		p.begin(1)
		p.doc.ID, p.doc.HasID = t.id, true
		p.doc.Label, p.doc.HasLabel = t.label, t.label != ""
		p.addText(view(text))
		if p.invalid && p.st.opt.Strict {
			bad := &Error{File: t.path, What: "invalid UTF-8", Cure: "mend it, or leave out --strict", group: p.path, record: true}
			if !emit(nil, bad) {
				return false
			}
		} else if !emit(&p.doc, nil) {
			return false
		}
	}
	return true
}

// readText gives the text of one file, in memory of its own.
func (p *parser) readText(t *textFile, i int) ([]byte, *Error) {
	opt := *p.st.opt
	in, err := openInput(t.path, &opt)
	if err != nil {
		return nil, asError(err, t.path)
	}
	defer in.close()
	h := readHead(in, opt.MaxDocument)
	opt.Format = Text
	if _, err := decideFormat(&File{Path: t.path}, h, &opt); err != nil {
		return nil, asError(err, t.path)
	}
	text := h.data
	if h.err == nil && len(text) <= opt.MaxDocument {
		var more []byte
		more, h.err = io.ReadAll(io.LimitReader(h.rest, int64(opt.MaxDocument-len(text))+1))
		text = append(text, more...)
	}
	if h.err != nil && h.err != io.EOF {
		return nil, describe(h.err, t.path, 1+strings.Count(view(text), "\n"))
	}
	if len(text) > opt.MaxDocument {
		return nil, tooLong(t.path, 1, opt.MaxDocument)
	}
	sum, n, err := in.finish(true)
	if err != nil {
		return nil, asError(err, t.path)
	}
	p.st.mu.Lock()
	p.st.info.Bytes += n
	p.st.digests[i] = sum
	if p.st.info.Compression == "" {
		p.st.info.Compression = in.compression
	}
	p.st.mu.Unlock()
	return text, nil
}

// listing digests the digests of a folder's texts; nil if one was not read.
func (st *fileState) listing() []byte {
	h := sha256.New()
	for i, t := range st.file.texts {
		if st.digests[i] == nil {
			return nil
		}
		io.WriteString(h, hex.EncodeToString(st.digests[i])+"  "+t.id+"\n")
	}
	return h.Sum(nil)
}

func asError(err error, path string) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return &Error{File: path, What: "cannot be read: " + cause(err), Err: err}
}
