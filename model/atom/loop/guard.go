package loop

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/reactor"
)

// Guard keeps invalid values of an interface element from being passed on; the last valid one stays.
type Guard struct {
	path      string
	low, high float64
	frozen    time.Duration // 0: it may stay equal
	halts     Halt          // the actuators that depend on it
	alarm     func(Event)

	flagged        bool
	why            string
	seen           bool // it has been valid once
	last           float64
	changed, since reactor.Time
}

// Between makes g a guard of a value that must be from low to high.
func Between[T unit.Value](g *Guard, path string, low, high T, halts Halt) *Guard {
	*g = Guard{path: path, low: float64(low), high: float64(high), halts: halts}
	return g
}

// Finite makes g a guard of a value that may be any finite number.
func Finite(g *Guard, path string, halts Halt) *Guard {
	*g = Guard{path: path, low: -math.MaxFloat64, high: math.MaxFloat64, halts: halts}
	return g
}

// Number makes g a guard of a value that may be any number, infinite ones too: of what an Atom stores.
func Number(g *Guard, path string, halts Halt) *Guard {
	*g = Guard{path: path, low: math.Inf(-1), high: math.Inf(1), halts: halts}
	return g
}

// Freezes makes a value invalid that is equal to the bit for d.
func (g *Guard) Freezes(d time.Duration) *Guard {
	g.frozen = d
	return g
}

// Begins sets the value to use until there is a valid one, in SI units; the default is 0.
func (g *Guard) Begins(v float64) *Guard {
	g.last = v
	return g
}

// check returns v if it is valid, and the last valid value otherwise.
func (g *Guard) check(v float64, at reactor.Time) float64 {
	why := ""
	switch {
	case math.IsNaN(v):
		why = Missing
	case v < g.low || v > g.high:
		why = Range
	case g.frozen > 0:
		if !g.seen || math.Float64bits(v) != math.Float64bits(g.last) {
			g.changed = at
		} else if time.Duration(at-g.changed) >= g.frozen {
			why = Frozen
		}
	}
	if why != "" {
		if !g.flagged {
			g.flagged, g.why, g.since = true, why, at
			g.tell(v, at)
		}
		return g.last
	}
	if g.flagged {
		g.lower(v, at)
	}
	g.last, g.seen = v, true
	return v
}

// lower ends a flag.
func (g *Guard) lower(v float64, at reactor.Time) {
	g.flagged, g.changed = false, at
	g.tell(v, at)
}

func (g *Guard) tell(v float64, at reactor.Time) {
	if g.alarm != nil {
		g.alarm(Event{At: at, Path: g.path, Why: g.why, Raised: g.flagged, Value: v})
	}
}

// Pass returns v if it is valid, and the last valid value otherwise.
func Pass[T unit.Value](g *Guard, v T, at reactor.Time) T { return T(g.check(float64(v), at)) }

// Admit is Pass for a value that an Atom reads. If the Atom tracks, and does not run, nothing is flagged.
func Admit[T unit.Value](g *Guard, v T, at reactor.Time, runs bool) T {
	if runs {
		return Pass(g, v, at)
	}
	if x := float64(v); x >= g.low && x <= g.high && math.Float64bits(x) != math.Float64bits(g.last) {
		g.last, g.changed = x, at
	}
	return T(g.last)
}

// Keep replaces an invalid value in a product or a storage of an Atom by the last valid one.
func Keep[T unit.Value](g *Guard, p interface {
	Get() T
	Set(v T)
}, at reactor.Time) {
	p.Set(T(g.check(float64(p.Get()), at)))
}

// Settle makes an Atom's value after tracking the last valid one.
func Settle[T unit.Value](g *Guard, p interface{ Get() T }) {
	if v := float64(p.Get()); !g.flagged && v >= g.low && v <= g.high {
		g.last = v
	}
}
