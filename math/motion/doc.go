// Package motion plans Cartesian servo motion: one pose per control cycle, as a pure function of values.
//
// Positions are metres in the robot's base frame, angles radians, times seconds. T is the cycle period. A
// motion is the sequence of commanded positions p[n]; its derivatives are backward differences,
//
//	v[n] = (p[n] − p[n−1])/T,  a[n] = (v[n] − v[n−1])/T,  j[n] = (a[n] − a[n−1])/T,
//
// and every limit in this package bounds the Euclidean norm of these exact differences, so that a robot that
// differentiates the commands finds them within the limits, whatever T is.
//
// # Planners
//
// [Thesis] is the planner of "Lingua Franca in Robotics" (B. Mehnert, TU Dresden 2024), equations 1–15 and
// Algorithm 1, with its known faults. [Servo] is Sinew's: it always knows where it would come to rest (the stop point
// of [Law]) and steers that point onto the target, which makes braking exact to the cycle. It plans from its own
// commands; readings only show whether the robot still follows.
//
// # Around the planners
//
// [Tracker] turns target sightings into a moving goal and ages them; [Moderator] repairs readings that a slow
// controller repeats and distinguishes them from a real standstill; [Workspace] is the region commands may visit.
//
// Nothing here reads a clock, starts a goroutine or allocates while it runs: equal inputs give equal bits.
package motion
