package gravity

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
	controllertest.Run(t, controllertest.Subject{New: func() manager.Controller { return New() }, Setup: panda.Setup(t), Params: panda.Links(),
		Jump: 1e-9, States: panda.States(true)})
}

// TestFloats carries an arm without friction from rest for a second: it stays. With a load that it does not know of it sinks.
func TestFloats(t *testing.T) {
	zero := make([]float64, 7)
	for _, known := range []bool{true, false} {
		arm := panda.Arm(t, sim.ArmConfig{Friction: zero, Damping: zero})
		c := New()
		p := panda.Links()
		if !known {
			p = append(p, controllertest.Param{Name: "load/mass", Value: 1.0}) // which is not there
		}
		_, io := controllertest.Configure(t, c, panda.Setup(t), p...)
		panda.Run(t, c, io, arm, touch.New(arm, touch.Config{Period: io.Dt}), true, false, 1000, func(int) {})
		q, dq, tau := make([]float64, 7), make([]float64, 7), make([]float64, 7)
		arm.State(q, dq, tau)
		moved := 0.0
		for i, x := range panda.Home() {
			moved = max(moved, math.Abs(q[i]-x))
		}
		if known != (moved < 1e-9) {
			t.Errorf("load known %v: moved %g rad", known, moved)
		}
	}
}
