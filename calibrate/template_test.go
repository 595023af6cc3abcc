package calibrate

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/leakgate/leakgate/sketch"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func collected(t require.TestingT, g Generator, texts []Text) *collection {
	g, err := g.withDefaults()
	require.NoError(t, err)
	c, err := collect(ctxOf(t), g, texts, &meter{})
	require.NoError(t, err)
	return c
}

// TestTemplatesAreCountedAsAMapCounts holds the sliced count against a map, on
// so many n-grams that there are several slices, hash 0 among them.
func TestTemplatesAreCountedAsAMapCounts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, workers := range []int{1, 3} {
		c := &collection{gen: Generator{Common: 12, Workers: workers}}
		frequency := map[uint64]int{}
		for range 2000 {
			var grams []uint64
			for range r.IntN(200) {
				grams = append(grams, r.Uint64N(20_000)*(1<<64/20_000+1))
			}
			d := document{grams: sketch.NewGrams(grams)}
			for _, g := range d.grams {
				frequency[g]++
			}
			c.docs = append(c.docs, d)
		}
		require.NoError(t, c.markTemplates(t.Context()))
		number, common := map[uint64]uint32{}, 0
		for _, f := range frequency {
			if f >= 12 {
				common++
			}
		}
		require.EqualValues(t, common, c.templates)
		require.Positive(t, frequency[0])
		for _, d := range c.docs {
			marked := 0
			for i, g := range d.grams {
				if frequency[g] < 12 {
					require.Zero(t, d.template[i])
					continue
				}
				marked++
				if number[g] == 0 {
					number[g] = d.template[i]
				}
				require.Equal(t, number[g], d.template[i], "one number an n-gram")
			}
			require.Equal(t, marked, d.common)
		}
		numbers := map[uint32]bool{}
		for _, n := range number {
			require.True(t, n > 0 && n <= c.templates && !numbers[n])
			numbers[n] = true
		}
	}
}

// TestPartnersAreThoseThatShareTemplates holds the search against all pairs.
func TestPartnersAreThoseThatShareTemplates(t *testing.T) {
	c := collected(t, Generator{Common: 3}, someTexts(1, 120, 60))
	c.templated()
	some := 0
	for a := range c.docs {
		found := map[int]bool{}
		partners := c.partners(a)
		for _, p := range partners {
			found[p] = true
		}
		some += len(found)
		for b := range c.docs {
			s := share(&c.docs[a], &c.docs[b])
			want := a != b && len(c.docs[b].grams) >= len(c.docs[a].grams) && float64(s.common) >= .1*float64(len(c.docs[a].grams))
			require.Equal(t, want, found[b], "%d %d", a, b)
			require.Equal(t, sketch.Shared(c.docs[a].grams, c.docs[b].grams), s.all)
		}
		for i := range partners[:max(0, len(partners)-1)] {
			require.GreaterOrEqual(t, share(&c.docs[a], &c.docs[partners[i]]).common, share(&c.docs[a], &c.docs[partners[i+1]]).common)
		}
	}
	require.Positive(t, some)
}

// TestSharedSignaturesAreTemplatePairs, and a copied paragraph is none.
func TestSharedSignaturesAreTemplatePairs(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	signature, paragraph := "\n-- \n"+prose(r, 30), prose(r, 30)
	var texts []Text
	for i := range 200 {
		text := prose(r, 60)
		switch {
		case i%5 == 0:
			text += signature
		case i%50 == 1: // four texts
			text += paragraph
		}
		texts = append(texts, Text{Text: text})
	}
	made, err := Generator{}.Pairs(t.Context(), texts, nil)
	require.NoError(t, err)
	of := byKind(made.Pairs)
	require.Greater(t, len(of[KindTemplate]), 75, "40 texts, each in 4 pairs, make 80")
	for _, p := range of[KindTemplate] {
		require.True(t, strings.HasSuffix(p.A, signature) && strings.HasSuffix(p.B, signature), p.ID)
	}
	for _, p := range made.Pairs {
		require.False(t, !p.Positive && strings.HasSuffix(p.A, paragraph) && strings.HasSuffix(p.B, paragraph), p.ID)
	}
}

func TestNoTemplates(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	var texts []Text
	for range 30 {
		texts = append(texts, Text{Text: prose(r, 60)})
	}
	made, err := Generator{}.Pairs(t.Context(), texts, nil)
	require.NoError(t, err)
	require.Equal(t, MadeKind{Kind: KindTemplate, Why: "few texts share so many n-grams that stand in 10 of them"}, made.Kinds[2])
}

// TestAlike on small sets of n-grams: distinctive ones count, templates do not,
// until hardly anything is left.
func TestAlike(t *testing.T) {
	of := func(from, to, commonTo int) *document {
		d := &document{}
		for i := from; i < to; i++ {
			d.grams = append(d.grams, uint64(i))
			d.template = append(d.template, 0)
			if i < commonTo {
				d.template[i-from] = 1
				d.common++
			}
		}
		return d
	}
	require.False(t, alike(of(0, 100, 0), of(96, 196, 0), alikeAll), "four n-grams are chance")
	require.False(t, alike(of(0, 100, 0), of(91, 191, 0), alikeAll))
	require.True(t, alike(of(0, 100, 0), of(90, 190, 0), alikeAll), "a tenth is not")
	require.True(t, alike(of(0, 1000, 0), of(990, 1090, 0), alikeAll), "of the smaller one")

	a, b := of(0, 100, 60), of(0, 60, 60)
	for i := 1000; i < 1040; i++ {
		b.grams, b.template = append(b.grams, uint64(i)), append(b.template, 0)
	}
	require.True(t, alike(a, b, alikeAll), "share .6, all of it templates")
	require.False(t, alike(a, b, alikeTemplate))
	require.True(t, alike(of(0, 100, 75), of(0, 80, 75), alikeTemplate))
}

func TestAnyCorpus(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 4))
		var texts []Text
		for range rapid.IntRange(0, 12).Draw(t, "texts") {
			text := prose(r, 1+r.IntN(80))
			if len(texts) > 0 && r.IntN(3) == 0 {
				text = texts[r.IntN(len(texts))].Text + prose(r, 1+r.IntN(40))
			}
			texts = append(texts, Text{Text: text, Label: []string{"", "a", "b"}[r.IntN(3)]})
		}
		g := Generator{PerKind: 1 + r.IntN(20), Common: 1 + r.IntN(4), MinGrams: 1 + r.IntN(20), Seed: r.Uint64(), Workers: 1 + r.IntN(3)}
		made, err := g.Pairs(ctxOf(t), texts, nil)
		if err == nil {
			checkPairs(t, g, texts, made)
			return
		}
		require.ErrorIs(t, err, ErrCorpus)
	})
}
