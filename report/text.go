package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/leakgate/leakgate/detect"
)

// WriteText writes the report for a person: a head of five lines (for two
// splits) that answers "is my validation set clean?", then findings, best
// first.
func (r *Report) WriteText(w io.Writer) error {
	b := bufio.NewWriter(w)
	p := &page{w: b, width: r.Width, color: r.Color}
	if p.width == 0 {
		p.width = 80
	}
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
	r.findings(p)
	return b.Flush()
}

func (r *Report) headline(p *page, c *detect.Comparison) {
	val := &r.Result.Splits[c.Validation]
	train := r.name(c.Train)
	if c.Validation == c.Train {
		train = "earlier documents of it"
	}
	answer, style := "CLEAN", green
	switch {
	case r.Verdict.Word == "incomplete":
		answer, style = "INCOMPLETE", red
	case c.Leaking > 0:
		answer, style = "LEAKS", red
	}
	if c.Leaking == 0 {
		p.item(answer, style, fmt.Sprintf("none of %s documents of %s stands in %s",
			count(val.Documents), safe(val.Name), safe(train)))
		return
	}
	p.item(answer, style, fmt.Sprintf("%s of %s of %s (%s) stand in %s; unique %s of %s (%s)",
		count(c.Leaking), count(val.Documents), safe(val.Name), percent(c.Leaking, val.Documents), safe(train),
		count(c.LeakingUnique), count(val.Unique), percent(c.LeakingUnique, val.Unique)))
}

// read says what was read.
func (r *Report) read(p *page) {
	var parts []string
	for i := range r.Result.Splits {
		s := &r.Result.Splits[i]
		part := fmt.Sprintf("%s %s", safe(s.Name), count(s.Documents))
		var extra []string
		if s.Blank > 0 {
			extra = append(extra, fmt.Sprintf("%s blank", count(s.Blank)))
		}
		if s.Duplicates() > 0 {
			extra = append(extra, fmt.Sprintf("%s repeated", count(s.Duplicates())))
		}
		if bad := invalidUTF8(s); bad > 0 {
			extra = append(extra, fmt.Sprintf("%s with invalid UTF-8", count(bad)))
		}
		if len(extra) > 0 {
			part += " (" + strings.Join(extra, ", ") + ")"
		}
		parts = append(parts, part)
	}
	p.item("read", plain, strings.Join(parts, "; ")+" documents")
}

// fields says by which fields the splits were read: once if all agree.
func (r *Report) fields(p *page) {
	var parts []string
	last := ""
	for i := range r.Result.Splits {
		s := &r.Result.Splits[i]
		if f := fieldsOf(s); f != last && f != "" {
			parts = append(parts, safe(s.Name)+" "+f)
			last = f
		}
	}
	if len(parts) == 1 {
		parts[0] = last
	}
	if len(parts) > 0 {
		p.item("fields", plain, strings.Join(parts, "; "))
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
		line := "text " + strings.Join(f.TextFields, "+")
		if f.IDField != "" {
			line += ", id " + f.IDField
		}
		if f.LabelField != "" {
			line += ", label " + f.LabelField
		}
		if line = safe(line); !slices.Contains(all, line) {
			all = append(all, line)
		}
	}
	return strings.Join(all, " | ")
}

func (r *Report) kinds(p *page, c *detect.Comparison) {
	var parts []string
	for _, k := range detect.Kinds() {
		if n := c.ByKind[k]; n > 0 && k != detect.Boilerplate {
			parts = append(parts, count(n)+" "+k.String())
		}
	}
	text := strings.Join(parts, ", ")
	if len(parts) == 0 {
		text = "no leak of any kind"
	}
	if c.Boilerplate > 0 {
		text += fmt.Sprintf("; boilerplate only %s", count(c.Boilerplate))
	}
	p.item(r.about("kinds", c), plain, text)
}

// about labels a line, with the pair of splits if there are several.
func (r *Report) about(label string, c *detect.Comparison) string {
	if len(r.Result.Comparisons) == 1 {
		return label
	}
	if c.Validation == c.Train {
		return fmt.Sprintf("%s within %s", label, safe(r.name(c.Validation)))
	}
	return fmt.Sprintf("%s %s in %s", label, safe(r.name(c.Validation)), safe(r.name(c.Train)))
}

