// Package corpus reads documents out of files, folders and streams: JSON
// lines, CSV, TSV, one text a line, folders of texts, each plain or compressed.
//
// Start with [Resolve] (what the user typed → files) or [FindSplits] (a folder
// that holds the splits itself), then [NewSource]. A Source hands out
// line-aligned blocks in input order ([Source.Blocks]), which any number of
// goroutines may parse at once ([Block.Documents]), or the documents one after
// the other ([Source.Documents]). When all is read, [Source.Err] tells what
// only the whole of a file shows, and [Source.Files] what was chosen and counted.
//
// Everything that is wrong with the input is an [*Error] with its place and,
// where there is one, its cure. Nothing is dropped in silence.
//
// With [Options.Pairs] the records are labelled pairs of texts, which package
// pairs takes.
//
// It is the first step of the data's way; package ngram takes its texts.
package corpus

import (
	"fmt"
	"strings"
)

// Document is one record. ID, Label, Kind and Texts alias the memory of the step:
// they hold until the next step of the iteration; Clone what is kept.
type Document struct {
	// ID is the id field's value, or "file:line" (file as the user typed it or
	// as it was found). A document of a folder of texts has its path below the
	// folder, with slashes.
	ID string
	// HasID is false when ID is only the position.
	HasID bool
	// Label is the label field's value; of a folder of folders of texts the
	// name of the first-level sub-folder.
	Label    string
	HasLabel bool
	// Kind is the kind field's value: of labelled pairs, or where one is named.
	Kind    string
	HasKind bool
	// Texts has one text a text field of the source, in field order: valid
	// UTF-8, and "" where the text is missing or white space.
	Texts []string
	// Line is the 1-based line on which the record starts; 1 for a file that is
	// one document.
	Line int
}

// Blank tells whether no text of the document has anything but white space.
func (d *Document) Blank() bool {
	for _, t := range d.Texts {
		if t != "" {
			return false
		}
	}
	return true
}

// Clone returns a copy that shares no memory with d.
func (d *Document) Clone() Document {
	c := *d
	c.ID, c.Label, c.Kind = strings.Clone(d.ID), strings.Clone(d.Label), strings.Clone(d.Kind)
	c.Texts = make([]string, len(d.Texts))
	for i, t := range d.Texts {
		c.Texts[i] = strings.Clone(t)
	}
	return c
}

// Format is the way documents stand in a file.
type Format int

const (
	// FormatAuto takes the format from the extension, else from the first bytes.
	FormatAuto Format = iota
	// JSONL is one JSON object a line.
	JSONL
	// CSV is comma-separated with a header row, quoted as in RFC 4180.
	CSV
	// TSV is the same with tabs.
	TSV
	// Lines is one text a line.
	Lines
	// Text is one document a file.
	Text
)

var formatNames = [...]string{"auto", "jsonl", "csv", "tsv", "lines", "text"}

// String gives the name that ParseFormat reads.
func (f Format) String() string {
	if f < 0 || int(f) >= len(formatNames) {
		return fmt.Sprintf("Format(%d)", int(f))
	}
	return formatNames[f]
}

// ParseFormat reads auto, jsonl, csv, tsv, lines or text; "" is FormatAuto.
// Anything else is a usage *Error.
func ParseFormat(name string) (Format, error) {
	if name == "" {
		return FormatAuto, nil
	}
	for i, n := range formatNames {
		if strings.EqualFold(n, name) {
			return Format(i), nil
		}
	}
	return FormatAuto, &Error{
		What:  fmt.Sprintf("unknown input format %q", name),
		Cure:  "use one of " + strings.Join(formatNames[:], ", "),
		Usage: true,
	}
}
