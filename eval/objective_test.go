package eval

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func objective(t require.TestingT, s string) Objective {
	o, err := ParseObjective(s)
	require.NoError(t, err)
	return o
}

// drawDecimal draws a decimal up to limit as it could be typed.
func drawDecimal(t *rapid.T, label string, limit, places int) string {
	n := rapid.IntRange(0, places).Draw(t, label+" places")
	one := int(tens[n])
	d := rapid.OneOf(rapid.IntRange(1, limit*one), rapid.IntRange(1, min(limit, 3)*one)).Draw(t, label)
	if n == 0 {
		return fmt.Sprint(d)
	}
	return fmt.Sprintf("%d.%0*d", d/one, n, d%one)
}

func drawObjective(t *rapid.T) string {
	switch rapid.IntRange(0, 4).Draw(t, "objective") {
	case 0:
		return "f" + drawDecimal(t, "β", maxBeta, maxPlaces)
	case 1:
		return "precision>=" + drawDecimal(t, "P", 1, maxDigits)
	case 2:
		return "recall>=" + drawDecimal(t, "R", 1, maxDigits)
	case 3:
		return "cost:fp=" + drawDecimal(t, "A", maxCost, maxPlaces) + ",fn=" + drawDecimal(t, "B", maxCost, maxPlaces)
	}
	return rapid.SampledFrom([]string{
		"f1", "f0.5", "f2", "precision>=0.5", "precision>=0.75", "precision>=1", "recall>=0.5", "recall>=1",
		"cost:fp=1,fn=1", "cost:fp=1,fn=2", "cost:fp=2,fn=1", "cost:fp=0,fn=1", "cost:fp=1,fn=0",
	}).Draw(t, "usual objective")
}

// goodness is the plain twin of meets and value: from the text of the objective,
// in exact fractions, as the definitions stand. Nil is a cut that is not allowed.
func goodness(objective string, c Confusion) *big.Rat {
	number := func(s string) *big.Rat {
		r, ok := new(big.Rat).SetString(s)
		if !ok {
			panic(s)
		}
		return r
	}
	of := func(n int) *big.Rat { return big.NewRat(int64(n), 1) }
	times := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
	plus := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }
	precision := big.NewRat(int64(c.TP), int64(c.TP+c.FP))
	recall := big.NewRat(int64(c.TP), int64(c.TP+c.FN))
	if p, ok := strings.CutPrefix(objective, "precision>="); ok {
		if precision.Cmp(number(p)) < 0 {
			return nil
		}
		return recall
	}
	if r, ok := strings.CutPrefix(objective, "recall>="); ok {
		if recall.Cmp(number(r)) < 0 {
			return nil
		}
		return precision
	}
	if costs, ok := strings.CutPrefix(objective, "cost:fp="); ok {
		a, b, _ := strings.Cut(costs, ",fn=")
		paid := plus(times(number(a), of(c.FP)), times(number(b), of(c.FN)))
		if paid.Cmp(times(number(b), of(c.TP+c.FN))) > 0 {
			return nil // dearer than calling nothing positive
		}
		return paid.Neg(paid)
	}
	beta := number(strings.TrimPrefix(objective, "f"))
	b := times(beta, beta)
	hits := times(plus(of(1), b), of(c.TP))
	return new(big.Rat).Quo(hits, plus(hits, plus(times(b, of(c.FN)), of(c.FP))))
}

// TestCutsAreComparedExactly up to the number of pairs and decimals allowed.
func TestCutsAreComparedExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawObjective(t)
		o := objective(t, text)
		size := rapid.OneOf(rapid.IntRange(1, 20), rapid.IntRange(1, 1<<30), rapid.Just(1<<30))
		positive, negative := size.Draw(t, "positive"), size.Draw(t, "negative")
		draw := func() tally {
			c := tally{
				uint64(rapid.IntRange(0, positive).Draw(t, "TP")), uint64(rapid.IntRange(0, negative).Draw(t, "FP")),
				uint64(positive), uint64(negative),
			}
			c.fp = max(c.fp, 1-min(c.tp, 1)) // a cut has a pair
			return c
		}
		x, y := draw(), draw()
		if rapid.Bool().Draw(t, "near") {
			y = x
			y.tp += min(1, y.positive-y.tp)
			y.fp += min(1, y.negative-y.fp)
		}
		wantX, wantY := goodness(text, x.confusion()), goodness(text, y.confusion())
		require.Equal(t, wantX != nil, o.meets(x))
		require.Equal(t, wantY != nil, o.meets(y))
		if wantX != nil && wantY != nil {
			require.Equal(t, wantX.Cmp(wantY), compare(o.value(x), o.value(y)))
		}
	})
}

func TestObjectiveStringIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawObjective(t)
		o := objective(t, text)
		require.Equal(t, o, objective(t, o.String()))
		require.LessOrEqual(t, len(o.String()), len(text))
	})
	require.Equal(t, "f1", Objective{}.String())
	for s, want := range map[string]string{
		"f1": "f1", "f1.0": "f1", "f01": "f1", "f.5": "f0.5", "f2.": "f2", "f100": "f100", "f0.001": "f0.001", "f1.250": "f1.25",
		"precision>=.990": "precision>=0.99", "precision>=1.0": "precision>=1", "recall>=0.000000001": "recall>=0.000000001",
		"cost:fp=1,fn=10": "cost:fp=1,fn=10", "cost:fn=10,fp=1": "cost:fp=1,fn=10", "cost:fn=1,fp=1": "cost:fp=1,fn=1",
		"cost:fp=0,fn=1": "cost:fp=0,fn=1", "cost:fp=0.50,fn=1000000": "cost:fp=0.5,fn=1000000",
	} {
		require.Equal(t, want, objective(t, s).String(), s)
	}
	require.Equal(t, Objective{}, objective(t, "f1.000"))
}

func TestObjectiveErrors(t *testing.T) {
	const forms = ": want f1, f0.5, f2, precision>=P, recall>=R or cost:fp=A,fn=B"
	for s, message := range map[string]string{
		"":                      `unknown objective ""` + forms,
		"f":                     `unknown objective "f"` + forms,
		"F1":                    `unknown objective "F1"` + forms,
		"f-1":                   `unknown objective "f-1"` + forms,
		"f1e1":                  `unknown objective "f1e1"` + forms,
		"fNaN":                  `unknown objective "fNaN"` + forms,
		"accuracy":              `unknown objective "accuracy"` + forms,
		"precision":             `unknown objective "precision"` + forms,
		"precision>0.9":         `unknown objective "precision>0.9"` + forms,
		"precision >= 0.9":      `unknown objective "precision >= 0.9"` + forms,
		"f0":                    `objective "f0": β must be over 0; what would be precision alone is precision>=P`,
		"f101":                  `objective "f101": β must be at most 100, with at most 3 decimals`,
		"f100.1":                `objective "f100.1": β must be at most 100, with at most 3 decimals`,
		"f0.0001":               `objective "f0.0001": β must be at most 100, with at most 3 decimals`,
		"precision>=":           `objective "precision>=": "" is not a decimal over 0 and at most 1, such as 0.99`,
		"precision>=0":          `objective "precision>=0": "0" is not a decimal over 0 and at most 1, such as 0.99`,
		"precision>=99%":        `objective "precision>=99%": "99%" is not a decimal over 0 and at most 1, such as 0.99`,
		"precision>=1.01":       `objective "precision>=1.01": "1.01" is not a decimal over 0 and at most 1, such as 0.99`,
		"recall>=.1234567891":   `objective "recall>=.1234567891": ".1234567891" is not a decimal over 0 and at most 1, such as 0.99`,
		"recall>=-1":            `objective "recall>=-1": "-1" is not a decimal over 0 and at most 1, such as 0.99`,
		"cost:":                 `objective "cost:" lacks a cost: want both, as in cost:fp=1,fn=10`,
		"cost:fp=1":             `objective "cost:fp=1" lacks a cost: want both, as in cost:fp=1,fn=10`,
		"cost:fp=1,fp=1":        `objective "cost:fp=1,fp=1" lacks a cost: want both, as in cost:fp=1,fn=10`,
		"cost:fn=1,fn=1":        `objective "cost:fn=1,fn=1" lacks a cost: want both, as in cost:fp=1,fn=10`,
		"cost:fp=1,fn=x":        `objective "cost:fp=1,fn=x": a cost is a decimal up to 1000000 with at most 3 decimals, not "x"`,
		"cost:fp=1,fn=1,":       `objective "cost:fp=1,fn=1,": a cost is a decimal up to 1000000 with at most 3 decimals, not "1,"`,
		"cost:fp=1000001,fn=1":  `objective "cost:fp=1000001,fn=1": a cost is a decimal up to 1000000 with at most 3 decimals, not "1000001"`,
		"cost:fp=0.0001,fn=1":   `objective "cost:fp=0.0001,fn=1": a cost is a decimal up to 1000000 with at most 3 decimals, not "0.0001"`,
		"cost:fp=0,fn=0.000":    `objective "cost:fp=0,fn=0.000": one of the costs must be over 0`,
		"cost:fp=1234567890,fn": `objective "cost:fp=1234567890,fn" lacks a cost: want both, as in cost:fp=1,fn=10`,
	} {
		o, err := ParseObjective(s)
		require.EqualError(t, err, message)
		require.Zero(t, o, s)
	}
}

func FuzzParseObjective(f *testing.F) {
	for _, s := range []string{
		"f1", "f0.5", "f.5", "f2.", "f100", "f0", "f", "precision>=0.99", "recall>=1.000", "recall>=0.000000001",
		"cost:fp=1,fn=10", "cost:fn=0.125,fp=1000000", "cost:fp=0,fn=0", "cost:fp=1,fn=1,fp=1", "f١",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		o, err := ParseObjective(s)
		if err != nil {
			require.Zero(t, o)
			return
		}
		require.Equal(t, o, objective(t, o.String()))
		require.Equal(t, o.String(), objective(t, o.String()).String())
	})
}
