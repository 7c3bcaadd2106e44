// Package route finds ways across a map for a vehicle with two driven wheels and any convex outline.
//
// A Path is a sequence of legs: forward, backward, or a turn on the spot. Within a leg the curvature is continuous and zero at
// both ends, so that the leg is driven without a stop; between two legs the vehicle stands. The planner minimises the time under
// nav.Limits, with a price on driving close to walls. Every way of every leg is checked with the whole outline against the walls
// of the map, exactly.
package route

import (
	"fmt"

	"github.com/sinew-robotics/sinew/math/nav"
)

// Params describe the vehicle and the requirements for its ways. Outline and Limits are required; other fields that are zero get
// a default.
type Params struct {
	Outline nav.Outline
	Limits  nav.Limits
	Room    float64 // m, desired clearance all round; 0 for 0.2
	Tight   float64 // m, least clearance of ways; 0 for 0.03
	Unknown bool    // ways may lead over unknown cells
	Work    int     // greatest number of states that one search examines, which bounds its time; 0 for 20 000
}

// Far is the greatest value of Way.Clear, m: the clearance may be greater.
const Far = 0.5

// Spacing is the greatest distance between two neighbouring ways, m; in a turn on the spot no point of the outline moves
// farther. Between two ways the clearance may be up to 5 mm less than at them.
const Spacing = 0.025

// Kind is the manner in which a leg is driven.
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
	S         float64 // distance from the leg's start: m, or rad for a turn; it grows in every leg
	Curvature float64 // 1/m: change of yaw with the distance driven, which is negative backward; 0 in turns
	Clear     float64 // m, from the outline to the nearest wall or seen point, at most Far; 0 where they overlap
}

// Leg is a part of a path that is driven without a stop. It has two ways at least.
type Leg struct {
	Kind Kind
	Ways []Way
}

// Length returns the length of the leg: in m, or in rad for a turn.
func (l *Leg) Length() float64 { return l.Ways[len(l.Ways)-1].S }

// Path is a way from one pose to another. Each leg begins where the previous one ends; a path without legs goes nowhere.
type Path struct {
	Legs   []Leg
	Length float64 // m, of all legs but turns
	Time   float64 // s, the least time under the limits, each leg from rest to rest
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

// Why is the reason why there is no way.
type Why uint8

// The reasons.
const (
	Invalid     Why = iota // a pose is not finite
	Outside                // a pose is outside of the map
	StartWall              // the outline at the start overlaps walls by more than a touch
	StartTouch             // the outline at the start touches something; NoWay.Escape leads away from it if possible
	GoalWall               // the outline at the goal overlaps walls
	GoalTight              // the clearance at the goal is less than Tight
	Unreachable            // nothing leads from the start to the goal
	Bound                  // the search examined as many states as it may
)

func (w Why) String() string {
	return [...]string{"invalid pose", "outside of the map", "start in a wall", "start touches something", "goal in a wall", "goal too tight", "unreachable", "bound reached"}[min(w, Bound)]
}

// NoWay is the error of a planner that found none.
type NoWay struct {
	Why    Why
	At     nav.Pose  // the place of the fault: the start, the goal, or where the search came nearest to the goal
	Near   nav.Point // the obstacle there, if Clear is less than Far
	Clear  float64   // m, at At
	Escape *Path     // for StartTouch: a short path on which the overlap never grows, or nil
	Do     string    // what to do about the fault
}

func (e *NoWay) Error() string {
	s := fmt.Sprintf("no way: %v at %.2f, %.2f, %.3f", e.Why, e.At.X, e.At.Y, e.At.Yaw)
	if e.Clear < Far && e.Why != Invalid && e.Why != Outside {
		s += fmt.Sprintf(" (%.3f m from %.2f, %.2f)", e.Clear, e.Near.X, e.Near.Y)
	}
	return s + ": " + e.Do
}
