// Package nav has the messages and the reactors of a vehicle that finds its way on a floor: where it is (Locate), which way it
// goes and how fast (Drive), and, for nodes of other makes, the parts they are made of. The algorithms are those of package
// math/nav and the packages below it, here called plane, locate, route and steer.
//
// Frames and units are theirs: MAP, BASE, and the frame of odometry in which a vehicle began; m, rad, m/s, rad/s, s.
package nav
