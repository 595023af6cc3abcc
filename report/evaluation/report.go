// Package evaluation writes what labelled pairs say about thresholds: as text for
// a person, as Markdown for a pull request, as TSV for a script, as JSON
// (docs/evaluation.schema.json) with all that the figures were made from, as one
// HTML page, and as plots ([Report.Plots]). Package pairs makes the figures.
package evaluation

import (
	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/pairs"
	"github.com/leakgate/leakgate/report"
)

// Report is an evaluation with all that its readers need beside it.
type Report struct {
	Tool      report.Tool
	Name      string // of the pairs: what was typed
	Set       *pairs.Set
	Scores    *pairs.Scores
	Variants  []pairs.Measured // in the order asked for
	Scheme    ngram.Scheme
	MinGrams  int             // the evidence floor of check, to say how many pairs lie under it
	Objective string          // canonical: the String of an eval.Objective
	Options   []report.Option // as the user sees them, in help order
	Command   string          // that makes this report again
	NoText    bool            // repeat no text of the pairs
	Mistakes  int             // of each sort shown, 0 = none

	// Text only.
	Width int // columns; 0 = 80
	Color bool
}

// Problems are what could not be read.
func (r *Report) Problems() []*corpus.Error { return r.Set.Problems }
