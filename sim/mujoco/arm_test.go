//go:build mujoco

package mujoco

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/sim"
)

func newArm(t testing.TB, cfg sim.ArmConfig) *Arm {
	t.Helper()
	a, err := New(xarm7(t), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a
}

func home() []float64 { return []float64{0, -0.247, 0, 0.909, 0, 1.15644, 0} }

// state draws joint positions within limits, velocities and torques.
func state(r *rand.Rand, c *kinematics.Chain, q, dq, tau []float64) {
	for i := range q {
		l := c.Limit(i)
		q[i] = l.Lower + (l.Upper-l.Lower)*r.Float64()
		dq[i] = l.Velocity * (2*r.Float64() - 1)
		tau[i] = l.Effort * (2*r.Float64() - 1)
	}
}

// The project's forward dynamics against MuJoCo's: 2,000 random states with rotor inertia and 2,000 without,
// relative to the greatest acceleration of each state.
func TestABAAgreesWithMuJoCo(t *testing.T) {
	const seed = 7
	for name, cfg := range map[string]sim.ArmConfig{"rotors": {}, "no rotors": {Armature: make([]float64, 7)}} {
		r := rand.New(rand.NewPCG(seed, 0))
		a := newArm(t, cfg)
		c := a.chain
		d := kinematics.NewData(c)
		n := c.N()
		q, dq, tau, mine, theirs := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
		worst := 0.0
		for k := range 2000 {
			state(r, c, q, dq, tau)
			c.ABA(d, q, dq, tau, a.cfg.Armature, mine)
			a.Acceleration(q, dq, tau, theirs)
			scale, diff := 0.0, 0.0
			for i := range mine {
				scale = math.Max(scale, math.Abs(theirs[i]))
				diff = math.Max(diff, math.Abs(mine[i]-theirs[i]))
			}
			worst = math.Max(worst, diff/scale)
			if !(diff/scale < 1e-10) {
				t.Fatalf("%s, seed %d, state %d: accelerations differ by %g of %g rad/s²\nABA    %v\nMuJoCo %v", name, seed, k, diff, scale, mine, theirs)
			}
		}
		t.Logf("%s: greatest relative difference %.2g", name, worst)
	}
}

// reference gives the k-th of references at 250 Hz: swings about home that begin at rest.
func reference(k int, ref []float64) {
	s := float64(k) * 0.004
	ramp := math.Min(1, s/0.5)
	ramp = ramp * ramp * (3 - 2*ramp)
	for i, h := range home() {
		w := 2 + 0.5*float64(i)
		ref[i] = h + ramp*0.15*math.Sin(w*s)
	}
}

// Both simulators follow the same references: joints within 0.6 mrad and tips within 0.15 mm of each other.
func TestSimulatorsFollowAlike(t *testing.T) {
	a := newArm(t, sim.ArmConfig{})
	b, err := sim.NewArm(a.chain, sim.ArmConfig{})
	if err != nil {
		t.Fatal(err)
	}
	a.Reset(home())
	b.Reset(home())
	n := a.chain.N()
	d := kinematics.NewData(a.chain)
	qa, qb, va, ta, tb, ref := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	var joint, tip, torque float64
	for k := range 1000 {
		reference(k, ref)
		for range 4 {
			a.Step(0.001, ref)
			b.Step(0.001, ref)
			a.State(qa, va, ta)
			b.State(qb, va, tb)
			for i := range qa {
				joint = math.Max(joint, math.Abs(qa[i]-qb[i]))
				if k > 5 {
					torque = math.Max(torque, math.Abs(ta[i]-tb[i]))
				}
			}
			pa := a.chain.FK(d, qa).P
			tip = math.Max(tip, pa.Dist(a.chain.FK(d, qb).P))
		}
	}
	t.Logf("greatest difference: joints %.3g mrad, tip %.3g mm, torque %.3g N·m", joint*1e3, tip*1e3, torque)
	if joint > 0.6e-3 || tip > 0.15e-3 {
		t.Errorf("joints differ by %.3g mrad, tips by %.3g mm", joint*1e3, tip*1e3)
	}
	if a.Warnings() != 0 {
		t.Errorf("MuJoCo warned %d times", a.Warnings())
	}
}

func TestRunsRepeatToTheBit(t *testing.T) {
	run := func() []float64 {
		a := newArm(t, sim.ArmConfig{})
		a.Reset(home())
		n := a.chain.N()
		q, dq, tau, ref := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
		var all []float64
		for k := range 300 {
			reference(k, ref)
			a.Step(0.004, ref)
			a.State(q, dq, tau)
			all = append(append(append(all, q...), dq...), tau...)
		}
		return all
	}
	x, y := run(), run()
	for i := range x {
		if math.Float64bits(x[i]) != math.Float64bits(y[i]) {
			t.Fatalf("number %d is %v in the first run and %v in the second", i, x[i], y[i])
		}
	}
}

func TestExternalTorqueShowsAndLimitsHold(t *testing.T) {
	a := newArm(t, sim.ArmConfig{})
	a.Reset(home())
	n := a.chain.N()
	q, dq, rest, pushed, push := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for range 500 {
		a.Step(0.001, home())
	}
	a.State(q, dq, rest)
	push[3] = 8
	a.SetExternal(push)
	for range 500 {
		a.Step(0.001, home())
	}
	a.State(q, dq, pushed)
	if d := rest[3] - pushed[3]; math.Abs(d-8) > 0.05 {
		t.Errorf("8 N·m from outside change the torque of joint 4 by %g", d)
	}
	ref := home()
	ref[3] = 6 // past the limit of 3.927
	for range 3000 {
		a.Step(0.001, ref)
	}
	a.State(q, dq, rest)
	if l := a.chain.Limit(3).Upper; q[3] > l+0.01 {
		t.Errorf("joint 4 is at %g, past its limit of %g", q[3], l)
	}
	a.SetLemon(spatial.Pose{P: spatial.V(0.5, 0, 0.1), R: spatial.RotZ(1)})
	a.Step(0.001, ref)
	if a.Warnings() != 0 {
		t.Errorf("MuJoCo warned %d times", a.Warnings())
	}
}

// A world runs on MuJoCo as on the embedded arm, lemon and all.
func TestWorldRunsOnMuJoCo(t *testing.T) {
	a := newArm(t, sim.ArmConfig{})
	path, err := sim.NamedPath("circle", 0)
	if err != nil {
		t.Fatal(err)
	}
	w, err := sim.NewWorld(sim.WorldConfig{Plant: a, Chain: a.chain, Start: home(), Mount: spatial.Identity(), Lemon: sim.Lemon{Path: path}})
	if err != nil {
		t.Fatal(err)
	}
	w.AdvanceTo(500 * time.Millisecond)
	want, _ := path.At(w.Now())
	if got := spatial.V(a.mocapPos[0], a.mocapPos[1], a.mocapPos[2]); got != want {
		t.Errorf("MuJoCo's lemon is at %v, the world's at %v", got, want)
	}
	if d := w.Tip().P.Dist(a.chain.FK(a.kin, home()).P); d > 1e-5 {
		t.Errorf("the arm sank by %g m", d)
	}
}

func TestStepDoesNotAllocate(t *testing.T) {
	a := newArm(t, sim.ArmConfig{})
	a.Reset(home())
	ref, out := home(), make([]float64, a.chain.N())
	if n := testing.AllocsPerRun(200, func() { a.Step(0.001, ref); a.State(out, nil, nil) }); n != 0 {
		t.Errorf("%g allocations a step", n)
	}
}

func BenchmarkStep(b *testing.B) {
	a := newArm(b, sim.ArmConfig{})
	a.Reset(home())
	ref := home()
	b.ReportAllocs()
	for b.Loop() {
		a.Step(0.001, ref)
	}
}

// TestABrokenArmSaysSo: MuJoCo resets itself if numbers are not finite, which is reported.
func TestABrokenArmSaysSo(t *testing.T) {
	for _, x := range []float64{math.Inf(1), math.NaN(), 1e300} {
		a := newArm(t, sim.ArmConfig{})
		push := make([]float64, len(a.q))
		push[2] = x
		a.SetExternal(push)
		err := sim.Broken(func() {
			for range 5 {
				a.Step(1e-3, a.zero)
			}
		})
		if err == nil || !strings.Contains(err.Error(), "broken down") {
			t.Errorf("%g: %v", x, err)
		}
	}
}
