package detect

import (
	"bytes"
	"context"
	"reflect"
	"testing"

	"github.com/leakgate/leakgate/corpus"
	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/sketch"
)

// FuzzRun: whatever stands in the files, no panic and no hang; the findings
// depend neither on the workers nor on the blocks and are what their comments
// promise. how chooses the options.
func FuzzRun(f *testing.F) {
	leak := `{"id": "a", "text": "` + series("w", 40) + `", "label": 1}` + "\n"
	f.Add([]byte(leak), []byte(leak), uint16(0))
	f.Add([]byte(leak+"{\"text\": \"5+3\"}\n"), []byte("{\"text\": \"5 + 3\"}\n"+leak), uint16(0x1fff))
	f.Add([]byte(`{"text": ["ΟΔΟΣ", {"role": "user", "content": "ﬁ ½ İ 中文 e`+"\u0301"+`"}]}`), []byte(`{"text": "\ud800 ½ İ"}`), uint16(0x2a))
	f.Add([]byte("{\"text\": \"a a a a a a a a a a a\"}\n\n{}\nnull\n[1]\n{\"text\""), []byte("\xef\xbb\xbf{\"text\": \"a a a a a a a a a\xff\"}"), uint16(0x155))
	f.Add([]byte{}, []byte{0}, uint16(7))
	f.Fuzz(func(t *testing.T, train, val []byte, how uint16) {
		if len(train)+len(val) > 1<<15 {
			t.Skip("longer inputs show nothing that shorter ones do not")
		}
		bit := func(n int) bool { return how>>n&1 != 0 }
		opt := Options{
			Scheme:   ngram.Scheme{Tokens: ngram.Tokens(1 + how%3), N: []int{1, 2, 3, 10}[how>>2&3]},
			MinGrams: []int{1, 2, 20, 5}[how>>4&3],
			Matches:  1 + int(how>>6&1),
			AllPairs: bit(7), Within: bit(8), Evidence: !bit(9), Raw: bit(10),
			Threshold: []sketch.Threshold{{P: 1, Q: 2}, {P: 1, Q: 1e9}}[how>>11&1],
		}
		if bit(12) {
			opt.Sketch = sketch.Spec{Kind: sketch.Kind(1 + how>>13&1), M: 64}
		}
		run := func(workers, block int) *Result {
			input := func(name string, data []byte) Input {
				files := []corpus.File{{Path: "-", Format: corpus.JSONL}}
				return Input{name, corpus.NewSource(files, corpus.Options{Stdin: bytes.NewReader(data), BlockSize: block, MaxBlank: 1})}
			}
			opt.Workers = workers
			got, err := Run(context.Background(), []Input{input("train", train), input("val", val)}, opt)
			if err != nil {
				t.Fatal(err)
			}
			got.Options.Workers = 0
			return got
		}
		got := run(1, 0)
		if again := run(3, 50); !reflect.DeepEqual(bare(got), bare(again)) {
			t.Fatalf("1 worker: %+v\n3 workers: %+v", bare(got), bare(again))
		}
		for _, c := range got.Comparisons {
			checkPromises(t, got, &c)
		}
	})
}

func checkPromises(t *testing.T, r *Result, c *Comparison) {
	t.Helper()
	val := r.Splits[c.Validation]
	if c.Leaking+c.Boilerplate > val.Documents-val.Blank || c.LeakingUnique > c.Leaking || c.Failing > c.Leaking+c.Boilerplate ||
		c.Conflicts > c.Leaking || c.Pairs < len(c.Findings) {
		t.Fatalf("counts: %+v of %+v", c, val)
	}
	for i, f := range c.Findings {
		if f.Score < 0 || f.Score > 1 || f.Shared < 0 {
			t.Fatalf("%+v", f)
		}
		if i > 0 {
			before := c.Findings[i-1]
			if f.Validation.Line < before.Validation.Line || f.Validation.Line == before.Validation.Line && f.Score > before.Score {
				t.Fatalf("%+v after %+v", f, before)
			}
		}
		if f.Differs != nil && (f.Kind != Near && f.Kind != Boilerplate || f.Kind == Near && f.Differs.Frame()) {
			t.Fatalf("%+v differs in %+v", f, f.Differs)
		}
		e := f.Evidence
		if e == nil {
			continue
		}
		if e.ValidationCovered < 0 || e.ValidationCovered > 1 || e.TrainCovered < 0 || e.TrainCovered > 1 {
			t.Fatalf("%+v", e)
		}
		for _, p := range e.Passages {
			for _, at := range []Range{p.Validation, p.Train} {
				if p.Words < 1 || at.Field != 0 || at.Start < 0 || at.End <= at.Start {
					t.Fatalf("%+v", p)
				}
			}
		}
	}
}
