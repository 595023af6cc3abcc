package corpus

import (
	"encoding/json"
	"fmt"

	"github.com/valyala/fastjson"
)

// value gives the value of a field, nil if it is missing.
func (p *parser) value(i int) *fastjson.Value {
	v := p.values[i]
	for _, key := range p.layout.fields[i].path[1:] {
		if v == nil || v.Type() != fastjson.TypeObject {
			return nil
		}
		v = member(v, key)
	}
	return v
}

// member gives the last value of key in an object.
func member(v *fastjson.Value, key string) (found *fastjson.Value) {
	v.GetObject().Visit(func(k []byte, v *fastjson.Value) {
		if string(k) == key {
			found = v
		}
	})
	return found
}

// scalar reads an id, a label or a split value; "" if it is absent.
func (p *parser) scalar(i int) (string, *fault) {
	v := p.value(i)
	if v == nil {
		return "", nil
	}
	switch t := v.Type(); t {
	case fastjson.TypeString:
		return view(v.GetStringBytes()), nil
	case fastjson.TypeNull:
		return "", nil
	case fastjson.TypeArray, fastjson.TypeObject:
		return "", &fault{
			what: fmt.Sprintf("%s where a string or number is expected in %q", a(t), p.layout.fields[i].name),
			cure: "name another field with " + p.layout.pairs.scalarOptions(),
		}
	default:
		return p.source(v), nil
	}
}

// source gives a number, true or false as it stands in the file.
func (p *parser) source(v *fastjson.Value) string {
	from := len(p.scratch)
	p.scratch = v.MarshalTo(p.scratch)
	return view(p.scratch[from:])
}

// textOrID reads text field i, which may hold an id instead.
func (p *parser) textOrID(i int, strict bool) (string, *fault) {
	if p.layout.pairs == PairIDs {
		return p.scalar(i)
	}
	s, f := p.text(p.value(i), strict)
	if f != nil && p.layout.texts > 1 {
		f.what += fmt.Sprintf(" in %q", p.layout.fields[i].name)
	}
	return s, f
}

// text reads the value of a text field.
func (p *parser) text(v *fastjson.Value, strict bool) (string, *fault) {
	if v == nil {
		return "", nil
	}
	t := v.Type()
	switch t {
	case fastjson.TypeString:
		return view(v.GetStringBytes()), nil
	case fastjson.TypeTrue, fastjson.TypeFalse:
		return p.source(v), nil
	case fastjson.TypeNull, fastjson.TypeNumber:
		if strict {
			return "", &fault{what: a(t) + " where a text is expected", cure: "write a string, or leave out --strict"}
		}
		if t == fastjson.TypeNull {
			return "", nil
		}
		s := p.source(v)
		if !isNumber(s) {
			return "", &fault{what: s + " where a text is expected", cure: "write null or a string"}
		}
		return s, nil
	case fastjson.TypeArray:
		from := len(p.scratch)
		f := p.join(v, from, strict)
		return view(p.scratch[from:]), f
	}
	return "", notText(v)
}

func notText(v *fastjson.Value) *fault {
	return &fault{what: a(v.Type()) + " where a text is expected", cure: "name the text inside it (--text FIELD.KEY) or another field"}
}

// join appends the texts of an array, a line each: strings, numbers, chat
// messages ({"role": …, "content": …}) and their parts ({"type": "text", "text": …}).
func (p *parser) join(v *fastjson.Value, from int, strict bool) *fault {
	for _, e := range v.GetArray() {
		switch e.Type() {
		case fastjson.TypeNull:
		case fastjson.TypeString:
			p.appendLine(from, e.GetStringBytes())
		case fastjson.TypeNumber, fastjson.TypeTrue, fastjson.TypeFalse:
			p.appendLine(from, nil)
			if _, f := p.text(e, false); f != nil {
				return f
			}
		case fastjson.TypeObject:
			if f := p.message(e, from, strict); f != nil {
				return f
			}
		default:
			return &fault{what: "an array inside an array where a text is expected", cure: notText(e).cure}
		}
	}
	return nil
}

// message appends one chat message or one part of its content.
func (p *parser) message(v *fastjson.Value, from int, strict bool) *fault {
	content := member(v, "content")
	if content == nil && member(v, "role") != nil {
		return nil // a tool call has no content
	}
	if content == nil {
		if kind := member(v, "type"); kind == nil || kind.Type() != fastjson.TypeString {
			return &fault{what: "an array of objects where a text is expected", cure: notText(v).cure}
		}
		if content = member(v, "text"); content == nil {
			return nil // an image or another part without text
		}
	}
	switch content.Type() {
	case fastjson.TypeNull:
	case fastjson.TypeString:
		p.appendLine(from, content.GetStringBytes())
	case fastjson.TypeArray:
		return p.join(content, from, strict)
	default:
		return &fault{what: a(content.Type()) + " where the text of a message is expected", cure: "write a string"}
	}
	return nil
}

func (p *parser) appendLine(from int, s []byte) {
	if len(p.scratch) > from {
		p.scratch = append(p.scratch, '\n')
	}
	p.scratch = append(p.scratch, s...)
}

// isNumber tells JSON's numbers from NaN, Infinity and what fastjson lets by.
func isNumber(s string) bool {
	return json.Valid([]byte(s))
}

// a names a JSON type with its article.
func a(t fastjson.Type) string {
	switch t {
	case fastjson.TypeObject, fastjson.TypeArray:
		return "an " + t.String()
	case fastjson.TypeNull, fastjson.TypeTrue, fastjson.TypeFalse:
		return t.String()
	}
	return "a " + t.String()
}
