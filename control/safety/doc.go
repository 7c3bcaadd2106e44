// Package safety stands between every planner and every actuator. No input, however late, absurd or hostile,
// makes it pass a command that breaks a limit on position, speed, acceleration or jerk.
//
// [Checker] limits Cartesian poses and [Joints] joint positions. Both rest on one invariant, viability: the last
// commanded state can be brought to rest by the stop law of package motion inside all limits and inside the workspace.
// A proposal passes unchanged if the state that it leads to has that property too. Otherwise its acceleration is mixed
// with that of the stop law, with the largest share that keeps the invariant; share zero is the stop itself and always
// keeps it. So the invariant holds whatever is proposed, and stopping is possible in every cycle. (Viability in the
// sense of J.-P. Aubin, "Viability Theory", 1991; the mixing is a scalar reference governor, Garone, Di Cairano and
// Kolmanovsky, Automatica 75, 2017.)
//
// A Checker alone knows no joints: near a singular pose a motion within all limits in space may need joint speeds that
// the robot does not have, and the robot then stops with an error. With an [Arm], the invariant includes that the
// joints can follow the stopping path. Package robot/xarm/guard has the xArm's; a Franka over a link has package
// robot/franka/guard, which limits commands in space and in the joints at once.
//
// [Rate] and [PoseRate] keep no state and know no workspace: they compute one command from the last ones as the robot
// reports them, for robots that differentiate commands and continue on their own when one is lost.
//
// [Watchdog] turns missing inputs into a hold and then a halt, on logical time.
//
// This is application software. It gives stop category 2 at best and replaces neither the robot
// controller's own safety functions nor the emergency stop circuit (ISO 10218-1).
package safety
