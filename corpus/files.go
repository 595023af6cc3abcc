package corpus

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// File is one file, or one folder of texts, to read. A File may also be made
// by hand from a path.
type File struct {
	Path string // as typed, as matched, or below the folder that was typed; "-" is standard input
	// Format overrides the extension; Text for a folder of texts.
	Format Format
	// Skipped lists what else stands in the folder that the file was found in,
	// on its first file only.
	Skipped []string

	texts []textFile // of a folder of texts, never empty then
}

// Len is the number of stored files that f stands for: 1, or the texts of a folder.
func (f *File) Len() int { return max(1, len(f.texts)) }

// Resolve turns what the user typed for one side into files: files, folders,
// globs (*, ?, [a-z], and ** for any folders), and "-". The order of patterns
// is kept; the files of a glob or folder come sorted by path. Hidden files and
// folders are passed over.
//
// A folder of .txt files becomes one File of one document a text, with the
// first-level sub-folder as label; a folder of .jsonl, .ndjson, .json, .csv and
// .tsv files (each also .gz, .zst, .bz2, .xz) becomes those files. With a
// format given, all files of a folder are taken, as Text for Text. Anything
// missing, unreadable or empty is an *Error; so is a file named twice, and a
// folder that holds both kinds (usage).
func Resolve(patterns []string, format Format) ([]File, error) {
	var files []File
	for _, p := range patterns {
		found, err := resolve(p, format)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		return nil, &Error{What: "no files are given", Cure: "name files, folders or globs", Usage: true}
	}
	if name, twice := repeated(files); twice {
		return nil, &Error{File: name, What: "the same file is named twice on one side", Cure: "name it once", Usage: true}
	}
	return files, nil
}

func resolve(pattern string, format Format) ([]File, error) {
	if pattern == "" {
		return nil, &Error{What: "an empty file name", Cure: "name a file, a folder or a glob", Usage: true}
	}
	if pattern == "-" {
		return []File{{Path: pattern, Format: format}}, nil
	}
	info, err := os.Stat(pattern)
	switch {
	case err == nil && info.IsDir():
		return folder(pattern, format)
	case err == nil:
		return []File{{Path: pattern, Format: format}}, nil
	case !isGlob(pattern):
		return nil, openError(pattern, err)
	}
	paths, err := glob(pattern)
	if err != nil {
		return nil, err
	}
	var files []File
	for _, p := range paths {
		if info, err := os.Stat(p); err == nil && info.IsDir() {
			in, err := folder(p, format)
			if err != nil {
				return nil, err
			}
			files = append(files, in...)
			continue
		}
		// What cannot be read is told when it is opened: it must not be missed.
		files = append(files, File{Path: p, Format: format})
	}
	return files, nil
}

// entry is one file found below a folder.
type entry struct {
	path, rel string
	size      int64
}

// walk lists the files below root by path. Links to folders are followed,
// each real folder once, so that loops end.
func walk(root string) ([]entry, error) {
	var found []entry
	seen := map[string]bool{}
	var visit func(dir, rel string) error
	visit = func(dir, rel string) error {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			if seen[real] {
				return nil
			}
			seen[real] = true
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			return openError(dir, err)
		}
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), ".") {
				continue
			}
			path, r := filepath.Join(dir, e.Name()), e.Name()
			if rel != "" {
				r = rel + "/" + r
			}
			info, err := os.Stat(path)
			if err == nil && info.IsDir() {
				if err := visit(path, r); err != nil {
					return err
				}
				continue
			}
			en := entry{path: path, rel: r}
			if err == nil {
				en.size = info.Size()
			}
			found = append(found, en) // a broken link too: opening it tells
		}
		return nil
	}
	err := visit(root, "")
	slices.SortFunc(found, func(a, b entry) int { return strings.Compare(a.rel, b.rel) })
	return found, err
}

// folder resolves one folder.
func folder(root string, format Format) ([]File, error) {
	found, err := walk(root)
	if err != nil {
		return nil, err
	}
	var records []File
	var texts []textFile
	var skipped []string
	unknown := ""
	for _, e := range found {
		kind := extension(e.path)
		switch {
		case format == FormatAuto && besideData(e.path):
			skipped = append(skipped, e.path)
		case format == Text || format == FormatAuto && kind == Lines:
			texts = append(texts, text(e))
		default:
			// One without a known extension too: reading it says what it is,
			// and passing over it could call unread data clean.
			records = append(records, File{Path: e.path, Format: format})
			if kind == FormatAuto && format == FormatAuto {
				unknown = e.path
			}
		}
	}
	switch {
	case len(texts) > 0 && unknown != "":
		return nil, &Error{File: unknown, What: "stands among the texts of a folder, and nothing says how to read it", Cure: "move it elsewhere"}
	case len(records) > 0 && len(texts) > 0:
		return nil, &Error{
			File:  root,
			What:  fmt.Sprintf("the folder holds both record files (%s) and texts (%s)", base(records[0].Path), base(texts[0].path)),
			Cure:  fmt.Sprintf("say which with a glob: '%s' or '%s'", filepath.Join(root, "**/*"+suffix(records[0].Path)), filepath.Join(root, "**/*"+suffix(texts[0].path))),
			Usage: true,
		}
	case len(texts) > 0:
		return []File{{Path: root, Format: Text, Skipped: skipped, texts: texts}}, nil
	case len(records) > 0:
		records[0].Skipped = skipped
		return records, nil
	}
	return nil, &Error{
		File: root,
		What: "the folder has no file to read; it holds " + list(bases(skipped)),
		Cure: "give .jsonl, .csv, .tsv or .txt files, or say the format: --input-format jsonl|csv|tsv|lines|text",
	}
}

