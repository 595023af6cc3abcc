package sketch

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Kind is what a document is kept as.
type Kind int

// The kinds of sketch.
const (
	KindGrams  Kind = iota // exact
	KindCounts             // uint8[M]
	KindBits               // boolean[M]
)

// The sizes of an array: powers of two from 64 to 16,777,216 cells.
const (
	MinM = 1 << 6
	MaxM = 1 << 24
)

// Spec names a sketch as the command line does: grams, counts:M or bits:M.
type Spec struct {
	Kind Kind
	M    int // cells; 0 for grams
}

// ParseSpec reads "grams", "counts:2048" or "bits:4096".
func ParseSpec(s string) (Spec, error) {
	name, size, sized := strings.Cut(s, ":")
	kind, known := map[string]Kind{"grams": KindGrams, "counts": KindCounts, "bits": KindBits}[name]
	switch {
	case !known:
		return Spec{}, fmt.Errorf("unknown sketch %q: want grams, counts:M or bits:M", s)
	case kind == KindGrams && sized:
		return Spec{}, fmt.Errorf("sketch %q: grams has no size", s)
	case kind == KindGrams:
		return Spec{}, nil
	case !sized:
		return Spec{}, fmt.Errorf("sketch %q lacks its size: %s:4096", s, name)
	}
	m, err := strconv.Atoi(size)
	if err != nil || CheckM(m) != nil {
		return Spec{}, fmt.Errorf("sketch %q: M must be a power of two from %d to %d", s, MinM, MaxM)
	}
	return Spec{kind, m}, nil
}

// String is the form that ParseSpec reads.
func (s Spec) String() string {
	if s.Kind == KindGrams {
		return "grams"
	}
	return fmt.Sprintf("%s:%d", map[Kind]string{KindCounts: "counts", KindBits: "bits"}[s.Kind], s.M)
}

// CheckM says whether an array may have m cells.
func CheckM(m int) error {
	if m < MinM || m > MaxM || bits.OnesCount(uint(m)) != 1 {
		return fmt.Errorf("M = %d is not a power of two from %d to %d", m, MinM, MaxM)
	}
	return nil
}
