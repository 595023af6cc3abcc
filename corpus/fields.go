package corpus

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/valyala/fastjson"
)

// The names taken when the user names none, most telling first.
var (
	textNames = []string{
		"text", "content", "document", "body", "sentence", "question", "prompt", "review",
		"abstract", "description", "message", "comment", "tweet", "messages",
	}
	labelNames = []string{"label", "labels", "target", "class", "category", "intent"}
	// idx and index are left out: they number the rows of one file, so that the
	// same row of two splits would pass for one id.
	idNames = []string{"id", "_id", "doc_id", "docid", "document_id", "uuid", "guid", "uid"}
)

// samples is how many records of a JSONL file are looked at to choose fields.
const samples = 100

// field is one chosen field: a path of JSON keys, of one key for a plain one,
// or a column.
type field struct {
	name string
	path []string
	col  int
}

// layout is how the records of one file are read, chosen once.
type layout struct {
	format       Format
	fields       []field // the texts, then those of id, label, kind and split that there are
	texts        int     // how many are texts
	id           int     // index in fields, -1 for none
	label, kind  int
	split        int
	pairs        Pairs
	needID       bool
	columns      int // of CSV and TSV
	skip         int // bytes of the head before the first record
	skippedLines int
}

// describe writes the chosen names down.
func (l *layout) describe(info *FileInfo) {
	if !l.hasFields() {
		return
	}
	for _, f := range l.fields[:l.texts] {
		info.TextFields = append(info.TextFields, f.name)
	}
	if l.id >= 0 {
		info.IDField = l.fields[l.id].name
	}
	if l.label >= 0 {
		info.LabelField = l.fields[l.label].name
	}
	if l.kind >= 0 {
		info.KindField = l.fields[l.kind].name
	}
}

// known is what a file shows of its fields: the names in order of appearance,
// and for JSONL the sample records, in which paths are looked up.
type known struct {
	file    *File
	names   []string
	records []*fastjson.Value
	where   string // "in the header", "in the first 100 records"
}

func chooseLayout(f *File, h *head, opt *Options) (layout, error) {
	l := layout{id: -1, label: -1, kind: -1, split: -1}
	var err error
	if l.format, err = decideFormat(f, h, opt); err != nil {
		return l, err
	}
	var k *known
	switch l.format {
	case JSONL:
		k, err = sampleJSONL(f, h, opt)
	case CSV, TSV:
		k, err = l.readHeader(f, h)
	default:
		l.texts = 1
		l.fields = []field{{}}
		return l, opt.refusePlain(f.Path, "a text file", false)
	}
	if err != nil {
		return l, err
	}
	return l, l.choose(k, opt)
}

// hasFields tells records with named fields from plain text.
func (l *layout) hasFields() bool { return l.format != Lines && l.format != Text }

// choose fills fields from the user's names or the usual ones.
func (l *layout) choose(k *known, opt *Options) error {
	add := func(at *int, f field) {
		*at = len(l.fields)
		l.fields = append(l.fields, f)
	}
	if opt.column {
		f, err := k.named(opt.SplitColumn, "column")
		if err == nil {
			add(&l.label, f)
		}
		return err
	}
	var err error
	if l.fields, err = k.texts(opt); err != nil {
		return err
	}
	l.texts, l.pairs, l.needID = len(l.fields), opt.Pairs, opt.NeedID
	id, label, kind := opt.Pairs.usualNames()
	for _, c := range []struct {
		at    *int
		name  string
		usual []string
		role  string
		need  bool
		cure  string
	}{
		{&l.id, opt.ID, id, "id field", opt.NeedID, "--id"},
		{&l.label, opt.Label, label, "label field", opt.Pairs != NoPairs, "--label"},
		{&l.kind, opt.Kind, kind, "kind field", false, ""},
		{&l.split, opt.SplitColumn, nil, "split column", false, ""},
	} {
		if c.name != "" {
			f, err := k.named(c.name, c.role)
			if err != nil {
				return err
			}
			add(c.at, f)
		} else if f, ok := k.usual(c.usual); ok {
			add(c.at, f)
		} else if c.need {
			return k.unknown(c.role, c.cure)
		}
	}
	for _, f := range l.fields {
		if k.records == nil && count(k.names, f.name) > 1 {
			return &Error{File: k.file.Path, Line: 1, What: fmt.Sprintf("the header has %d columns %q", count(k.names, f.name), f.name), Cure: "rename all but one"}
		}
	}
	return nil
}

// texts gives the text fields: the user's or the usual one.
func (k *known) texts(opt *Options) ([]field, error) {
	if opt.Pairs != NoPairs {
		return k.pair(opt)
	}
	var fields []field
	for _, name := range opt.Text {
		f, err := k.named(name, "text field")
		if err != nil {
			return nil, err
		}
		fields = append(fields, f)
	}
	if len(fields) > 0 {
		return fields, nil
	}
	if f, ok := k.usual(textNames); ok {
		return []field{f}, nil
	}
	return nil, k.unknown("text field", "--text")
}

// unknown is the error of a file in which no field of a role is known.
func (k *known) unknown(role, option string) error {
	return &Error{
		File: k.file.Path,
		What: fmt.Sprintf("no %s is known %s, which has %s", role, k.where, list(quoted(k.names))),
		Cure: fmt.Sprintf("name it: %s NAME", option),
	}
}

