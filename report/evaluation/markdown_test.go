package evaluation

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// cellsOf cuts a row like GitHub; a pipe inside of code is no exception.
func cellsOf(row string) (list []string) {
	row = strings.TrimSuffix(strings.TrimPrefix(row, "| "), " |")
	for {
		end := 0
		for end < len(row) && row[end] != '|' {
			if row[end] == '\\' && end+1 < len(row) && strings.ContainsRune("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", rune(row[end+1])) {
				end++
			}
			end++
		}
		list = append(list, strings.TrimSpace(row[:end]))
		if end == len(row) {
			return list
		}
		row = row[end+1:]
	}
}

// withoutCode puts CODE for code spans, found as CommonMark does: a run of
// backticks up to the next run of the same length.
func withoutCode(line string) string {
	var out strings.Builder
	for {
		at := strings.IndexByte(line, '`')
		if at < 0 {
			return out.String() + line
		}
		run := backticks(line[at:])
		end := at + run
		for end < len(line) && backticks(line[end:]) != run {
			end += max(1, backticks(line[end:]))
		}
		if end >= len(line) {
			return out.String() + line // no code at all
		}
		out.WriteString(line[:at] + "CODE")
		line = line[end+run:]
	}
}

func backticks(s string) int { return len(s) - len(strings.TrimLeft(s, "`")) }

// ours are all characters that we write outside of code.
var ours = regexp.MustCompile(`^[-A-Za-z0-9 .,:;|*#()–%“”+]*$`)

func checkMarkdown(t testing.TB, r *Report) {
	t.Helper()
	out := rendered(t, r.WriteMarkdown)
	requirePrintable(t, out)
	lines := strings.Split(out, "\n")
	columns, fenced := 0, false
	for i, line := range lines {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
			continue
		}
		if fenced {
			require.NotContains(t, line, "`")
			continue
		}
		require.True(t, ours.MatchString(withoutCode(line)), line)
		if !strings.HasPrefix(line, "|") {
			columns = 0
			continue
		}
		list := cellsOf(line)
		if columns == 0 {
			columns = len(list)
			require.Regexp(t, `^(\| (---|--:) )+\|$`, lines[i+1])
			require.Empty(t, lines[i-1], "a table begins a paragraph")
		}
		require.Len(t, list, columns, line)
	}
	require.False(t, fenced)
}

func TestMarkdown(t *testing.T) {
	for name, r := range every(t) {
		t.Run(name, func(t *testing.T) { checkMarkdown(t, r) })
	}
	out := rendered(t, small(t).WriteMarkdown)
	for _, want := range []string{
		"## Evaluation of `pairs.jsonl`\n\n- **read:** 8 pairs of `pairs.jsonl`: 4 positive, 4 negative; 1 with a blank text; 4 ignored: `unsure` (3), `?` (1)\n",
		"\n| sketch | threshold | good from | F1 | 95 % interval | unseen F1 | tp | fp | tn | fn | precision | recall | average precision | AUC |\n",
		"\n| `bits:64` | `no threshold: every pair scores 1: no threshold tells them apart` |  |  |",
		"\n| `template` | negative | 2 | 1 | 0 | – |\n| all |  | 8 | 1 | 0 | – |\n",
		"\n- **0.500000** `t1` `template, different`; 600 and 1,000 words, MRED 1.50\n  - `Dear Sir, I quit.`\n",
		"\n```console\nleakgate check train.jsonl val.jsonl --threshold 0.250\n```\n",
	} {
		assert.Contains(t, out, want)
	}
}

func TestCode(t *testing.T) {
	for text, want := range map[string]string{
		"plain": "`plain`", "": "*blank*", "  ": "*blank*", "a`b": "``a`b``", "`a`": "`` `a` ``", "``": "``` `` ```",
		" a ": "`  a  `", "a\nb": "`a\\u000ab`", "\u202ea": "`\\u202ea`", "a|b": "`a|b`",
	} {
		assert.Equal(t, want, code(text))
		assert.Contains(t, []string{"CODE", "*blank*"}, withoutCode(code(text)), text)
	}
	for text, want := range map[string]string{"a|b": "`a\\|b`", `a\|b`: "`a\\\\\\|b`", `a\`: "`a\\`", "|": "`\\|`"} {
		assert.Equal(t, want, tableCode(text))
		assert.Len(t, cellsOf("| "+tableCode(text)+" | b |"), 2, text)
	}
}
