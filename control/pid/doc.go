// Package pid closes one loop per axis: a reference, a measured value, and a command by the law of math/feedback, with
//
//	u = ff·r + P·e + i + D·ė
//
// Each axis is named as the joint dof and has a reference interface (position by default), optionally its rate
// (rate_interface), and a command interface. Without a measured rate, ė is the difference of measured values, so that a jump
// of the reference causes no kick. On axes that wrap, e is the shortest angle.
package pid
