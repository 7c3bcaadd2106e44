// Package trajectory executes joint trajectories: it takes waypoints with times, and gives one command per cycle that
// keeps the limits of velocity, acceleration, jerk and position, whatever the waypoints are.
//
// Positions are rad or m, times s; all joints are in the order of the parameter "joints".
//
// # Path
//
// Between waypoints the path is a polynomial (package math/motion/spline): of degree 5 if both ends give velocity and
// acceleration, 3 if they give velocities, 1 if they give only positions; with interpolation "none" the next waypoint is
// wanted at once. The first piece begins at the present command, with its velocity and acceleration.
//
// # Entry
//
// The command is on the path, equal to the polynomial's value, as long as its backward differences
//
//	v[k] = (x[k] − x[k−1])/dt,  a[k] = (v[k] − v[k−1])/dt,  j[k] = (a[k] − a[k−1])/dt
//
// keep the limits, the acceleration can be released before the velocity exceeds its own, |v + a·dt/2| + a²/2J ≤ V, and a
// stop from there stays within the position limits. Where the path asks for more, at the corner of straight lines or
// because a new trajectory begins elsewhere, the command leaves it and meets it again at the first possible time of an
// increasing sequence (package math/motion/otg, Sampler.Meet), or, if none before the end is possible, comes to rest at
// the last waypoint as fast as it can. So a new trajectory may replace another in any state of motion.
//
// # Tolerances
//
// The path tolerance bounds the distance between the path, once it has been met, and the measured joints; before that, the
// distance between command and measured joints. A goal is reached when all joints are measured within the goal tolerance
// and slower than the stopped velocity, after the end of the path. Both are checked unless a negative tolerance switches
// them off.
//
// # Interfaces
//
// Position commands are the motion itself; velocity and acceleration may accompany them. Velocity and effort commands are
//
//	u = ff·v + τ + PID(e, ė)
//
// with the trajectory's efforts τ, linear between waypoints. A cancellation or a violated tolerance brings the joints to
// rest within the limits; they are then held at the planned place of rest.
package trajectory
