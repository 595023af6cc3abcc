package corpus

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Error is one thing that is wrong with the input, with its place and cure.
// Every error of this package is one, or joins several ([Source.Err]).
type Error struct {
	File string // path as the user typed it or as it was found; "" where no file is meant
	Line int    // 1-based; 0 = the whole file
	What string // what is wrong
	Cure string // what would cure it, perhaps ""
	// Usage: the command line is wrong (status 2) rather than the data (status 3).
	Usage bool
	// More is the number of further faults of the file that this error stands
	// for; 0 for an error that stands for itself.
	More int
	Err  error // the cause, perhaps nil

	group  string // the folder whose faults are counted together; "" = File
	record bool   // stands for one document although Line is 0
}

// Error gives "file:line: what; cure".
func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File)
		if e.Line > 0 {
			b.WriteByte(':')
			b.WriteString(strconv.Itoa(e.Line))
		}
		b.WriteString(": ")
	}
	b.WriteString(e.What)
	if e.Cure != "" {
		b.WriteString("; ")
		b.WriteString(e.Cure)
	}
	return b.String()
}

// single tells an error of one document from one that ends a file.
func (e *Error) single() bool { return e.Line > 0 || e.record }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// maxErrors is how many faults of one file are told one by one. A file of the
// wrong kind fails on each of its lines; the first few say all.
const maxErrors = 20

// Errors gathers errors in the order in which they are added, at most 20 a
// file one by one and the rest as one count. Blocks parsed at once each yield
// up to 20 errors; added in block order they make the same list for any number
// of workers. The zero value is empty and ready.
type Errors struct {
	list  []*Error
	shown map[string]int // file → errors told one by one
	more  map[string]int // file → errors only counted
	files []string       // keys of more, in order of appearance
}

// Add takes one error in; joined ones are taken apart, nil is nothing.
func (l *Errors) Add(err error) {
	if err == nil {
		return
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			l.Add(e)
		}
		return
	}
	var e *Error
	if !errors.As(err, &e) {
		e = &Error{What: err.Error(), Err: err}
	}
	if l.shown == nil {
		l.shown, l.more = map[string]int{}, map[string]int{}
	}
	file := e.File
	if e.group != "" {
		file = e.group
	}
	switch {
	case e.More > 0:
		l.count(e.File, e.More)
	case e.single() && l.shown[file] >= maxErrors:
		// Errors of whole files are never only counted: they say why reading ended.
		l.count(file, 1)
	default:
		if e.single() {
			l.shown[file]++
		}
		l.list = append(l.list, e)
	}
}

func (l *Errors) count(file string, n int) {
	if l.more[file] == 0 {
		l.files = append(l.files, file)
	}
	l.more[file] += n
}

// Len is the number of errors in List.
func (l *Errors) Len() int { return len(l.list) + len(l.files) }

// List gives the errors in order of Add, then one summary a file of which more
// were counted than told.
func (l *Errors) List() []*Error {
	list := append([]*Error(nil), l.list...)
	for _, f := range l.files {
		list = append(list, moreErrors(f, l.more[f]))
	}
	return list
}

func moreErrors(file string, n int) *Error {
	records := "records"
	if n == 1 {
		records = "record"
	}
	return &Error{File: file, More: n, What: fmt.Sprintf("%d more %s could not be read", n, records)}
}

// limiter passes the first maxErrors errors that stand for one record each and
// counts the rest.
type limiter struct{ shown, more int }

func (l *limiter) pass(e *Error) bool {
	switch {
	case e.More > 0:
		l.more += e.More
		return false
	case !e.single():
		return true
	case l.shown >= maxErrors:
		l.more++
		return false
	}
	l.shown++
	return true
}

// size writes a number of bytes as people do.
func size(n int) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return strconv.Itoa(n>>20) + " MiB"
	case n >= 1<<10 && n%(1<<10) == 0:
		return strconv.Itoa(n>>10) + " KiB"
	}
	return strconv.Itoa(n) + " bytes"
}

// tooLong is the error of a record over the limit.
func tooLong(file string, line, limit int) *Error {
	return &Error{
		File: file, Line: line,
		What: "a record longer than " + size(limit),
		Cure: "raise the limit: --max-document " + strings.ReplaceAll(strings.TrimSuffix(size(2*limit), " bytes"), " ", ""),
	}
}

// quote writes a path so that a shell reads it as one word.
func quote(path string) string {
	if path != "" && strings.IndexFunc(path, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./,+@%:=", r))
	}) < 0 && path[0] != '-' {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
