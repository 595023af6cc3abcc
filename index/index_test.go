package index

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/leakgate/leakgate/sketch"
	"github.com/stretchr/testify/require"
)

func threshold(t testing.TB, s string) sketch.Threshold {
	th, err := sketch.ParseThreshold(s)
	require.NoError(t, err)
	return th
}

// bruteForce is the plain twin: every document, its whole intersection.
func bruteForce(t sketch.Threshold, docs [][]uint64, grams []uint64, from int) []Match {
	var matches []Match
	set := map[uint64]bool{}
	for _, g := range grams {
		set[g] = true
	}
	for doc := from; doc < len(docs); doc++ {
		d := docs[doc]
		shared := 0
		for _, g := range d {
			if set[g] {
				shared++
			}
		}
		if t.Met(shared, min(len(grams), len(d))) {
			matches = append(matches, Match{Doc: doc, Shared: shared})
		}
	}
	return matches
}

// randomDocs draws n-grams so that some are frequent, most are rare, and
// documents copy parts of each other: sizes differ a hundredfold.
func randomDocs(r *rand.Rand, n, vocabulary int) [][]uint64 {
	docs := make([][]uint64, n)
	for i := range docs {
		set := map[uint64]bool{}
		for range r.IntN(1 + 1<<r.IntN(8)) {
			set[uint64(float64(vocabulary)*r.Float64()*r.Float64())*0x9e3779b97f4a7c15] = true
		}
		if i > 0 && r.IntN(2) == 0 {
			source := docs[r.IntN(i)]
			for _, g := range source[:len(source)*r.IntN(5)/4%(len(source)+1)] {
				set[g] = true
			}
		}
		for g := range set {
			docs[i] = append(docs[i], g)
		}
		slices.Sort(docs[i])
		r.Shuffle(len(docs[i]), func(a, b int) { docs[i][a], docs[i][b] = docs[i][b], docs[i][a] })
	}
	return docs
}

func checkExact(t *testing.T, r *rand.Rand, th sketch.Threshold, indexed, queries [][]uint64) (found int) {
	t.Helper()
	x := NewExact(th, indexed, nil, nil)
	var s Search
	for i, grams := range queries {
		from := 0
		if r.IntN(3) == 0 {
			from = min(i, len(indexed))
		}
		want := bruteForce(th, indexed, grams, from)
		got := append([]Match(nil), x.Find(&s, grams, from)...)
		require.Equal(t, want, got, "t = %v, query %d of %d n-grams", th, i, len(grams))
		found += len(got)
	}
	return found
}

func TestExactFindsWhatBruteForceFinds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	found := 0
	for round := range 150 {
		th := threshold(t, []string{"0.5", "0.3", "0.8", "1", "0.55", "0.01", "0.333333333", "0.999"}[round%8])
		vocabulary := 1 + r.IntN(3000)
		indexed, queries := randomDocs(r, r.IntN(60), vocabulary), randomDocs(r, 30, vocabulary)
		found += checkExact(t, r, th, indexed, append(queries, indexed...))
	}
	require.Greater(t, found, 10_000, "the test must meet pairs")
}

// TestPairsLyingExactlyAtTheThreshold: ten thousand pairs that share ⌈t·min⌉
// n-grams or one less, the rare ones or the frequent ones.
func TestPairsLyingExactlyAtTheThreshold(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, at := range []string{"0.5", "0.55", "0.7", "0.07", "0.29", "1"} {
		th := threshold(t, at)
		for range 300 {
			b := 1 + r.IntN(120)
			a := 1 + r.IntN(120)
			shared := max(0, th.Need(min(a, b))-r.IntN(2))
			var base, query []uint64
			for i := range b {
				base = append(base, uint64(i+1)*0x9e3779b97f4a7c15)
			}
			query = append(query, base[:shared]...)
			for i := range a - shared {
				query = append(query, uint64(i+1000)*0x9e3779b97f4a7c15)
			}
			// Other documents make some of base's n-grams frequent, so that the
			// shared ones stand anywhere in the order.
			indexed := [][]uint64{base}
			for range r.IntN(6) {
				other := slices.Clone(base)
				r.Shuffle(len(other), func(i, j int) { other[i], other[j] = other[j], other[i] })
				indexed = append(indexed, other[:r.IntN(len(other)+1)])
			}
			checkExact(t, r, th, indexed, [][]uint64{query})
		}
	}
}

func TestLookupTellsInHowManyDocuments(t *testing.T) {
	frequencies := func(docs [][]uint64, repeats []bool, others [][]uint64) (list [5]int) {
		x := NewExact(threshold(t, "0.5"), docs, repeats, others)
		seen := map[uint32]bool{}
		for i, gram := range []uint64{1, 2, 3, 9, 5} {
			number, documents, ok := x.Lookup(gram)
			require.Equal(t, gram != 5, ok, "n-gram %d", gram)
			if ok {
				require.Less(t, int(number), x.Grams())
				require.False(t, seen[number])
				seen[number], list[i] = true, documents
			}
		}
		return list
	}
	docs := [][]uint64{{1, 2, 3, 4}, {1, 2, 9}, {1, 2, 8}, {1, 7}}
	require.Equal(t, [5]int{4, 3, 1, 1}, frequencies(docs, nil, nil))
	require.Equal(t, [5]int{2, 1, 1, 0}, frequencies(docs, []bool{false, true, true, false}, nil), "copies do not count")
	require.Equal(t, [5]int{4, 6, 1, 1}, frequencies(docs, nil, [][]uint64{{2, 5}, {2}, {2}}), "others do")
}

