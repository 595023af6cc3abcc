package plot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// box is the part of the canvas that something takes.
type box struct{ left, top, right, bottom float64 }

func (b box) overlaps(o box) bool {
	return b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom
}

func (b box) within(o box) bool {
	return b.left >= o.left && b.right <= o.right && b.top >= o.top && b.bottom <= o.bottom
}

// drawn is what a reader of the SVG meets.
type drawn struct {
	id     string
	canvas box
	frame  *box // the border of a chart
	texts  []drawnText
	marks  []box // elements of the data
	ids    map[string]string
	shown  map[string]int // elements by name
}

type drawnText struct {
	box
	text string
}

type attributes map[string]string

func (a attributes) number(t require.TestingT, name string) float64 {
	v, err := strconv.ParseFloat(a[name], 64)
	require.NoError(t, err, "%s of %v", name, a)
	return v
}

// wrong in an attribute: more than two decimals, no number, a resource.
var wrong = regexp.MustCompile(`\.\d{3}|NaN|Inf|url|:/`)

// read decodes an SVG, requiring what holds for every plot: well-formed XML of
// known elements, finite coordinates of two decimals, its own ids, a title and a
// description that name it, nothing from elsewhere.
func read(t require.TestingT, svg []byte) *drawn {
	d := &drawn{ids: map[string]string{}, shown: map[string]int{}}
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	var open []attributes
	var names []string
	text, label := "", ""
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err, "%s", svg)
		switch token := token.(type) {
		case xml.StartElement:
			a := attributes{}
			for _, attr := range token.Attr {
				a[attr.Name.Local] = attr.Value
				d.attribute(t, attr)
			}
			open, names = append(open, a), append(names, token.Name.Local)
			d.shown[token.Name.Local]++
			d.element(t, token.Name.Local, a, inData(open))
			text = ""
		case xml.CharData:
			text += string(token)
		case xml.EndElement:
			a, name := open[len(open)-1], names[len(names)-1]
			open, names = open[:len(open)-1], names[:len(names)-1]
			if name == "text" {
				d.texts = append(d.texts, placed(t, text, a))
			}
			if id := a["id"]; id != "" {
				d.ids[id] = text
			}
			label = a["aria-labelledby"]
			text = "" // of a title inside of a text
		}
	}
	for id := range strings.FieldsSeq(label) {
		require.NotEmpty(t, d.ids[id], "what %s refers to", id)
	}
	require.Equal(t, []string{d.id + "-title", d.id + "-desc"}, strings.Fields(label))
	return d
}

func inData(open []attributes) bool {
	for _, a := range open[:len(open)-1] {
		if strings.HasSuffix(a["id"], "-data") {
			return true
		}
	}
	return false
}

func (d *drawn) attribute(t require.TestingT, a xml.Attr) {
	name, value := a.Name.Local, a.Value
	require.False(t, slices.Contains([]string{"href", "src", "onload", "class"}, name), name)
	if name == "id" || name == "aria-labelledby" || name == "xmlns" {
		return
	}
	if wrong.MatchString(value) {
		require.Fail(t, "wrong value", "%s=%q", name, value)
	}
}

func (d *drawn) element(t require.TestingT, name string, a attributes, data bool) {
	require.True(t, slices.Contains([]string{"svg", "title", "desc", "g", "rect", "path", "text"}, name), name)
	switch name {
	case "svg":
		d.id = strings.TrimSuffix(strings.Fields(a["aria-labelledby"])[0], "-title")
		require.Equal(t, "img", a["role"])
		require.Equal(t, "0 0 "+a["width"]+" "+a["height"], a["viewBox"])
		d.canvas = box{0, 0, a.number(t, "width"), a.number(t, "height")}
	case "rect":
		b := box{left: a.number(t, "x"), top: a.number(t, "y")}
		b.right, b.bottom = b.left+a.number(t, "width"), b.top+a.number(t, "height")
		if !b.within(d.canvas) {
			require.Fail(t, "outside of the canvas", "%v", a)
		}
		if a["fill"] == "none" {
			d.frame = &b
		} else if data {
			d.marks = append(d.marks, b)
		}
	case "path":
		b := pathBox(t, a["d"])
		if !b.within(d.canvas) {
			require.Fail(t, "outside of the canvas", "%v", a)
		}
		if data {
			d.marks = append(d.marks, b)
		}
	}
}

// placed estimates the box of a text from the number of its characters.
func placed(t require.TestingT, text string, a attributes) drawnText {
	size := a.number(t, "font-size")
	width := 0.58 * size * float64(utf8.RuneCountInString(text))
	x, y := a.number(t, "x"), a.number(t, "y")
	b := box{x, y - 0.75*size, x + width, y + 0.22*size}
	switch a["text-anchor"] {
	case "middle":
		b.left, b.right = x-width/2, x+width/2
	case "end":
		b.left, b.right = x-width, x
	}
	if a["transform"] != "" {
		b = box{x - 0.75*size, y - width/2, x + 0.22*size, y + width/2}
	}
	return drawnText{b, text}
}

var pathToken = regexp.MustCompile(`[A-Za-z]|-?[0-9.]+`)

// pathBox follows the commands that the package writes; of an arc it takes the ends.
func pathBox(t require.TestingT, d string) box {
	b := box{1e9, 1e9, -1e9, -1e9}
	tokens := pathToken.FindAllString(d, -1)
	x, y, command := 0.0, 0.0, ""
	number := func() float64 {
		if len(tokens) == 0 {
			require.Fail(t, "path ends early", d)
		}
		v, err := strconv.ParseFloat(tokens[0], 64)
		if err != nil {
			require.NoError(t, err, d)
		}
		tokens = tokens[1:]
		return v
	}
	for len(tokens) > 0 {
		if tokens[0] >= "A" {
			command, tokens = tokens[0], tokens[1:]
		}
		fromX, fromY := x, y
		if command >= "A" && command <= "Z" {
			fromX, fromY = 0, 0
		}
		switch strings.ToLower(command) {
		case "m", "l":
			x = fromX + number()
			y = fromY + number()
		case "h":
			x = fromX + number()
		case "v":
			y = fromY + number()
		case "a":
			for range 5 {
				number()
			}
			x = fromX + number()
			y = fromY + number()
		case "z":
		default:
			require.Fail(t, "unknown command", "%q in %s", command, d)
		}
		b = box{min(b.left, x), min(b.top, y), max(b.right, x), max(b.bottom, y)}
	}
	return b
}
