package evaluation

import (
	"bufio"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/leakgate/leakgate/pairs"
)

// TSVHeader names the columns of WriteTSV (docs/report-formats.md).
const TSVHeader = "sketch\tthreshold\tlow\thigh\ttp\tfp\ttn\tfn\tprecision\trecall\tf1\tf1_low\tf1_high\tf1_out_of_sample"

// WriteTSV writes a header and one line a variant, in the order asked for. The
// thresholds in (low, high] are equally good. threshold, which is high, is cut
// off behind nine decimals and low rounded up, so that check, which takes nine,
// still calls a pair positive that scores exactly the threshold. The other
// figures are rounded to six. "nan" stands where there is none: in all columns of a
// variant for which there is no threshold, in the last three where there are too
// few pairs to resample.
func (r *Report) WriteTSV(w io.Writer) error {
	b := bufio.NewWriter(w)
	b.WriteString(TSVHeader + "\n")
	columns := strings.Count(TSVHeader, "\t")
	for i := range r.Variants {
		m := &r.Variants[i]
		b.WriteString(m.Variant.String())
		if m.Evaluation == nil {
			b.WriteString(strings.Repeat("\tnan", columns) + "\n")
			continue
		}
		for _, field := range tsvFields(m) {
			b.WriteString("\t" + field)
		}
		b.WriteString("\n")
	}
	return b.Flush() // a bufio.Writer keeps its first error
}

func tsvFields(m *pairs.Measured) []string {
	threshold, low := bounds(m, checkDecimals)
	fields := []string{threshold, low, threshold}
	c := m.Confusion
	for _, n := range []int{c.TP, c.FP, c.TN, c.FN} {
		fields = append(fields, strconv.Itoa(n))
	}
	for _, x := range []float64{c.Precision(), c.Recall(), c.F1(), m.F1Interval.Low, m.F1Interval.High, m.OutOfSampleF1} {
		field := "nan"
		if !math.IsNaN(x) {
			field = strconv.FormatFloat(x, 'f', 6, 64)
		}
		fields = append(fields, field)
	}
	return fields
}
