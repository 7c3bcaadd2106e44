package lib

import (
	"math"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// Threshold reports whether |in| is above a limit: a condition for a Sporadic Atom, or for an Alternative.
type Threshold[T unit.Value] struct {
	In    atom.Need[T] `frame:"$frame" axis:"$axis"`
	Limit atom.Need[T] `frame:"$frame" axis:"$axis" update:"constant"`
	Above atom.Product[unit.Boolean]
}

// Physics compares.
func (a *Threshold[T]) Physics(unit.Time) {
	a.Above.Set(truth(math.Abs(float64(a.In.Get())) > float64(a.Limit.Get())))
}

// Changed reports whether the input has moved by more than delta since it last reported true: the condition of
// event-triggered control by an absolute threshold (Heemels, Johansson, Tabuada, CDC 2012). The first input and NaN are
// changes. Angles are compared the short way round.
type Changed[T unit.Value] struct {
	In      atom.Need[T] `frame:"$frame" axis:"$axis"`
	Delta   atom.Need[T] `frame:"$frame" axis:"$axis" update:"constant"`
	Changed atom.Product[unit.Boolean]
	Last    atom.Storage[T] `frame:"$frame" axis:"$axis"`
	Runs    atom.Storage[unit.Boolean]
}

// Physics compares with the input that was last reported.
func (a *Changed[T]) Physics(unit.Time) {
	x := a.In.Get()
	changed := a.Runs.Get() == 0 || !(math.Abs(apart(x, a.Last.Get())) <= float64(a.Delta.Get()))
	if changed {
		a.Last.Set(x)
		a.Runs.Set(1)
	}
	a.Changed.Set(truth(changed))
}

// Hysteresis turns on when the input rises above high and off when it falls below low.
type Hysteresis[T unit.Value] struct {
	In   atom.Need[T] `frame:"$frame" axis:"$axis"`
	Low  atom.Need[T] `frame:"$frame" axis:"$axis" update:"constant"`
	High atom.Need[T] `frame:"$frame" axis:"$axis" update:"constant"`
	On   atom.Product[unit.Boolean]
	Held atom.Storage[unit.Boolean]
}

// Physics switches, or holds.
func (a *Hysteresis[T]) Physics(unit.Time) {
	switch x := a.In.Get(); {
	case x > a.High.Get():
		a.Held.Set(1)
	case x < a.Low.Get():
		a.Held.Set(0)
	}
	a.On.Set(a.Held.Get())
}

func truth(b bool) unit.Boolean {
	if b {
		return 1
	}
	return 0
}
