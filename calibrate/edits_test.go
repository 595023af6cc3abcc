package calibrate

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/leakgate/leakgate/ngram"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var languages = map[string]string{
	"english": "Mr. Smith's dog (a terrier) ran. \"Stop!\" he cried - too late. It cost $4.50,\nnot 3!\n\nThe end",
	"german":  "Über die Straße gingen „große“ Füße. Wer weiß? Niemand.",
	"chinese": "我们今天去北京。你呢？我也想去！那就一起走吧，明天早上八点在车站见面。",
	"thai":    "วันนี้อากาศดีมาก เราไปเที่ยวกันเถอะ ฉันอยากกินข้าว",
	"korean":  "오늘은 날씨가 좋습니다. 산책을 갈까요? 네, 좋아요!",
	"arabic":  "ذهب الولد إلى المدرسة. هل رأيته؟ نعم رأيته.",
	"mixed":   "  中文abc中文 ﬁne ㍿ x² e\u0301tude — 12% … <b>&amp;</b>\t👩‍💻 ok\r\n",
}

func newEditor(t testing.TB, s ngram.Scheme) *editor {
	cut, err := newCutter(s)
	require.NoError(t, err)
	return &editor{cut, []string{"zebra", "quagga", "Okapi", "生"}}
}

func TestTokensAreTheText(t *testing.T) {
	for _, tokens := range []ngram.Tokens{ngram.Words, ngram.Plain, ngram.Chars} {
		e := newEditor(t, ngram.Scheme{Tokens: tokens})
		for name, text := range languages {
			require.Equal(t, text, e.join(e.split(text)), "%v %s", tokens, name)
		}
		require.Empty(t, e.split(" \n… !"))
	}
}

func TestSplitLeavesOpeningMarksWithTheirWord(t *testing.T) {
	e := newEditor(t, ngram.Scheme{})
	require.Equal(t, []token{
		{`- "`, "He", " "},
		{`(`, "who", "'"},
		{"", "s", "), "},
		{"", "late", "!"},
	}, e.split(`- "He (who's), late!`))
}

func TestSentences(t *testing.T) {
	e := newEditor(t, ngram.Scheme{})
	of := func(text string) (got []string) {
		tokens, from := e.split(text), 0
		for _, end := range sentences(tokens) {
			got = append(got, strings.TrimSpace(e.join(tokens[from:end])))
			from = end
		}
		return got
	}
	require.Equal(t, []string{`It is 3.5 m.`, `"Is it?"`, `No`}, of(`It is 3.5 m. "Is it?" No`))
	require.Equal(t, []string{"我们去。", "你呢？", "好"}, of("我们去。你呢？好"))
	require.Equal(t, []string{"A head line", "and a text\nof two lines"}, of("A head line\n\nand a text\nof two lines"))
	require.Nil(t, of(""))

	line := strings.TrimSpace(strings.Repeat("one two ", 9)) // 18 words
	require.Equal(t, []string{line, line, line}, of(line+"\n"+line+"\n"+line), "a line break ends what is too long")
	for i, s := range of(strings.Repeat("word ", 95)) {
		require.Len(t, strings.Fields(s), []int{20, 20, 20, 35}[i], "runs of words where nothing ends a sentence")
	}
}

// levenshtein is the plain table.
func levenshtein(a, b []uint64) int {
	row := make([]int, len(b)+1)
	for k := range row {
		row[k] = k
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for k, y := range b {
			cost := diagonal
			if x != y {
				cost = min(diagonal, row[k], row[k+1]) + 1
			}
			diagonal, row[k+1] = row[k+1], cost
		}
	}
	return row[len(b)]
}

