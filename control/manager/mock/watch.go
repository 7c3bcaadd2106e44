package mock

import (
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/safety"
)

// Watch observes the motion of mock hardware and counts violations of limits, by differences of its true positions. This
// arithmetic shares nothing with the code that limits the commands.
type Watch struct {
	Count  int
	First  string // the first violation
	d      *Driver
	limits []safety.AxisLimit
	last   [][3]float64
	known  int // consecutive cycles that are known
	writes uint64
	past   []samples // for hardware that is told the time
}

// samples are a joint's last commands and when they were sent, the newest first.
type samples struct {
	mode string
	n    int
	x, t [4]float64
}

// Watched watches hardware from now on; limits returns a joint's limits.
func Watched(d *Driver, limits func(joint string) safety.AxisLimit) *Watch {
	w := &Watch{d: d, last: make([][3]float64, len(d.joints)), past: make([]samples, len(d.joints))}
	for i := range d.joints {
		w.limits = append(w.limits, limits(d.joints[i].Name))
	}
	return w
}

// Look compares the joints' positions with those of a period ago. Call it once per period. For hardware that is told the
// time, it checks the commands as they arrived: positions and velocities, by divided differences over their times.
func (w *Watch) Look() {
	if w.d.told {
		w.lookBack()
		return
	}
	dt := w.d.c.Period.Seconds()
	if w.d.life < hw.Inactive || w.d.life == hw.Finalized {
		w.known = 0 // it may be moved by hand
	}
	for i := range w.d.joints {
		q, last, l := w.d.joints[i].q, &w.last[i], &w.limits[i]
		v := (q - last[0]) / dt
		a := (v - last[1]) / dt
		j := (a - last[2]) / dt
		// Differences of positions of a few rad are known to 1e-16 / dt³ = 1e-7 for each 1e-3 s.
		out := q < l.Lower-1e-8 || q > l.Upper+1e-8 ||
			w.known > 0 && math.Abs(v) > l.V*(1+1e-5) ||
			w.known > 1 && math.Abs(a) > min(l.A, l.D)*(1+1e-5)+1e-6 ||
			w.known > 2 && math.Abs(j) > l.J*(1+1e-4)+1e-3
		if out {
			if w.Count++; w.First == "" {
				w.First = fmt.Sprintf("%s: position %g, velocity %g, acceleration %g, jerk %g", w.d.joints[i].Name, q, v, a, j)
			}
		}
		*last = [3]float64{q, v, a}
	}
	w.known++
}

// lookBack checks the newest command, if there is one.
func (w *Watch) lookBack() {
	sent := w.d.Writes != w.writes
	w.writes = w.d.Writes
	for i := range w.d.joints {
		j, p, l := &w.d.joints[i], &w.past[i], &w.limits[i]
		w.last[i] = [3]float64{j.q, j.v, j.a}
		if w.d.life != hw.Active || p.mode != j.mode || j.master >= 0 {
			p.n, p.mode = 0, j.mode
		}
		if w.d.life == hw.Active && sent {
			x := j.q
			if j.mode == "velocity" {
				x = j.v
			}
			copy(p.x[1:], p.x[:])
			copy(p.t[1:], p.t[:])
			p.x[0], p.t[0] = x, w.d.wrote.Seconds()
			p.n = min(p.n+1, len(p.x))
		}
		out := j.q < l.Lower-1e-8 || j.q > l.Upper+1e-8
		most := [...]float64{l.V, min(l.A, l.D), l.J}
		switch {
		case !sent || j.mode != "position" && j.mode != "velocity":
			most = [...]float64{math.Inf(1), math.Inf(1), math.Inf(1)}
		case j.mode == "velocity":
			out = out || math.Abs(p.x[0]) > l.V*(1+1e-5)
			most = [...]float64{min(l.A, l.D), l.J, math.Inf(1)}
		}
		for k := 1; k < p.n; k++ {
			d, rounding := p.difference(k)
			out = out || math.Abs(d) > most[k-1]*(1+1e-5)+rounding
		}
		if out {
			if w.Count++; w.First == "" {
				w.First = fmt.Sprintf("%s: %s commands %g at %g s", j.Name, j.mode, p.x[:p.n], p.t[:p.n])
			}
		}
	}
}

// difference returns k! times the divided difference of the newest k+1 samples, which is a k-th derivative somewhere between
// them, and its rounding error: 1e-15 of the greatest sample, or of 1.
func (p *samples) difference(k int) (d, rounding float64) {
	x, size := p.x, 1.0
	for _, v := range x {
		size = max(size, math.Abs(v))
	}
	r := 1e-15 * size
	for n := 1; n <= k; n++ {
		least := math.Inf(1)
		for i := 0; i+n <= k; i++ {
			dt := p.t[i] - p.t[i+n]
			x[i] = float64(n) * (x[i] - x[i+1]) / dt
			least = min(least, dt)
		}
		r = float64(2*n) * r / least
	}
	return x[0], r
}

// Rest reports whether no joint moved in the last period.
func (w *Watch) Rest() bool {
	for i := range w.last {
		if math.Abs(w.last[i][1]) > 1e-9 {
			return false
		}
	}
	return true
}

// Position returns the true position of a joint, NaN if there is no such joint.
func (d *Driver) Position(joint string) float64 {
	for i := range d.joints {
		if d.joints[i].Name == joint {
			return d.joints[i].q
		}
	}
	return math.NaN()
}
