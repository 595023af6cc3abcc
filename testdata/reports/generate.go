//go:build ignore

// Generate writes the corpus of invented periodic reports that leakgate's tests
// read: train.jsonl and val.jsonl, with truth.tsv, which has every pair that a
// right tool reports.
//
//	go run testdata/reports/generate.go -o testdata/reports
//
// The texts are in texts.txt; package brute of the reviews judges the pairs. The
// run fails when any pair comes out other than planned. Same seed, same bytes.
package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/leakgate/leakgate/testdata/reviews/brute"
)

//go:embed texts.txt
var texts string

const fewest = 20 // distinct 3-grams: overlap judges every text

// A plan is what is to come out of a pair.
type plan struct{ kind, how string }

var (
	random     = rand.New(rand.NewPCG(512, 2048))
	lists      = map[string][]string{}
	train, val []*brute.Document
	planned    = map[[2]*brute.Document]plan{}
)

func main() {
	log.SetFlags(0)
	dir := flag.String("o", "testdata/reports", "folder to write to")
	flag.Parse()

	sections := read()
	for _, s := range sections {
		if s.kind == "list" {
			lists[s.name] = strings.Split(s.lines[0], "|")
		}
	}
	for _, s := range sections {
		switch s.kind {
		case "frame":
			frame(s)
		case "sharing":
			sharing(s)
		}
	}
	others(find(sections, "train").lines, find(sections, "val").lines, find(sections, "mail").lines[0])
	number("train", train)
	number("val", val)
	truth := judgeAll()

	save(*dir, "train.jsonl", records(train))
	save(*dir, "val.jsonl", records(val))
	save(*dir, "truth.tsv", []byte("validation_id\ttrain_id\tscore\tshared\tn_validation\tn_train\tkind\tdiffers_in\thow\n"+truth))
}

// A section of texts.txt begins with "@kind name", a tab, and two counts.
type section struct {
	kind, name         string
	trainDocs, valDocs int
	lines              []string
}

func read() (all []section) {
	for line := range strings.Lines(texts) {
		line = strings.ReplaceAll(strings.TrimSpace(line), "¶", "\n")
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '@':
			head, counts, _ := strings.Cut(line[1:], "\t")
			s := section{}
			s.kind, s.name, _ = strings.Cut(head, " ")
			fmt.Sscan(counts, &s.trainDocs, &s.valDocs)
			all = append(all, s)
		default:
			all[len(all)-1].lines = append(all[len(all)-1].lines, line)
		}
	}
	return all
}

func find(all []section, kind string) section {
	return all[slices.IndexFunc(all, func(s section) bool { return s.kind == kind })]
}

// ---- the plan ----

func place(side *[]*brute.Document, text string) *brute.Document {
	d := brute.New("", text, 0)
	if len(d.Grams) < fewest {
		log.Fatalf("%d distinct 3-grams: %s", len(d.Grams), text)
	}
	*side = append(*side, d)
	return d
}

func expect(v, t *brute.Document, kind, how string) {
	planned[[2]*brute.Document{v, t}] = plan{kind, how}
}

// frame writes the documents of a frame. Every pair of them is boilerplate, but
// for a copy of one as it stands or with figures corrected.
func frame(s section) {
	entries := map[string][]string{}
	for name, list := range lists {
		entries[name] = slices.Clone(list)
		if name != "month" { // which comes in its order
			random.Shuffle(len(list), func(i, j int) { entries[name][i], entries[name][j] = list[j], list[i] })
		}
	}
	var own []*brute.Document
	for range s.trainDocs {
		own = append(own, place(&train, fill(s.lines[0], entries)))
	}
	against := func(v, t *brute.Document, kind, how string) {
		for _, other := range own {
			expect(v, other, "boilerplate", "frame: "+s.name)
		}
		if t != nil {
			expect(v, t, kind, how+s.name)
		}
	}
	for range s.valDocs - 1 {
		against(place(&val, fill(s.lines[0], entries)), nil, "", "")
	}
	switch last := own[len(own)-1]; s.name {
	case "monthly sales", "problem of the apples", "notice of the ferry":
		against(place(&val, corrected(last.Text, 1)), last, "near", "a figure corrected: ")
	case "maintenance log":
		against(place(&val, corrected(last.Text, 2)), last, "near", "two figures of four corrected: ")
	case "weather station":
		against(place(&val, last.Text), last, "exact", "exact: ")
	default:
		against(place(&val, fill(s.lines[0], entries)), nil, "", "")
	}
}

