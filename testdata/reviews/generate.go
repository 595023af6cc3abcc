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
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/leakgate/leakgate/testdata/reviews/brute"
	"github.com/leakgate/leakgate/testdata/reviews/prose"
)

const (
	trainDocs, valDocs = 320, 110
	boilerDocs         = 10 // max(10, 1 % of valDocs): a 3-gram of as many validation documents is boilerplate
)

// A side is one split.
type side struct {
	name string
	docs []*brute.Document
}

// A plan is what is to come out of a pair; kind "-": nothing.
type plan struct{ kind, how string }

var (
	writer     = prose.New(2024)
	footer     = brute.Grams(brute.Words(writer.Footer()))
	train, val = &side{name: "train"}, &side{name: "val"}
	planned    = map[[2]*brute.Document]plan{} // validation and training document → plan
	families   int
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

// plant makes texts until a pair comes out as its line of the plan says.
func plant(line string) {
	c := append(strings.Split(line, "\t"), "", "")
	kind, how := c[0], c[1]
	lo, hi := 0.0, 1.0
	fmt.Sscan(c[4], &lo, &hi) // empty: left as they are
	families++
	for range 50000 {
		label, base := writer.Review()
		if strings.Contains(line, "&") {
			label, base = "positive", writer.Short("positive")
		} else if c[5] != "" {
			label, base, _ = strings.Cut(writer.Grammar[c[5]][0], "\t")
		}
		other := label
		if strings.Contains(how, "label-conflict") {
			other = map[bool]string{true: "negative", false: "positive"}[label == "positive"]
		}
		writer.Turn()
		v := brute.New(other, writer.Compose(c[2], base, label), families)
		t := brute.New(label, writer.Compose(c[3], base, label), families)
		if f := brute.Judge(v, t, footer); f.Kind != kind || f.Score < lo || f.Score > hi {
			continue
		}
		expect(val.place(v), train.place(t), kind, how)
		if strings.Contains(how, "two copies more") {
			expect(v, train.place(brute.New(label, base, families)), "exact", "exact: second copy in train")
			expect(v, train.place(brute.New(label, writer.Edit(base, 6, false), families)), "near", "near: edited, beside two exact copies")
		}
		return
	}
	log.Fatal("cannot plant: ", line)
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
		families++
		s.place(brute.New(label, text, families))
		s.place(brute.New(label, text, families))
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
	df, boiler := map[string]int{}, map[string]bool{}
	for _, d := range val.docs {
		for g := range d.Grams {
			if df[g]++; df[g] >= boilerDocs {
				boiler[g] = true
			}
		}
	}
	if !maps.Equal(boiler, footer) {
		log.Fatal("the boilerplate is not just the footer: ", boiler)
	}
	leaks, kinds := 0, map[string]int{}
	for _, v := range val.docs {
		var found []brute.Finding
		for _, t := range train.docs {
			f, p := brute.Judge(v, t, boiler), planOf(v, t)
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
