package admittance

import (
	"math"
	"math/rand/v2"
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

func setup(t testing.TB) *manager.Setup {
	u, err := kinematics.ParseURDF("panda.urdf", franka.URDF())
	if err != nil {
		t.Fatal(err)
	}
	return controllertest.Setup(u)
}

func params(more ...controllertest.Param) []controllertest.Param {
	return append([]controllertest.Param{{Name: "base", Value: "panda_link0"}, {Name: "tip", Value: "panda_link8"}, {Name: "sensor", Value: "ft"}}, more...)
}

func TestConformance(t *testing.T) {
	controllertest.Run(t, controllertest.Subject{
		New: func() manager.Controller { return New() }, Setup: setup(t), Params: params(), Jump: 1e-4,
		States: func(rnd *rand.Rand, io *manager.IO) {
			for i, q := range home() {
				io.States(i)[0] = q + 0.1*rnd.NormFloat64()
				io.SetCommand(i, io.State(i)+1e-3*rnd.NormFloat64())
			}
			io.States(7)[2] = rnd.NormFloat64()
		},
	})
}

// press lets the reference approach a wall below the tip with 0.05 m/s and go on until the spring's force is want N.
func press(t testing.TB, k, want float64) (peak, mean, ripple float64) {
	c := New()
	stiffness := 300.0
	_, io := controllertest.Configure(t, c, setup(t), params(
		controllertest.Param{Name: "mass", Value: []float64{5, 5, 3, 1, 1, 1}},
		controllertest.Param{Name: "stiffness", Value: []float64{stiffness, stiffness, stiffness, 20, 20, 20}},
		controllertest.Param{Name: "damping", Value: []float64{80, 80, 60, 8, 8, 8}},
		controllertest.Param{Name: "selected_axes", Value: []float64{0, 0, 1, 0, 0, 0}},
		controllertest.Param{Name: "contact/damping", Value: 1000.0})...)
	chain, err := franka.Model()
	if err != nil {
		t.Fatal(err)
	}
	arm, err := sim.NewArm(chain, sim.ArmConfig{})
	if err != nil {
		t.Fatal(err)
	}
	arm.Reset(home())
	data := kinematics.NewData(chain)
	start := chain.FK(data, home())
	wall := touch.Wall{At: start.P.Sub(spatial.V(0, 0, 0.02)), Normal: spatial.V(0, 0, 1), Stiffness: k}
	b := touch.New(arm, touch.Config{Wall: wall, Period: io.Dt, Commands: 1, Readings: 1})
	read := func() {
		q, _, w := b.Read()
		for i := range q {
			io.States(i)[0] = q[i]
		}
		manager.PutWrench(io.States(7), w)
	}
	read()
	ref, cmd := home(), home()
	for i, q := range ref {
		io.SetCommand(i, q)
	}
	b.Rest(ref)
	if err := c.Activate(io); err != nil {
		t.Fatal(err)
	}
	depth := 0.02 + want/k + want/stiffness
	low, high, n := math.Inf(1), math.Inf(-1), 0
	end := int((depth/0.05 + 1 + 6*1060/(k+stiffness)) * 1000)
	for i := range end {
		goal := start
		goal.P.Z -= min(0.05*float64(i)*io.Dt, depth)
		chain.IK(data, goal, ref, ref, kinematics.IKOptions{Restarts: -1, Position: 1e-7})
		for j, q := range ref {
			io.SetReference(j, q)
		}
		read()
		if err := c.Update(io); err != nil {
			t.Fatal(err)
		}
		for j := range cmd {
			cmd[j] = io.Command(j)
		}
		b.Step(cmd, false)
		f := b.Force().Norm()
		peak = max(peak, f)
		if i >= end-500 {
			low, high, mean, n = min(low, f), max(high, f), mean+f, n+1
		}
	}
	return peak, mean / float64(n), high - low
}

// TestContact presses on walls of all stiffnesses, with commands and readings a cycle late and the arm's own servos: the
// force comes to rest where it is wanted, and on the way exceeds that by a tenth at most.
func TestContact(t *testing.T) {
	for _, k := range []float64{1e2, 1e3, 1e4, 1e5} {
		const want = 30
		peak, mean, ripple := press(t, k, want)
		t.Logf("%d N at %g N/m: force %.2f N, ripple %.3f N, peak %.2f N, overshoot %.1f %%", want, k, mean, ripple, peak, 100*(peak/mean-1))
		if math.Abs(mean-want) > 0.5 || ripple > 0.2 || !(peak <= 1.1*want) {
			t.Errorf("%d N at %g N/m: force %g N, ripple %g N, peak %g N", want, k, mean, ripple, peak)
		}
	}
}

// TestToolDoesNotPull holds a tool of 2 kg in any pose, with a sensor that has a bias: no force is left.
func TestToolDoesNotPull(t *testing.T) {
	c := New()
	bias := []float64{1, -2, 3, 0.1, 0.2, -0.3}
	_, io := controllertest.Configure(t, c, setup(t), params(controllertest.Param{Name: "tool/mass", Value: 2.0},
		controllertest.Param{Name: "tool/com", Value: []float64{0.01, -0.02, 0.1}}, controllertest.Param{Name: "sensor_bias", Value: bias})...)
	chain, err := franka.Model()
	if err != nil {
		t.Fatal(err)
	}
	data := kinematics.NewData(chain)
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		q := home()
		for i := range q {
			q[i] += 0.3 * rnd.NormFloat64()
			io.States(i)[0] = q[i]
			io.SetCommand(i, q[i])
		}
		// The tool's weight acts at its centre of mass; seen in the sensor's frame it is a force and its moment.
		r := chain.FK(data, q).R
		weight := r.ApplyT(spatial.V(0, 0, -9.81*2))
		torque := spatial.V(0.01, -0.02, 0.1).Cross(weight)
		for i, x := range []float64{weight.X, weight.Y, weight.Z, torque.X, torque.Y, torque.Z} {
			io.States(7)[i] = x + bias[i]
		}
		if err := c.Activate(io); err != nil {
			t.Fatal(err)
		}
		if err := c.Update(io); err != nil {
			t.Fatal(err)
		}
		for i, x := range io.Exports(0) {
			if math.Abs(x) > 1e-9 {
				t.Fatalf("force %d is %g", i, x)
			}
		}
	}
}
