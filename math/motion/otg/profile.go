package otg

import "math"

// profile is a sequence of phases with jerk 1, 0 or −1.
type profile struct {
	n   int
	d   [7]float64 // duration
	end [7]float64 // since the beginning
	j   [7]float64
	a   [7]float64 // acceleration at its beginning
	v   [7]float64 // velocity at its beginning

	speed float64 // where the last one ends
}

// add appends a phase that starts with acceleration a, if it lasts.
func (f *profile) add(d, a, j float64) {
	if !(d > 0) {
		return
	}
	t := d
	if f.n > 0 {
		t += f.end[f.n-1]
	}
	f.d[f.n], f.end[f.n], f.v[f.n], f.a[f.n], f.j[f.n] = d, t, f.speed, a, j
	f.n++
	f.speed += d * (a + d*j/2)
}

// through goes from a0 to a, which it holds for h0, to b, which it holds for h1, and to af.
func (f *profile) through(v0, a0, a, h0, b, h1, af float64) {
	f.n, f.speed = 0, v0
	f.add(a-a0, a0, 1)
	f.add(h0, a, 0)
	f.add(a-b, a, -1)
	f.add(h1, b, 0)
	f.add(af-b, b, 1)
}

// cruise goes from a0 to a, held for h0, and to 0, stays at velocity v for rest, goes to b, held for h1, and to af.
func (f *profile) cruise(v0, a0, a, h0, v, rest, b, h1, af float64) {
	f.n, f.speed = 0, v0
	f.add(math.Abs(a-a0), a0, math.Copysign(1, a-a0))
	f.add(h0, a, 0)
	f.add(math.Abs(a), a, math.Copysign(1, -a))
	f.speed = v
	f.add(rest, 0, 0)
	f.add(math.Abs(b), 0, math.Copysign(1, b))
	f.add(h1, b, 0)
	f.add(math.Abs(af-b), b, math.Copysign(1, af-b))
}

// bump goes from a0 to a, which it holds for h, and to af; a above both or below both.
func (f *profile) bump(v0, a0, a, h, af float64) {
	f.n, f.speed = 0, v0
	f.add(a-a0, a0, 1)
	f.add(a0-a, a0, -1)
	f.add(h, a, 0)
	f.add(a-af, a, -1)
	f.add(af-a, a, 1)
}

// mixed is the weighted mean of two profiles.
type mixed struct {
	n int
	d [14]float64
	j [14]float64
	a [14]float64 // acceleration at its beginning
	v [14]float64 // velocity at its beginning

	f, g ticks
}

// tick is a time within a profile, since its beginning or, in its later half, before its end: near both ends of a long
// motion the phases are short and need full precision.
type tick struct {
	t    float64
	late bool
}

// ticks are the times at which phases begin, and the end.
type ticks [8]tick

// set takes the ticks of a profile of duration t.
func (k *ticks) set(f *profile, t float64) {
	left := 0.0
	for i := f.n; i >= 0; i-- {
		k[i] = tick{left, true}
		if i > 0 {
			left += f.d[i-1]
		}
	}
	for i := 1; i < f.n && 2*f.end[i-1] <= t; i++ {
		k[i] = tick{f.end[i-1], false}
	}
	k[0] = tick{}
}

// until returns the time from one tick to another in a profile of duration t.
func (a tick) until(b tick, t float64) float64 {
	switch {
	case a.late && b.late:
		return a.t - b.t
	case b.late:
		return t - a.t - b.t
	case a.late:
		return b.t + a.t - t
	}
	return b.t - a.t
}

// mix puts weight w on f and 1 − w on sign·g. Both last t, to rounding.
func (m *mixed) mix(f, g *profile, w, sign, t float64) {
	m.f.set(f, t)
	m.g.set(g, t)
	m.n = 0
	w = min(max(w, 0), 1)
	u := sign * (1 - w)
	now := tick{}
	for i, k := 0, 0; i < f.n && k < g.n; {
		vf, af := f.at(i, m.f[i].until(now, t))
		vg, ag := g.at(k, m.g[k].until(now, t))
		d, e := now.until(m.f[i+1], t), now.until(m.g[k+1], t)
		next := m.f[i+1]
		if e < d {
			next, d = m.g[k+1], e
		}
		if d > 0 {
			m.d[m.n], m.j[m.n] = d, w*f.j[i]+u*g.j[k]
			m.v[m.n], m.a[m.n] = w*vf+u*vg, w*af+u*ag
			m.n++
			now = next
		}
		onF, onG := now.until(m.f[i+1], t) <= 0, now.until(m.g[k+1], t) <= 0
		if onF {
			i++
		}
		if onG {
			k++
		}
	}
}

// at returns velocity and acceleration at time t within phase i.
func (f *profile) at(i int, t float64) (v, a float64) {
	if !(t > 0) {
		return f.v[i], f.a[i]
	}
	u := f.j[i] * t
	return f.v[i] + t*(f.a[i]+u/2), f.a[i] + u
}
