package evaluation

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// elements are those that we write; a name that stands for none is of the data.
var elements = regexp.MustCompile(`^(html|head|meta|title|style|body|header|h[1-4]|nav|ul|ol|li|a|main|d[ldt]|div|p|pre|code|section|` +
	`table|thead|tbody|t[rhd]|bdi|wbr|details|summary|span|strong|blockquote|svg|desc|g|rect|path|text)$`)

var elsewhere = regexp.MustCompile(`^\w+:/|url\(`)

// checkHTML reads a page as XML, whose rules it keeps to as well: every element
// known and closed, no id twice, no link but to its own parts, nothing loaded.
func checkHTML(t testing.TB, r *Report) {
	t.Helper()
	page := rendered(t, r.WriteHTML)
	requirePrintable(t, page)
	d := xml.NewDecoder(strings.NewReader(page))
	ids, links := map[string]bool{}, []string{}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			if !elements.MatchString(token.Name.Local) {
				require.Fail(t, "unknown element", token.Name.Local)
			}
			for _, a := range token.Attr {
				links = append(links, checkAttribute(t, a, ids)...)
			}
		case xml.Comment, xml.ProcInst:
			require.Fail(t, "from the data", "%s", token)
		}
	}
	for _, link := range links {
		require.True(t, ids[link], "link to %s", link)
	}
	plots := 3
	for i := range r.Variants {
		if plots += 2; r.Variants[i].Evaluation != nil {
			plots += 2
		}
	}
	require.Equal(t, plots, strings.Count(page, "<svg "), "every plot is in the page")
}

// checkAttribute returns the ids that it refers to.
func checkAttribute(t testing.TB, a xml.Attr, ids map[string]bool) []string {
	t.Helper()
	switch name := a.Name.Local; {
	case name == "id":
		require.False(t, ids[a.Value], "id %s twice", a.Value)
		ids[a.Value] = true
	case name == "href" || name == "aria-labelledby":
		return strings.Fields(strings.ReplaceAll(a.Value, "#", ""))
	case name == "xmlns":
		require.Equal(t, "http://www.w3.org/2000/svg", a.Value)
	case strings.HasPrefix(name, "on") || name == "src" || name == "action" || elsewhere.MatchString(a.Value):
		require.Fail(t, "not ours", "%s=%q", name, a.Value)
	}
	return nil
}

func TestHTML(t *testing.T) {
	require.NotRegexp(t, `url\(|@import|://|<script`, pageSource)
	for name, r := range every(t) {
		t.Run(name, func(t *testing.T) { checkHTML(t, r) })
	}
	for name, r := range realReports(t) {
		t.Run(name, func(t *testing.T) { checkHTML(t, r) })
	}
}

func TestHTMLShows(t *testing.T) {
	r := small(t)
	r.Variants[0].F1Interval.Low, r.Variants[0].F1Interval.High, r.Variants[0].OutOfSampleF1 = 0.5, 1, 2./3
	page := rendered(t, r.WriteHTML)
	for _, want := range []string{
		"<title>Evaluation of pairs.jsonl</title>",
		`<div><dt>threshold of grams</dt><dd class="figure">0.250</dd><dd class="about">every one over 0.125 is as good</dd></div>`,
		`<div><dt>F1</dt><dd class="figure">0.889</dd><dd class="about">95 % interval 0.500–1.000</dd></div>`,
		`<dt>read</dt><dd>8 pairs of pairs.jsonl: 4 positive, 4 negative; 1 with a blank text; 4 ignored: unsure (3), ? (1)</dd>`,
		`<tr><th scope="row"><bdi>bits:2048<wbr/>&#43;corrected</bdi></th><td>0.625</td><td>0.500</td><td>1.000</td>`,
		`<tr><th scope="row"><bdi>bits:64</bdi></th><td class="note" colspan="13">no threshold: every pair scores 1: no threshold tells them apart</td></tr>`,
		`<tr><th scope="row"><bdi>template</bdi></th><td class="left">negative</td><td>2</td><td class="wrong">1</td><td>0</td><td>–</td></tr>`,
		`<details id="variant-grams" open="">`, `<details id="variant-bits-2048-corrected">`, `<details id="variant-bits-64">`,
		`<div><dt>pairs without a score</dt><dd>1</dd></div>`,
		`<p><strong>0.500000</strong> <code><bdi>t1</bdi></code> <bdi>template, different</bdi></p>`,
		`<blockquote dir="auto">Dear Sir, I quit.</blockquote><blockquote dir="auto">Dear Madam, I stay.</blockquote>`,
		`<code>leakgate eval pairs.jsonl --sketch grams,bits:2048&#43;corrected,bits:64</code>`,
		`<th scope="row"><bdi>pairs.jsonl</bdi></th><td class="left">jsonl</td><td>8</td><td>12,345</td><td class="digest">` + strings.Repeat("0a", 32) + `</td>`,
		`<dt><code>strict</code></dt><dd><code>false</code></dd>`,
	} {
		assert.Contains(t, page, want)
	}
	order := regexp.MustCompile(`<h2 id="(\w+)">`).FindAllStringSubmatch(page, -1)
	var parts []string
	for _, m := range order {
		parts = append(parts, m[1])
	}
	assert.Equal(t, []string{"thresholds", "errors", "curves", "variants", "mistakes", "reading", "run"}, parts)
}

// TestHTMLWithoutThreshold opens the first variant all the same.
func TestHTMLWithoutThreshold(t *testing.T) {
	r := made(t, "grams,bits:64", nil, nil, nil)
	page := rendered(t, r.WriteHTML)
	assert.Contains(t, page, `<details id="variant-grams" open="">`)
	assert.NotContains(t, page, `<dl class="cards">`)
	assert.NotContains(t, page, "To use this threshold")
}

// TestPageHasContrast: text on its background reaches the 4.5 of WCAG AA, light
// and dark.
func TestPageHasContrast(t *testing.T) {
	schemes := regexp.MustCompile(`:root \{[^}]*--paper[^}]*\}`).FindAllString(pageSource, -1)
	require.Len(t, schemes, 3, "light, dark, print")
	for _, scheme := range schemes {
		color := map[string]float64{}
		for _, m := range regexp.MustCompile(`--(\w+): #(\w{6})`).FindAllStringSubmatch(scheme, -1) {
			color[m[1]] = luminance(t, m[2])
		}
		for _, ink := range []string{"ink", "soft", "link", "wrong"} {
			for _, ground := range []string{"paper", "panel"} {
				high, low := max(color[ink], color[ground]), min(color[ink], color[ground])
				assert.GreaterOrEqual(t, (high+0.05)/(low+0.05), 4.5, "%s on %s", ink, ground)
			}
		}
	}
}
