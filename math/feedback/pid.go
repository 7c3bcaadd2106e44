package feedback

import (
	"errors"
	"fmt"
	"math"
)

// Windup says how the integral is kept from growing while the output is at a bound.
type Windup uint8

// The kinds; the package's comment has their laws.
const (
	None Windup = iota
	Conditional
	BackCalculation
)

// Windups are their names, in the order of their values.
func Windups() []string { return []string{"none", "conditional", "back_calculation"} }

// Gains are those of a PID. Bounds that are both zero do not bound.
type Gains struct {
	P, I, D    float64
	Min, Max   float64 // of the output
	IMin, IMax float64 // of the integral, in the output's unit
	Deadband   float64 // the integral does not change while |e| is within it
	Tracking   float64 // s, T of BackCalculation; 0: √(D/I), or P/I without D
	Windup     Windup
}

// Check reports every fault.
func (g *Gains) Check() error {
	var errs []error
	for _, f := range []struct {
		name string
		x    float64
	}{{"P", g.P}, {"I", g.I}, {"D", g.D}, {"Deadband", g.Deadband}, {"Tracking", g.Tracking}} {
		if !(f.x >= 0) || math.IsInf(f.x, 1) {
			errs = append(errs, fmt.Errorf("feedback: gain %s is %g: it must be finite and not negative", f.name, f.x))
		}
	}
	for _, f := range []struct {
		name      string
		low, high float64
	}{{"the output", g.Min, g.Max}, {"the integral", g.IMin, g.IMax}} {
		if !(f.low <= 0 && f.high >= 0) {
			errs = append(errs, fmt.Errorf("feedback: bounds of %s are %g to %g: they must include 0", f.name, f.low, f.high))
		}
	}
	if g.Windup > BackCalculation {
		errs = append(errs, fmt.Errorf("feedback: windup %d: unknown", g.Windup))
	}
	if g.Windup == BackCalculation && g.I > 0 && g.tracking() == 0 {
		errs = append(errs, errors.New("feedback: back calculation without P and D needs Tracking"))
	}
	return errors.Join(errs...)
}

func (g *Gains) tracking() float64 {
	switch {
	case g.Tracking > 0 || g.I == 0:
		return g.Tracking
	case g.D > 0:
		return math.Sqrt(g.D / g.I)
	}
	return g.P / g.I
}

func bound(x, low, high float64) float64 {
	if low == 0 && high == 0 {
		return x
	}
	return min(max(x, low), high)
}

// PID is one loop. Its zero value is ready.
type PID struct {
	integral float64
	u        float64 // last output
	was      float64 // last measured value
	seen     bool
}

// Begin forgets the past and lets the integral be such that the next output is u if e is then the error and at rest,
// as far as the integral's bounds let it.
func (p *PID) Begin(g *Gains, e, u float64) {
	*p = PID{u: u}
	if g.I > 0 {
		p.integral = bound(u-float64(g.P*e), g.IMin, g.IMax)
	}
}

// Integral is the integral's share of the output.
func (p *PID) Integral() float64 { return p.integral }

// Step returns the output for a reference, whose rate is known or 0, and a measured value, whose rate it takes as the
// difference from the last one over dt seconds. With anything that is not finite, or no time, ok is false and the output
// is the last one.
func (p *PID) Step(g *Gains, reference, rate, measured, dt float64) (u float64, ok bool) {
	de := rate
	if p.seen && dt > 0 {
		de -= (measured - p.was) / dt
	} else {
		de = 0
	}
	u, ok = p.Rate(g, reference-measured, de, dt)
	if ok {
		p.was, p.seen = measured, true
	}
	return u, ok
}

// Rate is Step with the error and its rate given.
func (p *PID) Rate(g *Gains, e, de, dt float64) (u float64, ok bool) {
	raw := float64(g.P*e) + p.integral + float64(g.D*de)
	if raw-raw != 0 || !(dt > 0) || math.IsInf(dt, 1) {
		return p.u, false
	}
	u = bound(raw, g.Min, g.Max)
	if math.Abs(e) > g.Deadband {
		add := float64(g.I * e)
		switch g.Windup {
		case Conditional:
			if raw != u && e*raw > 0 {
				add = 0
			}
		case BackCalculation:
			if t := g.tracking(); t > 0 {
				add += (u - raw) / t
			}
		}
		p.integral = bound(p.integral+float64(add*dt), g.IMin, g.IMax)
	}
	p.u = u
	return u, true
}
