package eval

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// twinDistance is the plain table, a row at a time.
func twinDistance(a, b []uint64) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			cost := 1
			if x == y {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(diagonal+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// drawWords has the lengths at which blocks begin and end.
func drawWords(t *rapid.T, label string) []uint64 {
	near := rapid.SampledFrom([]int{0, 1, 2, 5, 63, 64, 65, 127, 128, 129, 200}).Draw(t, label+" length")
	alphabet := rapid.SampledFrom([]uint64{1, 2, 3, 5, 40}).Draw(t, label+" alphabet")
	return rapid.SliceOfN(rapid.Uint64Range(0, alphabet-1), near, near).Draw(t, label)
}

// drawPair has equal, extended, edited and unrelated sequences.
func drawPair(t *rapid.T) (a, b []uint64) {
	a = drawWords(t, "a")
	switch rapid.SampledFrom([]string{"equal", "longer", "inside", "edited", "unrelated"}).Draw(t, "kind") {
	case "equal":
		return a, slices.Clone(a)
	case "longer":
		return a, append(slices.Clone(a), drawWords(t, "tail")...)
	case "inside":
		return a, slices.Concat(drawWords(t, "head"), a, drawWords(t, "tail"))
	case "edited":
		b = slices.Clone(a)
		for range rapid.IntRange(0, 20).Draw(t, "edits") {
			at := rapid.IntRange(0, len(b)).Draw(t, "at")
			end := rapid.IntRange(at, min(at+2, len(b))).Draw(t, "end")
			b = slices.Replace(b, at, end, rapid.SliceOfN(rapid.Uint64Range(0, 3), 0, 2).Draw(t, "by")...)
		}
		return a, b
	default:
		return a, drawWords(t, "b")
	}
}

func TestDistanceIsThatOfThePlainTable(t *testing.T) {
	var d Distance // one for all: what a call leaves behind must not reach the next
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawPair(t)
		require.Equal(t, twinDistance(a, b), d.Words(a, b))
	})
}

func TestDistanceOfLongTextsIsThatOfThePlainTable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var d Distance
	for _, n := range []int{1000, 64, 1025} {
		a, b := prose(r, n), prose(r, n+n/3)
		require.Equal(t, twinDistance(a, b), d.Words(a, b))
		b = edited(r, a, 0.2)
		require.Equal(t, twinDistance(a, b), d.Words(a, b))
	}
}

func TestDistanceIsAMetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var d Distance
		a, b := drawPair(t)
		c := drawWords(t, "c")
		ab := d.Words(a, b)
		require.Equal(t, ab, d.Words(b, a))
		require.Equal(t, slices.Equal(a, b), ab == 0)
		require.LessOrEqual(t, ab, d.Words(a, c)+d.Words(c, b))
		require.GreaterOrEqual(t, ab, max(len(a)-len(b), len(b)-len(a)))
		require.LessOrEqual(t, ab, max(len(a), len(b)))
	})
}

func TestDistanceByHand(t *testing.T) {
	word := func(s string) (words []uint64) {
		for _, r := range s {
			words = append(words, uint64(r))
		}
		return words
	}
	var d Distance
	for _, c := range []struct {
		a, b     string
		distance int
		mred     float64
	}{
		{"", "", 0, 0},
		{"a", "a", 0, 0},
		{"", "abc", 3, math.Inf(1)},
		{"kitten", "sitting", 3, 0.5},
		{"ab", "abcdefgh", 6, 3},
		{"abcd", "efgh", 4, 1},
	} {
		require.Equal(t, c.distance, d.Words(word(c.a), word(c.b)), "%q %q", c.a, c.b)
		require.Equal(t, c.mred, d.MRED(word(c.a), word(c.b)), "%q %q", c.a, c.b)
		require.Equal(t, c.mred, d.MRED(word(c.b), word(c.a)), "%q %q", c.b, c.a)
	}
}

func TestDistanceReusesItsMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	a, b := prose(r, 700), prose(r, 800)
	var d Distance
	d.Words(a, b)
	require.Zero(t, testing.AllocsPerRun(10, func() { d.Words(b, a) }))
}

func FuzzDistance(f *testing.F) {
	f.Add([]byte("kitten"), []byte("sitting"), byte(1))
	f.Add(make([]byte, 129), []byte("b"), byte(1))
	f.Add([]byte("one word of eight bytes, and more"), []byte("one word"), byte(8))
	f.Fuzz(func(t *testing.T, a, b []byte, size byte) {
		if len(a)+len(b) > 2000 {
			return
		}
		var d Distance
		x, y := cut(a, size), cut(b, size)
		if got, want := d.Words(x, y), twinDistance(x, y); got != want {
			t.Fatalf("%d, not %d", got, want)
		}
	})
}

// cut reads a word from every 1, 2, 4 or 8 bytes.
func cut(data []byte, size byte) (words []uint64) {
	step := 1 << (size % 4)
	for len(data) >= step {
		var word [8]byte
		copy(word[:], data[:step])
		words = append(words, binary.LittleEndian.Uint64(word[:]))
		data = data[step:]
	}
	return words
}

// prose has words as often as English has: the k-th most frequent one in k of
// them, up to a vocabulary of 20,000.
func prose(r *rand.Rand, n int) []uint64 {
	words := make([]uint64, n)
	for i := range words {
		rank := math.Exp(r.Float64() * math.Log(20_000))
		words[i] = uint64(rank) * 0xd6e8feb86659fd93
	}
	return words
}

// edited replaces, drops and doubles words, share of them in all.
func edited(r *rand.Rand, words []uint64, share float64) (out []uint64) {
	for _, word := range words {
		if r.Float64() >= share {
			out = append(out, word)
			continue
		}
		switch r.IntN(3) {
		case 0:
			out = append(out, r.Uint64())
		case 1:
			out = append(out, word, word)
		}
	}
	return out
}

func BenchmarkDistance(b *testing.B) {
	for _, n := range []int{100, 1000, 5000} {
		r := rand.New(rand.NewPCG(1, 2))
		random := func() []uint64 {
			words := make([]uint64, n)
			for i := range words {
				words[i] = r.Uint64()
			}
			return words
		}
		text := prose(r, n)
		for _, c := range []struct {
			name string
			x, y []uint64
		}{
			{"edited", text, edited(r, text, 0.1)},
			{"prose", text, prose(r, n)},
			{"random", random(), random()},
		} {
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				var d Distance
				d.Words(c.x, c.y)
				b.ReportAllocs()
				for b.Loop() {
					d.Words(c.x, c.y)
				}
			})
		}
	}
}
