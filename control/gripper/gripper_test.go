package gripper

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
)

func params(kind string, more ...controllertest.Param) []controllertest.Param {
	return append([]controllertest.Param{{Name: "joint", Value: "finger"}, {Name: "interface", Value: kind}}, more...)
}

func TestConformance(t *testing.T) {
	for _, kind := range []string{"position", "effort"} {
		controllertest.Run(t, controllertest.Subject{
			New: func() manager.Controller { return New() }, Setup: controllertest.Setup(nil), Jump: 1e-9, Params: params(kind),
			States: func(rnd *rand.Rand, io *manager.IO) {
				io.States(0)[0] = 0.04 * rnd.Float64()
				io.SetCommand(0, io.State(0))
			},
			Input: func(rnd *rand.Rand, c manager.Controller, io *manager.IO) {
				c.(*Controller).Go(Goal{Position: math.Log(rnd.Float64() - 0.2), Effort: rnd.NormFloat64()}, io)
			},
		})
	}
}

// grasp closes a finger of 0.1 kg with a servo, or the effort commanded, from 0.08 m to 0 on an object that begins at from.
func grasp(t *testing.T, kind string, from float64, allow bool) (s Status, x, most float64) {
	c := New()
	_, io := controllertest.Configure(t, c, controllertest.Setup(nil), params(kind, controllertest.Param{Name: "allow_stalling", Value: allow})...)
	x, v := 0.08, 0.0
	io.States(0)[0] = x
	io.SetCommand(0, map[string]float64{"position": x}[kind])
	if err := c.Activate(io); err != nil {
		t.Fatal(err)
	}
	c.Go(Goal{Position: 0, Effort: 5}, io)
	for range 5000 {
		io.States(0)[0], io.States(1)[0] = x, v
		if err := c.Update(io); err != nil {
			t.Fatal(err)
		}
		f := io.Command(0)
		if kind == "position" {
			f = 500*(io.Command(0)-x) - 20*v
		}
		most = max(most, math.Abs(f))
		if x < from {
			f += 20000*(from-x) - 50*min(v, 0)
		}
		v += (f - 2*v) / 0.1 * io.Dt
		x += v * io.Dt
	}
	return c.Status(), x, most
}

func TestGrasps(t *testing.T) {
	for _, kind := range []string{"position", "effort"} {
		if s, x, _ := grasp(t, kind, -1, false); s.Result != Reached || !s.OK || math.Abs(x) > 0.01 {
			t.Errorf("%s: nothing in the way: %+v at %g", kind, s, x)
		}
		for _, allow := range []bool{false, true} {
			s, x, most := grasp(t, kind, 0.03, allow)
			if s.Result != Stalled || s.OK != allow || math.Abs(x-0.03) > 0.001 || most > 5.2 {
				t.Errorf("%s: an object at 0.03 m: %+v at %g, %g N at most", kind, s, x, most)
			}
		}
	}
}

func TestRefuses(t *testing.T) {
	c := New()
	_, io := controllertest.Configure(t, c, controllertest.Setup(nil), params("position")...)
	if err := c.Activate(io); err != nil {
		t.Fatal(err)
	}
	for _, g := range []Goal{{Position: math.NaN()}, {Position: math.Inf(1)}, {Effort: math.NaN()}, {Effort: -1}} {
		if s := c.Go(g, io); s.Result != Refused {
			t.Errorf("%v is not refused", g)
		}
	}
}
