package mock

import (
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/safety"
)

// Watch looks at how mock hardware moves and counts what is outside limits, by differences of its true positions: an
// arithmetic that has nothing in common with what limits the commands.
type Watch struct {
	Count  int
	First  string // what was outside first
	d      *Driver
	limits []safety.AxisLimit
	last   [][3]float64
	known  int // cycles of which something is known
}

// Watched watches hardware from now on; limits gives a joint's.
func Watched(d *Driver, limits func(joint string) safety.AxisLimit) *Watch {
	w := &Watch{d: d, last: make([][3]float64, len(d.joints))}
	for i := range d.joints {
		w.limits = append(w.limits, limits(d.joints[i].Name))
	}
	return w
}

// Look compares the joints with where they were a period ago. It is called once a period.
func (w *Watch) Look() {
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

// Rest reports whether no joint moved in the last period.
func (w *Watch) Rest() bool {
	for i := range w.last {
		if math.Abs(w.last[i][1]) > 1e-9 {
			return false
		}
	}
	return true
}

// Position is the true position of a joint, NaN for one that there is not.
func (d *Driver) Position(joint string) float64 {
	for i := range d.joints {
		if d.joints[i].Name == joint {
			return d.joints[i].q
		}
	}
	return math.NaN()
}
