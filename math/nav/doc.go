// Package nav has the types for navigation on a floor: poses and twists in the plane, occupancy grids, distances to the
// nearest obstacle, outlines of vehicles, and scans. Its subpackages find a vehicle's place on a map, plan ways across the
// map and drive along them.
//
// Lengths are m, angles rad counterclockwise, velocities m/s and rad/s. MAP is the frame of a map, x to the east and y to the
// north; BASE is a vehicle's, its origin between the driven wheels, x forward and y to the left.
package nav
