// Package route finds ways across a map for a vehicle with two driven wheels, whose outline need not be round.
//
// A Path is a row of legs: forward, backward, or a turn on the spot. Within a leg the curvature is continuous and zero at both
// ends, so that it is driven without a stop; between two legs the vehicle stands. The path that takes least time under
// nav.Limits is wanted, with a price on driving close to walls. Every way of every leg is checked with the whole outline against
// the walls of the map, exactly.
package route

import (
	"fmt"

	"github.com/sinew-robotics/sinew/math/nav"
)

// Params describe what drives, and what is wanted of its ways. Outline and Limits are required; other fields that are zero get
// a default.
type Params struct {
	Outline nav.Outline
	Limits  nav.Limits
	Room    float64 // m, of clearance that is wished for all round; 0 for 0.2
	Tight   float64 // m, of clearance below which there is no way; 0 for 0.03
	Unknown bool    // ways may lead over cells of which nothing is known
	Work    int     // states that one search may look at: its bound in time; 0 for 20 000
}

// Far is the most that Way.Clear says, m: there may be more.
const Far = 0.5

// Spacing is the most that two neighbouring ways are apart, m; in a turn on the spot no point of the outline moves farther.
// Between two ways there may be up to 5 mm less clearance than at them.
const Spacing = 0.025

// Kind is how a leg is driven.
type Kind uint8

// The kinds of legs.
const (
	Forward Kind = iota
	Backward
	Turn // on the spot
)

func (k Kind) String() string { return [...]string{"forward", "backward", "turn"}[min(k, Turn)] }

// Way is one place on a path.
type Way struct {
	nav.Pose          // of BASE, in MAP
	S         float64 // from the leg's start: m, and rad for a turn; it grows in every leg
	Curvature float64 // 1/m: how yaw changes with the distance driven, which is negative backward; 0 in turns
	Clear     float64 // m, from the outline to the nearest wall or seen point, at most Far; 0 where they overlap
}

// Leg is a part of a path that is driven without a stop. It has at least two ways.
type Leg struct {
	Kind Kind
	Ways []Way
}

// Length returns how far the leg goes: in m, or in rad for a turn.
func (l *Leg) Length() float64 { return l.Ways[len(l.Ways)-1].S }

// Path is a way from one pose to another. Each leg begins where the one before ends; a path without legs goes nowhere.
type Path struct {
	Legs   []Leg
	Length float64 // m, of all legs but turns
	Time   float64 // s, the least that the limits allow: each leg as fast as it can be driven, from rest to rest
}

// Clear returns the least clearance on the path.
func (p *Path) Clear() float64 {
	least := Far
	for _, l := range p.Legs {
		for _, w := range l.Ways {
			least = min(least, w.Clear)
		}
	}
	return least
}

// Why is a reason for which there is no way.
type Why uint8

// The reasons.
const (
	Invalid     Why = iota // a pose is not finite
	Outside                // a pose is outside of the map
	StartWall              // the outline at the start lies over walls by more than a touch
	StartTouch             // the outline at the start touches something; NoWay.Escape leads away from it if anything does
	GoalWall               // the outline at the goal lies over walls
	GoalTight              // at the goal there is less clearance than Tight
	Unreachable            // nothing leads from the start to the goal
	Bound                  // the search looked at as many states as it may
)

func (w Why) String() string {
	return [...]string{"invalid pose", "outside of the map", "start in a wall", "start touches something", "goal in a wall", "goal too tight", "unreachable", "bound reached"}[min(w, Bound)]
}

// NoWay is the error of a planner that found none.
type NoWay struct {
	Why    Why
	At     nav.Pose  // where the fault is: the start, the goal, or where the search came nearest to the goal
	Near   nav.Point // what stands in the way there, if Clear is less than Far
	Clear  float64   // m, at At
	Escape *Path     // for StartTouch: a short path on which the overlap never grows, or nil
	Do     string    // what to do about it
}

func (e *NoWay) Error() string {
	s := fmt.Sprintf("no way: %v at %.2f, %.2f, %.3f", e.Why, e.At.X, e.At.Y, e.At.Yaw)
	if e.Clear < Far && e.Why != Invalid && e.Why != Outside {
		s += fmt.Sprintf(" (%.3f m from %.2f, %.2f)", e.Clear, e.Near.X, e.Near.Y)
	}
	return s + ": " + e.Do
}
