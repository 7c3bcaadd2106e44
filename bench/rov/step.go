package rov

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/rov"
)

//go:embed peer/step.c
var stepC []byte

// stepBar is the greatest duration of a step with six degrees of freedom.
const stepBar = 1100.0 // ns

// cost measures one step of the vehicle's motion and one of the whole simulated world, and compares the first with
// the same step in C.
func (b *experiments) cost() error {
	v := rov.BlueROV2Heavy()
	rounds, steps := 9, 200_000
	if b.o.Quick {
		rounds, steps = 3, 5_000
	}
	wrench := spatial.Wrench{Force: spatial.V(20, 5, -8), Torque: spatial.V(0.5, -0.4, 1.5)}
	stream := spatial.V(0.1, 0.2, 0)
	var state rov.State
	ours := best(rounds, steps, func() {
		p := rov.NewPlant(&v, rov.FreshWater)
		p.Stream = stream
		state = rov.AtRest(spatial.V(0, 0, 5), spatial.RPY{})
		for range steps {
			p.Step(&state, &wrench, 1e-3)
		}
	})
	result := bench.Result{Name: "rov_step_ns", Value: ours, Unit: "ns", Note: "RK4, 6 DoF, quaternion, current; bar 1100 ns"}
	peer, err := newStepPeer(&v, wrench, stream)
	switch {
	case err != nil:
		result.Note += "; without the C peer: " + firstLine(err)
	default:
		defer peer.Remove()
		theirs, last := math.Inf(1), []float64(nil)
		for range rounds {
			ns, x, err := peer.run(steps)
			if err != nil {
				return err
			}
			theirs, last = min(theirs, ns), x
		}
		if d := distance(state, last); d > 1e-6 {
			return fmt.Errorf("the C peer ends %g away after %d steps: one of the two is wrong", d, steps)
		}
		result = result.Against("C, gcc -O2", theirs)
	}
	b.Figure(result)
	b.Fact("a step of the vehicle", fmt.Sprintf("%.0f ns", ours), ours <= stepBar)
	world, err := b.worldCost(rounds, steps)
	if err != nil {
		return err
	}
	b.Figure(bench.Result{Name: "rov_world_step_ns", Value: world, Unit: "ns", Note: "thrusters, motion, current, all sensors with noise; a step of 1 ms"})
	b.Figure(bench.Result{Name: "rov_world_speed", Value: 1e6 / world, Unit: "x real time"})
	return nil
}

func (b *experiments) worldCost(rounds, steps int) (ns float64, err error) {
	ns = best(rounds, steps, func() {
		w, e := rov.NewWorld(rov.WorldConfig{Vehicle: rov.BlueROV2Heavy(), Seed: 1, Current: rov.Current{Sigma: 0.1}})
		if e != nil {
			err = e
			return
		}
		w.Command([]float64{10, -5, 4, 20, -3, 8, 2, 1})
		if e := w.AdvanceTo(reactor.Time(time.Duration(steps) * time.Millisecond)); e != nil {
			err = e
		}
	})
	return ns, err
}

// best is the least time in ns of a step, because interruptions only add time.
func best(rounds, steps int, f func()) float64 {
	least := math.Inf(1)
	for range rounds {
		at := rt.Now()
		f()
		least = min(least, float64(rt.Now()-at)/float64(steps))
	}
	return least
}

func distance(s rov.State, x []float64) float64 {
	return s.P.Dist(spatial.V(x[0], x[1], x[2])) + s.Lin.Dist(spatial.V(x[7], x[8], x[9])) + s.Ang.Dist(spatial.V(x[10], x[11], x[12]))
}

// stepPeer is the program in C.
type stepPeer struct {
	bench.Peer
	args []string
}

func newStepPeer(v *rov.Vehicle, w spatial.Wrench, stream spatial.Vec3) (*stepPeer, error) {
	bin, err := bench.BuildPeer("step.c", stepC, "-ffp-contract=off", "-lm")
	if err != nil {
		return nil, err
	}
	in := []float64{1e-3}
	for i, m := range [6]float64{v.Mass, v.Mass, v.Mass, v.Inertia.X, v.Inertia.Y, v.Inertia.Z} {
		in = append(in, m+v.Added[i])
	}
	in = append(append(in, v.Linear[:]...), v.Quadratic[:]...)
	in = append(in, v.Mass*rov.Gravity, rov.FreshWater*v.Volume*rov.Gravity)
	for _, x := range []spatial.Vec3{v.Buoyant, stream, w.Force, w.Torque} {
		in = append(in, x.X, x.Y, x.Z)
	}
	p := &stepPeer{Peer: bin}
	for _, x := range append(in, math.Cbrt(v.Volume)) {
		p.args = append(p.args, strconv.FormatFloat(x, 'g', 17, 64))
	}
	return p, nil
}

// run makes some steps and returns the time in ns of one, and the final motion.
func (p *stepPeer) run(steps int) (ns float64, x []float64, err error) {
	x, err = p.Numbers(context.Background(), append([]string{strconv.Itoa(steps)}, p.args...)...)
	if err == nil && len(x) != 14 {
		err = fmt.Errorf("it printed %d numbers, want 14", len(x))
	}
	if err != nil {
		return 0, nil, fmt.Errorf("the C peer: %w", err)
	}
	return x[0], x[1:], nil
}

func firstLine(err error) string {
	s, _, _ := strings.Cut(err.Error(), "\n")
	return s
}
