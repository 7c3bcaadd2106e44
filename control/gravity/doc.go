// Package gravity makes an arm, and what it holds, float: torques
//
//	τ = g(q) − d·q̇
//
// with g the torques of gravity (recursive Newton–Euler with velocities and accelerations zero, Featherstone, "Rigid Body
// Dynamics Algorithms", 2008, table 5.1) and d a little damping, N·m·s/rad. The load is a point mass at the tip.
package gravity
