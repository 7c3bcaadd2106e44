package rov

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/app/dive"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/robot/rov/heading"
)

// The experiment of the paper's section V-D, and its evaluation.
const (
	ordered = time.Second
	target  = heading.PsiDesired
	length  = 20 * time.Second
	brief   = 6 * time.Second       // of a quick run
	grid    = 50 * time.Millisecond // of what is stored
)

// flight is one run of the heading example in lock-step with a simulated vehicle: the composition of Atoms is
// checked, planned and projected as by `sinew run --fast`.
type flight struct {
	world  rov.WorldConfig // the real one
	belief rov.Vehicle     // the law's model
	t1, t2 time.Duration
	length time.Duration
	free   bool // use the periods even if the Atoms do not allow them, and ignore computation times
}

// track is the result.
type track struct {
	psi   []float64 // rad, true heading every grid, relative to the start and without jumps
	stops uint64    // cycles in which the thrusters were told to stop
}

// fly runs it.
func (f *flight) fly() (t track, err error) {
	p := dive.DefaultParams()
	p.Vehicle, p.T1, p.T2, p.At = f.belief.Name, f.t1, f.t2, ordered
	c := dive.Case{Params: p, Seed: f.world.Seed, World: &f.world, For: f.length}
	if f.free {
		c.Edit = loosen
	}
	result, points, err := dive.Virtual(context.Background(), c)
	if err == nil && len(points) == 0 {
		err = errors.New("the run has no cycle")
	}
	if err != nil {
		return t, err
	}
	t.stops = result.Thrusters.Stops
	last, k := 0.0, 0
	for n := range int(f.length/grid) + 1 {
		for k+1 < len(points) && points[k+1].T <= float64(n)*grid.Seconds()+1e-9 {
			k++
		}
		last += math.Remainder(points[k].Truth-last, 2*math.Pi)
		t.psi = append(t.psi, last)
	}
	return t, nil
}

// loosen makes a model accept any periods.
func loosen(m *atom.Model) {
	for _, i := range m.Instances {
		i.Constraint.Periods, i.Constraint.Worst = nil, 0
		for _, p := range i.Ports {
			p.Update.Periods = nil
		}
	}
}
