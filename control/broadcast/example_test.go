package broadcast_test

import (
	"fmt"

	"github.com/sinew-robotics/sinew/control/broadcast"
	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
)

// A joint without a measured effort.
func Example() {
	c := broadcast.Joints()
	setup := controllertest.Setup(nil)
	setup.States = []manager.Interface{{Name: "elbow/position"}, {Name: "elbow/velocity"}}
	_, io, err := controllertest.Begin(c, setup)
	if err != nil {
		fmt.Println(err)
		return
	}
	io.States(0)[0], io.States(1)[0] = 0.5, 0.1
	if err := c.Update(io); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Value())
	// Output: {[0.5] [0.1] [NaN]}
}
