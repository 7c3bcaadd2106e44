// Package guard limits all commands to a Franka, be they a program's, a driver's or a link's. Whatever is requested, the
// command that goes to the robot keeps the limits that the robot checks, in the joints and in space, now and on a
// trajectory that brings the arm to rest from there.
//
// A robot differentiates commands three times by backward differences and aborts a motion where a limit of position,
// velocity, acceleration or jerk is broken. Cartesian commands it checks twice: in space, and after its inverse
// kinematics in the joints. A command that keeps the limits of this cycle is not enough: near the end of a joint's
// range, near a singular pose or at speed it may leave no way to stop. So a command passes where
//
//   - its step is within every limit of the cycle, those in space and those of the joints together, and
//   - from the state that it leads to the arm can brake to rest within them: the brake is played through before.
//
// Where it does not pass, the acceleration nearest to it on the straight line to that of the brake is taken, and where
// none is safe the brake itself, which the cycle before has proved safe. So the arm slows down along its way and comes to
// rest as close to the unreachable as it may; once the commands are within reach again, the next one passes.
//
// [Commands] guards what any motion generator takes: joint positions and velocities joint by joint; poses and twists with
// the elbow by a brake that turns all joints in proportion, so that the tool stays on its way, as hard as the first limit
// lets it.
// Nothing here allocates after New…, and nothing keeps time: each cycle begins at the robot's own last command.
package guard
