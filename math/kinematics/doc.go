// Package kinematics reads robot descriptions (URDF) and computes with the serial chains in them: forward
// kinematics, Jacobians, inverse dynamics (RNEA), forward dynamics (ABA), inverse kinematics for whole
// poses and for one control cycle, and distances between the links.
//
// A Chain is the model: it is built once, never changes while used and may be shared by goroutines. Data is
// the scratch memory of one user of a chain. No function that takes a Data allocates, reads a clock or
// draws from a hidden random source: equal arguments give equal bits.
//
// Units are metres, radians, kilograms, newtons and seconds. Every joint vector has Chain.N numbers, in the
// order from base to tip; a slice of another length is a programming error and panics.
//
// Sources: forward recursion and geometric Jacobian after Siciliano et al., "Robotics: Modelling, Planning
// and Control" (2009), sections 2.7 and 3.1; dynamics after Featherstone, "Rigid Body Dynamics Algorithms"
// (2008), tables 5.1 (RNEA) and 7.1 (ABA); inverse kinematics after Sugihara, "Solvability-Unconcerned
// Inverse Kinematics by the Levenberg–Marquardt Method", IEEE T-RO 27(5), 2011; distances of segments after
// Ericson, "Real-Time Collision Detection" (2005), section 5.1.9.
package kinematics
