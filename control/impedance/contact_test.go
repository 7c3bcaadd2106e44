package impedance

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
	"github.com/sinew-robotics/sinew/internal/panda"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/sim"
)

// press lets the tip approach a wall below it with a speed in m/s and load the spring to want N. Commands and readings are a
// cycle late.
func press(t testing.TB, k, want, speed float64) panda.Press {
	c := New()
	const stiffness = 1000
	_, io := controllertest.Configure(t, c, panda.Setup(t), panda.Links(
		controllertest.Param{Name: "stiffness", Value: []float64{stiffness, stiffness, stiffness, 50, 50, 50}},
		controllertest.Param{Name: "damping", Value: []float64{80, 80, 80, 5, 5, 5}},
		controllertest.Param{Name: "contact/damping", Value: 300.0})...)
	arm := panda.Arm(t, sim.ArmConfig{})
	start := panda.Tip(arm)
	depth := 0.02 + want/k + want/stiffness // at rest the wall yields by want/k and the spring by want/stiffness
	return panda.Run(t, c, io, arm, panda.Below(arm, k, io.Dt, 10), true, false, int((depth/speed+3)*1000), func(i int) {
		s := min(speed*float64(i)*io.Dt, depth)
		ref, v := start, spatial.Twist{}
		ref.P.Z -= s
		if s < depth {
			v.Lin.Z = -speed
		}
		manager.PutPose(io.References(0), ref)
		manager.PutTwist(io.References(1), v)
	})
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
			p := press(t, k, want, 0.05)
			peak, mean, ripple := p.Peak, p.Mean, p.Ripple
			t.Logf("%g N at %g N/m: force %.2f N, ripple %.3f N, peak %.2f N, overshoot %.1f %%", want, k, mean, ripple, peak, 100*(peak/mean-1))
			if math.Abs(mean-want) > 0.2 || ripple > 0.1 || !(peak <= 1.1*mean || peak < blow && k == 1e5) {
				t.Errorf("%g N at %g N/m: force %g N, ripple %g N, peak %g N", want, k, mean, ripple, peak)
			}
		}
	}
}

// TestContacts measures the table of docs/controllers.md; panda.Contacts says what.
func TestContacts(t *testing.T) {
	panda.Contacts(t, "impedance", func(k, want, speed float64) panda.Press { return press(t, k, want, speed) })
}
