package trajectory_test

import (
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/control/manager/controllertest"
	"github.com/sinew-robotics/sinew/control/trajectory"
)

// A joint goes to 0.5 rad within a second, by a quintic.
func Example() {
	c := trajectory.New()
	_, io, err := controllertest.Begin(c, controllertest.Setup(nil), controllertest.Param{Name: "joints", Value: []string{"elbow"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := c.Activate(io); err != nil {
		fmt.Println(err)
		return
	}
	goal := trajectory.Goal{ID: 1, Points: []trajectory.Point{{Time: time.Second, Position: []float64{0.5}, Velocity: []float64{0}, Acceleration: []float64{0}}}}
	fmt.Println(c.Execute(&goal, io).Phase)
	for k := range 1100 {
		io.Now += io.Period
		io.States(0)[0] = io.Command(0) // the joint is where it was commanded
		if err := c.Update(io); err != nil {
			fmt.Println(err)
			return
		}
		if k%300 == 299 {
			fmt.Printf("%v %.4f rad\n", io.Now, io.Command(0))
		}
	}
	fmt.Println(c.Status().Phase)
	// Output:
	// waiting
	// 300ms 0.0815 rad
	// 600ms 0.3413 rad
	// 900ms 0.4957 rad
	// succeeded
}
