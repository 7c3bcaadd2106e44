// Package xarm speaks UFACTORY's control-box protocol for the xArm 7: a Client and a hw.Driver drive a real box over TCP. Package box,
// below, is the other end: a simulated control box, close enough for the maker's own SDKs. Both share one codec (wire.go, commands.go,
// report.go), which is checked against golden bytes in testdata.
//
// # Units and frames
//
// Everything in Go is SI: metres, radians, seconds, newton metres. Poses are those of the tool centre point in
// the base frame; orientations on the wire are roll, pitch and yaw with R = Rz(yaw)·Ry(pitch)·Rx(roll).
// Millimetres exist only on the wire.
//
// # Rounding
//
// The wire carries 32-bit floats. A coordinate of up to 1 m crosses it with an error of at most 3.1e-8 m
// (half a unit in the last place of 1000 mm), an angle of up to 2π with at most 2.4e-7 rad.
//
// Source of the formats: the vendor's "private TCP protocol" pages and "data description of TCP port" (control box manuals), with the
// section named at each type.
package xarm
