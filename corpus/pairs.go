package corpus

import (
	"fmt"
	"slices"
	"strings"
)

// Pairs says whether the records of a side are labelled pairs, and what their
// two text fields hold.
type Pairs int

const (
	// NoPairs: a record is a document.
	NoPairs Pairs = iota
	// PairTexts: a record has two texts, a label, and perhaps a kind.
	PairTexts
	// PairIDs: in place of the texts stand the ids of two documents of another
	// source. Document.Texts has the ids, strings or numbers.
	PairIDs
)

// The names of the two fields where the user names none, and of label and id,
// as paired data sets have them. premise and hypothesis are left out: who
// entails is not alike. So are idx (as in idNames), and category and intent as
// labels: beside two texts they tell of what kind the pair is.
var (
	pairTextNames = [][2]string{
		{"a", "b"},
		{"text_a", "text_b"},
		{"text1", "text2"},
		{"sentence1", "sentence2"},   // MRPC, PAWS, STS
		{"sentence_a", "sentence_b"}, // SICK
		{"question1", "question2"},   // QQP
		{"func1", "func2"},           // BigCloneBench
	}
	pairRefNames = [][2]string{
		{"a_id", "b_id"},
		{"id_a", "id_b"},
		{"id1", "id2"},
		{"validation_id", "train_id"}, // of our own findings
	}
	pairLabelNames = []string{"label", "labels", "target", "class", "is_duplicate", "gold_label", "judgement", "judgment"}
	pairIDNames    = []string{"id", "_id", "pair_id", "pairid", "uuid", "guid", "uid"}
	kindNames      = []string{"kind", "category"}
)

// usualNames are those of id, label and kind.
func (p Pairs) usualNames() (id, label, kind []string) {
	if p == NoPairs {
		return idNames, labelNames, nil
	}
	return pairIDNames, pairLabelNames, kindNames
}

// telling are names of which one in the first line says that it is a header.
func (p Pairs) telling() []string {
	names := slices.Concat(textNames, idNames, labelNames)
	if p == NoPairs {
		return names
	}
	for _, two := range slices.Concat(pairTextNames, pairRefNames) {
		names = append(names, two[:]...)
	}
	return slices.Concat(names, pairIDNames, pairLabelNames)
}

// scalarOptions are the options that name fields of strings and numbers.
func (p Pairs) scalarOptions() string {
	if p == NoPairs {
		return "--id, --label or --split-column"
	}
	return "--text, --id, --label or --kind"
}

// refusePlain is the error of a file without fields where they are needed.
func (o *Options) refusePlain(path, what string, ids bool) error {
	const cure = "give a JSONL, CSV or TSV file"
	switch {
	case o.SplitColumn != "":
		return &Error{File: path, What: fmt.Sprintf("%s has no column %q", what, o.SplitColumn), Cure: cure}
	case o.Pairs != NoPairs:
		return &Error{File: path, What: what + " holds no pairs", Cure: cure + ", or say that it is one: --input-format jsonl|csv|tsv"}
	case o.NeedID && !ids:
		return &Error{File: path, What: what + " has no ids", Cure: cure + ", or a folder of texts"}
	}
	return nil
}

// pair gives the two text fields of a pair.
func (k *known) pair(opt *Options) ([]field, error) {
	if len(opt.Text) > 0 {
		return k.namedPair(opt.Text)
	}
	usual, what, cure := pairTextNames, "no two text fields are known", "name them: --text NAME,NAME"
	if opt.Pairs == PairIDs {
		usual, what, cure = pairRefNames, "no fields with the ids of two texts are known", "name them: --text NAME,NAME; or leave out --texts"
	}
	if fields := k.usualPair(usual); fields != nil {
		return fields, nil
	}
	if refs := k.usualPair(pairRefNames); refs != nil {
		return nil, &Error{
			File: k.file.Path,
			What: fmt.Sprintf("%q and %q hold ids, and no two text fields are known", refs[0].name, refs[1].name),
			Cure: "say where the texts stand: --texts FILE; or name the fields: --text NAME,NAME",
		}
	}
	return nil, &Error{File: k.file.Path, What: fmt.Sprintf("%s %s, which has %s", what, k.where, list(quoted(k.names))), Cure: cure}
}

func (k *known) namedPair(names []string) ([]field, error) {
	if len(names) != 2 {
		return nil, &Error{
			File: k.file.Path, Usage: true,
			What: fmt.Sprintf("%s named, where a pair has two", plural(len(names), "text field")),
			Cure: "name both: --text NAME,NAME",
		}
	}
	var fields []field
	for _, name := range names {
		f, err := k.named(name, "text field")
		if err != nil {
			return nil, err
		}
		fields = append(fields, f)
	}
	if slices.Equal(fields[0].path, fields[1].path) {
		return nil, &Error{
			File: k.file.Path, Usage: true,
			What: fmt.Sprintf("both texts of a pair would come from the field %q", fields[0].name),
			Cure: "name two: --text NAME,NAME",
		}
	}
	return fields, nil
}

// usualPair gives the first two fields of names that the file both has.
func (k *known) usualPair(names [][2]string) []field {
	for _, two := range names {
		a, ok := k.usual(two[:1])
		if !ok {
			continue
		}
		if b, ok := k.usual(two[1:]); ok {
			return []field{a, b}
		}
	}
	return nil
}

// missing refuses a record without what the options ask of it.
func (p *parser) missing() *fault {
	l := p.layout
	lacks := func(what string, i int) *fault {
		return &fault{what: fmt.Sprintf("no %s in %q", what, l.fields[i].name), cure: "fill it, or remove the record"}
	}
	if l.pairs == PairIDs {
		for i, id := range p.doc.Texts {
			if id == "" {
				return lacks("id", i)
			}
		}
	}
	if l.pairs != NoPairs && strings.TrimSpace(p.doc.Label) == "" {
		return lacks("label", l.label)
	}
	if l.needID && !p.doc.HasID {
		return lacks("id", l.id)
	}
	return nil
}
