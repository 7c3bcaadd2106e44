// Package torque makes an arm's joints follow a motion by computed torque:
//
//	τ = M(q)·(q̈_d + K_p·e + K_d·ė + K_i·∫e dt) + h(q, q̇)
//
// with e = q_d − q, evaluated as one recursive Newton–Euler pass over the acceleration in brackets (J. Luh, M. Walker,
// R. Paul, "Resolved-acceleration control of mechanical manipulators", IEEE TAC 25(3), 1980; Featherstone, "Rigid Body
// Dynamics Algorithms", 2008, table 5.1). K_p is 1/s², K_d 1/s, K_i 1/s³: the error of every joint obeys the same equation
// whatever its inertia. The armature, kg·m², is the inertia of each motor seen at its joint, which descriptions lack.
//
// With feedforward the model is evaluated at the reference instead, τ = RNEA(q_d, q̇_d, q̈_d) + K_p·e + K_d·ė in N·m, which
// is less exact, but does not depend on readings in its stiff part.
package torque
