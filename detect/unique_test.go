package detect

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestKeySet is a map that many goroutines fill at the same time: of those that
// add one key, one is told that it is new.
func TestKeySet(t *testing.T) {
	for round := range 20 / min(slow, 4) {
		r := rand.New(rand.NewPCG(7, uint64(round)))
		keys := []uint64{0, 1, 63, 1 << 58, ^uint64(0)}
		for range 3000 {
			keys = append(keys, []uint64{r.Uint64(), r.Uint64N(50), r.Uint64N(50) << 58}[r.IntN(3)])
		}
		want := map[uint64]bool{}
		for _, key := range keys {
			want[key] = true
		}
		s := &keySet{}
		require.Zero(t, s.len())
		var added atomic.Int64
		const workers = 8
		inParallel(workers, func(w int) {
			for i := range keys { // each in an order of its own
				if s.add(keys[(i*(2*w+1)+w)%len(keys)]) {
					added.Add(1)
				}
			}
		})
		require.Equal(t, len(want), int(added.Load()))
		require.Equal(t, len(want), s.len())
		for key := range want {
			require.False(t, s.add(key))
		}
	}
}
