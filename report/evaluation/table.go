package evaluation

import (
	"strconv"
	"strings"

	"github.com/leakgate/leakgate/pairs"
)

// table is what every format shows in its own way. Cells hold the data as it is.
type table struct {
	title   string
	columns []column
	rows    []row
	// keep columns name a row: they are repeated where the table is broken.
	keep int
	// shrink allows the first column to be cut.
	shrink bool
}

type column struct {
	Name  string
	lines []string // the name, broken for a terminal
	Left  bool
}

// row has a cell a column, or the first one and a note in place of the others.
type row struct {
	cells []string
	note  string
	total bool
}

func words(name string, lines ...string) column { return column{name, lines, true} }

func figures(name string, lines ...string) column {
	if lines == nil {
		lines = []string{name}
	}
	return column{name, lines, false}
}

// byF1 says that the threshold is the best by F1, so that precision and recall
// are not what the reader wants first.
func (r *Report) byF1() bool { return r.Objective == "f1" }

// variantTable has a row a variant. detailed adds the figures for which a
// terminal has no room.
func (r *Report) variantTable(detailed bool) *table {
	t := &table{title: "Thresholds", keep: 1, columns: []column{words("sketch", "sketch")}}
	if r.byF1() {
		t.columns = append(t.columns, figures("threshold"), figures("good from", "good", "from"))
	} else {
		t.columns = append(t.columns, figures("threshold", "thresh-", "old"), figures("good from", "good", "from"),
			figures("precision", "pre-", "cision"), figures("recall"))
	}
	t.columns = append(t.columns,
		figures("F1"), figures("95 % interval", "95 %", "interval"), figures("unseen F1", "unseen", "F1"),
		figures("tp"), figures("fp"), figures("tn"), figures("fn"))
	if detailed && r.byF1() {
		t.columns = append(t.columns, figures("precision"), figures("recall"))
	}
	if detailed {
		t.columns = append(t.columns, figures("average precision"), figures("AUC"))
	}
	for i := range r.Variants {
		m := &r.Variants[i]
		if m.Evaluation == nil {
			t.rows = append(t.rows, row{cells: []string{m.Variant.String()}, note: why(m)})
			continue
		}
		t.rows = append(t.rows, row{cells: r.variantCells(m, detailed)})
	}
	return t
}

func (r *Report) variantCells(m *pairs.Measured, detailed bool) []string {
	c := m.Confusion
	rates := []string{figure(c.Precision()), figure(c.Recall())}
	threshold, low := bounds(m, places(m))
	cells := []string{m.Variant.String(), threshold, low}
	if !r.byF1() {
		cells = append(cells, rates...)
	}
	cells = append(cells, figure(c.F1()), between(m.F1Interval.Low, m.F1Interval.High), figure(m.OutOfSampleF1),
		strconv.Itoa(c.TP), strconv.Itoa(c.FP), strconv.Itoa(c.TN), strconv.Itoa(c.FN))
	if detailed && r.byF1() {
		cells = append(cells, rates...)
	}
	if detailed {
		cells = append(cells, figure(m.AveragePrecision), figure(m.AUC))
	}
	return cells
}

// errorTable counts the errors of every variant by category, as the paper's
// Table 3.
func (r *Report) errorTable(groups []group) *table {
	t := &table{
		title: "Errors by category", keep: 2, shrink: true,
		columns: []column{words("category", "category"), words("class", "class"), figures("pairs")},
	}
	for i := range r.Variants {
		name := r.Variants[i].Variant.String()
		t.columns = append(t.columns, figures(name, strings.FieldsFunc(name, func(c rune) bool { return c == ':' || c == '+' })...))
	}
	for i := range groups {
		g := &groups[i]
		cells := []string{g.name, class(g.positive), strconv.Itoa(len(g.of))}
		t.rows = append(t.rows, row{cells: append(cells, r.errorCells(groups[i:i+1])...)})
	}
	cells := []string{"all", "", strconv.Itoa(len(r.Set.Pairs))}
	t.rows = append(t.rows, row{cells: append(cells, r.errorCells(groups)...), total: true})
	return t
}

func (r *Report) errorCells(groups []group) (cells []string) {
	for v := range r.Variants {
		if r.Variants[v].Evaluation == nil {
			cells = append(cells, none)
			continue
		}
		sum := 0
		for i := range groups {
			sum += r.wrong(&groups[i], v)
		}
		cells = append(cells, strconv.Itoa(sum))
	}
	return cells
}
