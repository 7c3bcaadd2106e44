// Package box is a simulated Franka robot with its controller: the robot's side of FCI. Robot is the machine itself,
// without clock, goroutine or socket: one Step a millisecond takes the command for the state that was shown last, and
// State shows the next. Server puts a Robot behind FCI's TCP and UDP, so that unmodified libfranka programs move it.
//
// The arm is rigid bodies (Featherstone's ABA) with rotor inertia, friction and torque limits, under joint impedance,
// Cartesian impedance or torques from outside. Commands are differentiated by backward Euler over 1 ms and checked
// against the arm's limits, and a lost one is replaced by going on with the same acceleration. Source: Franka Emika's FCI
// documentation, "Robot and interface specifications"; names and bits are those of libfranka.
//
// Config.Friction and Config.Mismatch make it follow as a real arm does. Beside it stand a table and walls (Robot.Table,
// Robot.Wall), what is pushed with (Robot.Push), and its grippers, package gripper.
//
// Some values are ours because the maker does not publish them: sensor noise, the remaining friction, the
// stiffness of the gears, the time that starting (2 ms) and recovering (200 ms) take, the margins of the checks on
// measured values, how far beyond a limit an arm may be that recovers by itself (0.01 rad), the greatest mechanical power (600 W), how stiff hand guiding is where it is not free, and how far
// from the set-point a motion of protocol 9 may begin (2 mrad, 2 mm).
package box
