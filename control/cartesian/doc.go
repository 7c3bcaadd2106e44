// Package cartesian moves the tip of an arm to poses and, along chosen axes, presses with a force instead: hybrid control
// with position commands of the joints.
//
// Motion is planned by math/motion.Servo: straight to the reference pose, within limits of velocity, acceleration and jerk, whatever
// the reference does; a moving reference is followed. Along the force axes, of base or tip, its share is left out (M. Raibert,
// J. Craig, "Hybrid Position/Force Control of Manipulators", ASME JDSMC 102, 1981), and the tip moves by
//
//	M·v̇ + D·v = F + F_d,  |v| ≤ approach/velocity,
//
// with F what the surroundings exert and F_d the reference wrench, N and N·m: at rest the tip presses with F_d on them.
// D is damping in free motion, and contact/damping the more the closer |F| is to contact/force; see package
// control/admittance for what a wall of stiffness k and a delay T ask of it, D ≥ e·k·T. Damping is implicit, so it may be as strong
// as needed.
//
// The joints follow by kinematics.Chain.ServoIK within their limits. While they cannot, motion and force wait.
package cartesian
