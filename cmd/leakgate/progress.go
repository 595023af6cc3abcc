package main

import (
	"fmt"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// progress tells a person at a terminal how far a long command is, on one line
// of standard error that it takes away again. Elsewhere it says nothing: a log
// has no use for it.
type progress struct {
	c     *Command
	on    bool
	mu    sync.Mutex
	name  string
	begun time.Time
	last  time.Time
	shown bool
}

const (
	progressAfter = time.Second // what is done by then needs no progress
	progressEvery = 200 * time.Millisecond
)

func (c *Command) newProgress(name string) *progress {
	f, ok := c.Stderr.(*os.File)
	return &progress{c: c, on: ok && term.IsTerminal(int(f.Fd())), name: name, begun: time.Now()}
}

// phase names what comes next.
func (p *progress) phase(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.name, p.last = name, time.Time{}
}

// show says that done of so many are done; of = 0 is not known.
func (p *progress) show(done, of int) {
	if !p.on {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if now.Sub(p.begun) < progressAfter || now.Sub(p.last) < progressEvery {
		return
	}
	p.last, p.shown = now, true
	if of > 0 {
		fmt.Fprintf(p.c.Stderr, "\r\x1b[K%s: %d %%", p.name, 100*done/of)
	} else {
		fmt.Fprintf(p.c.Stderr, "\r\x1b[K%s: %d", p.name, done)
	}
}

// done takes the line away.
func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.c.Stderr, "\r\x1b[K")
	}
	p.on, p.shown = false, false
}
