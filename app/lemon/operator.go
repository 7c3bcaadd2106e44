package lemon

import (
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
)

// OperatorCommand is an order from outside.
type OperatorCommand uint8

// The operator's orders.
const (
	OperatorStop  OperatorCommand = iota + 1 // emergency stop: brake along the path, and stay
	OperatorReset                            // go on after a stop or an error, once the robot rests
)

// Retarget sends the tool to a place instead of the lemon.
type Retarget struct {
	On      bool    // false follows the lemon again
	X, Y, Z float64 // m, of the tool in the base frame; what lies outside the workspace is moved to its border
}

// Operator is the door for orders from people: keys, buttons, a page.
//
//	physical actions order, retarget
//	out              command, place
type Operator struct {
	reactor.Reactor
	Order    reactor.PhysicalAction[OperatorCommand]
	Retarget reactor.PhysicalAction[Retarget]
	Command  reactor.Out[OperatorCommand]
	Place    reactor.Out[Retarget]

	stopped bool
}

// NewOperator makes the operator's door.
func NewOperator(parent reactor.Parent, name string) *Operator {
	o := &Operator{}
	reactor.Init(parent, name, o)
	o.Order.MinSpacing(time.Millisecond, reactor.Defer)
	o.Reaction("pass").On(&o.Order).Sets(&o.Command).Do(func() {
		switch c := o.Order.Get(); c {
		case OperatorStop, OperatorReset:
			o.stopped = c == OperatorStop
			o.Command.Set(c)
		default:
			o.Order.Refuse("there are two orders: 1 stops, 2 goes on")
		}
	})
	o.Reaction("send").On(&o.Retarget).Sets(&o.Place).Do(func() {
		switch r := o.Retarget.Get(); {
		case !spatial.V(r.X, r.Y, r.Z).Finite():
			o.Retarget.Refuse("a place is three finite numbers")
		case r.On && o.stopped:
			o.Retarget.Refuse("the emergency stop is held: reset it first")
		default:
			o.Place.Set(r)
		}
	})
	return o
}
