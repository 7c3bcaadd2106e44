package gripper_test

import (
	"fmt"

	"github.com/sinew-robotics/sinew/control/gripper"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
)

// A gripper closes on something that is 3 cm wide.
func Example() {
	c := gripper.New()
	_, io, err := controllertest.Begin(c, controllertest.Setup(nil), controllertest.Param{Name: "joint", Value: "finger"},
		controllertest.Param{Name: "allow_stalling", Value: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	io.States(0)[0] = 0.08
	io.SetCommand(0, 0.08)
	if err := c.Activate(io); err != nil {
		fmt.Println(err)
		return
	}
	c.Go(gripper.Goal{Position: 0}, io)
	for range 3000 {
		if err := c.Update(io); err != nil {
			fmt.Println(err)
			return
		}
		x := max(0.03, io.Command(0))
		io.States(0)[0], io.States(1)[0] = x, (x-io.State(0))/io.Dt
	}
	s := c.Status()
	fmt.Printf("stalled %v, ok %v, at %.3f m, commanded %.3f m\n", s.Result == gripper.Stalled, s.OK, s.Position, io.Command(0))
	// Output: stalled true, ok true, at 0.030 m, commanded 0.020 m
}
