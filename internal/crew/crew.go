// Package crew runs goroutines whose panics reach who waits for them. A panic in
// a goroutine of its own would end the program with status 2, which says that
// the command line is wrong.
package crew

import (
	"fmt"
	"runtime/debug"
	"sync"
)

// Crew is a WaitGroup whose Wait panics if one of its goroutines did. The zero
// value is ready.
type Crew struct {
	group sync.WaitGroup
	mu    sync.Mutex
	fault any
}

// Go runs f on a goroutine of its own.
func (c *Crew) Go(f func()) {
	c.group.Go(func() {
		defer func() {
			if fault := recover(); fault != nil {
				c.mu.Lock()
				c.fault = fmt.Sprintf("%v\n%s", fault, debug.Stack())
				c.mu.Unlock()
			}
		}()
		f()
	})
}

// Wait returns when all goroutines have, and panics with the fault of one that
// panicked.
func (c *Crew) Wait() {
	c.group.Wait()
	if c.fault != nil {
		panic(c.fault)
	}
}
