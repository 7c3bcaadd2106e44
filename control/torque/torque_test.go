package torque

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
	"github.com/sinew-robotics/sinew/internal/panda"
	"github.com/sinew-robotics/sinew/sim"
	"github.com/sinew-robotics/sinew/sim/touch"
)

func TestConformance(t *testing.T) {
	for _, law := range []string{"computed", "feedforward"} {
		controllertest.Run(t, controllertest.Subject{New: func() manager.Controller { return New() }, Setup: panda.Setup(t),
			Params: panda.Links(controllertest.Param{Name: "law", Value: law}), Jump: 1e-9, States: panda.States(true)})
	}
}

// TestTracking follows sines of half the Panda's velocity limits with each law, on an arm with friction.
func TestTracking(t *testing.T) {
	for _, law := range []string{"computed", "feedforward"} {
		c := New()
		_, io := controllertest.Configure(t, c, panda.Setup(t), panda.Links(controllertest.Param{Name: "law", Value: law},
			controllertest.Param{Name: "gains/p", Value: []float64{900}}, controllertest.Param{Name: "gains/d", Value: []float64{60}},
			controllertest.Param{Name: "armature", Value: []float64{0.1}})...)
		sum, n := 0.0, 0
		arm := panda.Arm(t, sim.ArmConfig{})
		panda.Run(t, c, io, arm, touch.New(arm, touch.Config{Period: io.Dt}), true, false, 4000, func(k int) {
			s := float64(k) * io.Dt
			w := 2 * math.Pi * 0.5
			fade := min(1, s)
			for i, q := range panda.Home() {
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
