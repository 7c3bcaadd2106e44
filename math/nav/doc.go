// Package nav holds what navigation on a floor is made of: poses and twists in the plane, occupancy grids, distances to the
// nearest obstacle, outlines of vehicles, and scans. How to find one's place on a map, ways across it, and to drive along
// them are the packages beside it.
//
// Lengths are m, angles rad counterclockwise, velocities m/s and rad/s. MAP is the frame of a map, x to the east and y to the
// north; BASE is a vehicle's, its origin between the driven wheels, x forward and y to the left.
package nav
