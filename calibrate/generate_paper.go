package calibrate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/pairs"
)

// The four groups of the paper's experiment, in its order. The first two are
// the same text.
const (
	GroupEdited    = "slightly edited texts"
	GroupSubset    = "random subsets"
	GroupDifferent = "completely different texts"
	GroupParts     = "different parts of the same text"
)

// PaperGroups makes the four groups of pairs that the paper's figures stand on,
// out of other texts: its own are not published, nor is how they were edited.
// The zero value makes pairs of the published number and lengths, with edits of
// 1–15 % of the words. Pairs that differ in nothing but MinRate and MaxRate are
// excerpts of the same places, so curves over the rate are smooth.
type PaperGroups struct {
	PerGroup int // pairs a group; 0 = 100
	// The share of words edited is drawn uniformly from MinRate to MaxRate, both
	// in (0, 1]. 0 = .01 and .15.
	MinRate, MaxRate float64
	// The share of words in a random subset is drawn uniformly from MinSubset to
	// MaxSubset, both in (0, 1]. 0 = .2 and .8.
	MinSubset, MaxSubset float64
	// Words is the mean length of the texts of each group, the two of a pair
	// taken together. 0 = the paper's 785, 584, 776, 1146.
	Words  [4]float64
	Length float64 // lengths times so much; 0 = 1
	Spread float64 // of the log-normal lengths: standard deviation / mean; 0 = .35
	Seed   uint64
}

var paperWords = [4]float64{785, 584, 776, 1146}

func (p PaperGroups) withDefaults() (PaperGroups, error) {
	for _, f := range []struct {
		field *float64
		value float64
	}{
		{&p.MinRate, .01},
		{&p.MaxRate, .15},
		{&p.MinSubset, .2},
		{&p.MaxSubset, .8},
		{&p.Length, 1},
		{&p.Spread, .35},
		{&p.Words[0], paperWords[0]},
		{&p.Words[1], paperWords[1]},
		{&p.Words[2], paperWords[2]},
		{&p.Words[3], paperWords[3]},
	} {
		if *f.field == 0 {
			*f.field = f.value
		}
	}
	if p.PerGroup == 0 {
		p.PerGroup = 100
	}
	switch {
	case p.PerGroup < 0 || !(p.Length > 0) || !(p.Spread > 0) || !(slices.Min(p.Words[:]) > 0):
		return p, fmt.Errorf("pairs %d, length %v, spread %v, words %v: want numbers over 0", p.PerGroup, p.Length, p.Spread, p.Words)
	case !validRates(p.MinRate, p.MaxRate):
		return p, fmt.Errorf("rates of edits %v to %v: want 0 < lowest ≤ highest ≤ 1", p.MinRate, p.MaxRate)
	case !validRates(p.MinSubset, p.MaxSubset):
		return p, fmt.Errorf("subsets of %v to %v: want 0 < lowest ≤ highest ≤ 1", p.MinSubset, p.MaxSubset)
	}
	return p, nil
}

// Pairs makes the groups, one after the other. The last is excerpts of novels,
// the others are of pool. An excerpt that is longer than any text goes on in the
// next one of the same label, which therefore names a book rather than a genre;
// one that is longer than all texts of a label, in those of the next. It is an
// error if a pair needs more words than there are.
func (p PaperGroups) Pairs(pool, novels []Text) ([]pairs.Pair, error) {
	p, err := p.withDefaults()
	if err != nil {
		return nil, err
	}
	if len(pool) < 2 {
		return nil, fmt.Errorf("%s: a pool of %d texts: give two or more", GroupDifferent, len(pool))
	}
	cut, err := newCutter(ngram.Scheme{})
	if err != nil {
		return nil, err
	}
	m := &paperMaker{PaperGroups: p, pool: newLibrary(cut, pool), novels: newLibrary(cut, novels)}
	m.editor = editor{cut, m.pool.vocabulary(p.random(len(paperGroups), 0))}
	var made []pairs.Pair
	for g, group := range paperGroups {
		m.pool.begin(p.random(g, 0))
		m.novels.begin(p.random(g, 0))
		for i := range p.PerGroup {
			d, err := group.draw(m, p.random(g, i+1), p.Words[g]*p.Length)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", group.name, err)
			}
			made = append(made, group.pair(d, i+1))
		}
	}
	return made, nil
}

