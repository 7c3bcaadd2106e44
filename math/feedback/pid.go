package feedback

import (
	"errors"
	"fmt"
	"math"
)

// Windup says how the integral is kept from growing while the output is at a bound.
type Windup uint8

// The kinds; the package comment states their laws.
const (
	None Windup = iota
	Conditional
	BackCalculation
)

// Windups are the names of the kinds, in the order of their values.
func Windups() []string { return []string{"none", "conditional", "back_calculation"} }

// Gains are the gains and bounds of a PID. Two bounds that are both zero mean no bounds.
type Gains struct {
	P, I, D    float64
	Min, Max   float64 // of the output
	IMin, IMax float64 // of the integral, in the output's unit
	Deadband   float64 // the integral does not change while |e| ≤ Deadband
	Tracking   float64 // s, T of BackCalculation; 0: √(D/I), or P/I without D
	Windup     Windup
}

// Check reports every fault of the gains.
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

// Begin forgets the past and sets the integral so that the next output is u for the error e at rest, within the
// integral's bounds.
func (p *PID) Begin(g *Gains, e, u float64) {
	*p = PID{u: u}
	if g.I > 0 {
		p.integral = bound(u-float64(g.P*e), g.IMin, g.IMax)
	}
}

// Integral returns the integral's share of the output.
func (p *PID) Integral() float64 { return p.integral }

// Step returns the output for a reference, with its rate if known or else 0, and a measured value, whose rate is the
// difference from the last one over dt seconds. If a number is not finite or dt is not positive, ok is false and the
// output is the last one.
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

// Rate is Step for a given error and its rate.
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
