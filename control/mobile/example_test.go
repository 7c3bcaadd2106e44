package mobile_test

import (
	"fmt"

	"github.com/sinew-robotics/sinew/control/manager/controllertest"
	"github.com/sinew-robotics/sinew/control/mobile"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// A differential drive turns to the left.
func Example() {
	c := mobile.Differential()
	p := []controllertest.Param{{Name: "left_wheels", Value: []string{"left"}}, {Name: "right_wheels", Value: []string{"right"}},
		{Name: "wheel_radius", Value: 0.1}, {Name: "wheel_separation", Value: 0.5}, {Name: "feedback", Value: "command"}}
	setup := controllertest.Setup(nil)
	_, io, err := controllertest.Begin(c, setup, p...)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := c.Activate(io); err != nil {
		fmt.Println(err)
		return
	}
	for range 3000 {
		c.Move(spatial.Twist{Lin: spatial.V(0.15, 0, 0), Ang: spatial.V(0, 0, 0.2)}, io)
		io.Now += io.Period
		if err := c.Update(io); err != nil {
			fmt.Println(err)
			return
		}
	}
	o := c.Odometry()
	fmt.Printf("wheels %.2f and %.2f rad/s, at %.2f m, %.2f m, %.2f rad\n", io.Command(0), io.Command(1), o.Pose.X, o.Pose.Y, o.Pose.Yaw)
	// Output:
	// wheels 1.00 and 2.00 rad/s, at 0.41 m, 0.12 m, 0.58 rad
}
