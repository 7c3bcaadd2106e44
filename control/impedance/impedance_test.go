package impedance

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
	"github.com/sinew-robotics/sinew/internal/panda"
)

func TestConformance(t *testing.T) {
	for _, space := range []string{"cartesian", "joint"} {
		params := panda.Links(controllertest.Param{Name: "space", Value: space})
		if space == "joint" {
			params = append(params, controllertest.Param{Name: "stiffness", Value: []float64{9, 9, 9, 9, 9, 9, 9}},
				controllertest.Param{Name: "damping", Value: []float64{1, 1, 1, 1, 1, 1, 1}})
		}
		t.Run(space, func(t *testing.T) {
			controllertest.Run(t, controllertest.Subject{
				New: func() manager.Controller { return New() }, Setup: panda.Setup(t), Params: params, Jump: 1e-9, States: panda.States(true),
			})
		})
	}
}

// TestSpring displaces the tip by hand: the wrench is stiffness times displacement along each axis.
func TestSpring(t *testing.T) {
	c := New()
	_, io := controllertest.Configure(t, c, panda.Setup(t), panda.Links(controllertest.Param{Name: "stiffness", Value: []float64{100, 200, 300, 10, 20, 30}})...)
	for i, q := range panda.Home() {
		io.States(i)[0] = q
	}
	if err := c.Activate(io); err != nil {
		t.Fatal(err)
	}
	for k := range 3 {
		io.References(0)[k] += 0.01
	}
	if err := c.Update(io); err != nil {
		t.Fatal(err)
	}
	for k, want := range []float64{1, 2, 3, 0, 0, 0} {
		if got := io.Exports(1)[k]; math.Abs(got-want) > 1e-9 {
			t.Errorf("wrench %d is %g, want %g", k, got, want)
		}
	}
	io.References(0)[0] += 1e3
	for i := range 3 {
		io.References(0)[i] += 500
	}
	if err := c.Update(io); err != nil {
		t.Fatal(err)
	}
	if f := math.Hypot(math.Hypot(io.Exports(1)[0], io.Exports(1)[1]), io.Exports(1)[2]); f > 100+1e-9 {
		t.Errorf("the force is %g N, the limit is 100 N", f)
	}
}
