// Package pid closes one loop an axis: a reference, a measured value, and a command by the law of math/feedback, with
//
//	u = ff·r + P·e + i + D·ė
//
// For each axis, named as the joint dof, the reference interface (position by default), optionally its rate (rate_interface),
// and the command interface are given. Without a measured rate, ė is the difference of measured values, so that a reference
// that jumps does not kick. On axes that wrap, e is the shortest angle.
package pid
