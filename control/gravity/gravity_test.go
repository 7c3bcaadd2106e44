package gravity

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/sim"
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

// links are the parameters that every subject has.
func links(more ...controllertest.Param) []controllertest.Param {
	return append([]controllertest.Param{{Name: "base", Value: "panda_link0"}, {Name: "tip", Value: "panda_link8"}}, more...)
}

// drive runs c on a simulated arm, a cycle at a time; ref sets its references.
func drive(t testing.TB, c manager.Controller, io *manager.IO, arm *sim.Arm, cycles int, ref func(k int)) {
	q, dq, tau := make([]float64, 7), make([]float64, 7), make([]float64, 7)
	arm.Reset(home())
	for k := range cycles {
		arm.State(q, dq, tau)
		for i := range q {
			io.States(i)[0], io.States(7 + i)[0] = q[i], dq[i]
		}
		if k == 0 {
			for i := range tau {
				io.SetCommand(i, tau[i])
			}
			if err := c.Activate(io); err != nil {
				t.Fatal(err)
			}
		}
		ref(k)
		if err := c.Update(io); err != nil {
			t.Fatal(err)
		}
		for i := range tau {
			tau[i] = io.Command(i)
		}
		arm.StepTorque(io.Dt, tau)
	}
}

func newArm(t testing.TB, c sim.ArmConfig) *sim.Arm {
	chain, err := franka.Model()
	if err != nil {
		t.Fatal(err)
	}
	arm, err := sim.NewArm(chain, c)
	if err != nil {
		t.Fatal(err)
	}
	return arm
}

func TestConformance(t *testing.T) {

	controllertest.Run(t, controllertest.Subject{
		New: func() manager.Controller { return New() }, Setup: setup(t), Params: links(), Jump: 1e-9,
		States: func(rnd *rand.Rand, io *manager.IO) {
			for i, q := range home() {
				io.States(i)[0] = q + 0.1*rnd.NormFloat64()
				io.SetCommand(i, 3*rnd.NormFloat64())
			}
		},
	})

}

// TestFloats carries an arm without friction from rest for a second: it stays. With a load that it does not know of it sinks.
func TestFloats(t *testing.T) {
	zero := make([]float64, 7)
	for _, known := range []bool{true, false} {
		arm := newArm(t, sim.ArmConfig{Friction: zero, Damping: zero})
		c := New()
		p := links()
		if !known {
			p = append(p, controllertest.Param{Name: "load/mass", Value: 1.0}) // which is not there
		}
		_, io := controllertest.Configure(t, c, setup(t), p...)
		drive(t, c, io, arm, 1000, func(int) {})
		q, dq, tau := make([]float64, 7), make([]float64, 7), make([]float64, 7)
		arm.State(q, dq, tau)
		moved := 0.0
		for i, x := range home() {
			moved = max(moved, math.Abs(q[i]-x))
		}
		if known != (moved < 1e-9) {
			t.Errorf("load known %v: moved %g rad", known, moved)
		}
	}
}
