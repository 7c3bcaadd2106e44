// Package trajectory measures the online trajectories of math/motion/otg: that every trajectory ends at its target and
// keeps its limits, that none is longer than one found by brute force, and how long planning takes, compared with Ruckig
// if its source is given. Answer plans the cases in a file.
//
// Ruckig: L. Berscheid, T. Kröger, "Jerk-limited Real-time Trajectory Generation with Arbitrary Target States", RSS 2021.
package trajectory
