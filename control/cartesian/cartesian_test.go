package cartesian

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
	"github.com/sinew-robotics/sinew/internal/panda"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/sim"
)

func params(axes ...float64) []controllertest.Param {
	return panda.Links(controllertest.Param{Name: "sensor", Value: "ft"}, controllertest.Param{Name: "force_axes", Value: axes})
}

func TestConformance(t *testing.T) {
	controllertest.Run(t, controllertest.Subject{New: func() manager.Controller { return New() }, Setup: panda.Setup(t), Params: params(0, 0, 1, 0, 0, 1),
		Jump: 1e-4, States: panda.States(false)})
}

// press lets the tip go down with a speed in m/s at most until it meets a wall, and press on it with want N.
func press(t testing.TB, k, want, speed float64) panda.Press {
	c := New()
	_, io := controllertest.Configure(t, c, panda.Setup(t), append(params(0, 0, 1, 0, 0, 0), controllertest.Param{Name: "approach/velocity", Value: []float64{speed, 0.2}})...)
	arm := panda.Arm(t, sim.ArmConfig{})
	steps := 10
	if k <= 1e3 {
		steps = 2
	}
	b := panda.Below(arm, k, io.Dt, steps)
	return panda.Run(t, c, io, arm, b, false, true, int((2+(0.02+want/k)/speed+5*2000/k)*1000), func(int) { io.References(1)[2] = -want })
}

// TestContact approaches walls of all stiffnesses with 0.05 m/s, commands and readings a cycle late: the force comes to rest where
// it is wanted, and on the way exceeds that by a tenth at most.
func TestContact(t *testing.T) {
	for _, k := range []float64{1e2, 1e3, 1e4, 1e5} {
		const want = 30
		p := press(t, k, want, 0.05)
		peak, mean, ripple := p.Peak, p.Mean, p.Ripple
		t.Logf("%d N at %g N/m: force %.2f N, ripple %.3f N, peak %.2f N, overshoot %.1f %%", want, k, mean, ripple, peak, 100*(peak/mean-1))
		if p.Speed < 0.0499 {
			t.Errorf("approached with %g m/s, not 0.05", p.Speed)
		}
		if math.Abs(mean-want) > 0.5 || ripple > 0.2 || !(peak <= 1.1*want) {
			t.Errorf("%d N at %g N/m: force %g N, ripple %g N, peak %g N", want, k, mean, ripple, peak)
		}
	}
}

// TestContacts measures the table of docs/controllers.md; panda.Contacts says what.
func TestContacts(t *testing.T) {
	panda.Contacts(t, "cartesian", func(k, want, speed float64) panda.Press { return press(t, k, want, speed) })
}

// TestMoves moves to a pose and, while it presses along z, sideways: what is along the force axis does not count.
func TestMoves(t *testing.T) {
	for _, axis := range []float64{0, 1} {
		c := New()
		_, io := controllertest.Configure(t, c, panda.Setup(t), params(0, 0, axis, 0, 0, 0)...)
		for i, q := range panda.Home() {
			io.States(i)[0] = q
			io.SetCommand(i, q)
		}
		if err := c.Activate(io); err != nil {
			t.Fatal(err)
		}
		start := c.target
		goal := start
		goal.P = goal.P.Add(spatial.V(0.1, 0.1, -0.1))
		goal.R = spatial.RotZ(0.5).Mul(goal.R)
		manager.PutPose(io.References(0), goal)
		last := start
		for range 3000 {
			if err := c.Update(io); err != nil {
				t.Fatal(err)
			}
			at := c.chain.FK(c.data, c.q)
			if v := last.P.Dist(at.P) / io.Dt; v > 0.25*1.01 {
				t.Fatalf("moves with %g m/s", v)
			}
			last = at
		}
		if axis == 1 {
			goal.P.Z = start.P.Z
		}
		if d := spatial.Delta(last, goal); d.Lin.Norm() > 1e-4 || d.Ang.Norm() > 1e-4 {
			t.Errorf("force axis %g: ends %v away", axis, d)
		}
	}
}
