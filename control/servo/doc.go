// Package servo moves the tip of an arm by twists, as a person with a joypad or a camera's loop gives them, with position
// commands of its joints.
//
// A cycle takes the wanted twist, m/s and rad/s along the axes of base or tip; shortens it to the speed limits; slows
// it where the arm comes near a singular posture or a joint near a limit; bounds acceleration and jerk (math/motion, Law);
// and moves the joints by kinematics.Chain.ServoIK, which keeps their limits of position, velocity and
// acceleration and uses what freedom is left to stay away from the limits. Where the tip cannot follow, it does not wind up:
// the next cycle begins where it got to.
//
// # Slowing down
//
// With σ the least singular value of the Jacobian, rotations times 0.3 m, and only while the twist lowers it,
//
//	scale = (σ − hard)/(soft − hard), bounded to [0, 1]
//
// as MoveIt Servo slows by the condition number (moveit.picknik.ai, "Realtime Arm Servoing"). With r the distance of a joint
// to the limit toward which it moves, scale is min(1, r/joint_margin) too, the least of all joints.
//
// # Commands that stop
//
// A twist from the port is wanted for timeout; then, or when it is not finite, zero is.
package servo
