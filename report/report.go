package report

import (
	"path/filepath"
	"strconv"

	"github.com/leakgate/leakgate/detect"
)

// Report is a result with all that its readers need beside it.
type Report struct {
	Tool    Tool
	Result  *detect.Result
	Verdict Verdict
	Allowed Allowance
	Options []Option // as the user sees them, in help order
	NoText  bool     // repeat no text of the documents

	// Text only.
	Limit   int    // findings shown; 0 = all
	ShowAll string // the command that shows the rest
	Width   int    // columns; 0 = 80
	Color   bool
}

// Tool says what made a report.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	Go      string `json:"go"`
	Scheme  int    `json:"scheme"` // of text → hash
}

// Option is one option with its value: a bool, an int, a []string, or a string
// as the command line takes it.
type Option struct {
	Name  string
	Value any
}

// place is where a document stands: "file:line".
func (r *Report) place(split int, d *detect.Document) string {
	files := r.Result.Splits[split].Files
	if d.File >= len(files) {
		return d.ID
	}
	if info := files[d.File]; info.Format.String() == "text" {
		return filepath.Join(info.Path, d.ID)
	}
	return files[d.File].Path + ":" + strconv.Itoa(d.Line)
}

// field names the text field of a range.
func (r *Report) field(split int, d *detect.Document, field int) string {
	files := r.Result.Splits[split].Files
	if d.File < len(files) && field < len(files[d.File].TextFields) {
		return files[d.File].TextFields[field]
	}
	return "text"
}

func (r *Report) name(split int) string { return r.Result.Splits[split].Name }
