package forward_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/forward"
	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
)

// Velocities from a port stop half a second after the last one.
func Example() {
	c := forward.Velocity()
	for _, p := range c.Parameters() {
		if joints, ok := p.At.(*[]string); ok && p.Name == "joints" {
			*joints = []string{"left", "right"}
		}
	}
	d, err := c.Configure(&manager.Setup{Name: "wheels", Period: 10 * time.Millisecond})
	if err != nil {
		fmt.Println(err)
		return
	}
	io := manager.NewIO(d, 10*time.Millisecond)
	io.Active = true
	if err := c.Activate(io); err != nil {
		fmt.Println(err)
		return
	}
	c.Command(forward.Command{Values: []float64{2, -2}}, io)
	for _, now := range []time.Duration{10 * time.Millisecond, 500 * time.Millisecond, 510 * time.Millisecond} {
		io.Now = now
		if err := c.Update(io); err != nil {
			fmt.Println(err)
		}
		fmt.Println(now, io.Command(0), io.Command(1))
	}
	// Output:
	// 10ms 2 -2
	// 500ms 2 -2
	// 510ms 0 0
}

func TestConformance(t *testing.T) {
	for _, kind := range []string{"position", "velocity", "effort"} {
		controllertest.Run(t, controllertest.Subject{
			New: func() manager.Controller { return forward.New() }, Setup: controllertest.Setup(nil),
			Params: []controllertest.Param{{Name: "joints", Value: []string{"a", "b"}}, {Name: "interfaces", Value: []string{kind}}, {Name: "timeout", Value: time.Second}},
			States: func(rnd *rand.Rand, io *manager.IO) { io.SetCommand(0, rnd.NormFloat64()) },
			Input: func(rnd *rand.Rand, c manager.Controller, io *manager.IO) {
				c.(*forward.Controller).Command(forward.Command{Values: []float64{rnd.NormFloat64(), math.Log(rnd.NormFloat64())}}, io)
			},
		})
	}
}

func TestWholeNames(t *testing.T) {
	c := forward.New()
	d, io := controllertest.Configure(t, c, controllertest.Setup(nil), controllertest.Param{Name: "interfaces", Value: []string{"tool/pose", "pump/on"}})
	if len(d.Commands) != 2 || len(io.Commands(0)) != 7 {
		t.Fatalf("%+v", d)
	}
	if c.Command(forward.Command{Values: make([]float64, 7)}, io) {
		t.Error("7 numbers were taken for 8")
	}
	if !c.Command(forward.Command{Values: []float64{1, 2, 3, 0, 0, 0, 1, 1}}, io) {
		t.Error("8 numbers were not taken")
	}
	if err := c.Update(io); err != nil || io.Command(1) != 1 || io.Commands(0)[6] != 1 {
		t.Errorf("%v, %v, %v", err, io.Commands(0), io.Command(1))
	}
	for _, bad := range [][]string{nil, {"a/position", "a/position"}} {
		c := forward.New()
		if err := controllertest.Set(c, controllertest.Param{Name: "interfaces", Value: bad}); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Configure(controllertest.Setup(nil)); err == nil {
			t.Errorf("%v is not refused", bad)
		}
	}
}
