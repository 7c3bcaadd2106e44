package impedance

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/sim"
	"github.com/sinew-robotics/sinew/sim/touch"
)

func home() []float64 {
	return []float64{0, -math.Pi / 4, 0, -3 * math.Pi / 4, 0, math.Pi / 2, math.Pi / 4}
}

func panda(t testing.TB) *kinematics.URDF {
	u, err := kinematics.ParseURDF("panda.urdf", franka.URDF())
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// press lets the tip approach a wall below it with 0.05 m/s and load the spring to want N. Commands and readings are a
// cycle late. It returns the greatest force, and the mean force and its range over the last half second.
func press(t testing.TB, k, want float64) (peak, mean, ripple float64) {
	c := New()
	u := panda(t)
	stiffness := 1000.0
	_, io := controllertest.Configure(t, c, controllertest.Setup(u),
		controllertest.Param{Name: "base", Value: "panda_link0"}, controllertest.Param{Name: "tip", Value: "panda_link8"},
		controllertest.Param{Name: "stiffness", Value: []float64{stiffness, stiffness, stiffness, 50, 50, 50}},
		controllertest.Param{Name: "damping", Value: []float64{80, 80, 80, 5, 5, 5}},
		controllertest.Param{Name: "contact/damping", Value: 300.0})
	chain, err := franka.Model()
	if err != nil {
		t.Fatal(err)
	}
	arm, err := sim.NewArm(chain, sim.ArmConfig{})
	if err != nil {
		t.Fatal(err)
	}
	arm.Reset(home())
	start := chain.FK(kinematics.NewData(chain), home())
	wall := touch.Wall{At: start.P.Sub(spatial.V(0, 0, 0.02)), Normal: spatial.V(0, 0, 1), Stiffness: k}
	b := touch.New(arm, touch.Config{Wall: wall, Period: io.Dt, Commands: 1, Readings: 1})
	tau := make([]float64, 7)
	chain.RNEA(kinematics.NewData(chain), home(), tau, tau, tau)
	read := func() {
		q, dq, _ := b.Read()
		for i := range q {
			io.States(i)[0], io.States(7 + i)[0] = q[i], dq[i]
		}
	}
	read()
	g := make([]float64, 7)
	zero := make([]float64, 7)
	chain.RNEA(kinematics.NewData(chain), home(), zero, zero, g)
	for i := range g {
		io.SetCommand(i, g[i])
	}
	b.Rest(g)
	if err := c.Activate(io); err != nil {
		t.Fatal(err)
	}
	// At rest the wall yields by want/k and the spring by want/stiffness.
	depth := 0.02 + want/k + want/stiffness
	low, high, n := math.Inf(1), math.Inf(-1), 0
	end := int((depth/0.05 + 3) * 1000)
	for i := range end {
		s := min(0.05*float64(i)*io.Dt, depth)
		ref := start
		ref.P.Z -= s
		manager.PutPose(io.References(0), ref)
		v := spatial.Twist{}
		if s < depth {
			v.Lin.Z = -0.05
		}
		manager.PutTwist(io.References(1), v)
		read()
		if err := c.Update(io); err != nil {
			t.Fatal(err)
		}
		for j := range tau {
			tau[j] = io.Command(j)
		}
		b.Step(tau, true)
		f := b.Force().Norm()
		peak = max(peak, f)
		if i >= end-500 {
			low, high, mean, n = min(low, f), max(high, f), mean+f, n+1
		}
	}
	return peak, mean / float64(n), high - low
}

// TestContact presses on walls of all stiffnesses: the force comes to rest where spring and wall are in balance. On the way it
// exceeds that by a tenth at most, except for the first blow: at 0.05 m/s the arm's own mass meets a wall of 10⁵ N/m with
// about 26 N before any command that knows of it arrives, whatever is wanted.
func TestContact(t *testing.T) {
	const blow = 27 // N
	for _, want := range []float64{10, 30, 60} {
		for _, k := range []float64{1e2, 1e3, 1e4, 1e5} {
			if want == 60 && testing.Short() {
				continue
			}
			peak, mean, ripple := press(t, k, want)
			t.Logf("%g N at %g N/m: force %.2f N, ripple %.3f N, peak %.2f N, overshoot %.1f %%", want, k, mean, ripple, peak, 100*(peak/mean-1))
			if math.Abs(mean-want) > 0.2 || ripple > 0.1 || !(peak <= 1.1*mean || peak < blow && k == 1e5) {
				t.Errorf("%g N at %g N/m: force %g N, ripple %g N, peak %g N", want, k, mean, ripple, peak)
			}
		}
	}
}
