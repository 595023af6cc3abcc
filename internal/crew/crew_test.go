package crew

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWaitPanicsWithWhatAGoroutineDid(t *testing.T) {
	var c Crew
	var ran atomic.Int32
	for i := range 5 {
		c.Go(func() {
			defer ran.Add(1)
			if i == 3 {
				panic("the fault")
			}
		})
	}
	defer func() {
		require.Contains(t, recover(), "the fault")
		require.EqualValues(t, 5, ran.Load(), "the others end first")
	}()
	c.Wait()
}

func TestWaitReturns(t *testing.T) {
	var c Crew
	c.Go(func() {})
	c.Wait()
}
