package nav

import (
	"errors"
	"slices"

	plane "github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/route"
	"github.com/sinew-robotics/sinew/reactor"
)

// Seen is how many points that the map lacks go with a request.
const Seen = 256

// Request asks for a way.
type Request struct {
	Number   uint32 // of the request
	From, To plane.Pose
	N        int32
	Seen     [Seen]plane.Point // in MAP; the first N are valid
}

// Answer is a way, or why there is none.
type Answer struct {
	Number uint32 // of the request
	Goal   plane.Pose
	Path   route.Path
	Why    string // the reason why there is no way
	Escape bool   // the path only leads away from what is touched
}

// Clone copies an answer that waits.
func (a Answer) Clone() Answer {
	legs := slices.Clone(a.Path.Legs)
	for i := range legs {
		legs[i].Ways = slices.Clone(legs[i].Ways)
	}
	a.Path.Legs = legs
	return a
}

// Plan finds ways. A search takes up to a second, so a Plan belongs in an enclave of its own: NewPlan makes one.
//
//	in   request
//	out  answer
type Plan struct {
	reactor.Reactor
	Request reactor.In[Request]
	Answer  reactor.Out[Answer]

	planner *route.Planner
	seen    []plane.Point
}

// NewPlan makes a Plan in an enclave of its own.
func NewPlan(parent reactor.Parent, name string, g *plane.Grid, p route.Params) (*Plan, error) {
	planner, err := route.New(g, p)
	if err != nil {
		return nil, err
	}
	n := &Plan{planner: planner}
	reactor.Init(parent, name, n)
	n.Isolate()
	n.Reaction("search").On(&n.Request).Sets(&n.Answer).Do(n.search)
	return n, nil
}

func (n *Plan) search() {
	r := n.Request.Ref()
	n.seen = append(n.seen[:0], r.Seen[:min(max(r.N, 0), Seen)]...)
	a := Answer{Number: r.Number, Goal: r.To}
	path, err := n.planner.Plan(r.From, r.To, n.seen)
	var none *route.NoWay
	switch {
	case err == nil:
		a.Path = *path
	case errors.As(err, &none) && none.Escape != nil:
		a.Path, a.Escape, a.Why = *none.Escape, true, none.Error()
	default:
		a.Why = err.Error()
	}
	n.Answer.Set(a)
}