func text(e entry) textFile {
	label, _, nested := strings.Cut(e.rel, "/")
	if !nested {
		label = ""
	}
	return textFile{
		path: e.path, size: e.size,
		id:    strings.ToValidUTF8(e.rel, "\uFFFD"),
		label: strings.ToValidUTF8(label, "\uFFFD"),
	}
}

func base(path string) string { return filepath.Base(path) }

func bases(paths []string) []string {
	names := make([]string, len(paths))
	for i, p := range paths {
		names[i] = base(p)
	}
	return names
}

// suffix gives the extensions of a data file: ".jsonl.gz".
func suffix(path string) string {
	ext := filepath.Ext(path)
	if inner := filepath.Ext(strings.TrimSuffix(path, ext)); extensions[strings.ToLower(inner)] != FormatAuto {
		return inner + ext
	}
	return ext
}

func isGlob(p string) bool { return strings.ContainsAny(p, `*?[`) }

// glob lists the paths that match, sorted. As in shells, hidden names match
// only where the dot is written.
func glob(pattern string) ([]string, error) {
	for _, part := range strings.Split(filepath.ToSlash(pattern), "/") {
		if _, err := filepath.Match(part, ""); err != nil {
			return nil, &Error{File: pattern, What: "a malformed pattern", Cure: "close its brackets", Usage: true, Err: err}
		}
	}
	// Everything before the first wildcard is a plain folder.
	parts := strings.Split(filepath.ToSlash(pattern), "/")
	fixed := slices.IndexFunc(parts, isGlob)
	root := strings.Join(parts[:fixed], "/")
	if fixed == 1 && root == "" {
		root = "/"
	}
	var paths []string
	var denied error
	var match func(dir string, parts []string)
	match = func(dir string, parts []string) {
		if len(parts) == 0 {
			return
		}
		here := dir
		if here == "" {
			here = "."
		}
		if parts[0] == "**" && len(parts) > 1 {
			match(dir, parts[1:])
		}
		entries, err := os.ReadDir(here)
		if errors.Is(err, fs.ErrPermission) && denied == nil {
			denied = openError(here, err)
		}
		for _, e := range entries {
			name := e.Name()
			if strings.HasPrefix(name, ".") && !strings.HasPrefix(parts[0], ".") {
				continue
			}
			path := filepath.Join(dir, name)
			info, err := os.Stat(path)
			isDir := err == nil && info.IsDir()
			if parts[0] == "**" {
				if len(parts) == 1 && !isDir {
					paths = append(paths, path)
				}
				// Links to folders are not followed below **: they may loop.
				if isDir && e.Type()&fs.ModeSymlink == 0 {
					match(path, parts)
				}
				continue
			}
			if ok, _ := filepath.Match(parts[0], name); !ok {
				continue
			}
			if len(parts) == 1 {
				paths = append(paths, path)
			} else if isDir {
				match(path, parts[1:])
			}
		}
	}
	match(root, parts[fixed:])
	if denied != nil {
		return nil, denied
	}
	if len(paths) == 0 {
		return nil, &Error{File: pattern, What: "no file matches", Cure: "check the pattern and the folder"}
	}
	slices.Sort(paths)
	return slices.Compact(paths), nil
}

// stored is one file on disk, for telling the same one under two names.
type stored struct {
	path string
	info fs.FileInfo
}

// key is equal for equal files and seldom for others, so that few are compared.
type key struct {
	size int64
	time time.Time
}

// disk lists the stored files of a side; "-" has a nil info.
func disk(files []File) []stored {
	var all []stored
	add := func(path string) {
		if path == "-" {
			all = append(all, stored{path: path})
		} else if info, err := os.Stat(path); err == nil {
			all = append(all, stored{path, info})
		}
	}
	for _, f := range files {
		if f.texts == nil {
			add(f.Path)
		}
		for _, t := range f.texts {
			add(t.path)
		}
	}
	return all
}

type index map[key][]stored

// find gives the file's other name in the index.
func (ix index) find(s stored) (string, bool) {
	for _, o := range ix[s.key()] {
		if s.info == nil && o.info == nil || s.info != nil && o.info != nil && os.SameFile(s.info, o.info) {
			return o.path, true
		}
	}
	return "", false
}

func (s stored) key() key {
	if s.info == nil {
		return key{size: -1}
	}
	return key{s.info.Size(), s.info.ModTime()}
}

func repeated(files []File) (string, bool) {
	ix := index{}
	for _, s := range disk(files) {
		if _, ok := ix.find(s); ok {
			return s.path, true
		}
		ix[s.key()] = append(ix[s.key()], s)
	}
	return "", false
}

// SameFile gives a file that both sides read, under whatever names (links are
// followed; "-" is one file); the name is a's. Two devices such as /dev/fd/63
// are compared as files are.
func SameFile(a, b []File) (string, bool) {
	ix := index{}
	for _, s := range disk(b) {
		ix[s.key()] = append(ix[s.key()], s)
	}
	for _, s := range disk(a) {
		if _, ok := ix.find(s); ok {
			return s.path, true
		}
	}
	return "", false
}
