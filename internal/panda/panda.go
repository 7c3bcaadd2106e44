// Package panda has a Franka Panda for tests of controllers: its description, and its simulated arm, alone and at a wall.
package panda

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/sim"
	"github.com/sinew-robotics/sinew/sim/touch"
)

// Home returns the arm's ready posture.
func Home() []float64 {
	return []float64{0, -math.Pi / 4, 0, -3 * math.Pi / 4, 0, math.Pi / 2, math.Pi / 4}
}

// Setup returns controllertest's Setup for the Panda.
func Setup(t testing.TB) *manager.Setup {
	t.Helper()
	u, err := kinematics.ParseURDF("panda.urdf", franka.URDF())
	if err != nil {
		t.Fatal(err)
	}
	return controllertest.Setup(u)
}

// Links returns the parameters of all controllers of a chain, followed by more.
func Links(more ...controllertest.Param) []controllertest.Param {
	return append([]controllertest.Param{{Name: "base", Value: "panda_link0"}, {Name: "tip", Value: "panda_link8"}}, more...)
}

// States puts the arm near its ready posture, with commands close to its positions, or with some torque.
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

// Arm returns the simulated arm at Home.
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

// Tip returns the pose of the tip at Home.
func Tip(arm *sim.Arm) spatial.Pose {
	return arm.Chain().FK(kinematics.NewData(arm.Chain()), Home())
}

// Below returns a bench with a wall of stiffness k 2 cm below the arm's tip; commands and readings are a cycle late.
func Below(arm *sim.Arm, k, period float64, substeps int) *touch.Bench {
	wall := touch.Wall{At: Tip(arm).P.Sub(spatial.V(0, 0, 0.02)), Normal: spatial.V(0, 0, 1), Stiffness: k}
	return touch.New(arm, touch.Config{Wall: wall, Period: period, Substeps: substeps, Commands: 1, Readings: 1})
}

// Press is the measured course of the wall's force.
type Press struct {
	Peak, Mean, Ripple float64 // N; the last two over the last half second
	Speed              float64 // m/s, of the tip when it first touched
}

// Run activates a controller that commands the seven joints and runs it at a bench. It reads their positions, then their
// velocities if it commands torques, otherwise the sensor's wrench if wrench is true. It calls each before each update.
func Run(t testing.TB, c manager.Controller, io *manager.IO, arm *sim.Arm, b *touch.Bench, torque, wrench bool, cycles int, each func(k int)) (p Press) {
	t.Helper()
	hold := Home()
	if torque {
		arm.State(make([]float64, 7), make([]float64, 7), hold)
	}
	b.Rest(hold)
	command, at, speeds, torques := make([]float64, 7), make([]float64, 7), make([]float64, 7), make([]float64, 7)
	low, high := math.Inf(1), math.Inf(-1)
	data, was, touched := kinematics.NewData(arm.Chain()), Tip(arm).P, false
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
		if !touched {
			arm.State(at, speeds, torques)
			now := arm.Chain().FK(data, at).P
			if touched = f > 0; !touched {
				p.Speed = was.Dist(now) / io.Dt
			}
			was = now
		}
		if k >= cycles-500 {
			low, high, p.Mean = min(low, f), max(high, f), p.Mean+f/500
		}
	}
	p.Ripple = high - low
	return p
}

// Mass returns the effective mass of the tip along the vertical at Home, kg: a force on it over the acceleration that the
// force causes.
func Mass(arm *sim.Arm) float64 {
	chain, up := arm.Chain(), spatial.V(0, 0, 1)
	d, zero, jac := kinematics.NewData(chain), make([]float64, 7), make([]float64, 42)
	var tau, ddq [7]float64
	chain.RNEA(d, Home(), zero, zero, tau[:])
	chain.Jacobian(d, Home(), jac)
	for i := range tau {
		tau[i] += jac[14+i]
	}
	chain.ABA(d, Home(), zero, tau[:], arm.Config().Armature, ddq[:])
	return 1 / kinematics.Velocity(jac, ddq[:]).Lin.Dot(up)
}

// Stiffnesses are those of the walls of Contacts, N/m.
var Stiffnesses = [4]float64{1e2, 1e3, 1e4, 1e5}

// Contacts measures how a controller meets walls of all Stiffnesses and presses with 10, 20 and 30 N: the relative
// overshoot of the force at 0.05 m/s, and the greatest speed of touch, up to 0.2 m/s, at which that is a tenth at most. For
// comparison it computes the blow of the arm's mass alone, v·√(m·k). It fails unless docs/controllers.md, two folders above
// the test, has the result, a row for each force.
func Contacts(t *testing.T, controller string, press func(k, want, speed float64) Press) {
	const slowest, fastest = 0.002, 0.2
	if os.Getenv("SINEW_LONG") == "" {
		t.Skip("SINEW_LONG=1 measures some minutes")
	}
	page, err := os.ReadFile("../../docs/controllers.md")
	if err != nil {
		t.Fatal(err)
	}
	m := Mass(Arm(t, sim.ArmConfig{}))
	t.Logf("m = %.2f kg", m)
	for _, want := range []float64{10, 20, 30} {
		row, blow := fmt.Sprintf("| `%s` | %.0f N |", controller, want), fmt.Sprintf("| v·√(m·k) | %.0f N |", want)
		for _, k := range Stiffnesses {
			p := press(k, want, 0.05)
			over := 100 * max(0, p.Peak/want-1)
			row += fmt.Sprintf(" %.0f %%, %s |", over, quickest(slowest, fastest, func(v float64) (float64, bool) {
				p := press(k, want, v)
				return p.Speed, p.Peak <= 1.1*want
			}))
			root := math.Sqrt(m * k)
			blow += fmt.Sprintf(" %.0f %%, %.3f m/s |", 100*max(0, 0.05*root/want-1), 1.1*want/root)
		}
		for _, line := range []string{row, blow} {
			t.Log(line)
			if !strings.Contains(string(page), line+"\n") {
				t.Errorf("docs/controllers.md lacks the row %s", line)
			}
		}
	}
}

// quickest finds by bisection, to 7 %, the greatest speed at which try holds; it returns the speed that try reports.
func quickest(low, high float64, try func(v float64) (speed float64, holds bool)) string {
	if v, ok := try(high); ok {
		return fmt.Sprintf("≥ %.3f m/s", v)
	}
	best, ok := try(low)
	if !ok {
		return fmt.Sprintf("< %.3f m/s", best)
	}
	for range 6 {
		mid := math.Sqrt(low * high)
		if v, ok := try(mid); ok {
			low, best = mid, v
		} else {
			high = mid
		}
	}
	return fmt.Sprintf("%.3f m/s", best)
}
