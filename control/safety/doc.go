// Package safety stands between every planner and every actuator. No input, however late, absurd or hostile,
// makes it let out a command that breaks a limit on position, speed, acceleration or jerk.
//
// [Checker] limits Cartesian poses and [Joints] joint positions. Both rest on one invariant, viability: the
// state commanded last can be brought to rest by the stop law of package motion inside all limits and inside
// the workspace. A proposal passes unchanged if the state it leads to has that property too. Otherwise the
// acceleration it asks for is mixed with that of the stop law, and the largest share that keeps the
// invariant is taken; share zero is the stop itself and always keeps it. So the invariant holds for ever,
// whatever is proposed, and stopping is possible in every cycle. (Viability in the sense of J.-P. Aubin,
// "Viability Theory", 1991; the mixing is a scalar reference governor, Garone, Di Cairano and Kolmanovsky,
// Automatica 75, 2017.)
//
// A Checker by itself knows no joints: near a singular pose, within all limits in space, they may have to be faster than
// they can, and the robot then stops by itself. An [Arm] tells it: then the invariant is that the joints, too, bear the way
// to rest. Package robot/xarm/guard has the xArm's; a Franka over a link has package robot/franka/guard, which limits
// commands in space and in the joints at once.
//
// [Rate] and [PoseRate] keep no state and know no workspace: they make one command follow from the robot's own account
// of the last ones, for robots that differentiate commands and go on by themselves when one is lost.
//
// [Watchdog] turns missing inputs into hold and then stop, on logical time.
//
// This is software of the application. It gives stop category 2 at best and replaces neither the robot
// controller's own safety functions nor the emergency stop circuit (ISO 10218-1).
package safety
