package corpus

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
)

// csv parses a block of whole rows. encoding/csv reads \r\n inside quotes as
// \n; otherwise a field is what stands in the file.
func (p *parser) csv(emit func(*Document, *Error) bool) bool {
	l, limit := p.layout, p.st.opt.MaxDocument
	r := csv.NewReader(bytes.NewReader(p.data))
	r.Comma, r.ReuseRecord, r.FieldsPerRecord = comma(l.format), true, -1
	r.LazyQuotes = true // the cutter has refused the quotes that are not clear
	for {
		from := r.InputOffset()
		row, err := r.Read()
		if err == io.EOF {
			return true
		}
		p.tally.records++
		if err != nil {
			// The cutter refuses what encoding/csv refuses, and ends the file there.
			line := p.line
			var pe *csv.ParseError
			if errors.As(err, &pe) {
				line += pe.StartLine - 1
			}
			return emit(nil, &Error{File: p.path, Line: line, What: "not valid CSV: " + csvCause(err), Cure: quoteCure, Err: err})
		}
		first, _ := r.FieldPos(0)
		line := p.line + first - 1
		var bad *Error
		record := bytes.TrimLeft(p.data[from:r.InputOffset()], "\r\n") // blank lines before it
		switch {
		case len(bytes.TrimSuffix(record, newline)) > limit:
			bad = tooLong(p.path, line, limit)
		case len(row) != l.columns:
			bad = &Error{
				File: p.path, Line: line,
				What: fmt.Sprintf("the row has %s, the header has %d", plural(len(row), "field"), l.columns),
				Cure: "quote fields that hold the separator or a line break",
			}
		default:
			p.begin(line)
			bad = p.row(row)
		}
		if bad != nil {
			if !emit(nil, bad) {
				return false
			}
		} else if p.kept && !emit(&p.doc, nil) {
			return false
		}
	}
}

// row reads one row into p.doc.
func (p *parser) row(row []string) *Error {
	l := p.layout
	if l.split >= 0 {
		if p.kept = p.wanted(row[l.fields[l.split].col]); !p.kept {
			return nil
		}
	}
	for _, f := range l.fields[:l.texts] {
		p.addText(row[f.col])
	}
	if l.id >= 0 {
		p.setID(row[l.fields[l.id].col])
	}
	if l.label >= 0 {
		p.setLabel(row[l.fields[l.label].col])
	}
	if l.kind >= 0 {
		p.setKind(row[l.fields[l.kind].col])
	}
	if f := p.missing(); f != nil {
		return f.at(p.path, p.doc.Line, false)
	}
	if p.invalid && p.st.opt.Strict {
		return &Error{File: p.path, Line: p.doc.Line, What: "invalid UTF-8", Cure: "mend it, or leave out --strict"}
	}
	return nil
}

func csvCause(err error) string {
	var pe *csv.ParseError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// quoteError is a quote after which nobody knows where records end. It ends
// the file.
type quoteError struct {
	at   int // offset in the buffer
	what string
}

const (
	unclosed  = "a quoted field begins here and is never closed"
	bare      = "a quote inside an unquoted field"
	trailing  = "text after the closing quote of a field"
	quoteCure = `quote the whole field and double the quotes inside it: "say ""so"""`
)

func (q *quoteError) error(path string, line int) *Error {
	return &Error{File: path, Line: line, What: q.what + " (nothing behind it was read)", Cure: quoteCure}
}

// lineCutter cuts at line ends.
type lineCutter struct{ pos int }

func newCutter(l *layout, strict bool) cutter {
	if l.format == CSV || l.format == TSV {
		return &csvCutter{comma: byte(comma(l.format)), prev: '\n', strict: strict}
	}
	return &lineCutter{}
}

func (c *lineCutter) last(buf []byte) (int, *quoteError) {
	end := bytes.LastIndexByte(buf[c.pos:], '\n') + 1
	if end > 0 {
		end += c.pos
	}
	c.pos = len(buf)
	return end, nil
}

func (c *lineCutter) first(buf []byte) (int, *quoteError) {
	end := bytes.IndexByte(buf[c.pos:], '\n') + 1
	if end == 0 {
		c.pos = len(buf)
		return 0, nil
	}
	c.pos += end
	return c.pos, nil
}

func (c *lineCutter) scanned() int      { return c.pos }
func (c *lineCutter) shift(cut []byte)  { c.pos -= len(cut) }
func (c *lineCutter) open() (int, bool) { return 0, false }

// csvCutter cuts at line ends outside quotes. Inside quoted fields it takes and
// refuses what encoding/csv does by default, so that both see the same records.
type csvCutter struct {
	comma   byte
	strict  bool // refuse a quote inside an unquoted field
	prev    byte // before the buffer
	pos     int  // looked at so far
	quoted  bool // pos is inside a quoted field
	at      int  // where its quote stands
	closing bool // pos is at a quote of which only the next bytes can tell
}

func (c *csvCutter) last(buf []byte) (int, *quoteError)  { return c.scan(buf, false) }
func (c *csvCutter) first(buf []byte) (int, *quoteError) { return c.scan(buf, true) }
func (c *csvCutter) scanned() int                        { return c.pos }
func (c *csvCutter) open() (int, bool)                   { return c.at, c.quoted && !c.closing }

func (c *csvCutter) shift(cut []byte) {
	if len(cut) > 0 {
		c.prev = cut[len(cut)-1]
	}
	c.pos -= len(cut)
	c.at -= len(cut)
}

func (c *csvCutter) scan(buf []byte, first bool) (end int, bad *quoteError) {
	c.closing = false
	for {
		q := bytes.IndexByte(buf[c.pos:], '"')
		if !c.quoted {
			plain := buf[c.pos:]
			if q >= 0 {
				plain = plain[:q]
			}
			if first {
				if i := bytes.IndexByte(plain, '\n'); i >= 0 {
					c.pos += i + 1
					return c.pos, nil
				}
			} else if i := bytes.LastIndexByte(plain, '\n'); i >= 0 {
				end = c.pos + i + 1
			}
			if q < 0 {
				c.pos = len(buf)
				return end, nil
			}
			q += c.pos
			before := c.prev
			if q > 0 {
				before = buf[q-1]
			}
			if before != '\n' && before != c.comma {
				// Not the first character of its field: a character like any
				// other, as Python and most tools read it.
				if c.strict {
					return end, &quoteError{q, bare}
				}
				c.pos = q + 1
				continue
			}
			c.quoted, c.at, c.pos = true, q, q+1
			continue
		}
		if q < 0 {
			c.pos = len(buf)
			return end, nil
		}
		q += c.pos
		after := buf[q+1:]
		switch {
		case len(after) == 0, len(after) == 1 && after[0] == '\r':
			c.pos, c.closing = q, true
			return end, nil
		case after[0] == '"':
			c.pos = q + 2
		case after[0] == '\n', after[0] == c.comma, after[0] == '\r' && after[1] == '\n':
			c.pos, c.quoted = q+1, false
		default:
			return end, &quoteError{q, trailing}
		}
	}
}
