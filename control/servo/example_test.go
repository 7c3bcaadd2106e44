package servo_test

import (
	"fmt"

	"github.com/sinew-robotics/sinew/control/manager/controllertest"
	"github.com/sinew-robotics/sinew/control/servo"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// One twist of 0.1 m/s is wanted for a tenth of a second; then the tip stops.
func Example() {
	u, err := kinematics.ParseURDF("panda.urdf", franka.URDF())
	if err != nil {
		fmt.Println(err)
		return
	}
	c := servo.New()
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
	x := c.Tip().P.X
	c.Move(spatial.Twist{Lin: spatial.V(0.1, 0, 0)}, io)
	for range 600 {
		io.Now += io.Period
		if err := c.Update(io); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Printf("%.1f mm\n", 1000*(c.Tip().P.X-x))
	// Output:
	// 10.0 mm
}