// TestRateOfEdits measures the word edit distance that a rate gives. It may lie
// a little below: words put in beside words dropped are words replaced.
func TestRateOfEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	texts := map[string]string{"prose": prose(r, 600)}
	for _, name := range []string{"chinese", "thai", "korean"} {
		texts[name] = strings.Repeat(languages[name], 12)
	}
	for _, tokens := range []ngram.Tokens{ngram.Words, ngram.Chars} {
		e := newEditor(t, ngram.Scheme{Tokens: tokens})
		for name, text := range texts {
			for _, rate := range []float64{.02, .1, .3, .6, 1} {
				before := e.split(text)
				after := e.edit(r, before, rate, usualMix)
				require.Equal(t, text, e.join(before), "the tokens given stay as they are")
				a := e.hasher.AppendUnits(nil, text)
				b := e.hasher.AppendUnits(nil, e.join(after))
				got := float64(levenshtein(a, b)) / float64(len(a))
				require.LessOrEqual(t, got, rate+1.5/float64(len(a)), "%s %v", name, rate)
				require.GreaterOrEqual(t, got, .8*rate-1.5/float64(len(a)), "%s %v", name, rate)
			}
		}
	}
}

// TestSwappedWordsCountTwice is why the paper's rates are not its MRED.
func TestSwappedWordsCountTwice(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	e := newEditor(t, ngram.Scheme{})
	text := prose(r, 2000)
	a := e.hasher.AppendUnits(nil, text)
	b := e.hasher.AppendUnits(nil, e.join(e.edit(r, e.split(text), .05, mix{swap: 1})))
	require.InDelta(t, .1, float64(levenshtein(a, b))/float64(len(a)), .015)
	require.InDelta(t, len(a), len(b), 1)
}

func TestWordsThatComeToTouchStayApart(t *testing.T) {
	e := newEditor(t, ngram.Scheme{})
	tokens := e.split("中文字")
	tokens[0].word, tokens[1].word = "left", "right"
	require.Equal(t, "left right字", e.join(tokens))
	plain := newEditor(t, ngram.Scheme{Tokens: ngram.Plain})
	require.Equal(t, "中 文", plain.join([]token{{word: "中"}, {word: "文"}}))
}

func TestGatherPutsSpaceBetweenSentences(t *testing.T) {
	e := newEditor(t, ngram.Scheme{})
	tokens := e.split("One two. Three four.\nFive six.")
	require.Equal(t, "Five six. One two. Three four.\n", e.join(gather(tokens, sentences(tokens), []int{2, 0, 1})))
}

// surgery is every way in which a text is changed.
func (e *editor) surgery(r *rand.Rand, tokens []token) [][]token {
	return [][]token{
		e.edit(r, tokens, .02+.58*r.Float64(), usualMix), e.edit(r, tokens, r.Float64(), paperMix),
		rearrange(r, tokens), truncate(r, tokens), recase(r, tokens), repunctuate(r, tokens),
	}
}

func checkSurgery(t require.TestingT, e *editor, text string, seed uint64) {
	tokens := e.split(text)
	require.Equal(t, len(tokens) > 0, len(e.words(text)) > 0)
	require.True(t, len(tokens) == 0 || e.join(tokens) == text, "%q", text)
	if len(tokens) == 0 {
		return
	}
	r := rand.New(rand.NewPCG(seed, 5))
	for i, changed := range e.surgery(r, tokens) {
		require.True(t, utf8.ValidString(e.join(changed)), "%d of %q", i, text)
	}
	require.Len(t, rearrange(r, tokens), len(tokens))
	ends := sentences(tokens)
	require.Equal(t, len(tokens), ends[len(ends)-1])
	for i, end := range ends[1:] {
		require.Greater(t, end, ends[i])
	}
}

func TestSurgeryOnAnyText(t *testing.T) {
	editors := []*editor{newEditor(t, ngram.Scheme{}), newEditor(t, ngram.Scheme{Tokens: ngram.Plain})}
	var samples []string
	for _, text := range languages {
		samples = append(samples, text)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.SampledFrom(samples)).Draw(t, "text")
		checkSurgery(t, editors[rapid.IntRange(0, 1).Draw(t, "editor")], text, rapid.Uint64().Draw(t, "seed"))
	})
}

func FuzzSurgery(f *testing.F) {
	for _, text := range languages {
		f.Add(text, uint64(1))
	}
	f.Add("\xff\xfe a\u0301b \u0301", uint64(2))
	e := newEditor(f, ngram.Scheme{})
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		checkSurgery(t, e, tidied(Text{Text: text}, 0).Text, seed)
	})
}
