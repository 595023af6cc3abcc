package eval

import (
	"cmp"
	"math/bits"
	"strconv"
	"strings"
)

// decimal is digits / 10^places without trailing zeros: the number that was
// typed, not the float next to it.
type decimal struct {
	digits uint64
	places int
}

var tens = [...]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9}

const maxDigits = len(tens) - 1 // on either side of the point

// parseDecimal reads digits with at most one point among them: no sign, no
// exponent.
func parseDecimal(s string) (decimal, bool) {
	whole, part, _ := strings.Cut(s, ".")
	digits := whole + part
	if digits == "" || len(whole) > maxDigits || len(part) > maxDigits || strings.Trim(digits, "0123456789") != "" {
		return decimal{}, false
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	return decimal{n, len(part)}.trim(), err == nil
}

func (d decimal) trim() decimal {
	for d.places > 0 && d.digits%10 == 0 {
		d.digits, d.places = d.digits/10, d.places-1
	}
	return d
}

// within says whether d is at most limit and has at most that many places.
func (d decimal) within(limit uint64, places int) bool {
	return d.places <= places && d.digits <= limit*tens[d.places]
}

func (d decimal) String() string {
	s := strconv.FormatUint(d.digits, 10)
	if d.places == 0 {
		return s
	}
	for len(s) <= d.places {
		s = "0" + s
	}
	return s[:len(s)-d.places] + "." + s[len(s)-d.places:]
}

// fraction is n/d, d over 0.
type fraction struct{ n, d uint64 }

func compare(x, y fraction) int {
	xh, xl := bits.Mul64(x.n, y.d)
	yh, yl := bits.Mul64(y.n, x.d)
	return cmp.Or(cmp.Compare(xh, yh), cmp.Compare(xl, yl))
}

// floor is f cut off after the given places.
func (f fraction) floor(places int) decimal {
	high, low := bits.Mul64(f.n, tens[places])
	digits, _ := bits.Div64(high, low, f.d)
	return decimal{digits, places}.trim()
}