func TestCountCountsSearches(t *testing.T) {
	x := NewExact(threshold(t, "0.9"), [][]uint64{{1, 2, 3, 4}, {1, 2, 9}}, nil, nil)
	s := Search{Count: make([]uint32, x.Grams())}
	x.Find(&s, []uint64{1, 2, 77}, 0) // reaches no document
	x.Find(&s, []uint64{1, 9, 2}, 0)
	for gram, want := range map[uint64]uint32{1: 2, 2: 2, 3: 0, 9: 1} {
		number, _, _ := x.Lookup(gram)
		require.Equal(t, want, s.Count[number], "n-gram %d", gram)
	}
}

func TestEmptyIndexesAndQueries(t *testing.T) {
	var s Search
	x := NewExact(threshold(t, "0.5"), nil, nil, nil)
	require.Empty(t, x.Find(&s, []uint64{1}, 0))
	x = NewExact(threshold(t, "0.5"), [][]uint64{{}, {1}, nil}, nil, nil)
	require.Empty(t, x.Find(&s, nil, 0))
	require.Equal(t, []Match{{Doc: 1, Shared: 1}}, x.Find(&s, []uint64{1}, 0))
}

func TestCellsIsTheDenseScore(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const m = 256
	docs := randomDocs(r, 40, 4000)
	for i := range docs {
		for j := range docs[i] {
			docs[i][j] = r.Uint64()
		}
	}
	cells := make([]sketch.Cells, len(docs))
	for i, d := range docs {
		cells[i] = sketch.AppendCells(nil, slices.Clone(d), m)
	}
	x := NewCells(m, cells)
	var s Search
	for i, d := range docs {
		for _, counted := range []bool{false, true} {
			want := map[int]int{}
			for j, e := range docs {
				ab, _ := sketch.NewBits(m, d)
				bb, _ := sketch.NewBits(m, e)
				shared := sketch.SharedBits(ab, bb)
				if counted {
					ac, _ := sketch.NewCounts(m, d)
					bc, _ := sketch.NewCounts(m, e)
					shared = sketch.SharedCounts(ac, bc)
				}
				if shared > 0 {
					want[j] = shared
				}
			}
			got := map[int]int{}
			for _, match := range x.Find(&s, cells[i], counted, 0) {
				got[match.Doc] = match.Shared
			}
			require.Equal(t, want, got)
		}
	}
}

func TestHeadsMissNoPlace(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	long := make([][]uint64, 30)
	for i := range long {
		for range r.IntN(60) {
			long[i] = append(long[i], r.Uint64N(3)+1)
		}
	}
	heads := NewHeads()
	var search Search
	var short [][]uint64
	for i := range 300 {
		d := long[r.IntN(len(long))]
		if len(d) < WindowWords+2 {
			d = []uint64{3, 1, 2, 3, 1, 2, 3, 1, uint64(i)}
		}
		from := r.IntN(len(d) - WindowWords + 1)
		short = append(short, d[from:from+WindowWords+r.IntN(len(d)-WindowWords-from+1)])
		keys := AppendWindowKeys(nil, short[i])
		heads.Add(i, keys[r.IntN(len(keys))])
	}
	contains := func(long, short []uint64) bool {
		for i := 0; i+len(short) <= len(long); i++ {
			if slices.Equal(long[i:i+len(short)], short) {
				return true
			}
		}
		return false
	}
	pairs := 0
	for _, l := range long {
		words, keys := map[int]bool{}, map[int]bool{}
		heads.InWords(&search, l, func(doc int) { words[doc] = true })
		heads.InKeys(&search, AppendWindowKeys(nil, l), func(doc int) { keys[doc] = true })
		for j, s := range short {
			if contains(l, s) {
				pairs++
				require.True(t, words[j])
				require.True(t, keys[j])
			}
		}
	}
	require.Greater(t, pairs, 200)
}

// TestWindowKeysAreTheLeastPieces holds the sliding choice against a plain one.
func TestWindowKeysAreTheLeastPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 2000 {
		words := make([]uint64, r.IntN(40))
		for i := range words {
			words[i] = r.Uint64N(1 + r.Uint64N(30))
		}
		want := map[uint64]bool{}
		for i := 0; i+WindowWords <= len(words); i++ {
			want[slices.Min(AppendPieces(nil, words[i:i+WindowWords]))] = true
		}
		got := map[uint64]bool{}
		for _, key := range AppendWindowKeys(nil, words) {
			got[key] = true
		}
		require.Equal(t, want, got)
	}
}
