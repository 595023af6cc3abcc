package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/leakgate/leakgate/detect"
	"github.com/leakgate/leakgate/report/terminal"
)

// WriteText writes the report for a person: a head of five lines (for two
// splits) that answers "is my validation set clean?", then findings, best
// first.
func (r *Report) WriteText(w io.Writer) error {
	return r.onPage(w, func(p *page) {
		r.head(p)
		r.findings(p)
	})
}

// WriteHead writes the head alone.
func (r *Report) WriteHead(w io.Writer) error { return r.onPage(w, r.head) }

func (r *Report) onPage(w io.Writer, write func(*page)) error {
	b := bufio.NewWriter(w)
	p := &page{w: b, width: r.Width, color: r.Color}
	if p.width == 0 {
		p.width = 80
	}
	write(p)
	return b.Flush() // a bufio.Writer keeps its first error
}

func (r *Report) head(p *page) {
	for i := range r.Result.Comparisons {
		r.headline(p, &r.Result.Comparisons[i])
	}
	r.read(p)
	for i := range r.Result.Comparisons {
		r.kinds(p, &r.Result.Comparisons[i])
		r.judged(p, &r.Result.Comparisons[i])
	}
	r.verdict(p)
	r.fields(p)
	r.skipped(p)
}

func (r *Report) headline(p *page, c *detect.Comparison) {
	val := &r.Result.Splits[c.Validation]
	name, train := terminal.Printable(val.Name), terminal.Printable(r.name(c.Train))
	one, many, pair := "is in "+train, "are in "+train, fmt.Sprintf("of %s in %s", name, train)
	if c.Validation == c.Train {
		one, many, pair = "repeats an earlier one", "repeat earlier ones", "within "+name
	}
	answer, style := "CLEAN", green
	if c.Boilerplate > 0 {
		answer = "CLEAN but for boilerplate"
	}
	switch {
	case r.Verdict.Word == "incomplete":
		answer, style = "INCOMPLETE", red
	case c.Leaking > 0 || c.Failing > 0:
		answer, style = "LEAKS", red
	}
	switch {
	case c.Leaking > 0:
		p.item(answer, style, fmt.Sprintf("%s of %s of %s (%s, unique texts %s) %s",
			terminal.Count(c.Leaking), terminal.Count(val.Documents), name, percent(rate(c.Leaking, val.Documents)),
			percent(rate(c.LeakingUnique, val.Unique)), many))
	case r.Verdict.Word == "incomplete": // the absence of leaks says nothing
		p.item(answer, style, fmt.Sprintf("no leak %s found, but not all could be judged", pair))
	case c.Failing > 0:
		p.item(answer, style, fmt.Sprintf("%s of %s of %s share boilerplate with %s", terminal.Count(c.Failing), terminal.Count(val.Documents), name, train))
	default:
		p.item(answer, style, fmt.Sprintf("none of %s documents of %s %s", terminal.Count(val.Documents), name, one))
	}
}

// read says what was read.
func (r *Report) read(p *page) {
	var parts []string
	for i := range r.Result.Splits {
		s := &r.Result.Splits[i]
		part := fmt.Sprintf("%s %s", terminal.Printable(s.Name), terminal.Count(s.Documents))
		var extra []string
		if s.Blank > 0 {
			extra = append(extra, fmt.Sprintf("%s blank", terminal.Count(s.Blank)))
		}
		if s.Duplicates() > 0 {
			extra = append(extra, fmt.Sprintf("%s repeated", terminal.Count(s.Duplicates())))
		}
		if bad := invalidUTF8(s); bad > 0 {
			extra = append(extra, fmt.Sprintf("%s with invalid UTF-8", terminal.Count(bad)))
		}
		if len(extra) > 0 {
			part += " (" + strings.Join(extra, ", ") + ")"
		}
		parts = append(parts, part)
	}
	p.item("read", plain, strings.Join(parts, "; "))
}

