package corpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
	"unsafe"

	"github.com/valyala/fastjson"
)

// fault is what is wrong with one record; its place is added by at.
type fault struct {
	what, cure string
	cut        bool // the JSON ends too early
	err        error
}

// at places a fault. last says that the line has no line end.
func (f *fault) at(path string, line int, last bool) *Error {
	e := &Error{File: path, Line: line, What: f.what, Cure: f.cure, Err: f.err}
	switch {
	case f.cut && last:
		e.Cure = "the file seems to be truncated: fetch it again"
	case f.cut:
		e.Cure = "write one object a line: jq -c . " + quote(path)
	}
	return e
}

// parseObject parses one line. Escapes of lone surrogates are overwritten in
// line by that of U+FFFD, which is what encoding/json reads them as.
//
// fastjson is lenient: it keeps bad escapes as they stand (refused here), takes
// raw control characters and sloppy numbers such as 1-2 and NaN (left, unless
// strict), and unescapes in place, which is why a value must be read once only.
func parseObject(p *fastjson.Parser, line []byte, strict bool) (*fastjson.Value, *fault) {
	if f := mendEscapes(line); f != nil {
		return nil, f
	}
	if strict {
		if f := strictJSON(line); f != nil {
			return nil, f
		}
	}
	v, err := p.Parse(unsafe.String(unsafe.SliceData(line), len(line)))
	if err != nil && !strict && shortenInfinity(line) {
		v, err = p.ParseBytes(line)
	}
	if err != nil {
		return nil, syntaxFault(line)
	}
	if v.Type() != fastjson.TypeObject {
		return nil, &fault{what: a(v.Type()) + " where a JSON object is expected", cure: "write one object a line"}
	}
	return v, nil
}

// shortenInfinity rewrites Infinity outside strings, as Python writes it, to
// the inf that fastjson takes, and tells whether there was one.
func shortenInfinity(line []byte) (found bool) {
	quoted := false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\' && quoted:
			i++
		case c == 'I' && !quoted && bytes.HasPrefix(line[i:], []byte("Infinity")):
			i += copy(line[i:], "inf     ") - 1
			found = true
		}
	}
	return found
}

// mendEscapes refuses escapes that JSON does not have, and rewrites those of
// surrogates without a partner.
func mendEscapes(line []byte) *fault {
	for i := bytes.IndexByte(line, '\\'); i >= 0; {
		size := 2
		switch {
		case i+1 >= len(line):
			return nil // the string is not closed: the parser says so
		case line[i+1] == 'u':
			r := unit(line[i:])
			if r < 0 {
				return badEscape(line[i:min(i+6, len(line))])
			}
			size = 6
			if r >= 0xd800 && r < 0xe000 {
				if next := unit(line[i+6:]); r < 0xdc00 && next >= 0xdc00 && next < 0xe000 {
					size = 12
				} else {
					copy(line[i+2:], "fffd")
				}
			}
		case !escapable[line[i+1]]:
			return badEscape(line[i : i+2])
		}
		i += size
		next := bytes.IndexByte(line[i:], '\\')
		if next < 0 {
			return nil
		}
		i += next
	}
	return nil
}

var escapable = [256]bool{'"': true, '\\': true, '/': true, 'b': true, 'f': true, 'n': true, 'r': true, 't': true}

// unit reads \uXXXX at the start of s, -1 if it is none.
func unit(s []byte) int {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return -1
	}
	n := 0
	for _, c := range s[2:6] {
		switch {
		case c >= '0' && c <= '9':
			n = n<<4 | int(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			n = n<<4 | int(c|0x20-'a'+10)
		default:
			return -1
		}
	}
	return n
}

func badEscape(escape []byte) *fault {
	return &fault{what: fmt.Sprintf("not valid JSON: %q is no escape", escape), cure: "mend or remove the line"}
}

// syntaxFault lets encoding/json say what is wrong with a line, as fastjson's
// messages hold the text itself.
func syntaxFault(line []byte) *fault {
	f := &fault{what: "not valid JSON: nested deeper than 300", cure: "mend or remove the line"}
	var raw json.RawMessage
	err := json.Unmarshal(line, &raw)
	if err == nil {
		return f
	}
	f.err = err
	var se *json.SyntaxError
	if errors.As(err, &se) && se.Error() == "unexpected end of JSON input" {
		f.what, f.cut = "the JSON object is cut off", true
		return f
	}
	f.what = "not valid JSON: " + err.Error()
	if se != nil {
		f.what += fmt.Sprintf(" (byte %d of the line)", se.Offset)
	}
	return f
}

