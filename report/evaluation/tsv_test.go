package evaluation

import (
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"
	"testing"

	"github.com/leakgate/leakgate/sketch"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestDecimals(t *testing.T) {
	for _, c := range []struct {
		x          float64
		places     int
		down, up   string
		asInReport string
	}{
		{0, 9, "0.000000000", "0.000000000", "0.000"},
		{1, 9, "1.000000000", "1.000000000", "1.000"},
		{2. / 3, 9, "0.666666666", "0.666666667", "0.667"},
		{2. / 3, 3, "0.666", "0.667", "0.667"},
		{0.621, 3, "0.621", "0.621", "0.621"},
		{0.621, 9, "0.621000000", "0.621000000", "0.621"},
		{0.30000000000000004, 9, "0.300000000", "0.300000001", "0.300"},
		{0.9999999999, 9, "0.999999999", "1.000000000", "0.999"},
		{0.0999999999, 9, "0.099999999", "0.100000000", "0.100"},
		{1e-12, 9, "0.000000000", "0.000000001", "0.001"},
		{1e-300, 9, "0.000000000", "0.000000001", "0.001"},
		{0.9995, 3, "0.999", "1.000", "0.999"},
	} {
		assert.Equal(t, []string{c.down, c.up, c.asInReport}, []string{floor(c.x, c.places), ceil(c.x, c.places), figure(c.x)}, c.x)
	}
	assert.Equal(t, none, figure(nan))
	assert.Equal(t, none, between(nan, 1))
}

// TestThresholdCanBeTyped: a pair that scores exactly the threshold is called
// positive by check, which counts in integers.
func TestThresholdCanBeTyped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		smaller := rapid.IntRange(1, 200_000).Draw(t, "smaller")
		common := rapid.IntRange(1, smaller).Draw(t, "shared")
		score := float64(common) / float64(smaller)
		for n := 3; n <= checkDecimals; n++ {
			text := floor(score, n)
			up, ok := new(big.Rat).SetString(ceil(score, n))
			require.True(t, ok)
			down, ok := new(big.Rat).SetString(text)
			require.True(t, ok)
			require.LessOrEqual(t, new(big.Rat).Sub(up, down).Cmp(big.NewRat(1, pow10(n))), 0)
			require.LessOrEqual(t, number(text), score)
			require.GreaterOrEqual(t, number(ceil(score, n)), score)
			if down.Sign() == 0 {
				continue
			}
			threshold, err := sketch.ParseThreshold(text)
			require.NoError(t, err)
			require.True(t, threshold.Met(common, smaller))
		}
	})
}

func pow10(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

// TestThresholdIsAsLongAsNeeded: as many decimals as keep the next lower score
// on the other side.
func TestThresholdIsAsLongAsNeeded(t *testing.T) {
	for _, c := range []struct {
		scores []float64
		want   string
	}{
		{[]float64{0.9, 0.65217, 0.5, 0.1}, "0.652"},
		{[]float64{0.9, 0.65217, 0.652, 0.1}, "0.6521"},
		{[]float64{0.9, 0.65217, 0.6519, 0.1}, "0.6521"}, // good from 0.652 would be the same number
		{[]float64{0.9, 0.6521739130434783, 0.65217391, 0.1}, "0.652173913"},
		{[]float64{0.9, 0.65217391304, 0.652173913, 0.1}, "0.652173913"}, // no more decimals
		{[]float64{0.9, 0.0001234, 0, 0}, "0.0001"},
	} {
		list := small(t).Set.Pairs[2:6]
		r := made(t, "grams", list, c.scores)
		require.Equal(t, c.scores[1], r.Variants[0].Threshold)
		got, low := bounds(&r.Variants[0], places(&r.Variants[0]))
		assert.Equal(t, c.want, got)
		assert.LessOrEqual(t, low, got)
	}
}

func TestTSV(t *testing.T) {
	r := small(t)
	measure(t, r, "precision>=0.99")
	for i := range r.Variants[:2] {
		r.Variants[i].F1Interval.Low, r.Variants[i].F1Interval.High, r.Variants[i].OutOfSampleF1 = 0.5, 1, 2./3
	}
	r.Variants[1].F1Interval.Low, r.Variants[1].F1Interval.High, r.Variants[1].OutOfSampleF1 = nan, nan, nan
	require.Equal(t, "sketch\tthreshold\tlow\thigh\ttp\tfp\ttn\tfn\tprecision\trecall\tf1\tf1_low\tf1_high\tf1_out_of_sample\n"+
		"grams\t0.666666666\t0.500000000\t0.666666666\t3\t0\t4\t1\t1.000000\t0.750000\t0.857143\t0.500000\t1.000000\t0.666667\n"+
		"bits:2048+corrected\t0.625000000\t0.500000000\t0.625000000\t3\t0\t4\t0\t1.000000\t1.000000\t1.000000\tnan\tnan\tnan\n"+
		"bits:64\t"+strings.Repeat("nan\t", 12)+"nan\n", rendered(t, r.WriteTSV))
}

// TestTSVLowIsNeverOverTheThreshold, not even where both are the same to nine
// decimals.
func TestTSVLowIsNeverOverTheThreshold(t *testing.T) {
	list := small(t).Set.Pairs[2:6]
	r := made(t, "grams", list, []float64{0.9, 0.65217391304, 0.65217391303, 0.1})
	fields := strings.Split(strings.Split(rendered(t, r.WriteTSV), "\n")[1], "\t")
	require.Equal(t, []string{"0.652173913", "0.652173913", "0.652173913"}, fields[1:4])
}

// full is a disk without room.
type full struct{ room int }

var errFull = errors.New("no space left on device")

func (f *full) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestFirstErrorIsKept(t *testing.T) {
	r := crowded(t)
	for name, write := range map[string]func(io.Writer) error{
		"text": r.WriteText, "tsv": r.WriteTSV, "json": r.WriteJSON, "markdown": r.WriteMarkdown, "html": r.WriteHTML,
	} {
		whole := len(rendered(t, write))
		for _, room := range []int{0, whole / 2, whole - 1} {
			require.ErrorIs(t, write(&full{room: room}), errFull, fmt.Sprint(name, room))
		}
		require.NoError(t, write(&full{room: whole}), name)
	}
}

func TestSameReportSameBytes(t *testing.T) {
	for name, r := range map[string]func(testing.TB) *Report{"small": small, "crowded": crowded} {
		a, b := r(t), r(t)
		for i, writes := range [][2]func(io.Writer) error{
			{a.WriteText, b.WriteText},
			{a.WriteTSV, b.WriteTSV},
			{a.WriteJSON, b.WriteJSON},
			{a.WriteMarkdown, b.WriteMarkdown},
			{a.WriteHTML, b.WriteHTML},
		} {
			require.Equal(t, rendered(t, writes[0]), rendered(t, writes[1]), "%s %d", name, i)
			require.Equal(t, rendered(t, writes[0]), rendered(t, writes[0]), "%s %d", name, i)
		}
		require.Equal(t, a.Plots(), b.Plots(), name)
	}
}
