package dive

import (
	"math"
	"slices"
)

// Row is a row of Table I, and what the paper does not state: the jitter.
type Row struct {
	Name        string  `json:"name"`
	Composition string  `json:"composition"`
	Delay       float64 `json:"average_delay_ms"`       // theoretical minus real start: late is negative, as in equation 3
	Phase       float64 `json:"phase_ms"`               // of the theoretical start in the composition's cycle: its place by the schedule
	AfterCycle  float64 `json:"average_after_cycle_ms"` // of the real start behind the composition's cycle: Phase minus Delay
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

// Track is what one loop did: the start of every cycle, its delay and its duration.
type Track struct {
	Name, Composition string
	Period            float64   // s
	Phase             float64   // s, of the theoretical start behind the composition's cycle
	Start             []float64 // s, theoretical
	Delay             []float64 // s, theoretical minus real start
	Duration          []float64 // s
}

// row sums a loop up.
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

// quantile is the nearest rank in sorted values.
func quantile(sorted []float64, q float64) float64 {
	return sorted[min(len(sorted)-1, max(0, int(math.Ceil(q*float64(len(sorted))))-1))]
}

// paperRow is a row of Table I as printed.
type paperRow struct {
	name, composition string
	delay             float64 // ms
	period            float64 // ms
	percent           float64
}

// paperTable is Table I of "Atoms based control of mobile robots with Hardware-In-the-Loop validation" (IROS 2015): on
// a BeagleBone Black, one core, Xenomai 2.6.3.
func paperTable() []paperRow {
	return []paperRow{
		{"Sensors", "C1", -0.3583, 25, 1.433},
		{"Actuators", "C1", -0.1535, 25, 0.614},
		{"Navigation", "C1", -0.2808, 25, 1.123},
		{"MDynamic", "C1", -1.0358, 25, 4.143},
		{"Control", "C2", -0.4878, 50, 0.976},
		{"Frameshift", "C2", -0.0173, 50, 0.035},
	}
}

// paperOf finds the paper's row of a loop.
func paperOf(name, composition string) (paperRow, bool) {
	t := paperTable()
	i := slices.IndexFunc(t, func(r paperRow) bool { return r.name == name && r.composition == composition })
	if i < 0 {
		return paperRow{}, false
	}
	return t[i], true
}
