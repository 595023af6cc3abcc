package plot

import (
	"math"
	"strconv"
	"strings"
)

// farthest is the greatest value drawn. Beyond it lie mistakes and infinities,
// and differences of floats would lose their meaning.
const farthest = 1e12

// inset keeps markers at the ends of a scale inside the frame.
const inset = 9

// scale maps the values of an axis to pixels.
type scale struct {
	lo, hi   float64 // values
	from, to float64 // their pixels
	log      bool
	ticks    []tick
}

type tick struct {
	at    float64
	label string
}

// place is the value at which v is drawn, and whether it is.
func (a Axis) place(v float64) (float64, bool) {
	if a.Cap != 0 && v > a.Cap {
		v = a.Cap
	}
	return v, math.Abs(v) <= farthest && (!a.Log || v >= 1/farthest)
}

// scale spans values, which place has let through, and Min and Max, with about
// so many ticks; capped says that some values lie beyond Cap.
func (a Axis) scale(values []float64, ticks int, capped bool) scale {
	if a.Min != 0 || a.Max != 0 {
		for _, v := range []float64{a.Min, a.Max} {
			if v, ok := a.place(v); ok {
				values = append(values, v)
			}
		}
	}
	s := scale{lo: math.Inf(1), hi: math.Inf(-1), log: a.Log}
	for _, v := range values {
		s.lo, s.hi = min(s.lo, v), max(s.hi, v)
	}
	s.spread()
	if a.Log {
		s.ticks = logTicks(s.lo, s.hi, ticks)
		return s
	}
	step := niceStep((s.hi - s.lo) / float64(ticks))
	s.lo = min(s.lo, step*math.Floor(s.lo/step+1e-9))
	if !capped {
		s.hi = max(s.hi, step*math.Ceil(s.hi/step-1e-9))
	}
	s.ticks = linearTicks(s.lo, s.hi, step)
	if capped {
		for len(s.ticks) > 0 && s.hi-s.ticks[len(s.ticks)-1].at < step/2 {
			s.ticks = s.ticks[:len(s.ticks)-1]
		}
		s.ticks = append(s.ticks, tick{s.hi, "≥ " + short(s.hi)})
	}
	return s
}

// spread gives a scale of no or one value some room.
func (s *scale) spread() {
	switch {
	case s.lo > s.hi && s.log:
		s.lo, s.hi = 1, 10
	case s.lo > s.hi:
		s.lo, s.hi = 0, 1
	case s.log && s.hi < s.lo*1.01:
		s.lo, s.hi = s.lo/2, s.hi*2
	case !s.log && s.hi-s.lo <= 1e-9*max(math.Abs(s.lo), math.Abs(s.hi)):
		room := max(0.5, 0.1*math.Abs(s.hi))
		if s.lo == 0 {
			s.hi = 1
			return
		}
		s.lo, s.hi = s.lo-room, s.hi+room
	}
}

// over lays the scale over the pixels from…to, to below from for one that goes up.
func (s scale) over(from, to float64) scale {
	s.from, s.to = from, to
	return s
}

func (s scale) px(v float64) float64 {
	lo, hi := s.lo, s.hi
	if s.log {
		v, lo, hi = math.Log(v), math.Log(lo), math.Log(hi)
	}
	return s.from + (s.to-s.from)*min(1, max(0, (v-lo)/(hi-lo)))
}

// niceStep is 1, 2 or 5 times a power of ten, not less than step but by a rounding error.
func niceStep(step float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(step)))
	for _, times := range []float64{1, 2, 5} {
		if times*power >= step*0.999 {
			return times * power
		}
	}
	return 10 * power
}

func linearTicks(lo, hi, step float64) []tick {
	decimals := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	var ticks []tick
	for k := math.Ceil(lo/step - 1e-6); k*step <= hi+step*1e-6; k++ {
		ticks = append(ticks, tick{k * step, number(k*step, decimals)})
	}
	return ticks
}

// logTicks are at 1, 2 and 5 times the powers of ten, over many decades at the
// powers alone, inside of less than one at round numbers.
func logTicks(lo, hi float64, count int) []tick {
	decades := math.Log10(hi / lo)
	times := []float64{1, 2, 5}
	if decades > float64(count)/2.5 {
		times = times[:1]
	}
	every := int(math.Ceil(decades / float64(count)))
	var ticks []tick
	for e := int(math.Floor(math.Log10(lo))); float64(e) <= math.Log10(hi)+1e-9; e++ {
		for _, t := range times {
			v := t * math.Pow10(e)
			if v >= lo*0.999999 && v <= hi*1.000001 && e%every == 0 {
				ticks = append(ticks, tick{v, short(v)})
			}
		}
	}
	if len(ticks) < 3 && decades < 2 {
		return linearTicks(lo, hi, niceStep((hi-lo)/float64(count)))
	}
	return ticks
}

// number writes v with commas between thousands, or as a power of ten where that
// would be long.
func number(v float64, decimals int) string {
	if a := math.Abs(v); v != 0 && (a >= 1e7 || decimals > 6) {
		return strings.Replace(strconv.FormatFloat(v, 'g', 4, 64), "e+", "e", 1)
	}
	s := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(s, "-0.") == "" {
		s = strings.TrimPrefix(s, "-")
	}
	return commas(s)
}

// commas sets them between the thousands of a decimal number.
func commas(s string) string {
	whole, _, _ := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// count writes n in full, as nobody wants counts rounded.
func count(n int) string { return commas(strconv.Itoa(n)) }

// short is number with as many decimals as v needs, four significant digits at most.
func short(v float64) string {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 4, 64), 64)
	_, decimals, _ := strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
	return number(v, len(decimals))
}
