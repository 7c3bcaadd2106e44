package cartesian_test

import (
	"fmt"

	"github.com/sinew-robotics/sinew/control/cartesian"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// The tip goes 10 cm up, within the limits.
func Example() {
	u, err := kinematics.ParseURDF("panda.urdf", franka.URDF())
	if err != nil {
		fmt.Println(err)
		return
	}
	c := cartesian.New()
	_, io, err := controllertest.Begin(c, controllertest.Setup(u), controllertest.Param{Name: "base", Value: "panda_link0"},
		controllertest.Param{Name: "tip", Value: "panda_link8"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, q := range []float64{0, -0.785, 0, -2.356, 0, 1.571, 0.785} {
		io.States(i)[0] = q
		io.SetCommand(i, q)
	}
	if err := c.Activate(io); err != nil {
		fmt.Println(err)
		return
	}
	z := io.References(0)[2]
	io.References(0)[2] += 0.1
	for k := range 900 {
		if err := c.Update(io); err != nil {
			fmt.Println(err)
			return
		}
		if k%300 == 299 {
			fmt.Printf("%.4f m\n", io.Exports(0)[2]-z)
		}
	}
	// Output:
	// 0.0377 m
	// 0.0972 m
	// 0.1000 m
}
