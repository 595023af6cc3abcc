package corpus

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/gzip"
)

const shared = "../../shared/data/"

// newsgroups unpacks the 32 MB training side for the benchmarks.
func newsgroups(b *testing.B) string {
	f, err := os.Open(shared + "newsgroups20/train.jsonl.gz")
	if err != nil {
		b.Skip("no newsgroups20 in ../../shared/data: ", err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), "train.jsonl")
	out, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := io.Copy(out, z); err != nil {
		b.Fatal(err)
	}
	if err := out.Close(); err != nil {
		b.Fatal(err)
	}
	return path
}

func BenchmarkDocuments(b *testing.B) {
	path := newsgroups(b)
	for _, c := range []struct {
		name string
		opt  Options
	}{
		{"plain", Options{}},
		{"digest", Options{Digest: true}},
		{"strict", Options{Strict: true}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			docs := 0
			for b.Loop() {
				s := NewSource([]File{{Path: path}}, c.opt)
				docs = 0
				for _, err := range s.Documents(context.Background()) {
					if err != nil {
						b.Fatal(err)
					}
					docs++
				}
				if err := s.Err(); err != nil {
					b.Fatal(err)
				}
				b.SetBytes(s.Files()[0].Bytes)
			}
			b.ReportMetric(float64(docs), "docs/op")
		})
	}
}
