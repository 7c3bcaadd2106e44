package dive

import (
	"math"
	"slices"
)

// Point is one cycle of a run, for the figures and the report.
type Point struct {
	T        float64 // s
	Measured float64 // rad, heading as the sensor gives it
	Truth    float64 // rad, heading of the simulated vehicle; NaN if unknown
	SetPoint float64 // rad; NaN before the first order
	Altitude float64 // m, height above the bottom; NaN in open water
}

// Step is the outcome of a step of the set-point.
type Step struct {
	At        float64 `json:"at_s"`             // when it was ordered
	From      float64 `json:"from_deg"`         // heading before
	To        float64 `json:"to_deg"`           // heading ordered
	Basis     string  `json:"basis"`            // what the figures are computed from: truth, or the smoothed measured heading
	Band      float64 `json:"band_deg"`         // within which the heading is settled: 2 % of the step, or the sensor's noise if greater
	Settling  float64 `json:"settling_s"`       // time after the order until the heading stays within the band; -1: it did not
	Ideal     float64 `json:"ideal_settling_s"` // the same for the gains' own equation; -1: unknown
	Rise      float64 `json:"rise_s"`           // from 10 to 90 %; -1: it did not
	Overshoot float64 `json:"overshoot_percent"`
	Steady    float64 `json:"steady_error_deg"` // mean over the last quarter
	RMS       float64 `json:"steady_rms_deg"`   // about the set-point, over the last quarter
	Noise     float64 `json:"noise_deg"`        // greatest difference of measured and smoothed heading in the last quarter

	k1, k2 float64
}

// smoothing is the length in s of the centred mean over measured headings: a step of the law takes seconds, whereas noise
// is new with every sample.
const smoothing = 0.5

// Figures finds the last step of the set-point and computes how the heading followed. noise is the greatest error of the
// measured heading in rad: 0 if there is none, negative to estimate it from the last quarter. k1 (Hz) and k2 (Hz²) are the
// law's gains, 0 if unknown.
func Figures(points []Point, noise, k1, k2 float64) (s Step, ok bool) {
	begin := lastStep(points)
	if begin < 0 || begin+8 >= len(points) {
		return s, false
	}
	y, basis := course(points)
	to := points[begin].SetPoint
	before := y[max(0, begin-int(math.Ceil(smoothing/2/spacing(points)))):max(1, begin)]
	from := before[0]
	if basis == truth {
		from = y[max(0, begin-1)]
	} else if len(before) > 1 {
		from = mean(before)
	}
	size := way(to-from, mean(y[quarter(begin, len(y)):])-from)
	to = from + size
	deg := 180 / math.Pi
	s = Step{At: points[begin].T, From: from * deg, To: to * deg, Basis: basis, Settling: -1, Ideal: -1, Rise: -1, k1: k1, k2: k2}
	if s.steady(points, y, begin, to); noise < 0 {
		noise = s.Noise / deg
	}
	band := max(0.02*math.Abs(size), noise)
	s.Band = band * deg
	after := y[begin:]
	settled := settledAt(after, to, band)
	if settled >= 0 {
		s.Settling = points[begin+settled].T - s.At
	}
	s.Rise = rise(points[begin:], after, from, size)
	s.Ideal = idealSettling(math.Abs(size), band, k1, k2)
	for _, v := range after {
		if size != 0 {
			s.Overshoot = max(s.Overshoot, 100*(v-to)/size)
		}
	}
	return s, true
}

// steady fills in the figures of the last quarter.
func (s *Step) steady(points []Point, y []float64, begin int, to float64) {
	deg := 180 / math.Pi
	last := quarter(begin, len(points))
	var sum, square, noise float64
	for i := last; i < len(points); i++ {
		e := wrap(y[i] - to)
		sum, square = sum+e, square+e*e
		if apart := math.Abs(wrap(points[i].Measured - y[i])); apart > noise { // except if nothing was measured
			noise = apart
		}
	}
	n := float64(len(points) - last)
	s.Steady, s.RMS, s.Noise = sum/n*deg, math.Sqrt(square/n)*deg, noise*deg
}

// wrap returns an angle without its whole turns: in ±π.
func wrap(a float64) float64 { return math.Remainder(a, 2*math.Pi) }

// quarter returns where the last quarter between begin and end starts.
func quarter(begin, end int) int { return begin + 3*(end-begin)/4 }

