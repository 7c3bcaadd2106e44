package sim

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"pgregory.net/rapid"
)

// described is the xArm 7's description.
func described(t testing.TB) *kinematics.URDF {
	t.Helper()
	data, err := os.ReadFile("../robot/xarm/xarm7.urdf")
	if err != nil {
		t.Fatal(err)
	}
	u, err := kinematics.ParseURDF("xarm7.urdf", data)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func xarm7(t testing.TB) *kinematics.Chain {
	t.Helper()
	c, err := described(t).Chain("link_base", "link_eef")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func newArm(t testing.TB, cfg ArmConfig) *Arm {
	t.Helper()
	a, err := NewArm(xarm7(t), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// home is a posture above the middle of the work area, tool down.
func home() []float64 { return []float64{0, -0.247, 0, 0.909, 0, 1.15644, 0} }

func three(n int) (q, dq, tau []float64) {
	return make([]float64, n), make([]float64, n), make([]float64, n)
}

// tipSweep gives joint references every dt that sweep the tip along y by amp and back, at most at
// π·amp/period.
func tipSweep(t testing.TB, c *kinematics.Chain, amp, period, dt float64, n int) [][]float64 {
	t.Helper()
	d := kinematics.NewData(c)
	q := home()
	start := c.FK(d, q)
	var out [][]float64
	for k := range n {
		p := start
		p.P.Y += amp * (1 - math.Cos(2*math.Pi*float64(k)*dt/period)) / 2
		next := make([]float64, len(q))
		c.IK(d, p, q, next, kinematics.IKOptions{Position: 1e-10, Rotation: 1e-10})
		if got := c.FK(d, next).P.Dist(p.P); got > 1e-4 {
			t.Fatalf("reference %d: inverse kinematics misses by %g m", k, got)
		}
		copy(q, next)
		out = append(out, next)
	}
	return out
}

// References at 250 Hz that move the tip at up to 0.5 m/s: the arm comes a few milliseconds late and, the
// delay aside, within half a millimetre.
func TestArmTracksServoReferences(t *testing.T) {
	a := newArm(t, ArmConfig{})
	c := a.Chain()
	d := kinematics.NewData(c)
	const amp, speed = 0.3, 0.5
	refs := tipSweep(t, c, amp, amp*math.Pi/speed, 0.004, 750)
	a.Reset(home())
	q, dq, tau := three(a.N())
	var tip []spatial.Vec3
	for _, r := range refs {
		for range 4 {
			a.Step(0.001, r)
			a.State(q, dq, tau)
			tip = append(tip, c.FK(d, q).P)
		}
	}
	best, lag := math.Inf(1), 0
	for ms := 1; ms <= 20; ms++ {
		worst := 0.0
		for k := range len(refs) - 6 {
			worst = math.Max(worst, tip[4*k+ms-1].Dist(c.FK(d, refs[k]).P))
		}
		if worst < best {
			best, lag = worst, ms
		}
	}
	t.Logf("%d ms late, then within %.2f mm", lag, best*1e3)
	if lag < 2 || lag > 9 || best > 0.5e-3 {
		t.Errorf("the tip follows best %d ms late, then within %.2f mm", lag, best*1e3)
	}
}

func TestArmStandsStillAndYieldsToPush(t *testing.T) {
	a := newArm(t, ArmConfig{})
	a.Reset(home())
	q, dq, tau := three(a.N())
	for range 5000 {
		a.Step(0.001, home())
	}
	a.State(q, dq, tau)
	for i, h := range home() {
		if math.Abs(q[i]-h) > 1e-9 || math.Abs(dq[i]) > 1e-9 {
			t.Errorf("joint %d drifted to %g at %g rad/s", i+1, q[i]-h, dq[i])
		}
	}
	a.SetWrench(spatial.Wrench{Force: spatial.V(0, 40, 0)})
	for range 1000 {
		a.Step(0.001, home())
	}
	a.State(q, dq, tau)
	if s := q[0]; s < 1e-5 || s > 5e-3 {
		t.Errorf("40 N sideways turn joint 1 by %g rad", s)
	}
	a.SetWrench(spatial.Wrench{})
	for range 1000 {
		a.Step(0.001, home())
	}
	a.State(q, dq, tau)
	if math.Abs(q[0]) > 5e-5 {
		t.Errorf("joint 1 stays at %g after the push", q[0])
	}
}

// The torque reported is RNEA of the motion less what comes from outside, at any state.
func TestArmTorqueIsTheLinkSides(t *testing.T) {
	a := newArm(t, ArmConfig{})
	c := a.Chain()
	d := kinematics.NewData(c)
	n := a.N()
	rapid.Check(t, func(t *rapid.T) {
		a.Reset(home())
		ref, ext := home(), make([]float64, n)
		for i := range ref {
			ref[i] += rapid.Float64Range(-0.1, 0.1).Draw(t, "ref")
			ext[i] = rapid.Float64Range(-10, 10).Draw(t, "ext")
		}
		a.SetExternal(ext)
		q0, v0, tau := three(n)
		ddq, want := make([]float64, n), make([]float64, n)
		for range 20 {
			a.State(q0, v0, tau)
			a.Step(0.001, ref)
		}
		a.State(want, want, tau)
		a.Accelerations(ddq)
		c.RNEA(d, q0, v0, ddq, want)
		for i := range want {
			if diff := math.Abs(want[i] - ext[i] - tau[i]); diff > 1e-9 {
				t.Fatalf("joint %d reports %g N·m, its motion needs %g with %g from outside", i+1, tau[i], want[i], ext[i])
			}
		}
	})
}

// energy of the links: kinetic ½·dqᵀ·M·dq by RNEA without gravity's part, potential by the centres of mass.
func energy(c *kinematics.Chain, d *kinematics.Data, q, dq, armature []float64) float64 {
	n := c.N()
	zero, with, without := make([]float64, n), make([]float64, n), make([]float64, n)
	c.RNEA(d, q, zero, dq, with)
	c.RNEA(d, q, zero, zero, without)
	e := 0.0
	for i := range dq {
		e += 0.5 * dq[i] * (with[i] - without[i] + armature[i]*dq[i])
	}
	c.FK(d, q)
	for i := range n {
		m, com, _ := c.Body(i)
		e -= m * c.Gravity.Dot(c.Frame(d, i).Apply(com))
	}
	return e
}

// Let go without friction the arm swings and keeps its energy; with damping it only loses.
func TestArmEnergy(t *testing.T) {
	none := make([]float64, 7)
	free := newArm(t, ArmConfig{Damping: none, Friction: none, MaxStep: 1e-4})
	damped := newArm(t, ArmConfig{Damping: []float64{1, 1, 1, 1, 1, 1, 1}})
	for name, a := range map[string]*Arm{"free": free, "damped": damped} {
		c := a.Chain()
		d := kinematics.NewData(c)
		// Joint 4 stands away from its stop, where energy would be lost.
		a.Reset([]float64{0, 0.1, 0, 1.8, 0, 0.8, 0})
		q, dq, tau := three(7)
		a.State(q, dq, tau)
		start := energy(c, d, q, dq, a.Config().Armature)
		last, moved := start, 0.0
		for range 300 {
			a.StepTorque(0.001, none)
			a.State(q, dq, tau)
			e := energy(c, d, q, dq, a.Config().Armature)
			moved = math.Max(moved, math.Abs(dq[1]))
			if name == "damped" && e > last+1e-3 {
				t.Fatalf("damped: energy rises from %g to %g J", last, e)
			}
			if name == "free" && math.Abs(e-start) > 0.02 {
				t.Fatalf("free: energy was %g J and is %g J", start, e)
			}
			last = e
		}
		t.Logf("%s: %.6g J to %.6g J, joint 2 at up to %.2g rad/s", name, start, last, moved)
		if moved < 0.3 {
			t.Errorf("%s: the arm hardly moves", name)
		}
	}
}

// Whatever the references, the state stays finite, within the limits of position, and the motors within
// their effort.
func TestArmSurvivesAnyReference(t *testing.T) {
	a := newArm(t, ArmConfig{})
	n := a.N()
	rapid.Check(t, func(t *rapid.T) {
		a.Reset(home())
		q, dq, tau := three(n)
		ref := home()
		bad := rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e300, -1e300, 0, 7, -7})
		for range 60 {
			for i := range ref {
				if rapid.Bool().Draw(t, "bad") {
					ref[i] = bad.Draw(t, "value")
				} else {
					ref[i] = rapid.Float64Range(-4, 4).Draw(t, "ref")
				}
			}
			a.Step(rapid.SampledFrom([]float64{0.001, 0.004, 0.0007, 0, -1, math.NaN(), math.Inf(1)}).Draw(t, "dt"), ref)
			a.State(q, dq, tau)
			for i := range q {
				l := a.Chain().Limit(i)
				if !(q[i] >= l.Lower && q[i] <= l.Upper) || !(math.Abs(dq[i]) < 1e3) || tau[i]-tau[i] != 0 {
					t.Fatalf("joint %d: q %g dq %g tau %g", i+1, q[i], dq[i], tau[i])
				}
				if m := a.motor[i]; !(math.Abs(m) <= a.cfg.Effort[i]) {
					t.Fatalf("motor %d gives %g N·m", i+1, m)
				}
			}
		}
	})
}

// One long step is its short ones, and equal runs give equal bits.
func TestArmRepeatsToTheBit(t *testing.T) {
	run := func(long bool) []float64 {
		a := newArm(t, ArmConfig{})
		a.Reset(home())
		q, dq, tau := three(7)
		ref := home()
		var all []float64
		for k := range 300 {
			for i := range ref {
				ref[i] = home()[i] + 0.2*math.Sin(0.01*float64(k*(i+1)))
			}
			if long {
				a.Step(0.004, ref)
			} else {
				for range 4 {
					a.Step(0.001, ref)
				}
			}
			a.State(q, dq, tau)
			all = append(append(append(all, q...), dq...), tau...)
		}
		return all
	}
	same := func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }
	first := run(false)
	if !slices.EqualFunc(first, run(false), same) {
		t.Error("two runs differ")
	}
	if !slices.EqualFunc(first, run(true), same) {
		t.Error("steps of 4 ms differ from four of 1 ms")
	}
}

func TestArmConfigReportsAllFaults(t *testing.T) {
	_, err := NewArm(xarm7(t), ArmConfig{Kp: []float64{1}, Damping: []float64{1, 1, -1, 1, 1, 1, math.NaN()}, Creep: -1})
	if err == nil {
		t.Fatal("accepted")
	}
	for _, want := range []string{"Kp has 1 numbers", "Damping[2] is -1", "Damping[6] is NaN", "Creep is -1"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no word of %q in:\n%v", want, err)
		}
	}
}

func TestArmDoesNotAllocate(t *testing.T) {
	a := newArm(t, ArmConfig{})
	a.Reset(home())
	q, dq, tau := three(7)
	ref := home()
	a.SetWrench(spatial.Wrench{Force: spatial.V(1, 2, 3)})
	if n := testing.AllocsPerRun(200, func() {
		ref[0] += 1e-4
		a.Step(0.004, ref)
		a.State(q, dq, tau)
		a.StepTorque(0.001, tau)
	}); n != 0 {
		t.Errorf("%g allocations a step", n)
	}
}

func BenchmarkArmStep(b *testing.B) {
	a := newArm(b, ArmConfig{})
	a.Reset(home())
	ref, k := home(), 0
	b.ReportAllocs()
	for b.Loop() {
		k++
		ref[0] = 0.3 * math.Sin(float64(k)*0.001)
		a.Step(0.001, ref)
	}
}
