//go:build ignore

// Generate writes the corpus of invented reviews that leakgate's tests read:
// train.jsonl and val.jsonl, with truth.tsv (every pair that a right tool
// reports) and not-leaks.tsv (look-alikes that must not be reported).
//
//	go run testdata/reviews/generate.go -o testdata/reviews
//
// prose writes the texts, brute scores the pairs. The run fails when any pair
// comes out other than planned. Same seed, same bytes.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/leakgate/leakgate/testdata/reviews/brute"
	"github.com/leakgate/leakgate/testdata/reviews/prose"
)

const trainDocs, valDocs = 320, 110

// A side is one split.
type side struct {
	name string
	docs []*brute.Document
}

// A plan is what is to come out of a pair; kind "-": nothing.
type plan struct{ kind, how string }

// A planting is a line of the plan and the pair that was made by it.
type planting struct {
	line string
	v, t *brute.Document
}

var (
	writer     = prose.New(2024)
	train, val = &side{name: "train"}, &side{name: "val"}
	planned    = map[[2]*brute.Document]plan{} // validation and training document → plan
	plantings  []planting
)

func main() {
	log.SetFlags(0)
	dir := flag.String("o", "testdata/reviews", "folder to write to")
	flag.Parse()

	for _, line := range writer.Grammar["plant"] {
		plant(line)
	}
	fill(train, trainDocs)
	fill(val, valDocs)
	mend()
	truth, not := judgeAll()
	checkUnplanted()

	write(*dir, "train.jsonl", records(train.docs))
	write(*dir, "val.jsonl", records(val.docs))
	write(*dir, "truth.tsv", []byte("validation_id\ttrain_id\tscore\tshared\tn_validation\tn_train\tkind\thow\n"+truth))
	write(*dir, "not-leaks.tsv", []byte("validation_id\ttrain_id\thow\n"+not))
}

// ---- the plan ----

func (s *side) place(d *brute.Document) *brute.Document {
	writer.Hold(d)
	s.docs = append(s.docs, d)
	return d
}

func expect(v, t *brute.Document, kind, how string) {
	planned[[2]*brute.Document{v, t}] = plan{kind, how}
}

// plant makes texts until a pair comes out as its line of the plan says. That
// the footer will be common is known, what else will be is for mend to see.
func plant(line string) {
	kind, how, _ := strings.Cut(line, "\t")
	how, _, _ = strings.Cut(how, "\t")
	label, base, v, t := draw(line, len(plantings)+1, footerOnly())
	expect(val.place(v), train.place(t), kind, how)
	if strings.Contains(how, "two copies more") {
		expect(v, train.place(brute.New(label, base, v.Family)), "exact", "exact: second copy in train")
		expect(v, train.place(brute.New(label, writer.Edit(base, 6, false), v.Family)), "near", "near: edited, beside two exact copies")
	}
	plantings = append(plantings, planting{line, v, t})
}

func footerOnly() *brute.Corpus {
	c := &brute.Corpus{Documents: map[string]int{}, Unique: trainDocs + valDocs}
	for g := range brute.Grams(brute.Words(writer.Footer())) {
		c.Documents[g] = c.Unique
	}
	return c
}

// draw makes pairs by a line of the plan until one comes out as the line says.
func draw(line string, family int, c *brute.Corpus) (label, base string, v, t *brute.Document) {
	column := append(strings.Split(line, "\t"), "", "")
	kind, how := column[0], column[1]
	lo, hi := 0.0, 1.0
	fmt.Sscan(column[4], &lo, &hi) // empty: left as they are
	for range 50000 {
		label, base = writer.Review()
		if strings.Contains(line, "&") {
			label, base = "positive", writer.Short("positive")
		} else if column[5] != "" {
			label, base, _ = strings.Cut(writer.Grammar[column[5]][0], "\t")
		}
		other := label
		if strings.Contains(how, "label-conflict") {
			other = map[bool]string{true: "negative", false: "positive"}[label == "positive"]
		}
		writer.Turn()
		v = brute.New(other, writer.Compose(column[2], base, label), family)
		t = brute.New(label, writer.Compose(column[3], base, label), family)
		if f := brute.Judge(v, t, c); f.Kind == kind && f.Score >= lo && f.Score <= hi {
			return label, base, v, t
		}
	}
	panic("cannot plant: " + line)
}

// mend writes those pairs again that phrases of other reviews have made
// boilerplate: which phrases are common shows only when all reviews are there,
// and by then the writer has no fresh ones left.
func mend() {
	c := brute.NewCorpus(train.docs, val.docs)
	writer = prose.New(2025)
	for i := range plantings {
		p := &plantings[i]
		if kind := planned[[2]*brute.Document{p.v, p.t}].kind; brute.Judge(p.v, p.t, c).Kind == kind {
			continue
		}
		_, _, v, t := draw(p.line, p.v.Family, c)
		v.ID, t.ID = p.v.ID, p.t.ID
		*p.v, *p.t = *v, *t
	}
}