// usual gives the first of names that the file has.
func (k *known) usual(names []string) (field, bool) {
	for _, n := range names {
		if i := find(k.names, n); i >= 0 {
			return field{name: k.names[i], path: []string{k.names[i]}, col: i}, true
		}
	}
	return field{}, false
}

// named gives the field that the user named, or an error that lists those there are.
func (k *known) named(name, role string) (field, error) {
	if i := find(k.names, name); i >= 0 {
		return field{name: k.names[i], path: []string{k.names[i]}, col: i}, nil
	}
	if strings.Contains(name, ".") {
		keys := strings.Split(name, ".")
		for _, r := range k.records {
			if path := resolvePath(r, keys); path != nil {
				return field{name: strings.Join(path, "."), path: path}, nil
			}
		}
	}
	e := &Error{
		File: k.file.Path,
		What: fmt.Sprintf("no %s %q %s, which has %s", role, name, k.where, list(quoted(k.names))),
	}
	if near := nearest(name, k.names); near != "" {
		e.Cure = fmt.Sprintf("did you mean %q?", near)
	} else {
		e.Cure = "use one of these"
	}
	return field{}, e
}

// resolvePath follows keys through nested objects, each exactly or but for
// case, and gives them as they stand there; nil if one is missing.
func resolvePath(v *fastjson.Value, keys []string) []string {
	var path []string
	for _, key := range keys {
		names := keysOf(v)
		i := find(names, key)
		if i < 0 {
			return nil
		}
		path = append(path, names[i])
		v = v.Get(names[i])
	}
	return path
}

func keysOf(v *fastjson.Value) []string {
	var names []string
	if v != nil && v.Type() == fastjson.TypeObject {
		v.GetObject().Visit(func(key []byte, _ *fastjson.Value) {
			names = append(names, string(key))
		})
	}
	return names
}

// sampleJSONL parses the first records of a file. Lines that do not parse are
// left for the reading proper to tell, unless there is nothing else.
func sampleJSONL(f *File, h *head, opt *Options) (*known, error) {
	k := &known{file: f}
	seen := map[string]bool{}
	var first *Error
	rest, number := h.data, 0
	for len(rest) > 0 && len(k.records) < samples {
		line, tail, whole := bytes.Cut(rest, newline)
		rest = tail
		number++
		if !whole && h.err != io.EOF {
			break // the head ends in it
		}
		if len(trimJSON(line)) == 0 || len(line) > opt.MaxDocument {
			continue
		}
		// The text is copied: the blocks read it again, as it stands.
		v, fault := parseObject(new(fastjson.Parser), bytes.Clone(line), opt.Strict)
		if fault != nil {
			if first == nil {
				first = fault.at(f.Path, number, !whole)
			}
			continue
		}
		k.records = append(k.records, v)
		for _, name := range keysOf(v) {
			if !seen[name] {
				seen[name] = true
				k.names = append(k.names, name)
			}
		}
	}
	k.where = "in the first " + strconv.Itoa(len(k.records)) + " records"
	if len(k.records) == 1 {
		k.where = "in the first record"
	}
	switch {
	case len(k.records) > 0:
		return k, nil
	case first != nil:
		return nil, first
	case h.err != io.EOF && h.err != nil:
		return nil, describe(h.err, f.Path, 1+bytes.Count(h.data, newline))
	case h.err == nil && len(h.data) > 0:
		return nil, tooLong(f.Path, 1+bytes.Count(h.data, newline), opt.MaxDocument)
	case number > 0 && h.err == io.EOF && len(bytes.TrimSpace(h.data)) > 0:
		return nil, tooLong(f.Path, 1, opt.MaxDocument)
	}
	return nil, &Error{File: f.Path, What: "no documents", Cure: "give a file with documents, or leave this one out"}
}

// readHeader reads the header row of CSV and TSV.
func (l *layout) readHeader(f *File, h *head) (*known, error) {
	r := csv.NewReader(bytes.NewReader(h.data))
	r.Comma = comma(l.format)
	names, err := r.Read()
	switch {
	case errors.Is(err, io.EOF):
		return nil, &Error{File: f.Path, What: "no header row", Cure: "the first row names the columns"}
	case err != nil:
		return nil, &Error{File: f.Path, Line: 1, What: "the header row cannot be read: " + csvCause(err), Cure: "the first row names the columns", Err: err}
	}
	l.skip = int(r.InputOffset())
	if l.skip == len(h.data) && h.err != io.EOF && (l.skip == 0 || h.data[l.skip-1] != '\n') {
		if h.err != nil {
			return nil, describe(h.err, f.Path, 1)
		}
		return nil, &Error{File: f.Path, Line: 1, What: "a header row longer than " + size(l.skip), Cure: "the first row names the columns"}
	}
	l.skippedLines = bytes.Count(h.data[:l.skip], newline)
	l.columns = len(names)
	for i := range names {
		names[i] = strings.TrimSpace(strings.ToValidUTF8(names[i], "\uFFFD"))
	}
	return &known{file: f, names: names, where: "in the header"}, nil
}
