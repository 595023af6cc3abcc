package evaluation

import (
	"bufio"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/pairs"
	"github.com/leakgate/leakgate/report/terminal"
)

//go:embed page.html
var pageSource string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{"breaks": breaks}).Parse(pageSource))

// breaks says where a long name may go on below: bits:2048, +corrected.
func breaks(name string) []string {
	if i := strings.IndexByte(name, '+'); i > 0 {
		return []string{name[:i], name[i:]}
	}
	return []string{name}
}

// WriteHTML writes one page that needs nothing but itself: what was run, the
// tables, the plots, the worst mistakes, and how to read them. It has no script,
// and its style is inside.
func (r *Report) WriteHTML(w io.Writer) error {
	b := bufio.NewWriterSize(w, 1<<16)
	if err := pageTemplate.Execute(b, r.html()); err != nil {
		return err
	}
	return b.Flush() // a bufio.Writer keeps its first error
}

// htmlPage is what the page shows. Its strings are printable; the template
// escapes them.
type htmlPage struct {
	Name     string
	Cards    []card
	Head     []item
	Problems []string
	Tables   []htmlTable
	Plots    []htmlPlot
	Variants []htmlVariant
	Mistakes []htmlMistakes
	Notes    []item
	Next     string
	Command  string
	Tool     string
	Options  []item
	Files    []htmlFile
	NoText   bool
}

// card is a figure that stands out.
type card struct{ Label, Figure, About string }

type htmlTable struct {
	ID, Title string
	Columns   []column
	Rows      []htmlRow
}

type htmlRow struct {
	Name  string
	Note  string
	Span  int // columns that the note takes
	Total bool
	Cells []htmlCell
}

type htmlCell struct {
	Text        string
	Left, Wrong bool
}

type htmlPlot struct {
	Title string
	SVG   template.HTML
}

type htmlVariant struct {
	ID, Name, Summary, Error string
	Open                     bool
	Figures                  []item
	Plots                    []htmlPlot
}

type htmlMistakes struct {
	Title string
	List  []htmlMistake
}

type htmlMistake struct{ Score, ID, Label, About, A, B string }

type htmlFile struct{ Path, Format, Pairs, Size, Digest string }

func (r *Report) html() *htmlPage {
	groups := r.groups()
	out := &htmlPage{
		Name: terminal.Printable(r.Name), Cards: r.cards(), Head: r.head(terminal.Printable),
		Tables: []htmlTable{
			newHTMLTable("thresholds", r.variantTable(true), len(r.variantTable(true).columns)),
			newHTMLTable("errors", r.errorTable(groups), 3),
		},
		Plots: inlined(r.together()), Variants: r.htmlVariants(groups), Mistakes: r.htmlMistakes(),
		Notes: r.notes(terminal.Printable), Next: r.next(), Command: terminal.Printable(r.Command),
		Tool: strings.TrimSpace(fmt.Sprintf("%s %s %s", r.Tool.Name, r.Tool.Version, r.Tool.Commit)), NoText: r.NoText,
		Files: append(htmlFiles(r.Set.Files), htmlFiles(r.Set.TextFiles)...),
	}
	for _, p := range r.Set.Problems {
		out.Problems = append(out.Problems, terminal.Printable(p.Error()))
	}
	for _, o := range r.Options {
		out.Options = append(out.Options, item{o.Name, terminal.Printable(optionValue(o.Value))})
	}
	return out
}

func optionValue(v any) string {
	if list, ok := v.([]string); ok {
		return strings.Join(list, ", ")
	}
	return fmt.Sprint(v)
}

// cards show the first variant that has a threshold at a glance.
func (r *Report) cards() []card {
	v := r.first()
	if v < 0 {
		return nil
	}
	m := &r.Variants[v]
	c := m.Confusion
	threshold, low := bounds(m, places(m))
	return []card{
		{"threshold of " + m.Variant.String(), threshold, "every one over " + low + " is as good"},
		{"F1", figure(c.F1()), "95 % interval " + between(m.F1Interval.Low, m.F1Interval.High)},
		{"unseen F1", figure(m.OutOfSampleF1), "of pairs that did not choose the threshold"},
		{"errors", terminal.Count(c.FP + c.FN), fmt.Sprintf("of %s: %s wrongly positive, %s wrongly negative", terminal.Plural(len(m.Of), "pair"), terminal.Count(c.FP), terminal.Count(c.FN))},
	}
}

