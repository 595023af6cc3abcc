package pairs

import (
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/leakgate/leakgate/corpus"
)

// texts are the documents that ids point into.
type texts struct {
	seed   maphash.Seed
	byID   map[string]text
	ids    []string        // in input order
	wanted map[string]bool // ids that pairs have: the texts of others are not kept
}

type text struct {
	text string // "" if it is not wanted
	hash uint64
	place
}

// join puts texts in the place of their ids. A pair whose id leads nowhere
// becomes a problem. Pairs share the memory of a text.
func (r *reader) join(source *corpus.Source) error {
	t := &texts{seed: maphash.MakeSeed(), byID: map[string]text{}, wanted: map[string]bool{}}
	for _, p := range r.pairs {
		t.wanted[p.A], t.wanted[p.B] = true, true
	}
	if err := r.each(source, func(at place, d *corpus.Document) { r.problems.Add(t.add(at, d)) }); err != nil {
		return err
	}
	if len(t.ids) == 0 {
		r.pairs = nil // every id leads nowhere, and why is told already
		return nil
	}
	missing := 0
	r.pairs = slices.DeleteFunc(r.pairs, func(p placed) bool {
		absent := t.absent(p)
		if len(absent) > 0 {
			missing++
			r.problems.Add(t.nowhere(p.place, absent, missing <= maxLookups))
		}
		return len(absent) > 0
	})
	for i := range r.pairs {
		p := &r.pairs[i]
		p.A, p.B = t.byID[p.A].text, t.byID[p.B].text
	}
	return nil
}

// maxLookups is how many missing ids are looked for among all: as many as
// corpus.Errors tells one by one.
const maxLookups = 20

// add takes a document in. Of one id that stands twice, two texts are an error
// and one is none.
func (t *texts) add(at place, d *corpus.Document) error {
	if !d.HasID {
		return &corpus.Error{File: at.file, Line: at.line, What: "a text without an id", Cure: "name the field that holds it: --id NAME"}
	}
	joined := join(d.Texts)
	hash := maphash.String(t.seed, joined)
	if old, twice := t.byID[d.ID]; twice {
		if old.hash == hash {
			return nil
		}
		return &corpus.Error{
			File: at.file, Line: at.line,
			What: fmt.Sprintf("the id %s has another text at %s", show(d.ID), old.place),
			Cure: "give each text an id of its own",
		}
	}
	id, kept := strings.Clone(d.ID), ""
	if t.wanted[id] {
		kept = strings.Clone(joined)
	}
	t.byID[id] = text{kept, hash, at}
	t.ids = append(t.ids, id)
	return nil
}

// join joins the texts of a document; those without text leave no line.
func join(texts []string) string {
	if len(texts) == 1 {
		return texts[0]
	}
	return strings.Join(slices.DeleteFunc(slices.Clone(texts), func(s string) bool { return s == "" }), "\n")
}

// absent gives the ids of a pair that no text has.
func (t *texts) absent(p placed) (ids []string) {
	for _, id := range []string{p.A, p.B} {
		if _, ok := t.byID[id]; !ok && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

func (t *texts) nowhere(at place, ids []string, look bool) error {
	e := &corpus.Error{File: at.file, Line: at.line, What: "no text has the id " + show(ids[0]), Cure: "add it to the texts, or remove the pair"}
	if len(ids) == 2 {
		e.What += ", nor the id " + show(ids[1])
	}
	if !look {
		return e
	}
	for _, id := range ids {
		if near := nearest(id, t.ids); near != "" {
			e.Cure = fmt.Sprintf("did you mean %s?", show(near))
			break
		}
	}
	return e
}
