package pairs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/leakgate/leakgate/corpus"
)

// Labels says which labels mean alike. Case and surrounding white space do not
// matter.
//
// The zero value: same, similar, duplicate, leak, plagiarized, positive, 1 and
// true are positive, different, independent, non, negative, 0 and false are
// negative, and any other label is an error.
//
// With Positive, those are positive and all others negative. With Negative too,
// only those are negative and the rest is ignored. Negative alone leaves the
// usual positive ones positive and ignores the usual negative ones that it does
// not name; what is neither is still an error, for nothing says that it is no
// copy.
type Labels struct{ Positive, Negative []string }

var (
	usualPositive = []string{"same", "similar", "duplicate", "leak", "plagiarized", "positive", "1", "true"}
	usualNegative = []string{"different", "independent", "non", "negative", "0", "false"}
)

// meaning is what a label says of a pair.
type meaning int

const (
	unknown meaning = iota
	positive
	negative
	ignored
)

// meanings are those of labels, folded, and of all others.
type meanings struct {
	of     map[string]meaning
	others meaning
}

func (l Labels) meanings() (*meanings, error) {
	m := &meanings{of: map[string]meaning{}}
	set := func(labels []string, to meaning) {
		for _, name := range labels {
			m.of[fold(name)] = to
		}
	}
	switch {
	case len(l.Positive) == 0 && len(l.Negative) == 0:
		set(usualPositive, positive)
		set(usualNegative, negative)
	case len(l.Positive) == 0:
		set(usualPositive, positive)
		set(usualNegative, ignored)
	case len(l.Negative) == 0:
		m.others = negative
	default:
		m.others = ignored
	}
	set(l.Positive, positive)
	set(l.Negative, negative)
	for _, name := range l.Positive {
		if m.of[fold(name)] == negative {
			return nil, &corpus.Error{
				What:  fmt.Sprintf("the label %s stands in both --positive and --negative", show(name)),
				Cure:  "name it once",
				Usage: true,
			}
		}
	}
	return m, nil
}

func (m *meanings) label(folded string) meaning {
	if known, ok := m.of[folded]; ok {
		return known
	}
	return m.others
}

// fold makes spellings of one label equal.
func fold(label string) string { return strings.ToLower(strings.TrimSpace(label)) }

// LabelCount is a label as it is first written, and how many pairs have it.
type LabelCount struct {
	Label string
	Pairs int
}

// tally counts the labels that were read.
type tally struct {
	Labels
	*meanings
	seen map[string]*labelSeen // by the folded label
	list []*labelSeen          // in order of appearance
}

type labelSeen struct {
	LabelCount
	meaning
	file string // of the first pair that has it
}

func newTally(l Labels) (*tally, error) {
	m, err := l.meanings()
	return &tally{Labels: l, meanings: m, seen: map[string]*labelSeen{}}, err
}

// add counts a label and gives what is known of it.
func (t *tally) add(label, file string) *labelSeen {
	folded := fold(label)
	seen := t.seen[folded]
	if seen == nil {
		seen = &labelSeen{LabelCount{Label: strings.Clone(strings.TrimSpace(label))}, t.label(folded), file}
		t.seen[strings.Clone(folded)] = seen
		t.list = append(t.list, seen)
	}
	seen.Pairs++
	return seen
}

// with gives the labels of some meanings, the most frequent first.
func (t *tally) with(of ...meaning) []LabelCount {
	var list []LabelCount
	for _, seen := range t.list {
		if slices.Contains(of, seen.meaning) {
			list = append(list, seen.LabelCount)
		}
	}
	slices.SortFunc(list, func(a, b LabelCount) int {
		return cmp.Or(cmp.Compare(b.Pairs, a.Pairs), strings.Compare(a.Label, b.Label))
	})
	return list
}

// err says what the labels leave open: names that no pair has, labels that mean
// nothing.
func (t *tally) err() error {
	if len(t.list) == 0 {
		return nil // nothing was read, and that is told
	}
	if err := t.absent(); err != nil {
		return err
	}
	first := slices.IndexFunc(t.list, func(s *labelSeen) bool { return s.meaning == unknown })
	if first < 0 {
		return nil
	}
	open := t.with(unknown)
	what := "labels that say neither alike nor different: "
	if len(open) == 1 {
		what = "a label that says neither alike nor different: "
	}
	what += enumerate(open)
	if rest := t.with(positive, negative, ignored); len(rest) > 0 {
		what += " beside " + enumerate(rest)
	}
	return &corpus.Error{File: t.list[first].file, What: what, Cure: t.cure()}
}

// cure begins the example with what is positive already: --positive replaces it.
func (t *tally) cure() string {
	names := ""
	for _, l := range t.with(positive) {
		names += l.Label + ","
	}
	rest := "negative"
	if len(t.Negative) > 0 {
		rest = "left out"
	}
	return fmt.Sprintf("say which are positive, the rest is %s: --positive %sNAME", rest, names)
}

// absent refuses names that no pair has: they are misspelt, and what they were
// meant for would count as the opposite.
func (t *tally) absent() error {
	all := t.with(unknown, positive, negative, ignored)
	var names []string
	for _, c := range all {
		names = append(names, c.Label)
	}
	var what []string
	near := ""
	look := func(option string, labels []string) {
		for _, label := range labels {
			if t.seen[fold(label)] != nil {
				continue
			}
			what = append(what, option+" "+show(label))
			if near == "" {
				near = nearest(label, names)
			}
		}
	}
	look("--positive", t.Positive)
	look("--negative", t.Negative)
	if len(what) == 0 {
		return nil
	}
	e := &corpus.Error{
		What:  fmt.Sprintf("%s: no pair has this label; there are %s", strings.Join(what, ", "), enumerate(all)),
		Cure:  "use one of these",
		Usage: true,
	}
	if near != "" {
		e.Cure = fmt.Sprintf("did you mean %s?", show(near))
	}
	return e
}

// enumerate writes labels with their counts; few, for a wrong field may have
// thousands.
func enumerate(labels []LabelCount) string {
	const most = 10
	var b strings.Builder
	for i, l := range labels {
		if i == most {
			fmt.Fprintf(&b, " and %d more", len(labels)-most)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s (%d)", show(l.Label), l.Pairs)
	}
	return b.String()
}
