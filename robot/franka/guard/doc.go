// Package guard limits all commands to a Franka, whether from a program, a driver or a link. Whatever is requested, the
// command that goes to the robot keeps the limits that the robot checks, in the joints and in space, now and on a
// trajectory that brings the arm to rest from there.
//
// A robot differentiates commands three times by backward differences and aborts a motion if it breaks a limit of
// position, velocity, acceleration or jerk. It checks Cartesian commands twice: in space and, after its inverse
// kinematics, in the joints. Keeping the limits of this cycle is not enough: near the end of a joint's range, near a
// singular pose or at speed, a command may leave no way to stop. Therefore a command passes if
//
//   - its step is within every limit of the cycle, both in space and in the joints, and
//   - from the state that it leads to, the arm can brake to rest within them: the brake is simulated beforehand.
//
// Otherwise the guard takes the acceleration nearest to the command's on the straight line to that of the brake. If none
// is safe, it takes the brake itself, which the previous cycle has proved safe. Thus the arm slows down along its way and
// comes to rest as close to the unreachable as it may; once the commands are within reach again, the next one passes.
//
// [Commands] guards the commands of any motion generator: joint positions and velocities joint by joint; poses and twists
// with the elbow by a brake that slows all joints in proportion, so that the tool stays on its way, as hard as the first
// limit permits. After New…, nothing here allocates or keeps time: each cycle begins at the robot's own last command.
package guard
