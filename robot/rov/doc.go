// Package rov simulates an underwater robot: a rigid body in water with six degrees of freedom, thrusters, a current, the
// sensors of the Jack (an inertial measurement unit, a Loch Doppler, a depth sensor) and, if there is a bottom with
// obstacles, a proximeter and a sonar that detect it. Its caller steps its time; it starts no goroutine and reads no
// clock. Equal configurations and commands give equal bits, however the time is divided into calls.
//
// Frames: WORLD is north, east, down; ROBOT is forward, starboard, down with its origin at the centre of gravity. Units
// are SI: m, m/s, rad, rad/s, N, N·m. Vectors of six are surge, sway, heave, roll, pitch, yaw.
//
// The equations are those of T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control (2011), chapters 6
// to 8, with a unit quaternion for the attitude.
package rov
