package otg

import (
	"errors"
	"fmt"
	"math"
)

// Limit is a robot's limits for one joint: positions in rad or m, and the greatest velocity, acceleration and jerk in
// both directions, in these per s, s² and s³. Lower and Upper may be infinite.
type Limit struct{ Lower, Upper, V, A, J float64 }

// rounding is the part of the limits left for the rounding of up to third differences.
const rounding = 1e-6

// Margin returns the limits to plan with for a robot that continues with constant backward acceleration through up to
// lost missing commands in a row, so that it keeps the given limits even then, if at least apart commands arrive
// between such gaps. dt is its period in s.
//
// While a plan keeps (V', A, J), v + a²/2J ≤ V' whenever a > 0, because it must be able to release a in time. A gap
// adds lost·dt·a to the velocity; after it a is released again, by J·dt each command, so that the next gap finds it
// lower by m = apart·J·dt. The backward differences that continue are means over the last two periods, so up to two
// more periods are counted. The velocity therefore never passes V' + D with
//
//	D = 2·dt·A + lost·dt·(A + (A − m) + (A − 2m) + …),
//
// over the positive terms, and V' = V − D. If that would take more than half of V, A is lowered first.
//
// A joint that could have stopped at its position limit continues for τ = (lost + 2)·dt before it gets a command, needs
// up to 2A/J·(1 + lost/apart) from +A to −A instead of 2A/J, at V at most, and has up to D more to brake, for at most
// V/A and that ramp. Its position limits are therefore narrowed by
//
//	V·(τ + 2A/J·lost/apart) + D·(V/A + 2A/J·(1 + lost/apart)).
func Margin(limits []Limit, lost, apart int, dt float64) ([]Limit, error) {
	var errs []error
	if !(dt > 0) || math.IsInf(dt, 1) || lost < 0 || apart < 1 {
		errs = append(errs, fmt.Errorf("otg: period %g s, up to %d lost commands, %d or more between: give a positive period and numbers, none lost at least",
			dt, lost, apart))
	}
	out := make([]Limit, len(limits))
	for i, l := range limits {
		for _, x := range [3]float64{l.V, l.A, l.J} {
			if !(x > 0) || math.IsInf(x, 1) {
				errs = append(errs, fmt.Errorf("otg: joint %d: limits V %g, A %g, J %g: give positive numbers", i, l.V, l.A, l.J))
				break
			}
		}
		l.V, l.A, l.J = l.V*(1-rounding), l.A*(1-rounding), l.J*(1-rounding)
		inset := 0.0
		if lost > 0 && len(errs) == 0 {
			for l.gain(lost, apart, dt) > l.V/2 {
				l.A *= 0.95
			}
			gain, slower := l.gain(lost, apart, dt), float64(lost)/float64(apart)
			ramp := 2 * l.A / l.J
			inset = l.V*(float64(lost+2)*dt+ramp*slower) + gain*(l.V/l.A+ramp*(1+slower))
			l.V -= gain
		}
		l.Lower += inset
		l.Upper -= inset
		if !(l.Lower < l.Upper) {
			errs = append(errs, fmt.Errorf("otg: joint %d: a margin of %g at both ends leaves no positions between %g and %g: widen them, or tolerate fewer than %d lost commands",
				i, inset, limits[i].Lower, limits[i].Upper, lost))
		}
		out[i] = l
	}
	return out, errors.Join(errs...)
}

// gain is D of [Margin].
func (l Limit) gain(lost, apart int, dt float64) float64 {
	m := float64(apart) * l.J * dt
	terms := math.Ceil(l.A / m)
	return 2*dt*l.A + float64(lost)*dt*(terms*l.A-m*terms*(terms-1)/2)
}
