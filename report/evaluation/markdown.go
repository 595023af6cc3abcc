package evaluation

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/leakgate/leakgate/report/terminal"
)

// WriteMarkdown writes the report as GitHub's Markdown, for a pull request or the
// summary of a job. Whatever comes from the data stands in code spans, in which
// nothing of it is a mention, a link, an image or HTML.
func (r *Report) WriteMarkdown(w io.Writer) error {
	b := bufio.NewWriter(w)
	b.WriteString("## Evaluation of " + code(r.Name) + "\n\n")
	for _, line := range r.head(code) {
		fmt.Fprintf(b, "- **%s:** %s\n", line.Label, line.Text)
	}
	for _, p := range r.Set.Problems {
		fmt.Fprintf(b, "- %s\n", code(p.Error()))
	}
	for _, t := range []*table{r.variantTable(true), r.errorTable(r.groups())} {
		fmt.Fprintf(b, "\n### %s\n\n", t.title)
		t.markdown(b)
	}
	r.markdownMistakes(b)
	b.WriteString("\n### How to read it\n\n")
	for _, note := range r.notes(code) {
		fmt.Fprintf(b, "- **%s:** %s\n", note.Label, note.Text)
	}
	if command := r.next(); command != "" {
		fmt.Fprintf(b, "\n### Next\n\n```console\n%s\n```\n", command)
	}
	return b.Flush() // a bufio.Writer keeps its first error
}

func (t *table) markdown(b *bufio.Writer) {
	line := func(cell func(i int) string) {
		for i := range t.columns {
			b.WriteString("| " + cell(i) + " ")
		}
		b.WriteString("|\n")
	}
	line(func(i int) string { return t.columns[i].Name })
	line(func(i int) string {
		if t.columns[i].Left {
			return "---"
		}
		return "--:"
	})
	for _, r := range t.rows {
		line(func(i int) string {
			switch {
			case i == 0 && !r.total:
				return tableCode(r.cells[0])
			case r.note != "" && i == 1:
				return tableCode(r.note)
			case r.note != "":
				return ""
			}
			return r.cells[i]
		})
	}
}

func (r *Report) markdownMistakes(b *bufio.Writer) {
	v := r.first()
	negatives, positives := r.worst(v)
	titles := mistakeTitles(negatives, positives)
	for i, list := range [][]mistake{negatives, positives} {
		if len(list) == 0 {
			continue
		}
		fmt.Fprintf(b, "\n### %s (%v)\n\n", titles[i], r.Variants[v].Variant)
		for j := range list {
			m := &list[j]
			fmt.Fprintf(b, "- **%.6f** %s %s; %s\n", m.score, code(m.ID), code(m.named()), r.about(m))
			if !r.NoText {
				fmt.Fprintf(b, "  - %s\n  - %s\n", code(excerpt(m.A)), code(excerpt(m.B)))
			}
		}
	}
}

// code makes a code span of any text: its fence is longer than any run of
// backticks in it, and spaces keep it apart from those at the ends, which
// Markdown takes off again.
func code(text string) string {
	text = terminal.Printable(text)
	if strings.TrimSpace(text) == "" {
		return "*blank*"
	}
	longest, run := 0, 0
	for _, c := range text {
		if run++; c != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	if strings.Trim(text, " `") != text {
		text = " " + text + " "
	}
	return fence + text + fence
}

// tableCode is a code span in a cell, where a pipe needs a backslash even in
// code. Backslashes before a pipe are doubled, or the pipe would end the cell.
func tableCode(text string) string {
	var b strings.Builder
	backslashes := 0
	for _, c := range code(text) {
		if c == '|' {
			b.WriteString(strings.Repeat(`\`, backslashes+1))
		}
		if backslashes++; c != '\\' {
			backslashes = 0
		}
		b.WriteRune(c)
	}
	return b.String()
}
