package detect

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/leakgate/leakgate/ngram"
	"github.com/stretchr/testify/require"
)

// content is what a fingerprint names: the units of both texts, of one of under
// eight units the folded text, and how they were cut.
func content(v, d *twinDoc, scheme ngram.Scheme) string {
	part := func(x *twinDoc) string {
		if len(x.units) < 8 {
			return "\x02" + x.fold
		}
		return strings.Join(x.units, "\x00")
	}
	return fmt.Sprint(scheme.Tokens, scheme.N, "\x01", part(v), "\x01", part(d))
}

// TestFingerprintNamesTheTexts: the same for the same two texts whatever their
// ids, labels, files, places and company, another for other texts.
func TestFingerprintNamesTheTexts(t *testing.T) {
	byContent, byPrint := map[string]string{}, map[string]string{}
	findings := 0
	for round := range 60 / slow {
		r := rand.New(rand.NewPCG(5, uint64(round)))
		splits, opt, got := evidenceRound(t, r)
		note := func(got *Result, place func(split int, d Document) *twinDoc) (prints map[string]int) {
			prints = map[string]int{}
			for _, f := range got.Comparisons[0].Findings {
				v, d := place(1, f.Validation), place(0, f.Train)
				key, print := content(v, d, opt.Scheme), f.Evidence.Fingerprint
				if known, ok := byContent[key]; ok {
					require.Equal(t, known, print)
				}
				if known, ok := byPrint[print]; ok {
					require.Equal(t, known, key)
				}
				byContent[key], byPrint[print] = print, key
				prints[print]++
				findings++
			}
			return prints
		}
		want := note(got, func(split int, d Document) *twinDoc { return splits[split].docs[d.Line-1] })
		// The same texts in another order, in two files, under other ids.
		var inputs []Input
		dir := t.TempDir()
		for i := range splits {
			docs := splits[i].docs
			r.Shuffle(len(docs), func(a, b int) { docs[a], docs[b] = docs[b], docs[a] })
			for n, d := range docs {
				d.id, d.hasID, d.label, d.hasLabel = fmt.Sprintf("other-%d", n), true, "other", true
			}
			inputs = append(inputs, splits[i].files(t, dir, 100))
		}
		again, err := Run(t.Context(), inputs, opt)
		require.NoError(t, err)
		require.Equal(t, want, note(again, func(split int, d Document) *twinDoc {
			for _, doc := range splits[split].docs {
				if doc.file == d.File && doc.line == d.Line {
					return doc
				}
			}
			return nil
		}))
	}
	require.Greater(t, findings, 500/slow)
	require.Greater(t, len(byPrint), 300/slow)
}

// TestFingerprintKeepsTheSidesApart: which text leaked into which matters.
func TestFingerprintKeepsTheSidesApart(t *testing.T) {
	a, b := []string{"one two three four five six seven eight"}, []string{"one two three four five six seven nine"}
	there := proof(t, ngram.Scheme{}, a, b).Fingerprint
	back := proof(t, ngram.Scheme{}, b, a).Fingerprint
	require.NotEqual(t, there, back)
	for _, scheme := range []ngram.Scheme{{N: 2}, {Tokens: ngram.Plain}, {Tokens: ngram.Chars, N: 3}} {
		require.NotEqual(t, there, proof(t, scheme, a, b).Fingerprint)
	}
	// Case, width and punctuation are not content; of a text of under eight
	// words punctuation is.
	require.Equal(t, there, proof(t, ngram.Scheme{}, []string{"ONE, two. ｔｈｒｅｅ\nfour! five (six) seven-eight"}, b).Fingerprint)
	sum := func(text string) string {
		return proof(t, ngram.Scheme{}, []string{text}, []string{text}).Fingerprint
	}
	require.NotEqual(t, sum("5+3"), sum("5-3"))
	require.Equal(t, sum("5+3"), sum("5 ＋ 3"))
}
