package motion_test

import (
	"fmt"

	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Go 0.3 m along x and come to rest there, one command each 4 ms.
func ExampleServo() {
	servo, err := motion.NewServo(motion.ServoConfig{Limits: motion.DefaultLimits()})
	if err != nil {
		fmt.Println(err)
		return
	}
	goal := spatial.Pose{P: spatial.V(0.3, 0, 0), R: spatial.IdentityRot()}
	cycles := 0
	for status := motion.Following; status != motion.Arrived; cycles++ {
		servo.Target(motion.Sighting{Pose: goal})
		_, status = servo.Next(motion.Input{})
	}
	fmt.Printf("at rest after %d cycles, %.9f m\n", cycles, servo.Command().P.X)
	// Output: at rest after 218 cycles, 0.300000000 m
}