// strictJSON refuses what RFC 8259 and I-JSON refuse: also duplicate keys, at
// any depth, and invalid UTF-8.
func strictJSON(line []byte) *fault {
	if !utf8.Valid(line) {
		return &fault{what: "invalid UTF-8", cure: "mend it, or leave out --strict"}
	}
	if !json.Valid(line) {
		return syntaxFault(line)
	}
	type level struct {
		keys map[string]bool // nil in an array
		key  bool            // a key comes next
	}
	var stack []level
	for d := json.NewDecoder(bytes.NewReader(line)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return syntaxFault(line)
		}
		top := len(stack) - 1
		if key, ok := token.(string); ok && top >= 0 && stack[top].key {
			if stack[top].keys[key] {
				return &fault{what: fmt.Sprintf("the key %q stands twice", key), cure: "remove one, or leave out --strict: then the last one counts"}
			}
			stack[top].keys[key], stack[top].key = true, false
			continue
		}
		switch token {
		case json.Delim('{'):
			stack = append(stack, level{map[string]bool{}, true})
			continue
		case json.Delim('['):
			stack = append(stack, level{})
			continue
		case json.Delim('}'), json.Delim(']'):
			stack = stack[:top]
		}
		if top = len(stack) - 1; top >= 0 {
			stack[top].key = stack[top].keys != nil
		}
	}
}

// trimJSON drops what JSON takes for white space.
func trimJSON(line []byte) []byte { return bytes.Trim(line, " \t\r\n") }

// jsonl parses a block of JSON lines.
func (p *parser) jsonl(emit func(*Document, *Error) bool) bool {
	data, path, limit, strict := p.data, p.path, p.st.opt.MaxDocument, p.st.opt.Strict
	for n := p.line; len(data) > 0; n++ {
		line, whole := data, false
		if i := bytes.IndexByte(data, '\n'); i >= 0 {
			line, data, whole = data[:i], data[i+1:], true
		} else {
			data = nil
		}
		if len(line) == 0 || line[0] <= ' ' && len(trimJSON(line)) == 0 {
			continue
		}
		p.tally.records++
		if len(line) > limit {
			if !emit(nil, tooLong(path, n, limit)) {
				return false
			}
			continue
		}
		p.begin(n)
		f := p.object(line, strict)
		switch {
		case f != nil:
			if !emit(nil, f.at(path, n, !whole)) {
				return false
			}
		case p.kept:
			if !emit(&p.doc, nil) {
				return false
			}
		}
	}
	return true
}

// object reads one record into p.doc.
func (p *parser) object(line []byte, strict bool) *fault {
	v, f := parseObject(&p.json, line, strict)
	if f != nil {
		return f
	}
	clear(p.values)
	clear(p.exact)
	v.GetObject().Visit(p.visit)
	l := p.layout
	if l.split >= 0 {
		if s, f := p.scalar(l.split); f != nil {
			return f
		} else if p.kept = p.wanted(s); !p.kept {
			return nil
		}
	}
	for i := range l.texts {
		s, f := p.textOrID(i, strict)
		if f != nil {
			return f
		}
		p.addText(s)
	}
	if l.id >= 0 {
		s, f := p.scalar(l.id)
		if f != nil {
			return f
		}
		p.setID(s)
	}
	if l.label >= 0 {
		s, f := p.scalar(l.label)
		if f != nil {
			return f
		}
		p.setLabel(s)
	}
	if l.kind >= 0 {
		s, f := p.scalar(l.kind)
		if f != nil {
			return f
		}
		p.setKind(s)
	}
	return p.missing()
}

// collect is called for each key of a record; of equal ones the last counts,
// as in encoding/json and Python.
func (p *parser) collect(key []byte, v *fastjson.Value) {
	for i := range p.layout.fields {
		name := p.layout.fields[i].path[0]
		if string(key) == name {
			p.values[i], p.exact[i] = v, true
		} else if !p.exact[i] && len(key) == len(name) && bytes.EqualFold(key, []byte(name)) {
			p.values[i] = v // a record may write its keys otherwise
		}
	}
}
