package ngram

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/dchest/siphash"
	"github.com/stretchr/testify/require"
)

// The golden vectors come from testdata/ngram/make_vectors.py, which shares no
// code and no library with this package.

func readJSON(t *testing.T, path string, into any) {
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, into))
}

func hex16(hashes []uint64) []string {
	out := []string{}
	for _, h := range hashes {
		out = append(out, fmt.Sprintf("%016x", h))
	}
	return out
}

func TestGoldenVectors(t *testing.T) {
	var vectors []struct {
		Name, Text, Scheme string
		N                  int
		Words              []string
		WordHashes         []string `json:"word_hashes"`
		Grams              []string
	}
	readJSON(t, "../testdata/ngram/vectors.json", &vectors)
	require.Greater(t, len(vectors), 150)
	for _, v := range vectors {
		tokens, err := ParseTokens(v.Scheme)
		require.NoError(t, err)
		h := hasher(t, Scheme{Tokens: tokens, N: v.N})
		units := h.AppendUnits(nil, v.Text)
		if tokens != Chars {
			require.Equal(t, v.WordHashes, hex16(units), "%s %s: words %q", v.Name, v.Scheme, v.Words)
			require.Equal(t, v.Words, append([]string{}, twinWords(v.Text, tokens == Plain)...), v.Name)
		}
		require.Equal(t, v.Grams, hex16(h.AppendGrams(nil, units)), "%s %s", v.Name, v.Scheme)
	}
}

// TestSipHashVectors checks the library and our own words-only form against
// the 64 vectors of SipHash's authors: key 00…0f, inputs 00, 00 01, ….
func TestSipHashVectors(t *testing.T) {
	var want []string
	readJSON(t, "../testdata/ngram/siphash.json", &want)
	require.Len(t, want, 64)
	var input []byte
	var words []uint64
	for n := range 64 {
		require.Equal(t, want[n], fmt.Sprintf("%016x", siphash.Hash(DefaultKey.K0, DefaultKey.K1, input)), "%d bytes", n)
		if n%8 == 0 {
			require.Equal(t, want[n], fmt.Sprintf("%016x", sipWords(DefaultKey, words)), "%d bytes", n)
		}
		input = append(input, byte(n))
		if n%8 == 7 {
			var w uint64
			for i := range 8 {
				w |= uint64(input[n-7+i]) << (8 * i)
			}
			words = append(words, w)
		}
	}
}