// skipped names files beside the data that were not read.
func (r *Report) skipped(p *page) {
	var names []string
	for i := range r.Result.Splits {
		for _, f := range r.Result.Splits[i].Files {
			for _, name := range f.Skipped {
				if name = terminal.Printable(name); !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
	}
	const shown = 5
	if more := len(names) - shown; more > 0 {
		names = append(names[:shown], fmt.Sprintf("%s more", terminal.Count(more)))
	}
	if len(names) > 0 {
		p.item("not read", plain, strings.Join(names, ", "))
	}
}

// fields says by which fields the splits were read: once if all agree.
func (r *Report) fields(p *page) {
	var parts, named []string
	for i := range r.Result.Splits {
		s := &r.Result.Splits[i]
		f := fieldsOf(s)
		parts = append(parts, f)
		if f != "" {
			named = append(named, terminal.Printable(s.Name)+" "+f)
		}
	}
	if parts = slices.Compact(parts); len(parts) == 1 {
		named = parts
	}
	if text := strings.Join(named, "; "); text != "" {
		p.item("fields", plain, text)
	}
}

func invalidUTF8(s *detect.Split) int {
	n := 0
	for i := range s.Files {
		n += s.Files[i].InvalidUTF8
	}
	return n
}

// fieldsOf says which fields the files of a split were read by, if by fields.
func fieldsOf(s *detect.Split) string {
	var all []string
	for i := range s.Files {
		f := &s.Files[i]
		if len(f.TextFields) == 0 {
			continue
		}
		line := "text=" + strings.Join(f.TextFields, "+")
		if f.IDField != "" {
			line += ", id=" + f.IDField
		}
		if f.LabelField != "" {
			line += ", label=" + f.LabelField
		}
		if line = terminal.Printable(line); !slices.Contains(all, line) {
			all = append(all, line)
		}
	}
	return strings.Join(all, " | ")
}

func (r *Report) kinds(p *page, c *detect.Comparison) {
	var parts []string
	for _, k := range detect.Kinds() {
		if n := c.ByKind[k]; n > 0 && k != detect.Boilerplate {
			parts = append(parts, terminal.Count(n)+" "+k.String())
		}
	}
	text := strings.Join(parts, ", ")
	if len(parts) == 0 {
		text = "no leak of any kind"
	}
	if c.Boilerplate > 0 {
		text += fmt.Sprintf("; %s boilerplate", terminal.Count(c.Boilerplate))
	}
	p.item(r.about("kinds", c), plain, text)
}

// about labels a line, with the pair of splits if there are several.
func (r *Report) about(label string, c *detect.Comparison) string {
	if len(r.Result.Comparisons) == 1 {
		return label
	}
	if c.Validation == c.Train {
		return fmt.Sprintf("%s within %s", label, terminal.Printable(r.name(c.Validation)))
	}
	return fmt.Sprintf("%s %s in %s", label, terminal.Printable(r.name(c.Validation)), terminal.Printable(r.name(c.Train)))
}

func (r *Report) judged(p *page, c *detect.Comparison) {
	val := &r.Result.Splits[c.Validation]
	var parts []string
	if val.BelowFloor > 0 {
		parts = append(parts, fmt.Sprintf("%s short (%s by equality only)", terminal.Count(val.BelowFloor), terminal.Count(val.EqualityOnly)))
	} else {
		parts = append(parts, "none short")
	}
	if c.LabelsChecked {
		parts = append(parts, fmt.Sprintf("label conflicts %s", terminal.Count(c.Conflicts)))
	} else {
		parts = append(parts, "labels: not checked")
	}
	parts = append(parts, fmt.Sprintf("shared ids %s", terminal.Count(c.SharedIDs)))
	if n := len(c.Undecided); n > 0 {
		parts = append(parts, fmt.Sprintf("undecided: %s (array too small)", terminal.Count(n)))
	}
	if c.PartlyJudged > 0 {
		parts = append(parts, fmt.Sprintf("undecided: %s (the best of too many matches are boilerplate)", terminal.Count(c.PartlyJudged)))
	}
	p.item(r.about("judged", c), plain, strings.Join(parts, "; "))
}

func (r *Report) verdict(p *page) {
	v := r.Verdict
	text, style := "PASS, no leak", green
	switch v.Word {
	case "clean":
	case "allowed":
		text = "PASS, " + r.failing()
	case "leaks":
		text, style = "FAIL, "+r.failing(), red
		if v.Status == StatusClean {
			text += ", reported only"
		}
	default:
		text, style = fmt.Sprintf("COULD NOT FINISH, %s: not judged is not clean", r.missing()), red
	}
	p.item("verdict", style, fmt.Sprintf("%s; status %d", text, v.Status))
}

// failing sets what counts against what is allowed, for each pair of splits:
// the allowance is for each.
func (r *Report) failing() string {
	var counts []string
	last, each := 0, ""
	for i := range r.Result.Comparisons {
		last = r.Result.Comparisons[i].Failing
		counts = append(counts, terminal.Count(last))
	}
	what := terminal.Plural(last, "leaking document")
	if len(counts) > 1 {
		what, each = strings.Join(counts, " + ")+" leaking documents", " each"
	}
	if kinds := r.Result.Options.FailOn; kinds != 0 && kinds != detect.Leaks {
		what += fmt.Sprintf(" (only %s count)", strings.ReplaceAll(kinds.String(), ",", ", "))
	}
	return fmt.Sprintf("%s, allowed %s%s", what, r.Allowed, each)
}

// missing says why a run is incomplete.
func (r *Report) missing() string {
	var parts []string
	if n := len(r.Result.Problems); n > 0 {
		parts = append(parts, terminal.Plural(n, "problem"))
	}
	undecided := 0
	for i := range r.Result.Comparisons {
		undecided += len(r.Result.Comparisons[i].Undecided) + r.Result.Comparisons[i].PartlyJudged
	}
	if undecided > 0 {
		parts = append(parts, terminal.Plural(undecided, "undecided document"))
	}
	return strings.Join(parts, ", ")
}

type shown struct {
	c *detect.Comparison
	f *detect.Finding
}

// findings lists leaks, best first, and then boilerplate, up to the limit.
func (r *Report) findings(p *page) {
	var all []shown
	for i := range r.Result.Comparisons {
		c := &r.Result.Comparisons[i]
		for j := range c.Findings {
			all = append(all, shown{c, &c.Findings[j]})
		}
	}
	slices.SortStableFunc(all, func(a, b shown) int { return detect.ByImportance(a.f, b.f) })
	limit := len(all)
	if r.Limit > 0 {
		limit = min(limit, r.Limit)
	}
	for i, s := range all[:limit] {
		if i == 0 || boilerplate(s.f) != boilerplate(all[i-1].f) {
			title := "Leaks, best first"
			if boilerplate(s.f) == 1 {
				title = "Boilerplate: shared by many documents, or one frame around other numbers"
			}
			p.line("")
			p.wrap("", p.paint(bold, title))
		}
		r.finding(p, i+1, s)
	}
	if limit < len(all) {
		p.line("")
		p.wrap("", fmt.Sprintf("%s of %s shown. All of them:", terminal.Count(limit), terminal.Plural(len(all), "finding")))
		p.line("  " + terminal.Printable(r.ShowAll))
	}
}

func boilerplate(f *detect.Finding) int {
	if f.Kind == detect.Boilerplate {
		return 1
	}
	return 0
}

func (r *Report) finding(p *page, n int, s shown) {
	f, c := s.f, s.c
	p.line("")
	head := fmt.Sprintf("%3d  %.6f  %-12s  ", n, f.Score, f.Kind)
	p.hang(head, p.paint(bold, terminal.Printable(f.Validation.ID))+" ← "+p.paint(bold, terminal.Printable(f.Train.ID)))
	places := []string{r.place(c.Validation, &f.Validation), r.place(c.Train, &f.Train)}
	if places[0] != f.Validation.ID || places[1] != f.Train.ID { // else they have been named
		p.wrap("     ", terminal.Printable(places[0])+" ← "+terminal.Printable(places[1]))
	}
	details := []string{fmt.Sprintf("%s n-grams shared of %s and %s", terminal.Count(f.Shared), terminal.Count(f.Validation.Grams), terminal.Count(f.Train.Grams))}
	if f.Shared == 0 { // the rules below the evidence floor
		details[0] = "judged as whole texts: no n-gram shared"
	}
	if e := f.Evidence; e != nil && f.Kind != detect.Exact {
		details = append(details, fmt.Sprintf("%s and %s of the %s", percent(e.ValidationCovered), percent(e.TrainCovered), r.units()))
	}
	if f.Conflict {
		details = append(details, fmt.Sprintf("labels differ: %s ← %s", terminal.Printable(f.Validation.Label), terminal.Printable(f.Train.Label)))
	}
	if f.Others > 0 {
		details = append(details, fmt.Sprintf("%s more", terminal.Plural(f.Others, "match")))
	}
	p.wrap("     ", strings.Join(details, "; "))
	if in := f.Differs.Frames(); len(in) > 0 {
		p.wrap("     ", "differs in: "+strings.Join(in, ", "))
	}
	if e := f.Evidence; e != nil && e.Excerpt != "" && !r.NoText {
		p.wrap("     ", "“"+terminal.Printable(e.Excerpt)+"”")
	}
}

// units are what a passage is made of.
func (r *Report) units() string {
	if r.Result.Options.Scheme.Tokens.String() == "chars" {
		return "characters"
	}
	return "words"
}
