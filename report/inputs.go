package report

import "github.com/leakgate/leakgate/corpus"

// File is a file that was read, as JSON reports have it.
type File struct {
	Path        string   `json:"path"`
	Format      string   `json:"format"`
	Compression string   `json:"compression,omitempty"`
	Bytes       int64    `json:"bytes"`
	SHA256      string   `json:"sha256,omitempty"`
	Documents   int      `json:"documents"`
	Blank       int      `json:"blank"`
	Failed      int      `json:"failed"`
	InvalidUTF8 int      `json:"invalid_utf8"`
	TextFields  []string `json:"text_fields"`
	IDField     string   `json:"id_field,omitempty"`
	LabelField  string   `json:"label_field,omitempty"`
	KindField   string   `json:"kind_field,omitempty"`
	Skipped     []string `json:"skipped,omitempty"`
}

// Files lists what was read; never nil.
func Files(infos []corpus.FileInfo) []File {
	out := []File{}
	for _, f := range infos {
		out = append(out, File{
			Path: f.Path, Format: f.Format.String(), Compression: f.Compression, Bytes: f.Bytes, SHA256: f.SHA256,
			Documents: f.Documents, Blank: f.Blank, Failed: f.Failed, InvalidUTF8: f.InvalidUTF8,
			TextFields: append([]string{}, f.TextFields...), IDField: f.IDField, LabelField: f.LabelField,
			KindField: f.KindField, Skipped: f.Skipped,
		})
	}
	return out
}

// Problem is what could not be read, as JSON reports have it.
type Problem struct {
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Message string `json:"message"`
	Cure    string `json:"cure,omitempty"`
}

// Problems lists what could not be read; never nil.
func Problems(errs []*corpus.Error) []Problem {
	out := []Problem{}
	for _, e := range errs {
		out = append(out, Problem{e.File, e.Line, e.What, e.Cure})
	}
	return out
}
