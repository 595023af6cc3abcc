package detect

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// checkGaps: gaps are in order, do not touch, are not empty, and between them
// both sequences are the same. It counts the words that correspond.
func checkGaps(t require.TestingT, a, b []uint64, gaps []gap) (aligned int) {
	i, j := 0, 0
	same := func(toA, toB int) {
		require.Equal(t, toA-i, toB-j, "as many words correspond on both sides")
		require.True(t, slices.Equal(a[i:toA], b[j:toB]))
		aligned += toA - i
	}
	for n, g := range gaps {
		require.True(t, i <= g.a0 && g.a0 <= g.a1 && g.a1 <= len(a), "%+v", gaps)
		require.True(t, j <= g.b0 && g.b0 <= g.b1 && g.b1 <= len(b), "%+v", gaps)
		require.False(t, g.a0 == g.a1 && g.b0 == g.b1, "%+v is empty", g)
		require.True(t, n == 0 || g.a0 > i, "%+v touches the gap before", g)
		same(g.a0, g.b0)
		i, j = g.a1, g.b1
	}
	same(len(a), len(b))
	return aligned
}

func aligned(t require.TestingT, l *aligner, a, b []uint64) (gaps []gap, words int) {
	gaps, ok := l.align(a, b)
	require.True(t, ok)
	return gaps, checkGaps(t, a, b, gaps)
}

// TestAlignIsTheLongestCommonSubsequence wherever the table has room.
func TestAlignIsTheLongestCommonSubsequence(t *testing.T) {
	var l aligner // memory of one pair must not show in the next
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.Uint64Range(0, rapid.Uint64Range(0, 20).Draw(t, "words"))
		a := rapid.SliceOfN(words, 0, 60).Draw(t, "a")
		b := rapid.SliceOfN(words, 0, 60).Draw(t, "b")
		gaps, n := aligned(t, &l, a, b)
		require.Equal(t, twinTails(a, b, 0)[0][0], n)
		require.Equal(t, twinAlign(a, b), slices.Clip(append([]gap(nil), gaps...)))
	})
}

func TestAlignOfTheEdges(t *testing.T) {
	var l aligner
	for _, c := range []struct {
		a, b []uint64
		want []gap
	}{
		{nil, nil, nil},
		{[]uint64{1}, nil, []gap{{0, 1, 0, 0}}},
		{nil, []uint64{1, 2}, []gap{{0, 0, 0, 2}}},
		{[]uint64{1, 2, 3}, []uint64{1, 2, 3}, nil},
		{[]uint64{1, 2}, []uint64{3, 4}, []gap{{0, 2, 0, 2}}},
		{[]uint64{1, 2, 3}, []uint64{1, 9, 3}, []gap{{1, 2, 1, 2}}},
		{[]uint64{1, 2, 3, 4}, []uint64{2, 3, 5, 4}, []gap{{0, 1, 0, 0}, {3, 3, 2, 3}}},
		{[]uint64{7, 7}, []uint64{7, 7, 7}, []gap{{2, 2, 2, 3}}},
	} {
		gaps, _ := aligned(t, &l, c.a, c.b)
		require.Equal(t, c.want, append([]gap(nil), gaps...))
	}
}

// edited copies a sequence and changes, drops, inserts and moves words.
func edited(r *rand.Rand, a []uint64, edits int, word func() uint64) []uint64 {
	b := slices.Clone(a)
	for range edits {
		at := r.IntN(len(b))
		switch r.IntN(5) {
		case 0, 1:
			b[at] = word()
		case 2:
			b = slices.Delete(b, at, min(len(b), at+1+r.IntN(5)))
		case 3:
			b = slices.Insert(b, at, word(), word())
		case 4:
			to := r.IntN(len(b))
			b[at], b[to] = b[to], b[at]
		}
	}
	return b
}

// TestAlignOfLongTexts goes by anchors: what comes out is an alignment, near the
// longest one where the texts are near each other.
func TestAlignOfLongTexts(t *testing.T) {
	var l aligner
	byAnchors := 0
	for round := range 60 / slow {
		r := rand.New(rand.NewPCG(8, uint64(round)))
		kinds := []uint64{3, 200, 1000, 1 << 40}[round%4]
		word := func() uint64 { return r.Uint64N(kinds) }
		a := make([]uint64, 520+r.IntN(2000))
		for i := range a {
			a[i] = word()
		}
		edits := 1 + r.IntN(len(a)/8)
		b := edited(r, a, edits, word)
		_, n := aligned(t, &l, a, b)
		if len(a)*len(b) > maxTable {
			byAnchors++
		}
		longest := twinTails(a, b, 0)[0][0]
		require.LessOrEqual(t, n, longest)
		if kinds > 1<<20 {
			require.GreaterOrEqual(t, n, longest-2*edits, "of words that stand once, few anchors are wrong")
		}
	}
	require.Greater(t, byAnchors, 40/slow)
}

