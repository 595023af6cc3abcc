package detect

import (
	"cmp"

	"github.com/leakgate/leakgate/corpus"
)

// Result is everything that a run found, in input order.
type Result struct {
	Splits      []Split
	Comparisons []Comparison
	// Problems are what could not be read. A result with problems is never
	// clean.
	Problems []*corpus.Error
	Options  Options // with defaults filled in
}

// Split counts one side.
type Split struct {
	Name      string
	Documents int
	Blank     int // without a word: equal to nothing
	Unique    int // different texts among the documents that are not blank
	// BelowFloor have fewer distinct n-grams than the evidence floor, but are
	// not blank; EqualityOnly of them also have under 8 words, so that not even
	// containment says anything.
	BelowFloor, EqualityOnly int
	Files                    []corpus.FileInfo
}

// Duplicates is the number of documents that repeat an earlier one of the split.
func (s *Split) Duplicates() int { return s.Documents - s.Blank - s.Unique }

// Comparison is one later split held against one earlier split, or against
// itself.
type Comparison struct {
	Validation, Train int // indices into Result.Splits

	Leaking       int // validation documents with a match that is not boilerplate
	LeakingUnique int // different texts among them
	Failing       int // validation documents with a match whose kind counts (Options.FailOn)
	Boilerplate   int // validation documents with nothing but boilerplate matches
	ByKind        [kinds]int
	// Conflicts are validation documents with a match, boilerplate apart, that
	// carries another label. LabelsChecked says whether both sides have labels.
	Conflicts     int
	LabelsChecked bool
	SharedIDs     int // ids that stand on both sides
	Pairs         int // all pairs at or over the threshold
	// PartlyJudged are validation documents that their best matches do not settle
	// and that have more than are judged (Options.AllPairs judges all).
	PartlyJudged int
	// Undecided are validation documents that the arrays are too small to
	// judge, and that no pair found leaking.
	Undecided []Document
	Findings  []Finding
}

// Document names one document of a finding.
type Document struct {
	ID       string
	Label    string
	HasLabel bool
	File     int // index into Split.Files
	Line     int // 1-based
	Grams    int // distinct n-grams; under the raw score of an array its size (set cells, or Σ)
}

// Finding is one pair at or over the threshold.
type Finding struct {
	Validation, Train Document
	Kind              Kind
	Score             float64  // 0…1
	Shared            int      // distinct n-grams in both; an estimate is rounded
	Conflict          bool     // both labelled, differently
	Others            int      // further training documents that match, reported or not
	Differs           *Differs // beside Evidence: of texts of near sizes that were judged by overlap
	Evidence          *Evidence
}

// ByImportance orders findings for a person: leaks before boilerplate, then by
// score, then by shared n-grams, highest first.
func ByImportance(a, b *Finding) int {
	return cmp.Or(
		cmp.Compare(last(a.Kind == Boilerplate), last(b.Kind == Boilerplate)),
		cmp.Compare(b.Score, a.Score),
		cmp.Compare(b.Shared, a.Shared))
}

// Evidence shows why.
type Evidence struct {
	// Passages are the longest runs of words that both texts share, longest
	// first, at most MaxPassages.
	Passages []Passage
	// Covered are the shares of each text's words that stand in shared n-grams.
	ValidationCovered, TrainCovered float64
	Excerpt                         string // of the longest passage, at most ExcerptWords words
	Fingerprint                     string // 32 hex digits; depends on the two texts and the scheme only
}

// Passage is one shared run of words.
type Passage struct {
	Words             int // units: words, or code points under chars
	Validation, Train Range
}

// Range is a half-open range of code points of a text field.
type Range struct {
	Field      int // index into the file's text fields
	Start, End int
}
