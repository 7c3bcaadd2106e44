package lib

import (
	"math"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// PID is u = k·(e + 1/ti ∫e dt + td ė), with the derivative filtered by td/n, the output kept between min and max, and
// anti-windup by back-calculation with the time √(ti·td), or ti if td is 0 (Åström and Hägglund, PID Controllers, 1995,
// chapter 3; forward differences for the integral, backward ones for the derivative). k is the output at an error of
// one SI unit. ti = 0: no integral; td = 0: no derivative; n = 0 stands for 10; min = max: no limits; they may be
// exchanged. The derivative of an Angle is taken the short way round.
type PID[E, U unit.Value] struct {
	E    atom.Need[E]          `frame:"$frame" axis:"$axis"`
	K    atom.Need[U]          `frame:"$frame" axis:"$axis" update:"constant"`
	Ti   atom.Need[unit.Time]  `update:"constant"`
	Td   atom.Need[unit.Time]  `update:"constant"`
	N    atom.Need[unit.Ratio] `update:"constant"`
	Min  atom.Need[U]          `frame:"$frame" axis:"$axis" update:"constant"`
	Max  atom.Need[U]          `frame:"$frame" axis:"$axis" update:"constant"`
	U    atom.Product[U]       `frame:"$frame" axis:"$axis"`
	I    atom.Storage[U]       `frame:"$frame" axis:"$axis"` // the integral's part of the output
	D    atom.Storage[U]       `frame:"$frame" axis:"$axis"` // the derivative's
	Last atom.Storage[E]       `frame:"$frame" axis:"$axis"`
	Runs atom.Storage[unit.Boolean]
}

// Physics computes the output, then the integral for the next run.
func (a *PID[E, U]) Physics(dt unit.Time) {
	p := a.proportional(dt)
	v := p + float64(a.I.Get()) + float64(a.D.Get())
	u := v
	if low, high := float64(a.Min.Get()), float64(a.Max.Get()); low != high {
		u = clamp(v, low, high)
	}
	if ti, td := float64(a.Ti.Get()), float64(a.Td.Get()); ti > 0 {
		reset := ti
		if td > 0 {
			reset = math.Sqrt(float64(ti * td))
		}
		h := float64(dt)
		a.I.Set(a.I.Get() + U(h/ti*p) + U(min(1, h/reset)*(u-v)))
	}
	a.U.Set(U(u))
}

// Track sets the integral so that the output would be that of the law in command.
func (a *PID[E, U]) Track(dt unit.Time) {
	p := a.proportional(dt)
	if a.Ti.Get() > 0 {
		a.I.Set(a.U.Get() - U(p) - a.D.Get())
	}
}

// proportional returns the proportional part and updates the derivative part.
func (a *PID[E, U]) proportional(dt unit.Time) float64 {
	e, k, n := float64(a.E.Get()), float64(a.K.Get()), float64(a.N.Get())
	if n <= 0 {
		n = 10
	}
	switch td := float64(a.Td.Get()); {
	case a.Runs.Get() == 0:
		a.Runs.Set(1)
		a.Last.Set(E(e))
	case dt > 0: // if dt is 0 the difference is taken at the next run
		if td > 0 {
			s := td + float64(n*float64(dt))
			a.D.Set(U(float64(td/s*float64(a.D.Get())) + float64(float64(k*float64(td*n))/s*apart(E(e), a.Last.Get()))))
		}
		a.Last.Set(E(e))
	}
	return float64(k * e)
}
