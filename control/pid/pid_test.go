package pid

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
)

func TestConformance(t *testing.T) {
	for _, rate := range []string{"", "velocity"} {
		controllertest.Run(t, controllertest.Subject{
			New: func() manager.Controller { return New() }, Setup: controllertest.Setup(nil), Jump: 1e-9,
			Params: []controllertest.Param{{Name: "dof_names", Value: []string{"a", "b"}}, {Name: "rate_interface", Value: rate},
				{Name: "gains/p", Value: []float64{10}}, {Name: "gains/i", Value: []float64{5}}, {Name: "gains/d", Value: []float64{1}},
				{Name: "gains/feedforward", Value: []float64{0.3}}},
			States: func(rnd *rand.Rand, io *manager.IO) {
				for i := range 2 {
					io.States(i)[0] = rnd.NormFloat64()
					io.SetCommand(i, rnd.NormFloat64())
				}
			},
		})
	}
}

// TestLoop holds a mass of 2 kg under a constant load of 3 N with a force of 20 N at most, along an angle that wraps.
func TestLoop(t *testing.T) {
	c := New()
	_, io := controllertest.Configure(t, c, controllertest.Setup(nil), controllertest.Param{Name: "dof_names", Value: []string{"a"}},
		controllertest.Param{Name: "gains/p", Value: []float64{60}}, controllertest.Param{Name: "gains/i", Value: []float64{30}},
		controllertest.Param{Name: "gains/d", Value: []float64{20}}, controllertest.Param{Name: "gains/u_clamp", Value: []float64{20}},
		controllertest.Param{Name: "gains/antiwindup", Value: "back_calculation"}, controllertest.Param{Name: "angle_wraparound", Value: true})
	x, v := 3.0, 0.0
	io.States(0)[0] = x
	if err := c.Activate(io); err != nil {
		t.Fatal(err)
	}
	io.SetReference(0, -3)
	for range 20000 {
		io.States(0)[0] = x
		if err := c.Update(io); err != nil {
			t.Fatal(err)
		}
		u := io.Command(0)
		if math.Abs(u) > 20 {
			t.Fatalf("%g N", u)
		}
		v += (u - 3) / 2 * io.Dt
		x += v * io.Dt
	}
	if want := 2*math.Pi - 3; math.Abs(x-want) > 1e-3 {
		t.Errorf("at %g, not at %g, the nearest way to −3", x, want)
	}
}
