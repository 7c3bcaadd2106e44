package pid_test

import (
	"fmt"

	"github.com/sinew-robotics/sinew/control/manager/controllertest"
	"github.com/sinew-robotics/sinew/control/pid"
)

// A heater with a gain of 2 K/W is brought from 20 °C to 60 °C with at most 40 W.
func Example() {
	c := pid.New()
	p := []controllertest.Param{{Name: "dof_names", Value: []string{"oven"}}, {Name: "reference_interface", Value: "temperature"}, {Name: "command_interface", Value: "power"},
		{Name: "gains/p", Value: []float64{2}}, {Name: "gains/i", Value: []float64{0.5}}, {Name: "gains/u_clamp", Value: []float64{40}}}
	_, io, err := controllertest.Begin(c, controllertest.Setup(nil), p...)
	if err != nil {
		fmt.Println(err)
		return
	}
	t := 20.0
	io.States(0)[0] = t
	if err := c.Activate(io); err != nil {
		fmt.Println(err)
		return
	}
	io.SetReference(0, 60)
	for range 60000 {
		io.States(0)[0] = t
		if err := c.Update(io); err != nil {
			fmt.Println(err)
			return
		}
		t += (2*io.Command(0) - (t - 20)) / 5 * io.Dt
	}
	fmt.Printf("%.1f °C with %.1f W\n", t, io.Command(0))
	// Output: 60.0 °C with 20.0 W
}
