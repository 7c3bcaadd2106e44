package dive

import (
	"fmt"
	"io"
	"math"
	"time"
)

// flight remembers the cycles of a run. It is made for as many as it may keep, so that nothing allocates later: a run
// that takes longer keeps every second, fourth … cycle.
type flight struct {
	now    Point
	forces [maxThrusters]float64
	n      int // thrusters

	points  []Point
	thrusts []float64 // n a point
	stride  uint64
	cycles  uint64
}

const (
	maxThrusters = 16
	keepPoints   = 40000
)

// newFlight makes room for a run of so long with cycles of period; a run without an end gets as much as there is.
func newFlight(length, period time.Duration, thrusters int) *flight {
	room := keepPoints
	if length > 0 && period > 0 {
		room = int(min(keepPoints, int64(length/period)+16))
	}
	nan := math.NaN()
	return &flight{now: Point{Measured: nan, Truth: nan, SetPoint: nan}, n: thrusters, stride: 1,
		points: make([]Point, 0, room), thrusts: make([]float64, 0, room*thrusters)}
}

// cycle ends a cycle: what is now is kept.
func (f *flight) cycle(t float64) {
	f.cycles++
	if (f.cycles-1)%f.stride != 0 {
		return
	}
	if len(f.points) == cap(f.points) {
		f.thin()
		if (f.cycles-1)%f.stride != 0 {
			return
		}
	}
	f.now.T = t
	f.points = append(f.points, f.now)
	f.thrusts = append(f.thrusts, f.forces[:f.n]...)
}

// thin drops every second point.
func (f *flight) thin() {
	keep := 0
	for i := 0; i < len(f.points); i += 2 {
		f.points[keep] = f.points[i]
		copy(f.thrusts[keep*f.n:(keep+1)*f.n], f.thrusts[i*f.n:(i+1)*f.n])
		keep++
	}
	f.points, f.thrusts = f.points[:keep], f.thrusts[:keep*f.n]
	f.stride *= 2
}

// times are the points' times.
func (f *flight) times() []float64 {
	v := make([]float64, len(f.points))
	for i := range v {
		v[i] = f.points[i].T
	}
	return v
}

// force is the series of one thruster.
func (f *flight) force(thruster int) []float64 {
	v := make([]float64, len(f.points))
	for i := range v {
		v[i] = f.thrusts[i*f.n+thruster]
	}
	return v
}

// writeCSV writes the points as a table.
func (f *flight) writeCSV(w io.Writer) error {
	line := "time_s,measured_deg,true_deg,set_point_deg"
	for i := range f.n {
		line += fmt.Sprintf(",thruster_%d_n", i+1)
	}
	if _, err := fmt.Fprintln(w, line); err != nil {
		return err
	}
	deg := func(x float64) string {
		if math.IsNaN(x) {
			return ""
		}
		return fmt.Sprintf("%.4f", x*180/math.Pi)
	}
	for i, p := range f.points {
		line := fmt.Sprintf("%.6f,%s,%s,%s", p.T, deg(p.Measured), deg(p.Truth), deg(p.SetPoint))
		for _, v := range f.thrusts[i*f.n : (i+1)*f.n] {
			line += fmt.Sprintf(",%.4f", v)
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

// writeCSV writes the cycles of a loop as a table.
func (l *Track) writeCSV(w io.Writer) error {
	if _, err := fmt.Fprintln(w, "start_s,delay_ms,duration_ms"); err != nil {
		return err
	}
	for i := range l.Delay {
		took := math.NaN()
		if i < len(l.Duration) {
			took = l.Duration[i]
		}
		if _, err := fmt.Fprintf(w, "%.6f,%.6f,%.6f\n", l.Start[i], l.Delay[i]*1e3, took*1e3); err != nil {
			return err
		}
	}
	return nil
}
