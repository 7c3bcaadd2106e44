package plot

import (
	"math"
	"strconv"
	"strings"
)

// axis maps values to pixels.
type axis struct {
	lo, hi   float64 // values; logarithms of them when log
	from, to float64 // pixels
	log      bool
}

// at returns the pixel of v; NaN for a value the axis cannot show.
func (a axis) at(v float64) float64 {
	if !finite(v) || a.log && v < least {
		return math.NaN()
	}
	if a.log {
		v = math.Log10(v)
	}
	return a.from + (v-a.lo)/(a.hi-a.lo)*(a.to-a.from)
}

// fit widens a range so that it can be drawn and, with pad, has a margin.
func fit(lo, hi, pad float64) (float64, float64) {
	switch {
	case !(lo <= hi): // no samples
		return 0, 1
	case hi-lo <= 1e-12*math.Max(math.Abs(lo), math.Abs(hi)) || hi-lo < least:
		d := math.Max(math.Abs(lo)*0.1, 1e-9)
		if math.Abs(lo) < least {
			d = 1
		}
		return lo - d, hi + d
	}
	d := (hi - lo) * pad
	return lo - d, hi + d
}

// tick is one mark of an axis.
type tick struct {
	value float64
	label string
}

// ticks returns about n round values within the axis, and the power of ten its labels leave out (0 none).
func (a axis) ticks(n int) (ts []tick, power int) {
	if a.log {
		return a.logTicks(n), 0
	}
	step := niceStep((a.hi - a.lo) / float64(max(n, 2)))
	big := math.Max(math.Abs(a.lo), math.Abs(a.hi))
	if big >= 1e5 || big < 1e-2 {
		power = int(math.Floor(math.Log10(big)/3)) * 3
	}
	unit := math.Pow10(power)
	decimals := 0
	for r := step / unit; decimals < 12 && math.Abs(r-math.Round(r)) > 1e-6*r; r *= 10 {
		decimals++
	}
	for k := math.Ceil(a.lo/step - 1e-9); k*step <= a.hi+1e-9*step && len(ts) < 100; k++ {
		if finite(k * step) { // the last may be more than can be drawn
			s := strconv.FormatFloat(k*step/unit, 'f', decimals, 64)
			ts = append(ts, tick{k * step, minus(s)})
		}
	}
	return ts, power
}

func (a axis) logTicks(n int) (ts []tick) {
	every := max(1, int(math.Ceil((a.hi-a.lo)/float64(max(n, 2)))))
	for k := max(math.Ceil(a.lo-1e-9), -149); k <= min(a.hi+1e-9, 149); k++ {
		if int(k)%every == 0 {
			ts = append(ts, tick{math.Pow(10, k), powerText(int(k))})
		}
	}
	return ts
}

// niceStep returns the least of 1, 2, 2.5, 5 × 10ⁿ that is not below x.
func niceStep(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 0) {
		return 1
	}
	p := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range [...]float64{1, 2, 2.5, 5} {
		if m*p >= x*(1-1e-9) {
			return m * p
		}
	}
	return 10 * p
}

// minus writes a true minus sign and no negative zero.
func minus(s string) string {
	if rest, ok := strings.CutPrefix(s, "-"); ok {
		if strings.Trim(rest, "0.") == "" {
			return rest
		}
		return "−" + rest
	}
	return s
}

// powerText writes 10ⁿ with raised digits.
func powerText(n int) string {
	raised := strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴",
		"5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")
	return "10" + raised.Replace(strconv.Itoa(n))
}

// least is the smallest range, and the smallest number on a logarithmic axis, that can be drawn.
const least = 1e-150
