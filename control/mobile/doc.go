// Package mobile drives wheeled bases by twists and computes where they are: differential drives, tricycles, cars with Ackermann
// steering, and mecanum bases.
//
// The base frame has x forward and y left, its origin midway between the driven wheels (of a mecanum base between all four).
// v and u are its velocities along x and y, m/s, ω about z, rad/s; r is the wheels' radius, b the track, L the wheelbase, m.
//
//	differential  w_l, w_r = (v ∓ ω·b/2)/r
//	tricycle      φ = atan(ω·L/v) in front; the driven wheels behind like a differential's
//	Ackermann     tan α_l, tan α_r = 2L·tan φ/(2L ∓ b·tan φ)
//	mecanum       w = (v ∓ u ∓ k·ω)/r: front left −−, front right ++, rear right −+, rear left +−, k half of L + b
//
// (R. Siegwart, I. Nourbakhsh, D. Scaramuzza, "Introduction to Autonomous Mobile Robots", 2011, section 3.2; H. Taheri, B. Qiao,
// N. Ghaeminezhad, "Kinematic Model of a Four Mecanum Wheeled Mobile Robot", IJCA 113(3), 2015, eq. 20.)
//
// # Commands
//
// A twist from the port is valid for cmd_vel_timeout. Its parts approach the wanted values within limits of velocity,
// acceleration, deceleration and jerk (math/nav, Shaper). If a wheel would be too fast, or the steered wheels would turn too far,
// all parts are scaled alike, so that the curve stays the same. While the steered wheels are more than 30° from their wanted
// angles, the base slows to cos(Δφ)/cos(30°) of its speed.
//
// # Odometry
//
// Wheels' positions, or velocities, give a motion in each cycle; an encoder's initial reading does not matter. The pose moves
// along the exact arc, the exponential of the twist. Its covariance grows with the distance,
//
//	P ← F·P·Fᵀ + R·diag(e_x·|dx|, e_y·|dy| + e_s·|dx|, e_θ·|dθ| + e_d·|d|)·Rᵀ,
//
// where F is the derivative of the new pose by the old one and R the rotation by it.
package mobile
