package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/detect"
)

// split is one side of the command line, earliest first.
type split struct {
	role  string // train, val or test: for "val=field"
	name  string // in reports
	files []corpus.File
	only  []string // values of the split column
}

// is says whether "side=field" means this split.
func (s split) is(side string) bool {
	return side == s.role || side == "validation" && s.role == "val"
}

// splits finds what the command line means: sides by name, one input that
// holds the splits, or two or three sides in order.
func (o *checkOptions) splits(ctx context.Context, c *Command, args []string) ([]split, error) {
	switch named := len(o.Train) + len(o.Val) + len(o.Test); {
	case named > 0 && len(args) > 0:
		return nil, usagef("%s stands beside --train, --val or --test: name all sides or none", args[0])
	case named > 0:
		return o.namedSides()
	case len(args) == 0:
		return nil, usagef("nothing to check: leakgate check TRAIN VAL, or leakgate check FOLDER")
	case o.SplitColumn != "":
		return o.columnSplits(ctx, c, args)
	case len(args) == 1:
		return o.folderSplits(args[0])
	}
	if err := refuseShards(args); err != nil {
		return nil, err
	}
	return o.positional(args)
}

func (o *checkOptions) resolve(role, name string, patterns []string) (split, error) {
	files, err := corpus.Resolve(patterns, o.InputFormat.Value)
	return split{role: role, name: name, files: files}, err
}

