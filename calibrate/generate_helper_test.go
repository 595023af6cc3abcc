package calibrate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/stretchr/testify/require"
)

// lexicon is 20,000 words of one to some letters.
var lexicon = sync.OnceValue(func() []string {
	r := rand.New(rand.NewPCG(8, 8))
	words := make([]string, 20_000)
	for i := range words {
		for range 1 + int(r.ExpFloat64()*3.7) {
			words[i] += string(rune('a' + r.IntN(26)))
		}
	}
	return words
})

// prose is sentences with about as few different words as English: the n-th most
// frequent of 20,000 comes 1/n as often as the first.
func prose(r *rand.Rand, words int) string {
	var b strings.Builder
	zipf := rand.NewZipf(r, 1.05, 2, uint64(len(lexicon())-1))
	for i := range words {
		b.WriteString(lexicon()[zipf.Uint64()])
		switch {
		case i+1 == words:
			b.WriteString(".")
		case r.IntN(12) == 0:
			b.WriteString(". ")
		case r.IntN(12) == 0:
			b.WriteString(",\n")
		default:
			b.WriteString(" ")
		}
	}
	return b.String()
}

// someTexts is a corpus of prose under a few labels, in which signatures stand
// under some texts.
func someTexts(seed uint64, n, words int) []Text {
	r := rand.New(rand.NewPCG(seed, 99))
	var signatures []string
	for range 3 {
		signatures = append(signatures, "\n-- \n"+prose(r, 25))
	}
	texts := make([]Text, n)
	for i := range texts {
		label := i % 5
		text := prose(r, words/2+r.IntN(words))
		if label < len(signatures) && r.IntN(2) == 0 {
			text += signatures[label]
		}
		texts[i] = Text{ID: fmt.Sprint("train/", i), Text: text, Label: fmt.Sprint("author ", label)}
	}
	return texts
}

// ctxOf is the context of a test, or of one try of a property.
func ctxOf(t require.TestingT) context.Context {
	return t.(interface{ Context() context.Context }).Context()
}
