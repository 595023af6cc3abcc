package evaluation

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/detect"
	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/pairs"
	"github.com/leakgate/leakgate/report/terminal"
	"github.com/leakgate/leakgate/sketch"
)

// incomplete is the label of the line that says that pairs are missing.
const incomplete = "INCOMPLETE"

// item is a line of the head: a label and what it says.
type item struct{ Label, Text string }

// classes counts the pairs that a person calls alike, and the others.
func (r *Report) classes() (positive, negative int) {
	for i := range r.Set.Pairs {
		if r.Set.Pairs[i].Positive {
			positive++
		}
	}
	return positive, len(r.Set.Pairs) - positive
}

// belowFloor counts the pairs in which a text has too few n-grams for check to
// go by the score.
func (r *Report) belowFloor() int {
	n := 0
	for _, grams := range r.Scores.Grams {
		if min(grams[0], grams[1]) < r.MinGrams {
			n++
		}
	}
	return n
}

// quote sets what comes from the data apart, or makes it harmless, as the format
// wants it.
type quote func(data string) string

// head says what was read and how it was scored.
func (r *Report) head(q quote) []item {
	positive, negative := r.classes()
	items := []item{{"read", fmt.Sprintf("%s of %s: %s positive, %s negative; %s",
		terminal.Plural(len(r.Set.Pairs), "pair"), q(r.Name), terminal.Count(positive), terminal.Count(negative), r.leftOut(q))}}
	if n := len(r.Set.Problems); n > 0 {
		items = append([]item{{incomplete, terminal.Plural(n, "problem") + ": pairs are missing from these figures"}}, items...)
	}
	if n := r.belowFloor(); n > 0 {
		items = append(items, item{"short", fmt.Sprintf(
			"%s with a text of fewer than %d n-grams: check judges these by equality, not by score", terminal.Plural(n, "pair"), r.MinGrams)})
	}
	if fields := r.fields(); fields != "" {
		items = append(items, item{"fields", q(fields)})
	}
	return append(items, item{"scores", "overlap of " + r.units() + "; threshold best by " + q(r.Objective)})
}

// leftOut tells of blank texts, and of labels that count neither as positive nor
// as negative.
func (r *Report) leftOut(q quote) string {
	blank := ""
	if r.Set.Blank > 0 {
		blank = terminal.Count(r.Set.Blank) + " with a blank text"
	}
	const shown = 5
	var names []string
	sum := 0
	for i, l := range r.Set.Ignored {
		sum += l.Pairs
		if i < shown {
			names = append(names, fmt.Sprintf("%s (%s)", q(l.Label), terminal.Count(l.Pairs)))
		}
	}
	if more := len(r.Set.Ignored) - shown; more > 0 {
		names = append(names, terminal.Plural(more, "other label"))
	}
	switch {
	case sum > 0 && blank != "":
		blank += "; "
	case sum == 0 && blank == "":
		return "none ignored or blank"
	case sum == 0:
		return blank + "; none ignored"
	}
	return fmt.Sprintf("%s%s ignored: %s", blank, terminal.Count(sum), strings.Join(names, ", "))
}

// fields says which fields the pairs were read by, each way once.
func (r *Report) fields() string {
	var all []string
	for i := range r.Set.Files {
		if line := fieldsOf(&r.Set.Files[i]); line != "" && !slices.Contains(all, line) {
			all = append(all, line)
		}
	}
	return strings.Join(all, " | ")
}

func fieldsOf(f *corpus.FileInfo) string {
	if len(f.TextFields) == 0 {
		return ""
	}
	line := "text=" + strings.Join(f.TextFields, "+")
	for _, named := range [][2]string{{"id", f.IDField}, {"label", f.LabelField}, {"kind", f.KindField}} {
		if named[1] != "" {
			line += ", " + named[0] + "=" + named[1]
		}
	}
	return line
}

// scheme has the defaults filled in.
func (r *Report) scheme() ngram.Scheme {
	s := r.Scheme
	if s.Tokens == 0 {
		s.Tokens = ngram.Words
	}
	if s.N == 0 {
		s.N = ngram.DefaultN(s.Tokens)
	}
	return s
}

func (r *Report) units() string {
	switch s := r.scheme(); s.Tokens {
	case ngram.Chars:
		return fmt.Sprintf("character %d-grams", s.N)
	case ngram.Plain:
		return fmt.Sprintf("plain word %d-grams", s.N)
	default:
		return fmt.Sprintf("word %d-grams", s.N)
	}
}

