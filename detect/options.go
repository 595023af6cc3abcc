package detect

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/sketch"
)

// Kind says how a validation document and a training document are alike.
type Kind uint8

// The kinds, most serious first. A containing side has at least twice the
// other's distinct n-grams.
const (
	Exact       Kind = iota // the same words in the same order
	ValInTrain              // the training document contains the validation document
	TrainInVal              // the validation document contains the training document
	Near                    // the rest at or over the threshold
	Boilerplate             // no leak without what many documents share, or the same frame with other numbers
	kinds
)

var kindNames = [kinds]string{"exact", "val-in-train", "train-in-val", "near", "boilerplate"}

// String is the name used in reports and on the command line.
func (k Kind) String() string { return kindNames[k] }

// Kinds lists all of them, most serious first.
func Kinds() []Kind { return []Kind{Exact, ValInTrain, TrainInVal, Near, Boilerplate} }

// KindSet is a set of kinds.
type KindSet uint8

// Leaks is the default of what fails a run: every kind but boilerplate.
const Leaks = KindSet(1<<Exact | 1<<ValInTrain | 1<<TrainInVal | 1<<Near)

// Has says whether k is in the set.
func (s KindSet) Has(k Kind) bool { return s>>k&1 != 0 }

// With is the set and k.
func (s KindSet) With(k Kind) KindSet { return s | 1<<k }

// String lists the names with commas.
func (s KindSet) String() string {
	var names []string
	for _, k := range Kinds() {
		if s.Has(k) {
			names = append(names, k.String())
		}
	}
	return strings.Join(names, ",")
}

// ParseKinds reads a list of kinds with commas.
func ParseKinds(list string) (KindSet, error) {
	var set KindSet
next:
	for _, name := range strings.Split(list, ",") {
		for _, k := range Kinds() {
			if strings.TrimSpace(name) == k.String() {
				set = set.With(k)
				continue next
			}
		}
		return 0, fmt.Errorf("unknown kind %q: want some of %s", name, strings.Join(kindNames[:], ","))
	}
	return set, nil
}

// DefaultMinGrams is the evidence floor: under 20 distinct n-grams, chance and
// template reach any threshold.
const DefaultMinGrams = 20

// Options say how documents are compared. The zero value works.
type Options struct {
	Scheme    ngram.Scheme     // zero: words, n = 3
	Threshold sketch.Threshold // zero: 1/2
	// MinGrams is the evidence floor: a pair whose smaller side has fewer
	// distinct n-grams is judged by equality and whole containment only.
	// 0 = DefaultMinGrams.
	MinGrams int
	Sketch   sketch.Spec // zero: exact
	Raw      bool        // arrays: the paper's score, not the corrected estimate
	FailOn   KindSet     // kinds that count against the allowance; 0 = Leaks
	AllPairs bool        // report every pair, not the best of each document
	Matches  int         // training documents reported a validation document; 0 = 1
	Within   bool        // also compare each split with itself
	Evidence bool        // find the shared passages
	// EvidenceFor limits that to findings that may be among so many best ones
	// of a comparison, leaks by score: a report that shows ten needs no more.
	// 0 = all.
	EvidenceFor int
	Workers     int // goroutines; 0 = one a processor
}

func (o Options) withDefaults() Options {
	if o.Threshold == (sketch.Threshold{}) {
		o.Threshold = sketch.Threshold{P: 1, Q: 2}
	}
	if o.MinGrams == 0 {
		o.MinGrams = DefaultMinGrams
	}
	if o.FailOn == 0 {
		o.FailOn = Leaks
	}
	if o.Matches == 0 {
		o.Matches = 1
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return o
}
