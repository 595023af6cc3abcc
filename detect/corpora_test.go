package detect

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/leakgate/leakgate/corpus"
	"github.com/stretchr/testify/require"
)

// Random corpora: documents of all lengths that copy, edit, contain and quote
// each other, in several scripts.

// vocabulary has what normalising and the word rule are about beside plain
// words, of which there are enough that unrelated texts stay unrelated.
var vocabulary = func() []string {
	words := []string{
		"Café", "cafe\u0301", "ﬁne", "ＷＩＤＥ", "Straße", "ΟΔΟΣ", "ΣΑΣ", "İstanbul", "中文", "字", "カタカナ", "ไทย",
		"हिन्दी", "x²", "½", "5+3", "5-3", "3.14", "don't", "e-mail", "🙂", "👩‍👩‍👧", "\u0301", "—", "№7", "ǅ", "نَصٌّ", "a", "I",
	}
	for i := range 300 {
		syllables := []string{"ba", "Co", "di", "fur", "GE", "lo", "man", "no", "ri", "tes"}
		words = append(words, syllables[i%10]+syllables[i/10%10]+syllables[i/100%10])
	}
	return words
}()

var gaps = []string{" ", " ", " ", " ", "  ", "\n", ", ", ". ", "\u00a0", "\u3000", " - ", "\u0085", "\t", "; "}

// corpora makes the documents of one round.
type corpora struct {
	*rand.Rand
	vocabulary []string
	fields     int
	templates  []template
	made       [][]string // texts so far, as words
	blanks     bool
}

// template is a text that many documents have: at their beginning, at their
// end, or somewhere.
type template struct {
	words []string
	place int
}

func (r *corpora) with(t template, words []string) []string {
	at := []int{0, len(words), r.IntN(len(words) + 1)}[t.place]
	return slices.Concat(words[:at], t.words, words[at:])
}

// form puts numbers, dates and names into a text; refill puts others in.
func (r *corpora) form(words []string) {
	for i := range words {
		switch r.IntN(24) {
		case 0, 1, 2:
			words[i] = strconv.Itoa(r.IntN(100))
		case 3:
			words[i] = r.one(months)
		case 4:
			words[i] = r.one(names)
		}
	}
}

var (
	months = []string{"January", "march", "Sept", "MONDAY", "tue"}
	names  = []string{"Ann", "Bob", "Łukasz", "Émile"}
)

func (r *corpora) one(of []string) string { return of[r.IntN(len(of))] }

func (r *corpora) refill(words []string) {
	for i, w := range words {
		switch _, err := strconv.Atoi(w); {
		case err == nil:
			words[i] = strconv.Itoa(r.IntN(100))
		case slices.Contains(months, w):
			words[i] = r.one(months)
		case slices.Contains(names, w):
			words[i] = r.one(names)
		}
	}
}

func (r *corpora) text(words []string) string {
	var b strings.Builder
	gap := r.gap()
	for i, w := range words {
		if i > 0 {
			b.WriteString(gap())
		}
		b.WriteString(w)
	}
	return b.String()
}

// gap writes some texts with single spaces, so that equal ones come up.
func (r *corpora) gap() func() string {
	if r.IntN(2) == 0 {
		return func() string { return " " }
	}
	return func() string { return gaps[r.IntN(len(gaps))] }
}

func (r *corpora) fresh() []string {
	n := []int{r.IntN(4), 3 + r.IntN(8), 8 + r.IntN(15), 20 + r.IntN(30), 30 + r.IntN(100)}[r.IntN(5)]
	words := make([]string, n)
	from := r.IntN(2) * r.IntN(len(r.vocabulary)) // some texts use few words again and again
	for i := range words {
		words[i] = r.vocabulary[(from+r.IntN(1+r.IntN(len(r.vocabulary))))%len(r.vocabulary)]
	}
	if r.IntN(4) == 0 {
		r.form(words)
	}
	return words
}

// derive makes a text out of an earlier one.
func (r *corpora) derive() []string {
	base := r.made[r.IntN(len(r.made))]
	words := append([]string(nil), base...)
	switch r.IntN(11) {
	case 0, 1: // as it is
	case 2: // some words edited, one by one or in a run
		for range 1 + r.IntN(1+len(words)/4) {
			if len(words) > 0 {
				words[r.IntN(len(words))] = r.vocabulary[r.IntN(len(r.vocabulary))]
			}
		}
	case 3: // a part
		if len(words) > 0 {
			from := r.IntN(len(words))
			words = words[from : from+r.IntN(len(words)-from+1)]
		}
	case 4: // inside another text
		words = append(append(r.fresh(), words...), r.fresh()...)
	case 5: // in another case
		for i, w := range words {
			words[i] = []func(string) string{strings.ToUpper, strings.ToLower}[i%2](w)
		}
	case 6: // twice
		words = append(words, base...)
	case 7: // two parts change places
		at := r.IntN(len(words) + 1)
		words = append(append([]string(nil), words[at:]...), words[:at]...)
	case 8: // white space and punctuation that no word rule sees
		for i := range words {
			if r.IntN(6) == 0 {
				words[i] += []string{"!", "?", " ", "..."}[r.IntN(4)]
			}
		}
	default:
		r.refill(words)
	}
	return words
}

