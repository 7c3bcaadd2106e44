package admittance_test

import (
	"fmt"

	"github.com/sinew-robotics/sinew/control/admittance"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// A hand pushes with 10 N for a second; then the arm comes back.
func Example() {
	u, err := kinematics.ParseURDF("panda.urdf", franka.URDF())
	if err != nil {
		fmt.Println(err)
		return
	}
	c := admittance.New()
	_, io, err := controllertest.Begin(c, controllertest.Setup(u), controllertest.Param{Name: "base", Value: "panda_link0"},
		controllertest.Param{Name: "tip", Value: "panda_link8"},
		controllertest.Param{Name: "sensor", Value: "ft"})
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
	for k := range 3000 {
		io.States(7)[2] = 0
		if k < 1000 {
			io.States(7)[2] = 10 // along the tip's z, which points down
		}
		if err := c.Update(io); err != nil {
			fmt.Println(err)
			return
		}
		if k%1000 == 999 {
			fmt.Printf("%.1f mm\n", 1000*io.Exports(1)[2])
		}
	}
	// Output:
	// -18.5 mm
	// -1.4 mm
	// -0.1 mm
}
