package otg

import "math"

// turn is a motion with one change of acceleration and back, the quickest motion between two velocities. Both edges
// meet at its end of a set of durations.
type turn struct {
	a    float64 // acceleration at the bend, above both ends or below both
	hold float64
	t    float64 // duration
	up   bool    // above
}

// bends are the durations in which af and a change of velocity are possible: from first to gap, and from later on.
// Without a gap, later equals first. They are all the durations of interface Velocity, too.
type bends struct {
	first, gap, later turn
	split             bool
}

// upper is the turn that rises to a; held for as long as necessary if a is above the limit.
func upper(a0, a, af, limit float64) turn {
	u := turn{a: a, up: true}
	if a > limit {
		u.a, u.hold = limit, (a*a-limit*limit)/limit
	}
	u.t = 2*u.a - a0 - af + u.hold
	return u
}

// lower is upper mirrored: it falls to −a.
func lower(a0, a, af, limit float64) turn {
	u := upper(-a0, a, -af, limit)
	u.a, u.up = -u.a, false
	return u
}

// find sets the durations for a change of velocity from v0 to vf. What is 1 in real scale is unit here.
func (b *bends) find(v0, a0, vf, af, hi, lo, unit float64) {
	b.split = false
	dv := vf - v0
	mean := (a0*a0 + af*af) / 2
	g, h := dv+mean, mean-dv // squares of the acceleration at the bend, up and down
	var direct float64       // the change of velocity in going straight from a0 to af
	if af >= a0 {
		direct = (af*af - a0*a0) / 2
	} else {
		direct = (a0*a0 - af*af) / 2
	}
	most, least := max(a0, af), min(a0, af)
	// exactly on the straight motion, that is the quickest, whichever sign rounding gives the difference
	over, round := dv-direct, 2e-15*(mean+math.Abs(v0)+math.Abs(vf))+1e-13*unit
	straight := math.Abs(over) <= round
	if over >= 0 && !(most < 0 && straight) || least > 0 && straight {
		b.first = upper(a0, max(math.Sqrt(max(g, 0)), most), af, max(hi, most))
		if least > 0 && h >= 0 {
			r := min(math.Sqrt(h), least)
			b.split, b.gap, b.later = true, lower(a0, -r, af, lo), lower(a0, r, af, lo)
		}
	} else {
		b.first = lower(a0, max(math.Sqrt(max(h, 0)), -least), af, max(lo, -least))
		if most < 0 && g >= 0 {
			r := min(math.Sqrt(g), -most)
			b.split, b.gap, b.later = true, upper(a0, -r, af, hi), upper(a0, r, af, hi)
		}
	}
	if straight {
		b.first = turn{a: most, t: most - least, up: b.first.up}
		if !b.first.up {
			b.first.a = least
		}
	}
	if !b.split {
		b.later = b.first
	}
}

// x returns where the edge begins or ends at this turn.
func (u *turn) x(a0, af float64) float64 {
	if u.up {
		return u.a - af
	}
	return a0 - u.a
}

// mirroredX is x for the edge of the mirrored joint; a0 and af are not mirrored.
func (u *turn) mirroredX(a0, af float64) float64 {
	if u.up {
		return u.a - a0
	}
	return af - u.a
}

// distance returns how far the turn goes from velocity v0 and acceleration a0 to af.
func (u *turn) distance(v0, a0, af float64) float64 {
	j := 1.0
	if !u.up {
		j = -1
	}
	p, v, _ := travel(0, v0, a0, j, math.Abs(u.a-a0))
	p, v, _ = travel(p, v, u.a, 0, u.hold)
	p, _, _ = travel(p, v, u.a, -j, math.Abs(u.a-af))
	return p
}
