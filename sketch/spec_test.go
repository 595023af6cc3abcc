package sketch

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseSpec(t *testing.T) {
	for s, want := range map[string]Spec{
		"grams":           {KindGrams, 0},
		"counts:64":       {KindCounts, 64},
		"counts:2048":     {KindCounts, 2048},
		"bits:4096":       {KindBits, 4096},
		"bits:16777216":   {KindBits, 1 << 24},
		"counts:16777216": {KindCounts, MaxM},
	} {
		got, err := ParseSpec(s)
		require.NoError(t, err, s)
		require.Equal(t, want, got, s)
		require.Equal(t, s, got.String())
	}
	const size = "M must be a power of two from 64 to 16777216"
	for s, message := range map[string]string{
		"":                          `unknown sketch "": want grams, counts:M or bits:M`,
		"minhash:128":               `unknown sketch "minhash:128": want grams, counts:M or bits:M`,
		"Grams":                     `unknown sketch "Grams"`,
		" bits:64":                  `unknown sketch " bits:64"`,
		":64":                       `unknown sketch ":64"`,
		"grams:64":                  `sketch "grams:64": grams has no size`,
		"grams:":                    `sketch "grams:": grams has no size`,
		"bits":                      `sketch "bits" lacks its size: bits:4096`,
		"counts":                    `sketch "counts" lacks its size: counts:4096`,
		"bits:":                     `sketch "bits:": ` + size,
		"bits:0":                    size,
		"bits:1":                    size,
		"bits:32":                   size,
		"bits:63":                   size,
		"bits:65":                   size,
		"bits:96":                   size,
		"bits:33554432":             size,
		"bits:-64":                  size,
		"bits:4k":                   size,
		"bits:64:64":                size,
		"bits: 64":                  size,
		"bits:6.4e1":                size,
		"bits:0x40":                 size,
		"bits:99999999999999999999": size,
		"bits:-9223372036854775808": size,
		"counts:4095":               size,
	} {
		got, err := ParseSpec(s)
		require.ErrorContains(t, err, message, s)
		require.Zero(t, got, s)
	}
}

func TestImpossibleSizes(t *testing.T) {
	for _, m := range []int{-64, -1, 0, 1, 32, 63, 65, 100, 3 * 64, MaxM + 1, 2 * MaxM, -1 << 63, 1 << 62} {
		require.ErrorContains(t, CheckM(m), "is not a power of two from 64 to 16777216")
		_, err := NewBits(m, []uint64{1})
		require.Error(t, err)
		_, err = NewCounts(m, []uint64{1})
		require.Error(t, err)
	}
	for m := MinM; m <= MaxM; m *= 2 {
		require.NoError(t, CheckM(m))
	}
}