// notes say what the columns mean, and what not to conclude from them. The
// label of a caution may be empty.
func (r *Report) notes(q quote) []item {
	notes := []item{
		{"threshold", fmt.Sprintf("the lowest score that is called positive, best by %s. Every threshold over “good from”, up to it, is as good on these pairs.", q(r.Objective))},
		{"F1", "of the pairs that the threshold was chosen on, so it flatters itself."},
		{"95 % interval", "where the F1 of other pairs of the same kind may lie (bootstrap, measured on the pairs not drawn)."},
		{"unseen F1", "of pairs that did not choose the threshold (cross-validation). Believe this one."},
		{"tp, fp, tn, fn", "called positive rightly (tp) and wrongly (fp), called negative rightly (tn) and wrongly (fn). An error is an fp or an fn."},
	}
	if v := r.first(); v >= 0 {
		if m := &r.Variants[v]; !math.IsNaN(m.ThresholdInterval.Low) {
			notes = append(notes, item{m.Variant.String(), fmt.Sprintf("on pairs drawn anew, its threshold lies in %s (95 %%).",
				between(m.ThresholdInterval.Low, m.ThresholdInterval.High))})
		}
	}
	return append(notes, r.cautions()...)
}

// cautions are the notes that only some evaluations need.
func (r *Report) cautions() (notes []item) {
	raw, few := false, false
	var useless []string
	for i := range r.Variants {
		m := &r.Variants[i]
		raw = raw || m.Sketch.Kind != sketch.KindGrams && !m.Corrected
		few = few || m.Evaluation != nil && math.IsNaN(m.OutOfSampleF1)
		if m.Evaluation != nil && m.Confusion.TN+m.Confusion.FN == 0 {
			useless = append(useless, m.Variant.String())
		}
		if m.Saturated > 0 && len(m.Of) > 0 {
			notes = append(notes, item{m.Variant.String(), fmt.Sprintf("%s without a score, as the arrays are too full (saturated); left out of its figures.",
				terminal.Plural(m.Saturated, "pair"))})
		}
	}
	if len(useless) > 0 {
		notes = append(notes, item{strings.Join(useless, ", "), "the best is to call every pair positive: this score does not tell them apart."})
	}
	if few {
		notes = append(notes, item{none, "cannot be had from so few pairs."})
	}
	if raw {
		notes = append(notes, item{"counts, bits", "raw scores rise with the length of the texts: these thresholds hold for texts of about these lengths."})
	}
	return notes
}

// why says why a variant has no threshold.
func why(m *pairs.Measured) string {
	if len(m.Of) == 0 && m.Saturated > 0 {
		return "no threshold: the arrays are too full for every pair (saturated); take a larger M"
	}
	return "no threshold: " + m.Err.Error()
}

// next is the command that uses the threshold of the first variant that has one;
// "" if none has, or only one of 0, which calls every pair alike.
func (r *Report) next() string {
	v := r.first()
	if v < 0 || r.Variants[v].Threshold <= 0 {
		return ""
	}
	m := &r.Variants[v]
	threshold, _ := bounds(m, places(m))
	command := "leakgate check train.jsonl val.jsonl --threshold " + threshold
	s := r.scheme()
	if s.Tokens != ngram.Words {
		command += " --tokens " + s.Tokens.String()
	}
	if s.N != ngram.DefaultN(s.Tokens) {
		command += fmt.Sprintf(" --n %d", s.N)
	}
	if r.MinGrams != detect.DefaultMinGrams && r.MinGrams > 0 {
		command += fmt.Sprintf(" --min-grams %d", r.MinGrams)
	}
	return command + sketchOptions(m.Variant)
}

// sketchOptions make check score as a variant does: its arrays are corrected
// unless it is told otherwise.
func sketchOptions(v pairs.Variant) string {
	switch {
	case v.Sketch.Kind == sketch.KindGrams:
		return ""
	case v.Corrected:
		return " --sketch " + v.Sketch.String()
	}
	return " --sketch " + v.Sketch.String() + " --raw"
}

// about tells the sizes of a mistake's texts.
func (r *Report) about(m *mistake) string {
	n := r.Scores.Words[m.index]
	return fmt.Sprintf("%s and %s words, MRED %s", terminal.Count(n[0]), terminal.Count(n[1]), mred(r.Scores.MRED[m.index]))
}

func mred(x float64) string {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return none
	}
	return fmt.Sprintf("%.2f", x)
}

// named is the label of a mistake, with its category where that is another.
func (m *mistake) named() string {
	if m.Kind == m.Label {
		return m.Label
	}
	return m.Kind + ", " + m.Label
}

// mistakeTitles head the two lists: what they are, or that there are none.
func mistakeTitles(negatives, positives []mistake) [2]string {
	titles := [2]string{"Negative pairs called positive, highest score first", "Positive pairs called negative, lowest score first"}
	if len(negatives) > 0 && !negatives[0].wrong {
		titles[0] = "No negative pair is called positive; this one comes nearest"
	}
	if len(positives) > 0 && !positives[0].wrong {
		titles[1] = "No positive pair is called negative; this one comes nearest"
	}
	return titles
}

// excerptRunes is how much of a text is repeated.
const excerptRunes = 200

// excerpt is the beginning of a text, white space collapsed, with an ellipsis if
// there is more.
func excerpt(text string) string {
	var b strings.Builder
	room := excerptRunes
	for word := range strings.FieldsSeq(text) {
		if b.Len() > 0 {
			word = " " + word
		}
		for _, c := range word {
			if room == 0 {
				return strings.TrimRight(b.String(), " ") + "…"
			}
			b.WriteRune(c)
			room--
		}
	}
	return b.String()
}
