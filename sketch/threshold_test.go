package sketch

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// drawThreshold draws a decimal as it could be typed, and its exact value.
func drawThreshold(t *rapid.T) (Threshold, *big.Rat) {
	decimals := rapid.IntRange(0, maxDecimals).Draw(t, "decimals")
	q := 1
	for range decimals {
		q *= 10
	}
	s := "1"
	if decimals > 0 {
		s = fmt.Sprintf("0.%0*d", decimals, rapid.IntRange(1, q-1).Draw(t, "p"))
	}
	exact, ok := new(big.Rat).SetString(s)
	require.True(t, ok)
	th, err := ParseThreshold(s)
	require.NoError(t, err, s)
	return th, exact
}

func atLeast(exact *big.Rat, shared, smaller int) bool {
	bound := new(big.Rat).Mul(exact, new(big.Rat).SetInt64(int64(smaller)))
	return new(big.Rat).SetInt64(int64(shared)).Cmp(bound) >= 0
}

// size draws set sizes: those of texts, and the largest that fit into memory.
var size = rapid.OneOf(rapid.IntRange(1, 200), rapid.IntRange(1, 1<<20), rapid.IntRange(1, 1<<33))

func TestMetIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th, exact := drawThreshold(t)
		smaller := size.Draw(t, "smaller")
		require.Zero(t, exact.Cmp(new(big.Rat).SetFrac(new(big.Int).SetUint64(th.P), new(big.Int).SetUint64(th.Q))))
		// Around the bound is where a rounding would show.
		need := th.Need(smaller)
		for _, shared := range []int{0, need - 2, need - 1, need, need + 1, smaller, rapid.IntRange(0, smaller).Draw(t, "shared")} {
			if shared < 0 {
				continue
			}
			require.Equal(t, atLeast(exact, shared, smaller), th.Met(shared, smaller), "%d of %d at %v", shared, smaller, th)
		}
	})
}

func TestNeedIsTheLeastThatIsMet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th, _ := drawThreshold(t)
		smaller := size.Draw(t, "smaller")
		need := th.Need(smaller)
		require.True(t, th.Met(need, smaller))
		require.True(t, 1 <= need && need <= smaller)
		require.False(t, th.Met(need-1, smaller))
	})
}

func TestLargestIsTheLargestThatIsMet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th, _ := drawThreshold(t)
		shared := rapid.OneOf(rapid.IntRange(1, 200), rapid.IntRange(1, 1<<32)).Draw(t, "shared")
		largest := th.Largest(shared)
		require.GreaterOrEqual(t, largest, shared)
		require.True(t, th.Met(shared, largest))
		if largest < 1<<33 {
			require.False(t, th.Met(shared, largest+1))
			require.LessOrEqual(t, th.Need(largest), shared)
		}
		require.Greater(t, th.Need(largest+1), shared)
	})
}

// TestTheFloatTrap: decimals that float64 rounds up, so that a pair exactly at
// the threshold would be lost.
func TestTheFloatTrap(t *testing.T) {
	for _, c := range []struct {
		at            string
		smaller, need int
	}{
		{"0.55", 100, 55},
		{"0.07", 100, 7},
		{"0.28", 25, 7},
		{"0.29", 100, 29},
		{"0.57", 100, 57},
		{"0.1", 30, 3},
		{"0.7", 10, 7},
		{"0.5", 3, 2},
		{"1", 7, 7},
		{"0.000000001", 1_000_000_000, 1},
		{"0.999999999", 1_000_000_000, 999_999_999},
	} {
		th, err := ParseThreshold(c.at)
		require.NoError(t, err)
		require.Equal(t, c.need, th.Need(c.smaller), c.at)
		require.True(t, th.Met(c.need, c.smaller), c.at)
		require.False(t, th.Met(c.need-1, c.smaller), c.at)
	}
	th, _ := ParseThreshold("0.55")
	f := th.Float()
	require.Greater(t, f*100, 55.0, "the float that this is about")
}

func TestAnEmptySetReachesNothing(t *testing.T) {
	th := Threshold{1, 2}
	require.False(t, th.Met(0, 0))
	require.Zero(t, th.Need(0))
	require.Zero(t, th.Largest(0))
}

func TestParseThreshold(t *testing.T) {
	for s, want := range map[string]Threshold{
		"0.5": {5, 10}, ".55": {55, 100}, "1": {1, 1}, "1.0": {10, 10}, "1.": {1, 1},
		"0.50": {50, 100}, "0.000000001": {1, 1e9}, "1.000000000": {1e9, 1e9}, "0.999999999": {999_999_999, 1e9},
	} {
		got, err := ParseThreshold(s)
		require.NoError(t, err, s)
		require.Equal(t, want, got, s)
	}
	for s, message := range map[string]string{
		"":              `threshold "" is not a decimal such as 0.5 (at most 9 decimals)`,
		".":             `threshold "." is not a decimal such as 0.5 (at most 9 decimals)`,
		"half":          `threshold "half" is not a decimal such as 0.5 (at most 9 decimals)`,
		"0,5":           `threshold "0,5" is not a decimal`,
		"50%":           `threshold "50%" is not a decimal`,
		"1e0":           `threshold "1e0" is not a decimal`,
		"5e-1":          `threshold "5e-1" is not a decimal`,
		"+0.5":          `threshold "+0.5" is not a decimal`,
		"-0.5":          `threshold "-0.5" is not a decimal`,
		"0.5.5":         `threshold "0.5.5" is not a decimal`,
		"0.5x5":         `threshold "0.5x5" is not a decimal`,
		"0_5":           `threshold "0_5" is not a decimal`,
		" 0.5":          `threshold " 0.5" is not a decimal`,
		"1/2":           `threshold "1/2" is not a decimal`,
		"NaN":           `threshold "NaN" is not a decimal`,
		"Inf":           `threshold "Inf" is not a decimal`,
		"0x1p-1":        `threshold "0x1p-1" is not a decimal`,
		"٠.٥":           `threshold "٠.٥" is not a decimal`,
		"0.1234567891":  `at most 9 decimals`,
		"0":             `threshold 0 is outside (0, 1]`,
		"0.0":           `threshold 0.0 is outside (0, 1]`,
		"1.1":           `threshold 1.1 is outside (0, 1]`,
		"1.000000001":   `threshold 1.000000001 is outside (0, 1]`,
		"2":             `threshold 2 is outside (0, 1]`,
		"50":            `threshold 50 is outside (0, 1]`,
		"99999999999.5": `is not a decimal`,
	} {
		got, err := ParseThreshold(s)
		require.ErrorContains(t, err, message, s)
		require.Zero(t, got, s)
	}
}

// TestTenDecimalsAreTooMany also without the leading 0, which counts as a digit
// but is none of the decimals.
func TestTenDecimalsAreTooMany(t *testing.T) {
	_, err := ParseThreshold(".1234567891")
	require.ErrorContains(t, err, "at most 9 decimals")
}

func TestThresholdStringIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th, exact := drawThreshold(t)
		again, err := ParseThreshold(th.String())
		require.NoError(t, err)
		require.Zero(t, exact.Cmp(new(big.Rat).SetFrac64(int64(again.P), int64(again.Q))), th.String())
		f, _ := exact.Float64()
		require.Equal(t, f, th.Float())
	})
	for s, want := range map[string]string{"0.50": "0.5", "1.000": "1", ".07": "0.07", "0.000000001": "0.000000001"} {
		th, err := ParseThreshold(s)
		require.NoError(t, err)
		require.Equal(t, want, th.String())
	}
}
