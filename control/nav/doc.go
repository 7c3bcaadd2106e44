// Package nav has the messages and reactors of a vehicle that finds its way on a floor: Locate computes where it is, Drive
// which way it goes and how fast. The parts that they are made of are exported for nodes of other kinds. The algorithms are
// those of package math/nav and the packages below it, here called plane, locate, route and steer.
//
// Frames and units are those of these packages: MAP, BASE, and the frame of odometry in which a vehicle began; m, rad, m/s,
// rad/s, s.
package nav
