package torque

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
	for _, law := range []string{"computed", "feedforward"} {
		controllertest.Run(t, controllertest.Subject{
			New: func() manager.Controller { return New() }, Setup: setup(t), Params: links(controllertest.Param{Name: "law", Value: law}), Jump: 1e-9,
			States: func(rnd *rand.Rand, io *manager.IO) {
				for i, q := range home() {
					io.States(i)[0] = q + 0.1*rnd.NormFloat64()
					io.SetCommand(i, 3*rnd.NormFloat64())
				}
			},
		})
	}
}

// TestTracking follows sines of half the Panda's velocity limits with each law, on an arm with friction.
func TestTracking(t *testing.T) {
	for _, law := range []string{"computed", "feedforward"} {
		c := New()
		_, io := controllertest.Configure(t, c, setup(t), links(controllertest.Param{Name: "law", Value: law},
			controllertest.Param{Name: "gains/p", Value: []float64{900}}, controllertest.Param{Name: "gains/d", Value: []float64{60}},
			controllertest.Param{Name: "armature", Value: []float64{0.1}})...)
		sum, n := 0.0, 0
		drive(t, c, io, newArm(t, sim.ArmConfig{}), 4000, func(k int) {
			s := float64(k) * io.Dt
			w := 2 * math.Pi * 0.5
			fade := min(1, s)
			for i, q := range home() {
				a := fade * 1.0 / w
				io.SetReference(i, q+a*(math.Cos(w*s)-1))
				io.SetReference(7+i, -a*w*math.Sin(w*s))
				io.SetReference(14+i, -a*w*w*math.Cos(w*s))
				if k > 1500 {
					e := io.Reference(i) - io.State(i)
					sum, n = sum+e*e, n+1
				}
			}
		})
		rms := math.Sqrt(sum/float64(n)) * 180 / math.Pi
		t.Logf("%s: %.4f° rms", law, rms)
		if rms > 0.1 {
			t.Errorf("%s: %.4f° rms, want at most 0.1°", law, rms)
		}
	}
}
