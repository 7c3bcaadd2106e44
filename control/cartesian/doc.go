// Package cartesian moves the tip of an arm to poses and, along chosen axes, makes it press with a force instead. This is hybrid
// control by position commands to the joints.
//
// Motion is planned by math/motion.Servo: straight to the reference pose, within limits of velocity, acceleration and jerk, whatever
// the reference does, and follows a moving reference. The force axes, of base or tip, are left out of it (M. Raibert, J. Craig,
// "Hybrid Position/Force Control of Manipulators", ASME JDSMC 102, 1981), and the tip moves by
//
//	M·v̇ + D·v = F + F_d,  |v| ≤ approach/velocity,
//
// with F exerted by the surroundings and F_d the reference wrench, in N and N·m: at rest the tip presses on them with F_d. D is the
// damping in free motion; contact/damping replaces it gradually as |F| approaches contact/force. Package control/admittance says
// what a wall of stiffness k and a delay T ask of it, D ≥ e·k·T. The damping is implicit, so it may be as strong as needed.
//
// The joints follow by kinematics.Chain.ServoIK within their limits. While they cannot, motion and force wait.
package cartesian
