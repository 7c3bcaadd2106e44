package admittance

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
	"github.com/sinew-robotics/sinew/internal/panda"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/sim"
)

func params(more ...controllertest.Param) []controllertest.Param {
	return panda.Links(append(more, controllertest.Param{Name: "sensor", Value: "ft"})...)
}

func TestConformance(t *testing.T) {
	controllertest.Run(t, controllertest.Subject{New: func() manager.Controller { return New() }, Setup: panda.Setup(t), Params: params(), Jump: 1e-4,
		States: panda.States(false)})
}

// press lets the reference approach a wall below the tip with a speed in m/s and go on until the spring's force is want N.
func press(t testing.TB, k, want, speed float64) panda.Press {
	c := New()
	const stiffness = 300
	_, io := controllertest.Configure(t, c, panda.Setup(t), params(
		controllertest.Param{Name: "mass", Value: []float64{5, 5, 3, 1, 1, 1}},
		controllertest.Param{Name: "stiffness", Value: []float64{stiffness, stiffness, stiffness, 20, 20, 20}},
		controllertest.Param{Name: "damping", Value: []float64{80, 80, 60, 8, 8, 8}},
		controllertest.Param{Name: "selected_axes", Value: []float64{0, 0, 1, 0, 0, 0}},
		controllertest.Param{Name: "contact/damping", Value: 1000.0})...)
	arm := panda.Arm(t, sim.ArmConfig{})
	chain, ref, start := arm.Chain(), panda.Home(), panda.Tip(arm)
	data := kinematics.NewData(chain)
	depth := 0.02 + want/k + want/stiffness
	return panda.Run(t, c, io, arm, panda.Below(arm, k, io.Dt, 10), false, true, int((depth/speed+1+6*1060/(k+stiffness))*1000), func(i int) {
		goal := start
		goal.P.Z -= min(speed*float64(i)*io.Dt, depth)
		chain.IK(data, goal, ref, ref, kinematics.IKOptions{Restarts: -1, Position: 1e-7})
		for j, q := range ref {
			io.SetReference(j, q)
		}
	})
}

// TestContact presses on walls of all stiffnesses, with commands and readings a cycle late and the arm's own servos: the
// force comes to rest where it is wanted, and on the way exceeds that by a tenth at most.
func TestContact(t *testing.T) {
	for _, k := range []float64{1e2, 1e3, 1e4, 1e5} {
		const want = 30
		p := press(t, k, want, 0.05)
		peak, mean, ripple := p.Peak, p.Mean, p.Ripple
		t.Logf("%d N at %g N/m: force %.2f N, ripple %.3f N, peak %.2f N, overshoot %.1f %%", want, k, mean, ripple, peak, 100*(peak/mean-1))
		if math.Abs(mean-want) > 0.5 || ripple > 0.2 || !(peak <= 1.1*want) {
			t.Errorf("%d N at %g N/m: force %g N, ripple %g N, peak %g N", want, k, mean, ripple, peak)
		}
	}
}

// TestContacts measures the table of docs/controllers.md; panda.Contacts says what.
func TestContacts(t *testing.T) {
	panda.Contacts(t, "admittance", func(k, want, speed float64) panda.Press { return press(t, k, want, speed) })
}

// TestToolDoesNotPull holds a tool of 2 kg in any pose, with a sensor that has a bias: no force is left.
func TestToolDoesNotPull(t *testing.T) {
	c := New()
	bias := []float64{1, -2, 3, 0.1, 0.2, -0.3}
	_, io := controllertest.Configure(t, c, panda.Setup(t), params(controllertest.Param{Name: "tool/mass", Value: 2.0},
		controllertest.Param{Name: "tool/com", Value: []float64{0.01, -0.02, 0.1}}, controllertest.Param{Name: "sensor_bias", Value: bias})...)
	chain := panda.Arm(t, sim.ArmConfig{}).Chain()
	data := kinematics.NewData(chain)
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		q := panda.Home()
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