func (r *corpora) words() []string {
	if r.blanks && r.IntN(10) == 0 {
		return [][]string{nil, {"..."}, {" "}, {"🙂"}}[r.IntN(4)]
	}
	words := r.fresh()
	if len(r.made) > 0 && r.IntN(3) > 0 {
		words = r.derive()
	}
	if len(r.templates) > 0 && r.IntN(2) == 0 {
		words = r.with(r.templates[r.IntN(len(r.templates))], words)
	}
	if len(words) > 250 {
		words = words[:250]
	}
	r.made = append(r.made, words)
	return words
}

func (r *corpora) split(name string, most int) twinSplit {
	s := twinSplit{name: name}
	ids, labels := r.IntN(3) > 0, r.IntN(4) > 0
	for n := range 1 + r.IntN(most) {
		d := &twinDoc{line: n + 1}
		words := r.words()
		for f := range r.fields {
			// Cut anywhere: the same words may be cut elsewhere in another document.
			at := len(words)
			if f < r.fields-1 {
				at = r.IntN(len(words) + 1)
			}
			d.texts = append(d.texts, r.text(words[:at]))
			words = words[at:]
		}
		if ids && r.IntN(5) > 0 {
			d.id, d.hasID = fmt.Sprintf("d%d", r.IntN(4*most)), true
		}
		if labels && r.IntN(8) > 0 {
			d.label, d.hasLabel = []string{"yes", "no", "3"}[r.IntN(3)], true
		}
		s.docs = append(s.docs, d)
	}
	return s
}

func newCorpora(r *rand.Rand, vocabulary []string) *corpora {
	c := &corpora{Rand: r, vocabulary: vocabulary, fields: 1, blanks: r.IntN(2) == 0}
	if r.IntN(4) == 0 {
		c.fields = 2 + r.IntN(2)
	}
	for range r.IntN(3) {
		c.templates = append(c.templates, template{c.fresh(), r.IntN(3)})
	}
	return c
}

// jsonl writes documents as a file would hold them.
func jsonl(docs []*twinDoc) string {
	var b strings.Builder
	for _, d := range docs {
		record := map[string]string{}
		for i, text := range d.texts {
			record[fieldName(i)] = text
		}
		if d.hasID {
			record["id"] = d.id
		}
		if d.hasLabel {
			record["label"] = d.label
		}
		line, err := json.Marshal(record)
		if err != nil {
			panic(err)
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	return b.String()
}

func fieldName(i int) string { return [...]string{"text", "question", "answer"}[i] }

// input is a source of documents, in memory. It names those without an id.
func (s *twinSplit) input(blockSize int) Input {
	for _, d := range s.docs {
		if !d.hasID {
			d.id = fmt.Sprintf("-:%d", d.line)
		}
	}
	opt := corpus.Options{Stdin: strings.NewReader(jsonl(s.docs)), BlockSize: blockSize, MaxBlank: 1}
	for i := range s.docs[0].texts {
		opt.Text = append(opt.Text, fieldName(i))
	}
	return Input{s.name, corpus.NewSource([]corpus.File{{Path: "-", Format: corpus.JSONL}}, opt)}
}

// files is the same on disk, in two files where there are enough documents.
func (s *twinSplit) files(t *testing.T, dir string, blockSize int) Input {
	cut := (len(s.docs) + 1) / 2
	var files []corpus.File
	for i, docs := range [][]*twinDoc{s.docs[:cut], s.docs[cut:]} {
		if len(docs) == 0 {
			continue
		}
		path := filepath.Join(dir, fmt.Sprintf("%s-%d.jsonl", s.name, i))
		require.NoError(t, os.WriteFile(path, []byte(jsonl(docs)), 0o600))
		files = append(files, corpus.File{Path: path})
		for n, d := range docs {
			d.file, d.line = i, n+1
			if !d.hasID {
				d.id = fmt.Sprintf("%s:%d", path, d.line)
			}
		}
	}
	opt := corpus.Options{BlockSize: blockSize, MaxBlank: 1}
	for i := range s.docs[0].texts {
		opt.Text = append(opt.Text, fieldName(i))
	}
	return Input{s.name, corpus.NewSource(files, opt)}
}
