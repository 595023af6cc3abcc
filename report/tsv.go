package report

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// TSVHeader names the columns of WriteTSV (docs/report-formats.md).
const TSVHeader = "validation_id\ttrain_id\tscore\tshared\tn_validation\tn_train\tkind\tvalidation_split\ttrain_split"

// tsvEscaper keeps one finding on one line. A backslash is doubled so that the
// escapes can be undone.
var tsvEscaper = strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)

// WriteTSV writes a header and one line a finding: comparison by comparison,
// in the validation side's input order, then best score first, then in the
// training side's input order.
func (r *Report) WriteTSV(w io.Writer) error {
	b := bufio.NewWriterSize(w, 1<<16)
	b.WriteString(TSVHeader + "\n")
	var line []byte
	for i := range r.Result.Comparisons {
		c := &r.Result.Comparisons[i]
		for j := range c.Findings {
			f := &c.Findings[j]
			line = append(line[:0], tsvEscaper.Replace(f.Validation.ID)...)
			line = append(line, '\t')
			line = append(line, tsvEscaper.Replace(f.Train.ID)...)
			line = append(line, '\t')
			line = strconv.AppendFloat(line, f.Score, 'f', 6, 64)
			for _, n := range []int{f.Shared, f.Validation.Grams, f.Train.Grams} {
				line = append(line, '\t')
				line = strconv.AppendInt(line, int64(n), 10)
			}
			line = append(line, '\t')
			line = append(line, f.Kind.String()...)
			for _, split := range []int{c.Validation, c.Train} {
				line = append(line, '\t')
				line = append(line, tsvEscaper.Replace(r.name(split))...)
			}
			b.Write(append(line, '\n'))
		}
	}
	return b.Flush() // a bufio.Writer keeps its first error
}
