package evaluation

import (
	"math"
	"strconv"
	"strings"

	"github.com/leakgate/leakgate/pairs"
)

// checkDecimals is the most decimals of a threshold that check takes.
const checkDecimals = 9

// digits splits the shortest decimal that reads back as x, which is not negative,
// into what stands before and after the point. Decimals are cut on it, because
// x·10⁹ in floats may already be the next number.
func digits(x float64) (whole, decimals string) {
	whole, decimals, _ = strings.Cut(strconv.FormatFloat(x, 'f', -1, 64), ".")
	return whole, decimals
}

// floor cuts x off behind so many decimals.
func floor(x float64, places int) string {
	whole, decimals := digits(x)
	if len(decimals) > places {
		decimals = decimals[:places]
	}
	return whole + "." + decimals + strings.Repeat("0", places-len(decimals))
}

// ceil is the lowest number of so many decimals that is not under x.
func ceil(x float64, places int) string {
	cut := floor(x, places)
	if _, decimals := digits(x); len(decimals) <= places {
		return cut
	}
	up := []byte(cut)
	for i := len(up) - 1; i >= 0; i-- {
		switch up[i] {
		case '.':
		case '9':
			up[i] = '0'
		default:
			up[i]++
			return string(up)
		}
	}
	return "1" + string(up)
}

// bounds are the threshold, cut off so that a pair that scores exactly there is
// still called positive, and the lower end of those that are equally good, never
// over it.
func bounds(m *pairs.Measured, places int) (threshold, low string) {
	threshold = floor(m.Threshold, places)
	if low = ceil(m.Low, places); number(low) > number(threshold) {
		low = threshold
	}
	return threshold, low
}

func number(s string) float64 {
	x, _ := strconv.ParseFloat(s, 64)
	return x
}

// places are the decimals of the threshold that a person needs: three, or as many
// more as keep it over the next lower score, and apart from the lower end of those
// that are equally good, up to those that check takes. It also stays over 0, which
// check refuses.
func places(m *pairs.Measured) int {
	under := 0.0
	for _, p := range m.Points {
		if p.Threshold < m.Threshold {
			under = max(0, p.Threshold)
			break
		}
	}
	n := 3
	for m.Threshold > 0 && n < checkDecimals {
		if threshold, low := bounds(m, n); number(threshold) > under && threshold != low {
			break
		}
		n++
	}
	return n
}

// none stands for a figure that cannot be had.
const none = "–"

// figure is a share with three decimals; what is not all never reads 1.000, and
// what is not none never 0.000.
func figure(x float64) string {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return none
	case x < 1 && x > 0.999:
		return "0.999"
	case x > 0 && x < 0.001:
		return "0.001"
	}
	return strconv.FormatFloat(x, 'f', 3, 64)
}

// between is an interval of shares.
func between(low, high float64) string {
	if math.IsNaN(low) || math.IsNaN(high) {
		return none
	}
	return figure(low) + "–" + figure(high)
}