func (o *checkOptions) namedSides() ([]split, error) {
	if o.SplitColumn != "" {
		return nil, usagef("--split-column reads one input that holds the splits; it does not go with --train, --val or --test")
	}
	var out []split
	for _, side := range []struct {
		name     string
		patterns []string
	}{{"train", o.Train}, {"val", o.Val}, {"test", o.Test}} {
		if len(side.patterns) == 0 {
			continue
		}
		s, err := o.resolve(side.name, side.name, side.patterns)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, o.checkSides(out)
}

var roles = []string{"train", "val", "test"}

func (o *checkOptions) positional(args []string) ([]split, error) {
	var out []split
	for i, name := range sideNames(args) {
		s, err := o.resolve(roles[i], name, args[i:i+1])
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, o.checkSides(out)
}

func (o *checkOptions) folderSplits(arg string) ([]split, error) {
	info, err := os.Stat(arg)
	if err != nil || !info.IsDir() {
		if o.Within {
			s, err := o.resolve("train", sideNames([]string{arg})[0], []string{arg})
			return []split{s}, err
		}
		if err != nil && !os.IsNotExist(err) || err == nil || arg == "-" {
			return nil, usagef("%s: one input alone: add the validation side (leakgate check %s VAL), name the field that holds the splits (--split-column split), or look inside it (--within)", arg, quote(arg))
		}
		_, err := corpus.Resolve([]string{arg}, o.InputFormat.Value)
		if err == nil {
			err = usagef("%s: one input alone: add the validation side", arg)
		}
		return nil, err
	}
	found, err := corpus.FindSplits(arg, o.InputFormat.Value)
	if err != nil {
		if o.Within {
			s, err := o.resolve("train", sideNames([]string{arg})[0], []string{arg})
			return []split{s}, err
		}
		return nil, err
	}
	var out []split
	for _, f := range found {
		out = append(out, split{role: f.Name, name: f.Name, files: f.Files})
	}
	return out, o.checkSides(out)
}

func (o *checkOptions) columnSplits(ctx context.Context, c *Command, args []string) ([]split, error) {
	files, err := corpus.Resolve(args, o.InputFormat.Value)
	if err != nil {
		return nil, err
	}
	values, err := corpus.SplitValues(ctx, files, o.SplitColumn, o.corpusOptions(c, split{}))
	if err != nil {
		return nil, err
	}
	if len(o.Order) > 0 {
		return o.orderedSplits(files, values)
	}
	byName := map[string][]string{}
	var strange []string
	for _, v := range values {
		if name, ok := corpus.SplitOfColumn(o.SplitColumn, v); ok {
			byName[name] = append(byName[name], v)
		} else {
			strange = append(strange, v)
		}
	}
	switch {
	case len(strange) > 0 && slices.Contains(strange, ""):
		return nil, usagef("records without a value in split column %q belong to no split; fill it, or leave them out of the file (values: %s)",
			o.SplitColumn, some(values))
	case len(strange) > 0:
		return nil, usagef("split column %q holds values that name no split: %s; say which is which of %s, earliest first: --order %s",
			o.SplitColumn, some(strange), some(values), quote(strings.Join(values, ",")))
	}
	var out []split
	for _, role := range roles {
		if byName[role] != nil {
			out = append(out, split{role: role, name: role, files: files, only: byName[role]})
		}
	}
	if len(out) < 2 {
		return nil, usagef("split column %q holds one split only: %s; give the other as a side of its own", o.SplitColumn, some(values))
	}
	return out, nil
}

func (o *checkOptions) orderedSplits(files []corpus.File, values []string) ([]split, error) {
	var order []string
	for _, list := range o.Order {
		order = append(order, strings.Split(list, ",")...)
	}
	var out []split
	for i, name := range order {
		if name == "" {
			return nil, usagef("--order: an empty value names no split; fill the column %q first", o.SplitColumn)
		}
		if !slices.Contains(values, name) {
			return nil, usagef("--order: %q is no value of split column %q, which holds %s", name, o.SplitColumn, some(values))
		}
		if slices.Contains(order[:i], name) {
			return nil, usagef("--order names %q twice", name)
		}
		out = append(out, split{role: roles[min(i, 2)], name: name, files: files, only: []string{name}})
	}
	for _, v := range values {
		if !slices.Contains(order, v) {
			return nil, usagef("--order leaves out %q: split column %q holds %s", v, o.SplitColumn, some(values))
		}
	}
	if len(out) < 2 {
		return nil, usagef("--order names fewer than two splits")
	}
	return out, nil
}

func (o *checkOptions) checkSides(sides []split) error {
	if len(sides) < 2 && !o.Within {
		return usagef("only one side, %s: nothing to compare it with", sides[0].name)
	}
	for i, a := range sides {
		for _, b := range sides[:i] {
			file, same := corpus.SameFile(a.files, b.files)
			switch {
			case same && file == "-":
				return usagef("-: standard input can be one side only; save it to a file first")
			case same && !o.SameOK:
				return usagef("%s: the same file on both sides (%s and %s); --same-ok if that is meant, --within to look inside one split", file, b.name, a.name)
			}
		}
	}
	return nil
}

// sideNames names sides by what was typed: the base name without what says
// the format, so that train.jsonl and train.csv.gz are both "train"; the whole
// path where that would give two sides one name.
func sideNames(args []string) []string {
	names := make([]string, len(args))
	for i, arg := range args {
		names[i] = stem(filepath.Base(arg))
		if strings.Trim(names[i], "*?.") == "" { // 'data/**/*.csv'
			names[i] = filepath.ToSlash(arg)
		}
		if arg == "-" {
			names[i] = "stdin"
		}
	}
	for i := range names {
		if slices.Index(names, names[i]) != i {
			for j := range names {
				names[j] = filepath.ToSlash(stem(filepath.Clean(args[j])))
			}
			break
		}
	}
	for _, unlike := range [][]string{names, args} { // the latter for a/d.csv and a/d.jsonl
		if !slices.ContainsFunc(unlike, func(name string) bool { return count(unlike, name) > 1 }) {
			return unlike
		}
	}
	return slices.Clone(roles[:len(args)]) // one file twice, with --same-ok
}

func count(list []string, want string) int {
	n := 0
	for _, s := range list {
		if s == want {
			n++
		}
	}
	return n
}

var dataExtensions = regexp.MustCompile(`(?i)(\.(jsonl|ndjson|json|csv|tsv|txt|text))?(\.(gz|zst|bz2|xz))?$`)

func stem(name string) string {
	if short := dataExtensions.ReplaceAllString(name, ""); short != "" && short != "." {
		return short
	}
	return name
}

// shardNumber finds what numbers the parts of one split: train-00001,
// x-00000-of-00004, part-0001, train1. Its groups are what stays.
var shardNumber = regexp.MustCompile(`([-_.](?:part)?)(?:0\d+(?:-of-\d+)?|\d+-of-\d+|\d{5,})\b|^((?i:train|shard|part|chunk)[-_.]?)\d+(?:-of-\d+)?\b`)

// refuseShards catches the unquoted glob, which the shell turns into a list of
// files: shards of one split are not splits.
func refuseShards(args []string) error {
	var patterns []string
	sharded := false
	for i, arg := range args {
		arg = filepath.Clean(arg)
		pattern := filepath.Join(filepath.Dir(arg), shardNumber.ReplaceAllString(filepath.Base(arg), "${1}${2}*"))
		if pattern == arg || slices.Contains(args[:i], arg) {
			pattern = arg // no shard; the same file twice is told by checkSides
		} else if slices.Contains(patterns, pattern) {
			sharded = true
			continue
		}
		patterns = append(patterns, pattern)
	}
	what := "files that differ by a number only are parts of one split, but were given as different splits"
	if !sharded {
		if len(args) <= 3 {
			return nil
		}
		what = fmt.Sprintf("%d inputs given as different splits, of which at most three are compared", len(args))
		patterns = folderGlobs(args)
	}
	switch len(patterns) {
	case 1:
		return usagef("%s; quote the glob and add the other side: leakgate check %s VAL; if each is a split: leakgate check --train %s --val %s",
			what, quoteAll(patterns), quote(args[0]), quote(args[1]))
	case 2, 3:
		return usagef("%s; quote the glob: leakgate check %s", what, quoteAll(patterns))
	}
	return usagef("%s; put the files of a split under one name: leakgate check --train 'TRAIN*' --val 'VAL*' (quoted, so that the shell leaves them alone)", what)
}

// folderGlobs puts the files of one folder under one glob.
func folderGlobs(args []string) (patterns []string) {
	files := map[string]int{}
	for _, arg := range args {
		files[filepath.Dir(arg)]++
	}
	for _, arg := range args {
		if dir := filepath.Dir(arg); files[dir] > 1 && dir != "." {
			arg = filepath.Join(dir, "*"+filepath.Ext(arg))
		}
		if !slices.Contains(patterns, arg) {
			patterns = append(patterns, arg)
		}
	}
	return patterns
}

// corpusOptions say how a side is read.
func (o *checkOptions) corpusOptions(c *Command, s split) corpus.Options {
	opt := o.reading(c)
	opt.Text, opt.ID, opt.Label = commas(forSide(o.Text, s)), forSide(o.ID, s), forSide(o.Label, s)
	opt.SplitColumn, opt.SplitValues = o.SplitColumn, s.only
	opt.Digest = o.Format.Value == "json"
	return opt
}

func commas(list string) []string {
	if list == "" {
		return nil
	}
	fields := strings.Split(list, ",")
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	return fields
}

// forSide picks the values for a side out of "name" and "role=name", with
// commas; those that name the side's role win.
func forSide(values []string, s split) string {
	var general, own []string
	for _, v := range values {
		side, name, found := strings.Cut(v, "=")
		switch {
		case !found:
			general = append(general, v)
		case s.is(side):
			own = append(own, name)
		}
	}
	if own != nil {
		general = own
	}
	return strings.Join(general, ",")
}

func files(sides []split) (lists [][]corpus.File) {
	for _, s := range sides {
		lists = append(lists, s.files)
	}
	return lists
}

func (s *split) input(opt corpus.Options) detect.Input {
	return detect.Input{Name: s.name, Source: corpus.NewSource(s.files, opt)}
}

// some lists values for a message: quoted, an empty one by name, at most eight.
func some(values []string) string {
	const most = 8
	var list []string
	for i, v := range values {
		switch {
		case i == most:
			return fmt.Sprintf("%s … (%d in all)", strings.Join(list, " "), len(values))
		case v == "":
			list = append(list, "(empty)")
		default:
			list = append(list, quote(v))
		}
	}
	return strings.Join(list, " ")
}

// quote makes an argument safe to paste into a shell.
func quote(arg string) string {
	if arg != "" && !strings.ContainsFunc(arg, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,=:%@+", r)
	}) {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

func quoteAll(args []string) string {
	quoted := make([]string, len(args))
	for i, a := range args {
		quoted[i] = quote(a)
	}
	return strings.Join(quoted, " ")
}
