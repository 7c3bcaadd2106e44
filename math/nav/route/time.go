package route

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
)

// rest returns the least time from rest to rest over a distance, with bounds on speed, acceleration and jerk.
func rest(d, v, a, j float64) float64 {
	if t := 4 * math.Cbrt(d/(2*j)); t*j <= 4*a && d <= v*t/2 { // the acceleration stays below its bound, and the speed too
		return t
	}
	if d*a >= v*v {
		return d/v + v/a + a/j
	}
	return 2*math.Sqrt(d/a) + a/j
}

// time returns the least time of a leg under limits, in s.
//
// A turn has a closed form. On other legs the speed is bounded at every way: by V or Back, by W and Lateral for the curvature,
// and by Alpha, Angular and Jerk for how the curvature changes. The fastest speed below that whose change along the leg stays
// within Accel, and with the curvature's within Alpha, is found in one pass forward and one back. Jerk is bounded as if that
// speed were averaged over Accel/Jerk seconds, which makes a leg that much longer and is exact on straight legs.
func (l *Leg) time(m *nav.Limits) float64 {
	if l.Kind == Turn {
		return rest(l.Length(), m.W, m.Alpha, m.Angular)
	}
	top := m.V
	if l.Kind == Backward {
		top = m.Back
	}
	n := len(l.Ways)
	speed, bend := make([]float64, 0, n), make([]float64, 0, n)
	for i := range l.Ways {
		a, b := &l.Ways[max(i-1, 0)], &l.Ways[min(i+1, n-1)]
		d := (b.Curvature - a.Curvature) / max(b.S-a.S, 1e-9)
		bend = append(bend, math.Abs(d))
		v := min(top, m.Speed(l.Ways[i].Curvature), math.Sqrt(m.Alpha/max(math.Abs(d), 1e-9)), math.Cbrt(m.Jerk/max(math.Abs(d), 1e-9)))
		speed = append(speed, v)
	}
	for i := range n { // the second derivative of the curvature
		a, b := max(i-1, 0), min(i+1, n-1)
		dd := (bend[b] - bend[a]) / max(l.Ways[b].S-l.Ways[a].S, 1e-9)
		speed[i] = min(speed[i], math.Cbrt(m.Angular/max(math.Abs(dd), 1e-9)))
	}
	speed[0], speed[n-1] = 0, 0
	gain := func(i int, v, ds float64) float64 { // the square of the speed at the next way
		k, d := math.Abs(l.Ways[i].Curvature), bend[i]
		a := min(m.Accel, max((m.Alpha-d*v*v)/max(k, 1e-9), m.Accel/10))
		return v*v + 2*a*ds
	}
	for i := 1; i < n; i++ {
		speed[i] = min(speed[i], math.Sqrt(gain(i-1, speed[i-1], l.Ways[i].S-l.Ways[i-1].S)))
	}
	for i := n - 2; i >= 0; i-- {
		speed[i] = min(speed[i], math.Sqrt(gain(i+1, speed[i+1], l.Ways[i+1].S-l.Ways[i].S)))
	}
	t := m.Accel / m.Jerk
	for i := 1; i < n; i++ {
		t += 2 * (l.Ways[i].S - l.Ways[i-1].S) / max(speed[i]+speed[i-1], 1e-6)
	}
	return t
}