// way returns the step to an order at that distance from the heading: the short way round. To an almost opposite order
// both ways are equally long, and noise decides which one a law takes: then it is the way at whose end the heading stayed.
func way(to, stayed float64) float64 {
	short := wrap(to)
	long := short - math.Copysign(2*math.Pi, short)
	if math.Abs(short) > 3*math.Pi/4 && math.Abs(stayed-long) < math.Abs(stayed-short) {
		return long
	}
	return short
}

// The values of Step.Basis.
const (
	truth    = "true heading"
	smoothed = "measured heading, smoothed"
)

// lastStep returns where the set-point changed last, -1 if it did not.
func lastStep(points []Point) int {
	for i := len(points) - 1; i >= 0; i-- {
		if math.IsNaN(points[i].SetPoint) {
			continue
		}
		if i == 0 || points[i-1].SetPoint != points[i].SetPoint {
			return i
		}
	}
	return -1
}

// course returns the best knowledge of the heading, without jumps at ±π.
func course(points []Point) (y []float64, basis string) {
	known := !slices.ContainsFunc(points, func(p Point) bool { return math.IsNaN(p.Truth) })
	y = make([]float64, len(points))
	for i, p := range points {
		y[i] = p.Measured
		if known {
			y[i] = p.Truth
		}
	}
	unwrap(y)
	if known {
		return y, truth
	}
	return smooth(y, int(math.Round(smoothing/spacing(points)))), smoothed
}

// spacing returns the mean time between points.
func spacing(points []Point) float64 {
	if len(points) < 2 || points[len(points)-1].T <= points[0].T {
		return 1
	}
	return (points[len(points)-1].T - points[0].T) / float64(len(points)-1)
}

// unwrap adds whole turns where values jump, and fills gaps with the previous value.
func unwrap(y []float64) {
	last := 0.0
	for i, v := range y {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			v = last
		}
		y[i] = last + wrap(v-last)
		last = y[i]
	}
}

// beside brings angles into the turn of the values in y with the same index.
func beside(angles, y []float64) []float64 {
	for i := range angles {
		angles[i] = y[i] + wrap(angles[i]-y[i])
	}
	return angles
}

// orders returns the set-points of points, each in the turn of the heading that followed it.
func orders(points []Point, y []float64) []float64 {
	all := make([]float64, len(points))
	for begin := 0; begin < len(points); {
		order, end := points[begin].SetPoint, begin+1
		for end < len(points) && (points[end].SetPoint == order || math.IsNaN(order) && math.IsNaN(points[end].SetPoint)) {
			end++
		}
		from := y[max(0, begin-1)]
		order = from + way(order-from, mean(y[quarter(begin, end):end])-from)
		for i := begin; i < end; i++ {
			all[i] = order
		}
		begin = end
	}
	return all
}