// newHTMLTable marks what is not 0 from a column on as wrong.
func newHTMLTable(id string, t *table, counts int) htmlTable {
	t = t.printable()
	out := htmlTable{ID: id, Title: t.title, Columns: t.columns}
	for _, r := range t.rows {
		row := htmlRow{Name: r.cells[0], Note: r.note, Span: len(t.columns) - 1, Total: r.total}
		for i, text := range r.cells[1:] {
			wrong := i+1 >= counts && text != "0" && text != none
			row.Cells = append(row.Cells, htmlCell{text, t.columns[i+1].Left, wrong})
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// inlined trusts package plot to have escaped what it drew.
func inlined(plots []Plot) (out []htmlPlot) {
	for _, p := range plots {
		out = append(out, htmlPlot{p.Title, template.HTML(p.SVG)})
	}
	return out
}

func (r *Report) htmlVariants(groups []group) (out []htmlVariant) {
	for v, slug := range r.slugs() {
		m := &r.Variants[v]
		variant := htmlVariant{ID: "variant-" + slug, Name: m.Variant.String(), Open: v == max(0, r.first()), Plots: inlined(r.apart(v, slug, groups))}
		if m.Evaluation == nil {
			variant.Error = terminal.Printable(why(m))
			variant.Summary = "no threshold"
		} else {
			variant.Figures = allFigures(m)
			variant.Summary = fmt.Sprintf("threshold %s, F1 %s", shown(m), figure(m.Confusion.F1()))
		}
		out = append(out, variant)
	}
	return out
}

// allFigures are those of one variant in full.
func allFigures(m *pairs.Measured) []item {
	c := m.Confusion
	threshold, low := bounds(m, checkDecimals)
	figures := []item{
		{"threshold", threshold},
		{"good from", low},
		{"95 % interval of the threshold", between(m.ThresholdInterval.Low, m.ThresholdInterval.High)},
		{"F1", figure(c.F1())},
		{"95 % interval of F1", between(m.F1Interval.Low, m.F1Interval.High)},
		{"unseen F1", figure(m.OutOfSampleF1)},
		{"precision", figure(c.Precision())},
		{"recall", figure(c.Recall())},
		{"accuracy", figure(c.Accuracy())},
		{"balanced accuracy", figure(c.BalancedAccuracy())},
		{"Matthews correlation", fmt.Sprintf("%.3f", c.MCC())},
		{"average precision", figure(m.AveragePrecision)},
		{"area under the ROC curve", figure(m.AUC)},
		{"pairs scored", terminal.Count(len(m.Of))},
	}
	if m.Saturated > 0 {
		figures = append(figures, item{"pairs without a score", terminal.Count(m.Saturated)})
	}
	return figures
}

func (r *Report) htmlMistakes() (out []htmlMistakes) {
	negatives, positives := r.worst(r.first())
	titles := mistakeTitles(negatives, positives)
	for i, list := range [][]mistake{negatives, positives} {
		if len(list) == 0 {
			continue
		}
		part := htmlMistakes{Title: fmt.Sprintf("%s (%v)", titles[i], r.Variants[r.first()].Variant)}
		for j := range list {
			m := &list[j]
			shown := htmlMistake{
				Score: fmt.Sprintf("%.6f", m.score), ID: terminal.Printable(m.ID), Label: terminal.Printable(m.named()), About: r.about(m),
			}
			if !r.NoText {
				shown.A, shown.B = terminal.Printable(excerpt(m.A)), terminal.Printable(excerpt(m.B))
			}
			part.List = append(part.List, shown)
		}
		out = append(out, part)
	}
	return out
}

func htmlFiles(files []corpus.FileInfo) (out []htmlFile) {
	for _, f := range files {
		format := f.Format.String()
		if f.Compression != "" {
			format += "." + f.Compression
		}
		out = append(out, htmlFile{terminal.Printable(f.Path), format, terminal.Count(f.Documents), terminal.Count(int(f.Bytes)), f.SHA256})
	}
	return out
}
