package evaluation

import "testing"

// FuzzReports puts any text everywhere and holds every format against its rules.
func FuzzReports(f *testing.F) {
	for i, s := range hostile {
		f.Add(s, hostile[(i+5)%len(hostile)], uint64(i))
	}
	f.Fuzz(func(t *testing.T, text, other string, seed uint64) {
		r := scary(t, text, other, seed)
		r.Width = int(seed % 200)
		checkText(t, r)
		checkMarkdown(t, r)
		valid(t, r)
		r.Scores.Variants, r.Scores.ByVariant = r.Scores.Variants[2:], r.Scores.ByVariant[2:]
		r.Variants = r.Variants[2:] // plots of one are enough
		checkHTML(t, r)
	})
}
