package franka_test

import (
	"context"
	"fmt"
	"log"
	"math"
	"net"
	"time"

	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
)

// A simulated Panda lifts its forearm by joint velocities: up to 1 rad/s and back to rest in 0.2 s.
func Example() {
	robot, err := box.New(box.Config{})
	if err != nil {
		log.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	// Patience makes the robot wait for a machine that cannot keep a millisecond.
	server := box.NewServer(box.ServerConfig{Patience: time.Minute}, robot, l)
	ctx, stop := context.WithCancel(context.Background())
	over := make(chan error)
	go func() { over <- server.Serve(ctx) }()

	c, err := franka.Dial(ctx, server.Addr(), franka.Options{StateTimeout: time.Minute})
	if err != nil {
		log.Fatal(err)
	}
	var first, last franka.State
	t := 0.0
	err = c.JointVelocities(ctx, franka.Loop{}, func(s *franka.State, period time.Duration, dq *[7]float64) bool {
		if t == 0 && period == 0 {
			first = *s
		}
		t += period.Seconds()
		last = *s
		dq[3] = 0.5 * (1 - math.Cos(2*math.Pi*min(t/0.2, 1)))
		return t >= 0.3
	})
	fmt.Printf("%v; protocol %d, joint 4 moved by %.2f rad\n", err, c.Version(), last.Qd[3]-first.Qd[3])
	_ = c.Close()
	stop()
	<-over
	// Output: <nil>; protocol 5, joint 4 moved by 0.10 rad
}
