package sketch

import (
	"fmt"
	"strconv"
	"strings"
)

// Threshold is a score in (0, 1] kept as the exact ratio P/Q that was typed: a
// pair reaches it iff shared·Q ≥ P·min(a, b), in integers. A float decides
// nothing: ⌈.55·100⌉ is 56 in float64.
type Threshold struct{ P, Q uint64 }

// maxDecimals keeps P·min(a, b) far below 2^64 for every set that fits into
// memory.
const maxDecimals = 9

// ParseThreshold reads a plain decimal such as "0.5", ".55" or "1": over 0, at
// most 1, at most nine decimals.
func ParseThreshold(s string) (Threshold, error) {
	whole, decimals, _ := strings.Cut(s, ".")
	digits := whole + decimals
	if digits == "" || len(whole) > maxDecimals || len(decimals) > maxDecimals || strings.Trim(digits, "0123456789") != "" {
		return Threshold{}, fmt.Errorf("threshold %q is not a decimal such as 0.5 (at most %d decimals)", s, maxDecimals)
	}
	p, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return Threshold{}, fmt.Errorf("threshold %q: %w", s, err)
	}
	t := Threshold{p, 1}
	for range decimals {
		t.Q *= 10
	}
	if t.P == 0 || t.P > t.Q {
		return Threshold{}, fmt.Errorf("threshold %s is outside (0, 1]", s)
	}
	return t, nil
}

// String is the shortest decimal.
func (t Threshold) String() string { return strconv.FormatFloat(t.Float(), 'f', -1, 64) }

// Float is the nearest float64: for display, and for scores that are estimates.
func (t Threshold) Float() float64 { return float64(t.P) / float64(t.Q) }

// Met says whether shared elements of a smaller set of size smaller reach t.
// An empty smaller set never does.
func (t Threshold) Met(shared, smaller int) bool {
	return smaller > 0 && uint64(shared)*t.Q >= t.P*uint64(smaller)
}

// Need is the least shared that reaches t: ⌈t·smaller⌉, o(a, b) in DESIGN 4.
func (t Threshold) Need(smaller int) int {
	return int((t.P*uint64(smaller) + t.Q - 1) / t.Q)
}

// Largest is the largest smaller set that shared elements still reach t with:
// ⌊shared/t⌋.
func (t Threshold) Largest(shared int) int { return int(uint64(shared) * t.Q / t.P) }
