package gravity_test

import (
	"fmt"

	"github.com/sinew-robotics/sinew/control/gravity"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// An arm that floats is commanded the torques of its own weight; the elbow's is the greatest here.
func Example() {
	u, err := kinematics.ParseURDF("panda.urdf", franka.URDF())
	if err != nil {
		fmt.Println(err)
		return
	}
	c := gravity.New()
	_, io, err := controllertest.Begin(c, controllertest.Setup(u), controllertest.Param{Name: "base", Value: "panda_link0"},
		controllertest.Param{Name: "tip", Value: "panda_link8"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, q := range []float64{0, -0.785, 0, -2.356, 0, 1.571, 0.785} {
		io.States(i)[0] = q
		io.SetCommand(i, 0)
	}
	if err := c.Activate(io); err != nil {
		fmt.Println(err)
		return
	}
	for range 201 {
		io.Now += io.Period
		if err := c.Update(io); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Printf("%.1f N·m\n", io.Command(3))
	// Output:
	// 15.4 N·m
}
