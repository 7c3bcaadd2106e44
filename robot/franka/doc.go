// Package franka describes the Franka Emika Panda (FER): its URDF and its kinematic chain. Lengths are
// metres, angles radians.
//
// Source of the numbers: frankaemika/franka_description, robots/fer (kinematics, joint_limits, inertials).
package franka
