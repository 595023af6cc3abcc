package main

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// endless is a line that does not end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// TestLongLine reads a line of 1 GB between two others: it is refused with its
// place, the others are compared, and the memory is that of the limit.
func TestLongLine(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads a gigabyte")
	}
	const text = "the quick brown fox jumps over the lazy dog while nine old friends watch"
	const row = `{"text":"` + text + "\"}\n"
	val := filepath.Join(t.TempDir(), "val.jsonl")
	require.NoError(t, os.WriteFile(val, []byte(row), 0o666))
	for _, c := range []struct{ name, before, after string }{
		{"jsonl", row + `{"text":"`, "\"}\n" + row},
		{"csv", "id,text\n1,", "\n2," + text + "\n"},
		{"csv in quotes", "id,text\n1,\"", "\"\n2," + text + "\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var before, now runtime.MemStats
			runtime.ReadMemStats(&before)
			line := io.LimitReader(endless{}, 1<<30)
			got := invoke(t, io.MultiReader(strings.NewReader(c.before), line, strings.NewReader(c.after)), "check", "-", val)
			// Sys never shrinks: what it grew by is the most that was held at once.
			runtime.ReadMemStats(&now)
			assert.Less(t, (now.Sys-before.Sys)>>20, uint64(256), "MiB")
			assert.Equal(t, 3, got.status)
			assert.Equal(t, "leakgate: -:2: a record longer than 32 MiB; raise the limit: --max-document 64MiB\n", got.stderr)
			assert.Contains(t, got.stdout, "1.000000  exact ")
		})
	}
}
