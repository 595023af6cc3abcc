package detect

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// item is a benchmark item, or a news article.
type item struct{ Question, Text string }

// itemsOf yields the records of a .jsonl.gz file until yield has enough.
func itemsOf(t *testing.T, path string, yield func(item) bool) {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var it item
		require.NoError(t, json.Unmarshal(lines.Bytes(), &it))
		if !yield(it) {
			return
		}
	}
	require.NoError(t, lines.Err())
}

const (
	shortItems    = 1000
	trainingWords = 500
)

// TestShortItems: benchmark questions are short, and stand whole in training
// documents fifty times their length, where no overlap with so few n-grams
// would be evidence. All of them are found.
func TestShortItems(t *testing.T) {
	files, _ := filepath.Glob("../../shared/data/decon_evals/orig/*.jsonl.gz")
	news := "../../shared/data/bbc_news/train.jsonl.gz"
	if _, err := os.Stat(news); err != nil || len(files) == 0 {
		t.Skip("../../shared/data is not here: no benchmark questions to plant")
	}
	slices.Sort(files)
	var questions []string
	seen := map[string]bool{}
	for _, path := range files {
		enough := len(questions) + 150 // so that all files have their share
		itemsOf(t, path, func(it item) bool {
			if len(strings.Fields(it.Question)) > 20 {
				return true // before the slow word rule
			}
			words := twinWords(it.Question, false)
			if key := strings.Join(words, " "); len(words) >= 8 && len(words) <= 20 && !seen[key] {
				seen[key] = true
				questions = append(questions, it.Question)
			}
			return len(questions) < enough
		})
	}
	require.GreaterOrEqual(t, len(questions), shortItems)
	t.Log(len(questions), "questions to choose from")
	var words []string
	itemsOf(t, news, func(it item) bool {
		words = append(words, strings.Fields(it.Text)...)
		return len(words) < 100_000
	})
	r := rand.New(rand.NewPCG(6, 7))
	var val, train twinSplit
	val.name, train.name = "val", "train"
	for i := range shortItems {
		question := questions[i*len(questions)/shortItems]
		body := make([]string, 0, trainingWords+1)
		for range trainingWords - len(strings.Fields(question)) {
			body = append(body, words[r.IntN(len(words))])
		}
		body = slices.Insert(body, r.IntN(len(body)+1), question)
		val.docs = append(val.docs, &twinDoc{id: fmt.Sprint("q", i), hasID: true, texts: []string{question}})
		train.docs = append(train.docs, &twinDoc{id: fmt.Sprint("t", i), hasID: true, texts: []string{strings.Join(body, " ")}})
	}
	got, err := Run(t.Context(), []Input{train.input(0), val.input(0)}, Options{})
	require.NoError(t, err)
	c := got.Comparisons[0]
	require.Equal(t, shortItems, c.Leaking)
	require.Equal(t, shortItems, c.ByKind[ValInTrain])
	require.Len(t, c.Findings, shortItems)
	for _, f := range c.Findings {
		require.Equal(t, 1.0, f.Score)
	}
	// Each in the document that it was planted in, where a shorter question may
	// stand in more than one.
	got, err = Run(t.Context(), []Input{train.input(0), val.input(0)}, Options{AllPairs: true, Evidence: true})
	require.NoError(t, err)
	found := 0
	for _, f := range got.Comparisons[0].Findings {
		if f.Validation.ID[1:] == f.Train.ID[1:] {
			found++
			require.Equal(t, 1.0, f.Evidence.ValidationCovered, "%+v", f)
		}
	}
	require.Equal(t, shortItems, found)
	// The other way round the training side is short.
	train.name, val.name = "val", "train"
	got, err = Run(t.Context(), []Input{val.input(0), train.input(0)}, Options{})
	require.NoError(t, err)
	require.Equal(t, shortItems, got.Comparisons[0].ByKind[TrainInVal])
}
