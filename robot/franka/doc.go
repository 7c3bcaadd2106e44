// Package franka speaks FCI, the interface of the Franka Emika Panda (FER) and the Franka Research 3, as a client, and
// contains the codec of both ends; the simulated robot is in package box, the link over a bad network in package remote.
// Metres, radians, newtons, kilograms, seconds; poses and matrices column-major, twists and wrenches linear part first.
//
//	c, err := franka.Dial(ctx, "192.168.1.2", franka.Options{})
//	…
//	t := 0.0
//	err = c.JointPositions(ctx, franka.Loop{}, func(s *franka.State, period time.Duration, q *[7]float64) bool {
//		t += period.Seconds()
//		q[3] += 0.1 * period.Seconds() * math.Sin(math.Pi*t/4) // goes out, and comes to rest
//		return t >= 4
//	})
//
// Once a millisecond the robot sends its [State]; the [Command] that answers it has to arrive within that millisecond.
// The robot differentiates the commands it receives, aborts if velocity, acceleration or jerk exceed its [Limits], and
// continues with constant acceleration for up to 19 cycles without a command. Therefore every command of a loop passes a
// low-pass filter and a rate limiter, unless [Loop] turns them off, and then the loop's [Guard], if it has one.
//
// The package speaks versions 3 to 10 of the protocol; all differences are in [Version], wire.go and kinds.go. [Dynamics]
// replaces the model library that the robot would serve, and package fcimodels makes one for libfranka. Package drive
// makes the arm a hw.Driver. The hand and the vacuum gripper have separate protocols: gripper.go.
//
// Sources: the FCI protocol as libfranka (Apache-2.0) speaks it, tags 0.4 to 0.17; limits from Franka's FCI
// documentation; the Panda's kinematics, joint limits and inertials from frankaemika/franka_description, robots/fer.
package franka
