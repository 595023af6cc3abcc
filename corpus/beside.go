package corpus

import (
	"path/filepath"
	"slices"
	"strings"
)

// besideData tells what often stands beside data and is none: documentation,
// code, pictures, descriptions of a data set.
func besideData(path string) bool {
	name := strings.ToLower(filepath.Base(path))
	if slices.Contains(besideNames, name) || slices.Contains(besideExtensions, filepath.Ext(name)) {
		return true
	}
	stem, _, _ := strings.Cut(name, ".")
	return extension(name) == FormatAuto && slices.Contains(besideStems, stem)
}

var (
	besideNames = []string{
		"readme.txt", "license.txt", "dataset_info.json", "dataset_infos.json", "dataset_dict.json", "state.json",
	}
	besideStems = []string{
		"readme", "license", "licence", "copying", "notice", "changelog", "citation", "makefile", "_success",
	}
	besideExtensions = []string{
		".md", ".rst", ".py", ".ipynb", ".sh", ".r", ".yaml", ".yml", ".toml", ".ini", ".cfg", ".log", ".lock", ".bib",
		".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".html", ".htm", ".css", ".js", ".sha256", ".md5", ".crc",
	}
)
