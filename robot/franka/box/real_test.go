package box

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// follow moves joint positions of libfranka's example and returns the greatest distance of the arm from its set-point, rad.
func follow(t *testing.T, cfg Config) (worst float64) {
	t.Helper()
	r, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	r.Move(franka.MoveRequest{Generator: franka.GenerateJointPosition, Path: franka.DefaultDeviation, Goal: franka.DefaultDeviation})
	f, k := exampleMotions()[0](), 0
	var c franka.Command
	for range 6000 {
		if r.phase != moving {
			r.Step(nil)
			continue
		}
		c.Finished = f(k, r.State(), &c)
		c.ID = r.State().ID
		k++
		r.Step(&c)
		for i, q := range r.plant.q {
			worst = max(worst, math.Abs(q-r.set.q[i]))
		}
	}
	if r.Moving() || r.State().CurrentErrors != 0 || k < 1000 {
		t.Fatalf("the motion did not finish: %v", r.State().CurrentErrors)
	}
	return worst
}

// TestRealArmsFollowWorse with friction and other masses than the model's, by the same bits for the same seed.
func TestRealArmsFollowWorse(t *testing.T) {
	ideal, rough := follow(t, Config{}), follow(t, Config{Friction: 1})
	real, again := follow(t, Config{Friction: 1, Mismatch: 0.03, Seed: 5}), follow(t, Config{Friction: 1, Mismatch: 0.03, Seed: 5})
	t.Logf("farthest from the set-point: %.3f mrad, with friction %.3f, with other masses too %.3f", 1e3*ideal, 1e3*rough, 1e3*real)
	if !(ideal < 1e-4) || !(rough > 1.5*ideal) || !(real > rough) || !(real < 5e-3) {
		t.Errorf("farthest from the set-point: %g, with friction %g, with other masses too %g rad", ideal, rough, real)
	}
	if real != again {
		t.Errorf("one seed, two arms: %g and %g", real, again)
	}
}

// TestDryFrictionHolds a joint against torques below it, for ever, and gives way above.
func TestDryFrictionHolds(t *testing.T) {
	r, err := New(Config{Friction: 1})
	if err != nil {
		t.Fatal(err)
	}
	p := &r.plant
	move := func(share float64) (far float64) { // in the last five of ten seconds
		p.reset(ready())
		var tau, from [joints]float64
		for k := range 10_000 {
			if k == 5000 {
				from = p.q
			}
			for i := range tau {
				tau[i] = share * p.dry[i] * min(1, float64(k)/1000)
			}
			p.step(byTorques, &r.set, &tau)
		}
		for i, q := range p.q {
			far = max(far, math.Abs(q-from[i]))
		}
		return far
	}
	if far := move(0.9); far > 1e-6 {
		t.Errorf("held joints creep by %g rad", far)
	}
	if far := move(1.5); far < 0.01 {
		t.Errorf("pushed joints move by %g rad", far)
	}
}

// TestWrongMassesAreFelt as forces that are none, of a size that real arms show.
func TestWrongMassesAreFelt(t *testing.T) {
	r, err := New(Config{Mismatch: 0.03, Seed: 2})
	if err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		r.Step(nil)
	}
	var most float64
	for _, x := range r.State().TauExtHatFiltered {
		most = max(most, math.Abs(x))
	}
	if most < 0.05 || most > 5 {
		t.Errorf("an arm at rest feels %g Nm", most)
	}
	bad := Config{Mismatch: math.NaN()}
	if _, err := New(bad); err == nil {
		t.Error("masses that are no numbers")
	}
	bad = Config{Friction: -1}
	if _, err := New(bad); err == nil {
		t.Error("negative friction")
	}
}

// TestFeetStick on a table until they are pushed along it with more than friction bears.
func TestFeetStick(t *testing.T) {
	slide := func(force float64) float64 {
		r, err := New(Config{Bare: true})
		if err != nil {
			t.Fatal(err)
		}
		z := r.Tool().P.Z
		r.Table(&z)
		at := r.Tool().P
		var tau [joints]float64 // motors that hold the arm's weight alone
		for k := range 3000 {
			w := spatial.Wrench{Force: spatial.V(0, force*min(1, float64(k)/500), -20)}
			r.Push(w)
			r.plant.step(byTorques, &r.set, &tau)
		}
		return math.Abs(r.Tool().P.Y - at.Y)
	}
	if far := slide(4); far > 3e-4 {
		t.Errorf("4 N against 6 N of friction slide by %g m", far)
	}
	if far := slide(12); far < 0.01 {
		t.Errorf("12 N do not: %g m", far)
	}
}