// fill places the texts that are no leaks, up to the number wanted, mixes the
// order and gives ids.
func fill(s *side, number int) {
	for _, lang := range []string{"de", "it", "ja", "th", "ar"} {
		line := writer.Grammar["text."+lang][1]
		if s == val {
			line = writer.Grammar["text."+lang][2]
		}
		label, text, _ := strings.Cut(line, "\t")
		s.place(brute.New(label, text, 0))
	}
	if s == val { // a review twice within validation is no leak
		label, text := writer.Review()
		s.place(brute.New(label, text, len(plantings)+1))
		s.place(brute.New(label, text, len(plantings)+1))
	}
	for len(s.docs) < number {
		label, text := writer.Review()
		s.place(brute.New(label, text, 0))
	}
	last := s.docs[number-1]
	writer.Shuffle(number, func(i, j int) { s.docs[i], s.docs[j] = s.docs[j], s.docs[i] })
	for i, d := range s.docs {
		d.ID = fmt.Sprintf("%s-%04d", s.name, i+1)
	}
	last.ID = "shared-0001" // on both sides
}

// planOf is the plan of a pair; reviews of the club pair by their footer.
func planOf(v, t *brute.Document) plan {
	p, ok := planned[[2]*brute.Document{v, t}]
	switch {
	case ok:
		return p
	case v.ID == t.ID:
		return plan{"-", "one id on both sides, texts unrelated"}
	case hasFooter(v) && hasFooter(t):
		return plan{"boilerplate", "footer"}
	}
	return plan{"-", ""}
}

func hasFooter(d *brute.Document) bool {
	return strings.HasSuffix(d.Text, writer.Footer())
}

// ---- checks and output ----

// judgeAll holds all pairs against the plan and makes the rows of both tables,
// ordered as leakgate orders its findings.
func judgeAll() (truth, not string) {
	c := brute.NewCorpus(train.docs, val.docs)
	leaks, kinds := 0, map[string]int{}
	for _, v := range val.docs {
		var found []brute.Finding
		for _, t := range train.docs {
			f, p := brute.Judge(v, t, c), planOf(v, t)
			switch {
			case f.Kind != p.kind:
				log.Fatalf("planned %s, came out %s %f:\n%s\n\n%s", p, f.Kind, f.Score, v.Text, t.Text)
			case f.Kind != "-" && (v.Label != t.Label) != strings.Contains(p.how, "label-conflict"):
				log.Fatalf("labels %s, %s of %s", v.Label, t.Label, p)
			case f.Kind != "-":
				found = append(found, f)
			case p.how != "":
				not += fmt.Sprintf("%s\t%s\t%s\n", v.ID, t.ID, p.how)
			}
		}
		slices.SortStableFunc(found, func(a, b brute.Finding) int { return cmp.Compare(b.Score, a.Score) })
		for _, f := range found {
			truth += fmt.Sprintf("%s\t%s\t%.6f\t%d\t%d\t%d\t%s\t%s\n", v.ID, f.T.ID, f.Score, f.Shared,
				len(v.Grams), len(f.T.Grams), f.Kind, planOf(v, f.T).how)
			kinds[f.Kind]++
		}
		if slices.ContainsFunc(found, func(f brute.Finding) bool { return f.Kind != "boilerplate" }) {
			leaks++
		}
	}
	fmt.Printf("%d training and %d validation documents, %d of these leak (boilerplate apart); pairs: %v\n",
		len(train.docs), len(val.docs), leaks, kinds)
	return truth, not
}

// checkUnplanted fails if any two documents that nobody planted resemble each other.
func checkUnplanted() {
	all := slices.Concat(train.docs, val.docs)
	worst := brute.Finding{}
	for i, a := range all {
		for _, b := range all[:i] {
			if a.Family == b.Family && a.Family > 0 || hasFooter(a) && hasFooter(b) {
				continue
			}
			if f := brute.Judge(a, b, nil); f.Score > worst.Score {
				worst = f
			}
			if brute.Within(a, b) {
				log.Fatalf("%s and %s contain each other:\n%s\n%s", a.ID, b.ID, a.Text, b.Text)
			}
		}
	}
	fmt.Printf("largest unplanted overlap: %.3f\n", worst.Score)
	if worst.Score >= .3 {
		log.Fatalf("too much alike:\n%s\n\n%s", worst.V.Text, worst.T.Text)
	}
}

func records(docs []*brute.Document) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, d := range docs {
		if err := enc.Encode(d); err != nil {
			log.Fatal(err)
		}
	}
	return b.Bytes()
}

func write(dir, name string, data []byte) {
	if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
		log.Fatal(err)
	}
}
