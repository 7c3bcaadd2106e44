// Package servo moves the tip of an arm by twists, from a person with a joypad or from a visual control loop, with position
// commands to its joints.
//
// A cycle takes the wanted twist, m/s and rad/s along the axes of base or tip; shortens it to the speed limits; slows it
// near a singular posture or a joint limit; bounds acceleration and jerk (math/motion, Law); and moves the joints by
// kinematics.Chain.ServoIK, which keeps their limits of position, velocity and acceleration and uses the remaining freedom
// to stay away from the limits. If the tip cannot follow, nothing winds up: the next cycle begins where the tip got to.
//
// # Slowing down
//
// With σ the least singular value of the Jacobian, rotations multiplied by 0.3 m, the twist is scaled, only while it lowers
// σ, by
//
//	scale = (σ − hard)/(soft − hard), bounded to [0, 1]
//
// just as MoveIt Servo slows by the condition number (moveit.picknik.ai, "Realtime Arm Servoing"). With r the distance of a
// joint to the limit toward which it moves, scale is also at most r/joint_margin, for every joint.
//
// # Commands that stop
//
// A twist from the port is valid for timeout; after that, or if it is not finite, the wanted twist is zero.
package servo
