package cartesian

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
		New: func() manager.Controller { return New() }, Setup: setup(t), Params: params(controllertest.Param{Name: "force_axes", Value: []float64{0, 0, 1, 0, 0, 1}}), Jump: 1e-4,
		States: func(rnd *rand.Rand, io *manager.IO) {
			for i, q := range home() {
				io.States(i)[0] = q + 0.1*rnd.NormFloat64()
				io.SetCommand(i, io.State(i)+1e-3*rnd.NormFloat64())
			}
			io.States(7)[2] = rnd.NormFloat64()
		},
	})
}

// press lets the tip go down with 0.05 m/s until it meets a wall, and press on it with want N.
func press(t testing.TB, k, want float64) (peak, mean, ripple float64) {
	c := New()
	_, io := controllertest.Configure(t, c, setup(t), params(controllertest.Param{Name: "force_axes", Value: []float64{0, 0, 1, 0, 0, 0}})...)
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
	steps := 10
	if k <= 1e3 {
		steps = 2
	}
	b := touch.New(arm, touch.Config{Wall: wall, Substeps: steps, Period: io.Dt, Commands: 1, Readings: 1})
	cmd := home()
	b.Rest(cmd)
	low, high, n, fastest := math.Inf(1), math.Inf(-1), 0, 0.0
	end := int((2 + want/k/0.05 + 5*2000/k) * 1000)
	for i := range end {
		q, _, w := b.Read()
		for j := range q {
			io.States(j)[0] = q[j]
		}
		manager.PutWrench(io.States(7), w)
		if i == 0 {
			for j := range q {
				io.SetCommand(j, q[j])
			}
			if err := c.Activate(io); err != nil {
				t.Fatal(err)
			}
			io.References(1)[2] = -want
		}
		if err := c.Update(io); err != nil {
			t.Fatal(err)
		}
		for j := range cmd {
			cmd[j] = io.Command(j)
		}
		b.Step(cmd, false)
		f := b.Force().Norm()
		if f == 0 {
			fastest = max(fastest, math.Abs(c.v[2]))
		}
		peak = max(peak, f)
		if i >= end-500 {
			low, high, mean, n = min(low, f), max(high, f), mean+f, n+1
		}
	}
	if fastest < 0.0499 {
		t.Errorf("approached with %g m/s, not 0.05", fastest)
	}
	return peak, mean / float64(n), high - low
}

// TestContact approaches walls of all stiffnesses with 0.05 m/s, commands and readings a cycle late: the force comes to rest where
// it is wanted, and on the way exceeds that by a tenth at most.
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

// TestMoves moves to a pose and, while it presses along z, sideways: what is along the force axis does not count.
func TestMoves(t *testing.T) {
	for _, axis := range []float64{0, 1} {
		c := New()
		_, io := controllertest.Configure(t, c, setup(t), params(controllertest.Param{Name: "force_axes", Value: []float64{0, 0, axis, 0, 0, 0}})...)
		for i, q := range home() {
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
