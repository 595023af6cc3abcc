package terminal

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestSafe(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "plain ü 中 👍🏽": "plain ü 中 👍🏽", "\x1b[31m": `\u001b[31m`, "a\nb\tc\r\x00": `a\u000ab\u0009c\u000d\u0000`,
		"\u202e\u2066\u200f": `\u202e\u2066\u200f`, "\u2028\u2029\u0085\u007f": `\u2028\u2029\u0085\u007f`,
		"\xff\x9b1m": `\xff\x9b1m`, "\ufffd": "\ufffd", "👩\u200d🚀 \u00ad": "👩\u200d🚀 \u00ad",
	} {
		assert.Equal(t, want, Printable(in))
	}
}

func TestPlural(t *testing.T) {
	for want, got := range map[string]string{
		"0 problems": Plural(0, "problem"), "1 problem": Plural(1, "problem"), "2 problems": Plural(2, "problem"),
		"1,000 leaking documents": Plural(1000, "leaking document"), "1 match": Plural(1, "match"), "0 matches": Plural(0, "match"),
		"2,000 matches": Plural(2000, "match"), "1 category": Plural(1, "category"), "3 categories": Plural(3, "category"),
	} {
		assert.Equal(t, want, got)
	}
}

// TestWrapKeepsTextAndWidth: no line is too wide, but for a lead or a single
// character that is, and nothing is lost.
func TestWrapKeepsTextAndWidth(t *testing.T) {
	letters := []rune("ab 中👍é ")
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom(letters)).Draw(t, "text")
		room := rapid.IntRange(8, 40).Draw(t, "room")
		lines := Wrap("> ", "    ", text, room)
		for _, line := range lines {
			require.LessOrEqual(t, Width(line), room, "%q", line)
		}
		whole := strings.ReplaceAll(strings.Join(lines, ""), " ", "")
		require.Equal(t, ">"+strings.ReplaceAll(text, " ", ""), whole)
	})
}

func TestColoursTakeNoWidth(t *testing.T) {
	require.Equal(t, 4, Width("\x1b[1;31mab中\x1b[0m"))
	require.Equal(t, []string{"\x1b[1mab\x1b[0m", "cd"}, Wrap("", "", "\x1b[1mab\x1b[0m cd", 4))
}