func (p *PaperGroups) random(group, draw int) *rand.Rand {
	return rand.New(rand.NewPCG(p.Seed, uint64(group)<<40|uint64(draw)))
}

// lengthOf draws from a log-normal distribution of the given mean.
func (p *PaperGroups) lengthOf(r *rand.Rand, mean float64) int {
	variance := math.Log(1 + p.Spread*p.Spread)
	return max(20, int(math.Round(mean*math.Exp(math.Sqrt(variance)*r.NormFloat64()-variance/2))))
}

// paperGroup is one of the groups.
type paperGroup struct {
	category
	draw func(m *paperMaker, r *rand.Rand, words float64) (draft, error)
}

var paperGroups = []paperGroup{
	{category{name: GroupEdited, positive: true}, (*paperMaker).edited},
	{category{name: GroupSubset, positive: true}, (*paperMaker).subset},
	{category{name: GroupDifferent}, (*paperMaker).different},
	{category{name: GroupParts}, (*paperMaker).parts},
}

type paperMaker struct {
	PaperGroups
	pool, novels *library
	editor
}

func (m *paperMaker) edited(r *rand.Rand, words float64) (draft, error) {
	at, err := m.pool.place(r, m.lengthOf(r, words), nil)
	if err != nil {
		return draft{}, err
	}
	text := m.pool.text(at)
	rate := m.MinRate + r.Float64()*(m.MaxRate-m.MinRate)
	edited := m.join(m.edit(r, m.split(text), rate, paperMix))
	return draft{text, edited, fmt.Sprintf("%s, %.1f %%", m.pool.idOf(at), 100*rate)}, nil
}

// subset is random whole sentences in order, and all of them.
func (m *paperMaker) subset(r *rand.Rand, words float64) (draft, error) {
	share := m.MinSubset + r.Float64()*(m.MaxSubset-m.MinSubset)
	whole := 2 * words / (1 + (m.MinSubset+m.MaxSubset)/2)
	at, err := m.pool.place(r, m.lengthOf(r, whole), nil)
	if err != nil {
		return draft{}, err
	}
	text := m.pool.text(at)
	tokens := m.split(text)
	ends := sentences(tokens)
	var order []int
	left := int(math.Round(share * float64(len(tokens))))
	for _, s := range r.Perm(len(ends)) {
		size := ends[s]
		if s > 0 {
			size -= ends[s-1]
		}
		if size <= left || len(order) == 0 {
			order = append(order, s)
			left -= size
		}
	}
	slices.Sort(order)
	part := m.join(gather(tokens, ends, order))
	return draft{text, part, fmt.Sprintf("%s, %.0f %%", m.pool.idOf(at), 100*share)}, nil
}

func (m *paperMaker) different(r *rand.Rand, words float64) (draft, error) {
	first, err := m.pool.place(r, m.lengthOf(r, words), nil)
	if err != nil {
		return draft{}, err
	}
	second, err := m.pool.place(r, m.lengthOf(r, words), &first)
	if err != nil {
		return draft{}, err
	}
	return draft{m.pool.text(first), m.pool.text(second), m.pool.idOf(first) + ", " + m.pool.idOf(second)}, nil
}

func (m *paperMaker) parts(r *rand.Rand, words float64) (draft, error) {
	half := m.lengthOf(r, words)
	at, err := m.novels.place(r, 2*half, nil)
	if err != nil {
		return draft{}, err
	}
	next := stretch{(at.from + half) % m.novels.total, half}
	at.words = half
	return draft{m.novels.text(at), m.novels.text(next), m.novels.idOf(at)}, nil
}