var (
	slot   = regexp.MustCompile(`\{([^{}]*)\}`)
	figure = regexp.MustCompile(`[0-9]+`)
)

// fill draws what stands in braces.
func fill(text string, entries map[string][]string) string {
	return slot.ReplaceAllStringFunc(text, func(m string) string {
		name := m[1 : len(m)-1]
		if list := entries[name]; len(list) > 0 {
			entries[name] = list[1:]
			return list[0]
		}
		if words := strings.Split(name, "|"); len(words) > 1 {
			return words[random.IntN(len(words))]
		}
		var low, high int
		if _, err := fmt.Sscanf(name, "%d-%d", &low, &high); err != nil {
			log.Fatal("no such slot: ", m)
		}
		return strconv.Itoa(low + random.IntN(high-low+1))
	})
}

// corrected puts another digit at the end of the last figures of a text.
func corrected(text string, figures int) string {
	all := figure.FindAllStringIndex(text, -1)
	for _, at := range all[len(all)-figures:] {
		end := at[1] - 1
		text = text[:end] + string('0'+(text[end]-'0'+3)%10) + text[end+1:]
	}
	return text
}

// sharing writes texts that share a passage, and nothing else.
func sharing(s section) {
	kind, how, _ := strings.Cut(s.name, " ")
	passage := s.lines[0]
	var own []*brute.Document
	for i, line := range s.lines[1:] {
		text := strings.ReplaceAll(line, "{}", passage)
		if i < s.trainDocs {
			own = append(own, place(&train, text))
			continue
		}
		if text == passage {
			kind, how = "near", how+", and nothing else"
		}
		v := place(&val, text)
		for _, t := range own {
			expect(v, t, kind, how)
		}
	}
}

// others places the texts of no frame; the first is quoted in a mail.
func others(trainTexts, valTexts []string, mail string) {
	from := len(train)
	for _, text := range trainTexts {
		place(&train, text)
	}
	quoted := train[from]
	v := place(&val, strings.ReplaceAll(mail, "{quoted}", quoted.Text))
	expect(v, quoted, "train-in-val", "quoted: whole, in a mail")
	for _, text := range valTexts {
		place(&val, text)
	}
}

// number mixes the order and gives ids.
func number(name string, side []*brute.Document) {
	random.Shuffle(len(side), func(i, j int) { side[i], side[j] = side[j], side[i] })
	for i, d := range side {
		d.ID = fmt.Sprintf("%s-%02d", name, i+1)
	}
}

// ---- checks and output ----

// judgeAll holds all pairs against the plan and makes the rows of the table,
// ordered as leakgate orders its findings.
func judgeAll() (truth string) {
	c, kinds := brute.NewCorpus(train, val), map[string]int{}
	for _, v := range val {
		var found []brute.Finding
		for _, t := range train {
			f, p := brute.Judge(v, t, c), planned[[2]*brute.Document{v, t}]
			switch {
			case f.Kind != cmp.Or(p.kind, "-"):
				log.Fatalf("planned %s, came out %s %f:\n%s\n\n%s", p, f.Kind, f.Score, v.Text, t.Text)
			case p.kind == "" && f.Score >= .2:
				log.Fatalf("%f unplanned:\n%s\n\n%s", f.Score, v.Text, t.Text)
			case p.kind != "":
				found = append(found, f)
			}
		}
		slices.SortStableFunc(found, func(a, b brute.Finding) int { return cmp.Compare(b.Score, a.Score) })
		for _, f := range found {
			truth += fmt.Sprintf("%s\t%s\t%.6f\t%d\t%d\t%d\t%s\t%s\t%s\n", v.ID, f.T.ID, f.Score, f.Shared,
				len(v.Grams), len(f.T.Grams), f.Kind, f.DiffersIn(), planned[[2]*brute.Document{v, f.T}].how)
			kinds[f.Kind]++
		}
	}
	fmt.Printf("%d training and %d validation documents; pairs: %v\n", len(train), len(val), kinds)
	return truth
}

func records(docs []*brute.Document) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, d := range docs {
		record := struct {
			ID   string `json:"id"`
			Text string `json:"text"`
		}{d.ID, d.Text}
		if err := enc.Encode(record); err != nil {
			log.Fatal(err)
		}
	}
	return b.Bytes()
}

func save(dir, name string, data []byte) {
	if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
		log.Fatal(err)
	}
}
