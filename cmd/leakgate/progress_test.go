package main

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestProgressIsSilentElsewhere: standard error that is no terminal stays empty.
func TestProgressIsSilentElsewhere(t *testing.T) {
	var b bytes.Buffer
	p := (&Command{Stderr: &b}).newProgress("reading")
	p.begun = time.Now().Add(-time.Hour)
	p.show(1, 2)
	p.done()
	require.Empty(t, b.String())
}

// TestProgressTakesItsLineAway, and says nothing of what is quickly done.
func TestProgressTakesItsLineAway(t *testing.T) {
	var b bytes.Buffer
	p := &progress{c: &Command{Stderr: &b}, on: true, name: "reading", begun: time.Now()}
	p.show(5, 0)
	require.Empty(t, b.String())
	p.begun = time.Now().Add(-time.Hour)
	p.show(5, 0)
	p.show(6, 0) // too soon
	p.phase("making pairs")
	p.show(1, 4)
	p.done()
	p.show(2, 4)
	require.Equal(t, "\r\x1b[Kreading: 5\r\x1b[Kmaking pairs: 25 %\r\x1b[K", b.String())
}
