// Package panda has a Franka Panda for tests of controllers: its description, its simulated arm, and that at a wall.
package panda

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

// Home is its ready posture.
func Home() []float64 {
	return []float64{0, -math.Pi / 4, 0, -3 * math.Pi / 4, 0, math.Pi / 2, math.Pi / 4}
}

// Setup is controllertest's for the Panda.
func Setup(t testing.TB) *manager.Setup {
	t.Helper()
	u, err := kinematics.ParseURDF("panda.urdf", franka.URDF())
	if err != nil {
		t.Fatal(err)
	}
	return controllertest.Setup(u)
}

// Links are the parameters that all controllers of a chain have, and more.
func Links(more ...controllertest.Param) []controllertest.Param {
	return append([]controllertest.Param{{Name: "base", Value: "panda_link0"}, {Name: "tip", Value: "panda_link8"}}, more...)
}

// States has the arm stand near its ready posture, commanded almost where it is, or with some torque.
func States(torque bool) func(*rand.Rand, *manager.IO) {
	return func(rnd *rand.Rand, io *manager.IO) {
		for i, q := range Home() {
			io.States(i)[0] = q + 0.1*rnd.NormFloat64()
			io.SetCommand(i, io.State(i)+1e-3*rnd.NormFloat64())
			if torque {
				io.SetCommand(i, 3*rnd.NormFloat64())
			}
		}
	}
}

// Arm is the simulated arm at Home.
func Arm(t testing.TB, c sim.ArmConfig) *sim.Arm {
	t.Helper()
	chain, err := franka.Model()
	if err != nil {
		t.Fatal(err)
	}
	arm, err := sim.NewArm(chain, c)
	if err != nil {
		t.Fatal(err)
	}
	arm.Reset(Home())
	return arm
}

// Tip is where the tip is at Home.
func Tip(arm *sim.Arm) spatial.Pose {
	return arm.Chain().FK(kinematics.NewData(arm.Chain()), Home())
}

// Below is an arm with a wall of stiffness k 2 cm below its tip; commands and readings are a cycle late.
func Below(arm *sim.Arm, k, period float64, substeps int) *touch.Bench {
	wall := touch.Wall{At: Tip(arm).P.Sub(spatial.V(0, 0, 0.02)), Normal: spatial.V(0, 0, 1), Stiffness: k}
	return touch.New(arm, touch.Config{Wall: wall, Period: period, Substeps: substeps, Commands: 1, Readings: 1})
}

// Press is what became of the wall's force.
type Press struct{ Peak, Mean, Ripple float64 } // N; the last two over the last half second

// Run activates a controller that commands the seven joints and runs it at a bench. It reads their positions, then their
// velocities if it commands torques, else the sensor's wrench if wrench. Each is called before each update.
func Run(t testing.TB, c manager.Controller, io *manager.IO, arm *sim.Arm, b *touch.Bench, torque, wrench bool, cycles int, each func(k int)) (p Press) {
	t.Helper()
	hold := Home()
	if torque {
		arm.State(make([]float64, 7), make([]float64, 7), hold)
	}
	b.Rest(hold)
	command := make([]float64, 7)
	low, high := math.Inf(1), math.Inf(-1)
	for k := range cycles {
		q, dq, w := b.Read()
		for i := range q {
			io.States(i)[0] = q[i]
			if torque {
				io.States(7 + i)[0] = dq[i]
			}
		}
		if wrench {
			manager.PutWrench(io.States(7), w)
		}
		if k == 0 {
			for i, x := range hold {
				io.SetCommand(i, x)
			}
			if err := c.Activate(io); err != nil {
				t.Fatal(err)
			}
		}
		each(k)
		if err := c.Update(io); err != nil {
			t.Fatal(err)
		}
		for i := range command {
			command[i] = io.Command(i)
		}
		b.Step(command, torque)
		f := b.Force().Norm()
		p.Peak = max(p.Peak, f)
		if k >= cycles-500 {
			low, high, p.Mean = min(low, f), max(high, f), p.Mean+f/500
		}
	}
	p.Ripple = high - low
	return p
}