func (r *Report) judged(p *page, c *detect.Comparison) {
	val := &r.Result.Splits[c.Validation]
	var parts []string
	if val.BelowFloor > 0 {
		parts = append(parts, fmt.Sprintf("%s under %d n-grams, %s by equality only",
			count(val.BelowFloor), r.Result.Options.MinGrams, count(val.EqualityOnly)))
	} else {
		parts = append(parts, fmt.Sprintf("all by %d n-grams and more", r.Result.Options.MinGrams))
	}
	if c.LabelsChecked {
		parts = append(parts, fmt.Sprintf("label conflicts %s", count(c.Conflicts)))
	} else {
		parts = append(parts, "labels: not checked")
	}
	parts = append(parts, fmt.Sprintf("shared ids %s", count(c.SharedIDs)))
	if n := len(c.Undecided); n > 0 {
		parts = append(parts, fmt.Sprintf("undecided: %s (array too small)", count(n)))
	}
	p.item(r.about("judged", c), plain, strings.Join(parts, "; "))
}

func (r *Report) verdict(p *page) {
	v := r.Verdict
	failing := 0
	for i := range r.Result.Comparisons {
		failing += r.Result.Comparisons[i].Failing
	}
	text, style := "", green
	switch v.Word {
	case "clean":
		text = "PASS, no leak"
	case "allowed":
		text = fmt.Sprintf("PASS, %s, allowed %s", plural(failing, "leaking document"), r.Allowed)
	case "leaks":
		text, style = fmt.Sprintf("FAIL, %s, allowed %s", plural(failing, "leaking document"), r.Allowed), red
		if v.Status == StatusClean {
			text += ", reported only"
		}
	default:
		text, style = fmt.Sprintf("COULD NOT FINISH, %s: what was not read is not clean", plural(len(r.Result.Problems), "problem")), red
	}
	p.item("verdict", style, fmt.Sprintf("%s; status %d", text, v.Status))
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
	slices.SortStableFunc(all, func(a, b shown) int {
		return cmp.Or(
			cmp.Compare(boilerplate(a.f), boilerplate(b.f)),
			cmp.Compare(b.f.Score, a.f.Score),
			cmp.Compare(b.f.Shared, a.f.Shared))
	})
	limit := len(all)
	if r.Limit > 0 {
		limit = min(limit, r.Limit)
	}
	for i, s := range all[:limit] {
		if i == 0 || boilerplate(s.f) != boilerplate(all[i-1].f) {
			title := "Leaks, best first"
			if boilerplate(s.f) == 1 {
				title = "Boilerplate: what they share stands in many documents"
			}
			p.line("")
			p.line(p.paint(bold, title))
		}
		r.finding(p, i+1, s)
	}
	if limit < len(all) {
		p.line("")
		p.wrap("", fmt.Sprintf("%s of %s shown. All of them:", count(limit), plural(len(all), "finding")))
		p.line("  " + safe(r.ShowAll))
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
	p.hang(head, p.paint(bold, safe(f.Validation.ID))+" ← "+p.paint(bold, safe(f.Train.ID)))
	details := []string{
		fmt.Sprintf("%s ← %s", safe(r.place(c.Validation, &f.Validation)), safe(r.place(c.Train, &f.Train))),
		fmt.Sprintf("%d n-grams shared of %d and %d", f.Shared, f.Validation.Grams, f.Train.Grams),
	}
	if e := f.Evidence; e != nil {
		details = append(details, fmt.Sprintf("%.0f %% and %.0f %% of the words", 100*e.ValidationCovered, 100*e.TrainCovered))
	}
	if f.Conflict {
		details = append(details, fmt.Sprintf("labels differ: %s ← %s", safe(f.Validation.Label), safe(f.Train.Label)))
	}
	if f.Others > 0 {
		details = append(details, fmt.Sprintf("%s more", plural(f.Others, "match")))
	}
	p.wrap("     ", strings.Join(details, "; "))
	if e := f.Evidence; e != nil && e.Excerpt != "" && !r.NoText {
		p.wrap("     ", "“"+safe(e.Excerpt)+"”")
	}
}
