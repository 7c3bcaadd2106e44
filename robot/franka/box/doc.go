// Package box is a simulated Franka robot with its controller: the robot's side of FCI. Robot is the machine itself, without a clock,
// goroutines or sockets: one Step per millisecond takes the command for the last state, and State returns the next. Server puts a Robot
// behind FCI's TCP and UDP, so that unmodified libfranka programs move it.
//
// The arm is rigid bodies (Featherstone's ABA) with rotor inertia, friction and torque limits, under joint impedance, Cartesian impedance
// or external torques. Commands are differentiated by backward Euler over 1 ms and checked against the arm's limits; a lost command is
// replaced by continuing with the same acceleration. Source: Franka Emika's FCI documentation, "Robot and interface specifications"; names
// and bits are those of libfranka.
//
// Config.Friction and Config.Mismatch make it follow as a real arm does. Its surroundings are a table and walls (Robot.Table, Robot.Wall),
// pushes (Robot.Push), and its grippers (package gripper).
//
// Some values are our own choice because the maker does not publish them: sensor noise, the remaining friction, the stiffness of the gears,
// the duration of starting (2 ms) and recovering (200 ms), the margins of the checks on measured values, how far beyond a limit an arm can
// recover automatically (0.01 rad), the greatest mechanical power (600 W), the stiffness of hand guiding in the directions that are not
// free, and how far from the set-point a motion of protocol 9 may begin (2 mrad, 2 mm).
package box