// smooth returns the centred mean over n values, over fewer at the ends.
func smooth(y []float64, n int) []float64 {
	half := n / 2
	sums := make([]float64, len(y)+1)
	for i, v := range y {
		sums[i+1] = sums[i] + v
	}
	out := make([]float64, len(y))
	for i := range y {
		k := min(half, i, len(y)-1-i)
		out[i] = (sums[i+k+1] - sums[i-k]) / float64(2*k+1)
	}
	return out
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// settledAt returns the first index from which on all values are within band of to, -1 for none.
func settledAt(y []float64, to, band float64) int {
	at := -1
	for i, v := range y {
		switch {
		case math.Abs(wrap(v-to)) > band:
			at = -1
		case at < 0:
			at = i
		}
	}
	return at
}

// rise returns the time from 10 to 90 % of a step, -1 if it did not rise, or there was none.
func rise(points []Point, y []float64, from, size float64) float64 {
	low, high := -1.0, -1.0
	if size == 0 {
		return -1
	}
	for i, v := range y {
		share := (v - from) / size
		if low < 0 && share >= 0.1 {
			low = points[i].T
		}
		if high < 0 && share >= 0.9 {
			high = points[i].T
		}
	}
	if low < 0 || high < 0 {
		return -1
	}
	return high - low
}

// ideal returns the error, as a share of a step, a time t after it, if the heading follows e″ = -k1 e′ - k2 e without
// delay.
func ideal(t, k1, k2 float64) float64 {
	d := k1*k1/4 - k2
	a := -k1 / 2
	switch {
	case d > 1e-9: // e = A e^(r1 t) + B e^(r2 t), with e(0) = 1 and e′(0) = 0
		w := math.Sqrt(d)
		r1, r2 := a+w, a-w
		return (r1*math.Exp(r2*t) - r2*math.Exp(r1*t)) / (r1 - r2)
	case d < -1e-9:
		w := math.Sqrt(-d)
		return math.Exp(a*t) * (math.Cos(w*t) - a/w*math.Sin(w*t))
	}
	return math.Exp(a*t) * (1 - a*t)
}

// idealSettling returns how long the law's own equation takes to stay within band of a step.
func idealSettling(size, band, k1, k2 float64) float64 {
	if !(k1 > 0) || !(k2 > 0) || !(band > 0) || !(size > 0) {
		return -1
	}
	const dt, most = 1e-3, 120.0
	last := 0.0
	for i := 0; float64(i)*dt < most; i++ {
		if t := float64(i) * dt; size*math.Abs(ideal(t, k1, k2)) > band {
			last = t + dt
		}
	}
	if last >= most {
		return -1
	}
	return last
}

// Row is a row of Table I, plus the jitter, which the paper does not state.
type Row struct {
	Name        string  `json:"name"`
	Composition string  `json:"composition"`
	Delay       float64 `json:"average_delay_ms"`       // theoretical minus real start: late is negative, as in equation 3
	Phase       float64 `json:"phase_ms"`               // of the theoretical start in the composition's cycle: its place in the schedule
	AfterCycle  float64 `json:"average_after_cycle_ms"` // of the real start after the composition's cycle: Phase minus Delay
	Period      float64 `json:"period_ms"`
	Error       float64 `json:"error_percent"` // |average delay| of the period
	P50         float64 `json:"delay_p50_ms"`  // of |delay|
	P99         float64 `json:"delay_p99_ms"`
	Max         float64 `json:"delay_max_ms"`
	Duration    float64 `json:"average_duration_ms"`
	DurationP99 float64 `json:"duration_p99_ms"`
	DurationMax float64 `json:"duration_max_ms"`
	Cycles      int     `json:"cycles"`
}

// Track holds the start of every cycle of one loop, its delay and its duration.
type Track struct {
	Name, Composition string
	Period            float64   // s
	Phase             float64   // s, of the theoretical start after the composition's cycle
	Start             []float64 // s, theoretical
	Delay             []float64 // s, theoretical minus real start
	Duration          []float64 // s
}

// row summarises a loop.
func (l *Track) row() Row {
	r := Row{Name: l.Name, Composition: l.Composition, Period: l.Period * 1e3, Cycles: len(l.Delay)}
	if len(l.Delay) == 0 {
		return r
	}
	size := make([]float64, len(l.Delay))
	for i, d := range l.Delay {
		size[i] = math.Abs(d)
	}
	slices.Sort(size)
	took := slices.Sorted(slices.Values(l.Duration))
	r.Delay, r.Phase = mean(l.Delay)*1e3, l.Phase*1e3
	r.AfterCycle = r.Phase - r.Delay
	r.Error = 100 * math.Abs(r.Delay) / r.Period
	r.P50, r.P99, r.Max = quantile(size, 0.5)*1e3, quantile(size, 0.99)*1e3, size[len(size)-1]*1e3
	if len(took) > 0 {
		r.Duration, r.DurationP99, r.DurationMax = mean(took)*1e3, quantile(took, 0.99)*1e3, took[len(took)-1]*1e3
	}
	return r
}

// quantile returns the nearest rank in sorted values.
func quantile(sorted []float64, q float64) float64 {
	return sorted[min(len(sorted)-1, max(0, int(math.Ceil(q*float64(len(sorted))))-1))]
}

// PaperRow is a row of Table I as printed.
type PaperRow struct {
	Name, Composition string
	Delay             float64 // ms
	Period            float64 // ms
	Percent           float64
}

// PaperTable returns Table I of "Atoms based control of mobile robots with Hardware-In-the-Loop validation" (IROS 2015):
// on a BeagleBone Black, one core, Xenomai 2.6.3.
func PaperTable() []PaperRow {
	return []PaperRow{
		{"Sensors", "C1", -0.3583, 25, 1.433},
		{"Actuators", "C1", -0.1535, 25, 0.614},
		{"Navigation", "C1", -0.2808, 25, 1.123},
		{"MDynamic", "C1", -1.0358, 25, 4.143},
		{"Control", "C2", -0.4878, 50, 0.976},
		{"Frameshift", "C2", -0.0173, 50, 0.035},
	}
}

// paperOf finds the paper's row of a loop.
func paperOf(name, composition string) (PaperRow, bool) {
	t := PaperTable()
	i := slices.IndexFunc(t, func(r PaperRow) bool { return r.Name == name && r.Composition == composition })
	if i < 0 {
		return PaperRow{}, false
	}
	return t[i], true
}
