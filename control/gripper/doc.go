// Package gripper opens and closes a gripper with one driven joint, m or rad, with position or effort commands, and reports
// whether it got there, holds something, or could do neither.
//
// The joint moves to the wanted position within limits of velocity, acceleration and jerk (math/motion/otg). With effort commands
// a PID of math/feedback follows that motion with at most the goal's greatest effort. With position commands the command stays
// within grip of the measured position, so that fingers that meet something do not push ever harder; the goal's greatest effort
// goes to effort_interface, if the hardware has one.
//
// A goal ends when the joint is within goal_tolerance (reached), or has been slower than stall_velocity for stall_timeout while it
// should move or is short of its goal (stalled: it holds something, which is a success if allow_stalling is set).
package gripper
