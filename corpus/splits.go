package corpus

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// NamedFiles is one split of a folder: "train", "val" or "test".
type NamedFiles struct {
	Name  string
	Files []File
}

type splitPrefix struct{ prefix, name string }

// splitPrefixes are how files and folders of a split begin; dev is val.
var splitPrefixes = []splitPrefix{
	{"train", "train"}, {"val", "val"}, {"dev", "val"}, {"test", "test"},
}

// FindSplits finds the splits that a folder holds: files and sub-folders whose
// name begins, in whatever case, with train, val (valid, validation), dev or
// test, in the order train, val, test. Several files of one split are joined.
// Files whose name begins otherwise, and documentation and the like unless a
// format is given, are listed in the first file's Skipped. Fewer than two splits is a usage *Error that lists what stands there.
func FindSplits(dir string, format Format) ([]NamedFiles, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, openError(dir, err)
	}
	splits := []NamedFiles{{Name: "train"}, {Name: "val"}, {Name: "test"}}
	var names, skipped []string
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") {
			continue
		}
		path := filepath.Join(dir, name)
		info, err := os.Stat(path)
		isDir := err == nil && info.IsDir()
		if isDir {
			names = append(names, name+"/")
		} else {
			names = append(names, name)
		}
		if !isDir && format == FormatAuto && besideData(name) {
			skipped = append(skipped, path)
			continue
		}
		p := slices.IndexFunc(splitPrefixes, func(p splitPrefix) bool { return strings.HasPrefix(strings.ToLower(name), p.prefix) })
		if p < 0 {
			skipped = append(skipped, path)
			continue
		}
		files := []File{{Path: path, Format: format}}
		if isDir {
			if files, err = folder(path, format); err != nil {
				return nil, err
			}
		}
		i := slices.IndexFunc(splits, func(s NamedFiles) bool { return s.Name == splitPrefixes[p].name })
		splits[i].Files = append(splits[i].Files, files...)
	}
	splits = slices.DeleteFunc(splits, func(s NamedFiles) bool { return len(s.Files) == 0 })
	if len(splits) < 2 {
		d := quote(dir)
		return nil, &Error{
			File:  dir,
			What:  fmt.Sprintf("%s found by name (train*, val*, dev*, test*) in the folder, which holds %s", plural(len(splits), "split"), list(names)),
			Cure:  fmt.Sprintf("name the sides: leakgate check --train %s/… --val %s/…", d, d),
			Usage: true,
		}
	}
	first := &splits[0].Files[0]
	first.Skipped = append(first.Skipped, skipped...)
	for _, s := range splits {
		if name, twice := repeated(s.Files); twice {
			return nil, &Error{File: name, What: "the same file stands twice in the split " + s.Name, Cure: "name the sides", Usage: true}
		}
	}
	return splits, nil
}

// SplitOf gives the split that a value of a split column means: train for
// train, trn, training; val for val, valid, validation, dev, eval; test for
// test, holdout; whatever the case and the white space around it. Values of a
// column named is_test are given as "is_test=VALUE" (true, false, 1, 0).
func SplitOf(value string) (name string, ok bool) {
	switch strings.ToLower(strings.TrimSpace(value)) {
	case "train", "trn", "training", "is_test=false", "is_test=0":
		return "train", true
	case "val", "valid", "validation", "dev", "eval":
		return "val", true
	case "test", "holdout", "is_test=true", "is_test=1":
		return "test", true
	}
	return "", false
}

// SplitOfColumn is SplitOf for a value of the column of that name, which
// settles what true and 1 mean.
func SplitOfColumn(column, value string) (name string, ok bool) {
	column = column[strings.LastIndexByte(column, '.')+1:]
	if strings.EqualFold(strings.TrimSpace(column), "is_test") {
		value = "is_test=" + strings.TrimSpace(value)
	}
	return SplitOf(value)
}

// maxSplits is how many values a split column may have.
const maxSplits = 50

// SplitValues gives the distinct values of a column, without white space
// around them, in order of first appearance; "" if records lack it. Records
// that cannot be read are passed over here: reading the splits tells them. A
// missing column is an *Error that lists those there are; more than 50 values
// is a usage *Error, as is standard input, which cannot be read twice.
func SplitValues(ctx context.Context, files []File, column string, opt Options) ([]string, error) {
	for _, f := range files {
		if f.Path == "-" {
			return nil, &Error{File: "-", What: "standard input cannot be read once a split", Cure: "save it to a file first", Usage: true}
		}
	}
	opt.column, opt.SplitColumn, opt.SplitValues, opt.Digest = true, column, nil, false
	seen := map[string]bool{}
	var values []string
	for d, err := range NewSource(files, opt).Documents(ctx) {
		if err != nil {
			e := asError(err, "")
			if e.Line == 0 && e.More == 0 {
				return nil, e
			}
			continue
		}
		v := strings.TrimSpace(d.Label)
		if seen[v] {
			continue
		}
		if len(values) == maxSplits {
			return nil, &Error{
				File: files[0].Path, Usage: true,
				What: fmt.Sprintf("the column %q has more than %d values: it does not tell splits apart", column, maxSplits),
				Cure: "name another with --split-column",
			}
		}
		v = strings.Clone(v)
		seen[v] = true
		values = append(values, v)
	}
	return values, nil
}
