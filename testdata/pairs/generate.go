//go:build ignore

// Generate writes pairs.jsonl, the labelled pairs behind testdata/quality.txt:
// what leakgate calibrate makes out of the invented reviews.
//
//	go run testdata/pairs/generate.go -o testdata/pairs
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/leakgate/leakgate/calibrate"
	"github.com/leakgate/leakgate/corpus"
)

const perKind = 40

func main() {
	log.SetFlags(0)
	reviews := flag.String("reviews", "testdata/reviews/train.jsonl", "corpus to make pairs of")
	dir := flag.String("o", "testdata/pairs", "folder to write to")
	flag.Parse()

	made, err := calibrate.Generator{PerKind: perKind, Seed: 1}.Pairs(context.Background(), read(*reviews), nil)
	if err != nil {
		log.Fatal(err)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, p := range made.Pairs {
		record := struct {
			ID    string `json:"id"`
			A     string `json:"a"`
			B     string `json:"b"`
			Label string `json:"label"`
			Kind  string `json:"kind"`
		}{p.ID, p.A, p.B, p.Label, p.Kind}
		if err := enc.Encode(record); err != nil {
			log.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(*dir, "pairs.jsonl"), b.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
	for _, k := range made.Kinds {
		fmt.Printf("%s: %d pairs %s\n", k.Kind, k.Pairs, k.Why)
	}
}

func read(path string) (texts []calibrate.Text) {
	for doc, err := range corpus.NewSource([]corpus.File{{Path: path}}, corpus.Options{}).Documents(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		doc := doc.Clone()
		texts = append(texts, calibrate.Text{ID: doc.ID, Text: doc.Texts[0], Label: doc.Label})
	}
	return texts
}
