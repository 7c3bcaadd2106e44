package impedance_test

import (
	"fmt"

	"github.com/sinew-robotics/sinew/control/impedance"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// The tip's reference is 2 cm aside: a spring of 600 N/m pulls with 12 N.
func Example() {
	u, err := kinematics.ParseURDF("panda.urdf", franka.URDF())
	if err != nil {
		fmt.Println(err)
		return
	}
	c := impedance.New()
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
	io.References(0)[1] += 0.02
	for range 1 {
		io.Now += io.Period
		if err := c.Update(io); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Printf("%.2f N\n", io.Exports(1)[1])
	// Output: 12.00 N
}
