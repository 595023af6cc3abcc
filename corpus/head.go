package corpus

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// headSize is how much of a file is looked at to choose format and fields. It
// does not depend on the block size, so that nothing chosen does.
const headSize = 1 << 20

var errNUL = errors.New("NUL byte")

// textReader ends with errNUL before the first NUL byte, and repeats its error.
type textReader struct {
	r   io.Reader
	err error
}

func (t *textReader) Read(p []byte) (int, error) {
	if t.err != nil {
		return 0, t.err
	}
	n, err := t.r.Read(p)
	if i := bytes.IndexByte(p[:n], 0); i >= 0 {
		n, err = i, errNUL
	}
	t.err = err
	return n, err
}

// head is the start of a file's text, without byte order mark.
type head struct {
	data []byte
	rest io.Reader // what follows data
	err  error     // with which data ends, io.EOF when it is all
}

// readHead reads headSize bytes, or more until a line ends or is longer than
// limit.
func readHead(in io.Reader, limit int) *head {
	h := &head{}
	h.rest = &textReader{r: in}
	h.data = make([]byte, 0, 64<<10)
	lines := false
	for h.err == nil && (len(h.data) < headSize || !lines && len(h.data) <= limit) {
		if len(h.data) == cap(h.data) {
			h.data = append(h.data, 0)[:len(h.data)]
		}
		var n int
		n, h.err = h.rest.Read(h.data[len(h.data):cap(h.data)])
		lines = lines || bytes.IndexByte(h.data[len(h.data):len(h.data)+n], '\n') >= 0
		h.data = h.data[:len(h.data)+n]
	}
	h.data = bytes.TrimPrefix(h.data, []byte("\xef\xbb\xbf"))
	return h
}

// line gives the first line that is not white space, and its number.
func (h *head) line() ([]byte, int) {
	n := 0
	for rest := h.data; len(rest) > 0; {
		var line []byte
		line, rest, _ = bytes.Cut(rest, newline)
		n++
		if len(bytes.TrimSpace(line)) > 0 {
			return line, n
		}
	}
	return nil, 0
}

// foreign are contents that no format of ours has.
var foreign = []struct{ magic, what, cure string }{
	{"PAR1", "a Parquet file, which is not read", "write it as JSON lines first"},
	{"ARROW1", "an Arrow file, which is not read", "write it as JSON lines first"},
	{"\x89PNG", "a PNG picture, where text is expected", "leave it out"},
	{"%PDF-", "a PDF document, where text is expected", "take its text out first: pdftotext FILE"},
	{"PK\x03\x04", "a zip archive, which is not read", "unpack it first: unzip FILE"},
	{"\xff\xfe", "UTF-16 text, where UTF-8 is expected", "iconv -f UTF-16 -t UTF-8 FILE"},
	{"\xfe\xff", "UTF-16 text, where UTF-8 is expected", "iconv -f UTF-16 -t UTF-8 FILE"},
}

// extensions of record files and texts, after a compression's is taken off.
var extensions = map[string]Format{
	".jsonl": JSONL, ".ndjson": JSONL, ".json": JSONL, ".jsonlines": JSONL,
	".csv": CSV, ".tsv": TSV, ".tab": TSV, ".txt": Lines, ".text": Lines,
}

// extension gives the format that a file's name says, FormatAuto for none.
func extension(path string) Format {
	name := strings.ToLower(filepath.Base(path))
	ext := filepath.Ext(name)
	switch ext {
	case ".gz", ".zst", ".bz2", ".xz":
		name = strings.TrimSuffix(name, ext)
		ext = filepath.Ext(name)
	}
	return extensions[ext]
}

// decideFormat gives the format of a file from what the user said, its name or
// its content, and refuses content that contradicts it.
func decideFormat(f *File, h *head, opt *Options) (Format, error) {
	format := f.Format
	if opt.Format != FormatAuto {
		format = opt.Format
	}
	fault := func(line int, what, cure string) (Format, error) {
		return 0, &Error{File: f.Path, Line: line, What: what, Cure: strings.ReplaceAll(cure, "FILE", quote(f.Path))}
	}
	for _, m := range foreign {
		if bytes.HasPrefix(h.data, []byte(m.magic)) {
			return fault(0, m.what, m.cure)
		}
	}
	if len(h.data) == 0 {
		if h.err != io.EOF {
			return 0, describe(h.err, f.Path, 1)
		}
		if format == Text {
			return Text, nil
		}
		return fault(0, "the file is empty", "give a file with documents, or leave this one out")
	}
	first, n := h.line()
	looks := h.looksLike(first, opt.Pairs.telling())
	if format == FormatAuto {
		format = extension(f.Path)
	}
	known := format != FormatAuto
	switch {
	case first == nil && !known:
		return fault(0, "no documents", "give a file with documents, or leave this one out")
	case (!known || format == JSONL) && bytes.HasPrefix(bytes.TrimSpace(first), []byte("[")) && !h.someObject():
		return fault(n, "a JSON array, where JSON lines are expected", "write one object a line: jq -c '.[]' FILE")
	case !known && looks == FormatAuto:
		return fault(0, "the format cannot be told from name or content", "say it: --input-format jsonl|csv|tsv|lines|text")
	case !known:
		return looks, nil
	case format == JSONL && (looks == CSV || looks == TSV) && !h.someObject():
		return fault(n, fmt.Sprintf("%s, where JSON lines are expected", strings.ToUpper(looks.String())), "say it: --input-format "+looks.String())
	case (format == CSV || format == TSV) && looks == JSONL && json.Valid(first):
		return fault(n, fmt.Sprintf("JSON lines, where %s is expected", strings.ToUpper(format.String())), "say it: --input-format jsonl")
	case format == Lines && opt.Format == FormatAuto && looks == JSONL && json.Valid(first):
		return fault(n, "JSON lines, where one text a line is expected", "say which: --input-format jsonl|lines")
	case format == CSV && looks == TSV:
		return fault(n, "fields separated by tabs, where commas are expected", "say it: --input-format tsv")
	case format == TSV && looks == CSV && bytes.IndexByte(first, ',') >= 0 && bytes.IndexByte(first, '\t') < 0:
		return fault(n, "fields separated by commas, where tabs are expected", "say it: --input-format csv")
	}
	return format, nil
}

// looksLike guesses from the first line that is not blank. header are names of
// which a header has one.
func (h *head) looksLike(first []byte, header []string) Format {
	if bytes.HasPrefix(bytes.TrimSpace(first), []byte("{")) {
		return JSONL
	}
	for _, f := range []Format{CSV, TSV} {
		r := csv.NewReader(bytes.NewReader(first))
		r.Comma = comma(f)
		names, err := r.Read()
		if err != nil || len(names) == 1 && f == CSV && bytes.IndexByte(first, '\t') >= 0 {
			continue
		}
		for _, n := range names {
			if containsFold(header, strings.TrimSpace(n)) {
				return f
			}
		}
	}
	return FormatAuto
}

// someObject tells whether one of the first 100 lines is a JSON object: then
// the file is JSON lines with a fault rather than something else.
func (h *head) someObject() bool {
	rest := h.data
	for i := 0; i < samples && len(rest) > 0; i++ {
		var line []byte
		line, rest, _ = bytes.Cut(rest, newline)
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] == '{' && json.Valid(line) {
			return true
		}
	}
	return false
}

func comma(f Format) rune {
	if f == TSV {
		return '\t'
	}
	return ','
}
