package corpus

import (
	"bytes"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
	"unsafe"

	"github.com/valyala/fastjson"
)

// parser is what one goroutine needs to parse a block. All memory is reused:
// documents of JSON lines cost no allocation.
type parser struct {
	*Block
	path   string
	layout *layout
	tally  tally

	json    fastjson.Parser
	values  []*fastjson.Value // of layout.fields, nil where missing
	exact   []bool            // the name was found as it is written
	visit   func([]byte, *fastjson.Value)
	doc     Document
	scratch []byte // joined texts and numbers of the record
	place   []byte // "file:line"
	invalid bool   // bytes of the record were replaced
	kept    bool   // the record passed the split filter
}

var parsers = sync.Pool{New: func() any {
	p := &parser{}
	p.visit = p.collect
	return p
}}

func (p *parser) start(b *Block) {
	p.Block, p.path, p.layout, p.tally = b, b.Path(), &b.st.layout, tally{}
	p.values, p.exact = p.values[:0], p.exact[:0]
	for range p.layout.fields {
		p.values, p.exact = append(p.values, nil), append(p.exact, false)
	}
	p.place = append(append(p.place[:0], p.path...), ':')
}

// end drops what points into the block.
func (p *parser) end() {
	p.Block, p.layout = nil, nil
	clear(p.values)
	clear(p.doc.Texts)
	p.doc.ID, p.doc.Label, p.doc.Kind = "", "", ""
	if cap(p.scratch) > keptBuffer {
		p.scratch = nil
	}
}

// parse reads all records of the block; false if emit wanted no more.
func (p *parser) parse(emit func(*Document, *Error) bool) bool {
	if p.st.file.texts != nil {
		return p.folder(emit)
	}
	switch p.layout.format {
	case JSONL:
		return p.jsonl(emit)
	case CSV, TSV:
		return p.csv(emit)
	case Text:
		p.begin(1)
		p.tally.records++
		p.place = p.place[:len(p.path)] // the whole file: no line to tell
		p.doc.ID = view(p.place)
		return p.plain(p.data, emit)
	}
	return p.lines(emit)
}

// begin starts a document that has nothing but its position.
func (p *parser) begin(line int) {
	p.scratch, p.invalid, p.kept = p.scratch[:0], false, true
	p.place = strconv.AppendInt(p.place[:len(p.path)+1], int64(line), 10)
	p.doc = Document{ID: view(p.place), Texts: p.doc.Texts[:0], Line: line}
}

func (p *parser) addText(s string) {
	if isBlank(s) {
		s = ""
	}
	p.doc.Texts = append(p.doc.Texts, p.valid(s))
}

func (p *parser) setID(s string) {
	if s != "" {
		p.doc.ID, p.doc.HasID = p.valid(s), true
	}
}

func (p *parser) setLabel(s string) {
	if s != "" {
		p.doc.Label, p.doc.HasLabel = p.valid(s), true
	}
}

func (p *parser) setKind(s string) {
	if s != "" {
		p.doc.Kind, p.doc.HasKind = p.valid(s), true
	}
}

// wanted tells whether a split value passes the filter.
func (p *parser) wanted(value string) bool {
	value = strings.TrimSpace(value)
	for _, v := range p.st.opt.SplitValues {
		if strings.TrimSpace(v) == value {
			return true
		}
	}
	return false
}

// valid replaces each run of invalid bytes by one U+FFFD.
func (p *parser) valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	p.invalid = true
	return strings.ToValidUTF8(s, "\uFFFD")
}

// plain emits a document that is all text, in strict mode only if it is UTF-8.
func (p *parser) plain(text []byte, emit func(*Document, *Error) bool) bool {
	p.addText(view(text))
	if p.invalid && p.st.opt.Strict {
		return emit(nil, &Error{File: p.path, Line: p.doc.Line, What: "invalid UTF-8", Cure: "mend it, or leave out --strict"})
	}
	return emit(&p.doc, nil)
}

// lines parses a block of one text a line.
func (p *parser) lines(emit func(*Document, *Error) bool) bool {
	data, limit := p.data, p.st.opt.MaxDocument
	for n := p.line; len(data) > 0; n++ {
		line := data
		if i := bytes.IndexByte(data, '\n'); i >= 0 {
			line, data = data[:i], data[i+1:]
		} else {
			data = nil
		}
		p.tally.records++
		if len(line) > limit {
			if !emit(nil, tooLong(p.path, n, limit)) {
				return false
			}
			continue
		}
		p.begin(n)
		if !p.plain(bytes.TrimSuffix(line, []byte{'\r'}), emit) {
			return false
		}
	}
	return true
}

// isBlank tells white space and nothing.
func isBlank(s string) bool {
	return s == "" || s[0] <= ' ' && strings.TrimSpace(s) == "" || s[0] >= utf8.RuneSelf && strings.TrimSpace(s) == ""
}

// view gives bytes as a string without a copy.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