// nest is a text in which word 100·k is an anchor only between those found in
// the step before, k from depth down to 1; the core is all its own.
func nest(depth int, own uint64) []uint64 {
	var text []uint64
	for i := range uint64(600) {
		text = append(text, own+i)
	}
	for k := 1; k <= depth; k++ {
		text = append(text, uint64(100*k))
		for j := 1; j < k; j++ {
			text = append(text, uint64(100*j)) // so that it stands twice
		}
		text = append(text, own+1000+uint64(k))
	}
	return text
}

// TestAlignLooksForAnchorsSoOften: beyond, the rest is one gap.
func TestAlignLooksForAnchorsSoOften(t *testing.T) {
	var l aligner
	for depth := range 2 * maxDepth {
		a, b := nest(depth, 1<<20), nest(depth, 2<<20)
		gaps, n := aligned(t, &l, a, b)
		found := min(depth, maxDepth)
		inner := 600
		want := 0
		for k := 1; k <= depth; k++ {
			if k <= depth-found {
				inner += k + 1
			} else {
				want += k
			}
		}
		require.Equal(t, gap{0, inner, 0, inner}, gaps[0], "depth %d", depth)
		require.Len(t, gaps, found+1)
		require.Equal(t, want, n)
	}
}

func TestAlignOfTooLongTexts(t *testing.T) {
	var l aligner
	long := make([]uint64, maxAligned+1)
	for _, c := range []struct {
		a, b []uint64
		ok   bool
	}{{long, long, false}, {long, nil, false}, {nil, long, false}, {long[1:], long[1:], true}} {
		_, ok := l.align(c.a, c.b)
		require.Equal(t, c.ok, ok)
	}
}

// TestAlignEndsQuickly on texts of the greatest length, whatever they hold.
func TestAlignEndsQuickly(t *testing.T) {
	n := maxAligned / slow
	r := rand.New(rand.NewPCG(9, 9))
	filled := func(word func(i int) (a, b uint64)) (a, b []uint64) {
		for i := range n {
			x, y := word(i)
			a, b = append(a, x), append(b, y)
		}
		return a, b
	}
	shuffled := r.Perm(n)
	for name, word := range map[string]func(i int) (a, b uint64){
		"nothing in common":     func(i int) (a, b uint64) { return uint64(i), uint64(i + n) },
		"one word against one":  func(int) (a, b uint64) { return 1, 2 },
		"two words by turns":    func(i int) (a, b uint64) { return uint64(i % 2), uint64(i % 3 % 2) },
		"backwards":             func(i int) (a, b uint64) { return uint64(i), uint64(n - i) },
		"shuffled":              func(i int) (a, b uint64) { return uint64(i), uint64(shuffled[i]) },
		"few words":             func(int) (a, b uint64) { return r.Uint64N(100), r.Uint64N(100) },
		"each word twice":       func(int) (a, b uint64) { return r.Uint64N(uint64(n) / 2), r.Uint64N(uint64(n) / 2) },
		"anchors and nothing":   func(i int) (a, b uint64) { return anchored(i, 500, 1<<40), anchored(i, 500, 2<<40) },
		"anchors and few words": func(i int) (a, b uint64) { return anchored(i, 510, r.Uint64N(3)), anchored(i, 510, r.Uint64N(3)) },
		"anchors on one side":   func(i int) (a, b uint64) { return uint64(i), anchored(i, 2, 1<<40) },
	} {
		t.Run(name, func(t *testing.T) {
			var l aligner
			a, b := filled(word)
			began := time.Now()
			gaps, ok := l.align(a, b)
			took := time.Since(began)
			require.True(t, ok)
			require.Less(t, took, 5*time.Second)
			words := checkGaps(t, a, b, gaps)
			t.Log(fmt.Sprint(took.Round(time.Millisecond), ", ", words, " words of ", n))
		})
	}
}

// anchored has a word of its own at every such place, else the given one.
func anchored(i, every int, word uint64) uint64 {
	if i%every == 0 {
		return 1<<50 + uint64(i)
	}
	return word
}
