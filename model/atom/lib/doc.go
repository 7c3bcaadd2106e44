// Package lib is the library of Atoms: frame shifts, arithmetic, filters, controllers, sensor fusion, the dynamic model
// of an underwater vehicle and the allocation of its thrusters. Each is a struct whose zero value is ready to be added
// to a model; All lists them by name for text models.
//
// What an Atom knows of a particular robot (mounting angles, masses, thrusters) are Constant Needs, so that Go and text
// models give it in one way: by an External Knowledge Atom with values, such as Mounting, Dynamics or Thrusters.
//
// Those that are about any number of things have banks, whose length n is said where they are made:
// atom.Sized[Thrusters](6). The zero value of these has no elements, and a model refuses it.
//
// Generic Atoms are over quantities and named after them: FrameShift[unit.Speed] is FrameShiftSpeed; a Ratio is not
// named, so PID[unit.Ratio, unit.Ratio] is PID. Gains that have no quantity of their own are given as what they yield
// at an input of one SI unit: the linear damping of a vehicle is the force at 1 m/s.
//
// Angles of attitude are roll, pitch, yaw: R = Rz(yaw)·Ry(pitch)·Rx(roll) takes coordinates in the turned frame to those
// in the frame it is turned against. No Physics allocates, and none fuses a multiplication with an addition, so bits are
// equal on every machine up to its sine and cosine. Where dt is 0 integrators stand still and derivatives keep their value.
//
// What goes from one value of an Angle to the next (RateLimiter, LowPass, Derivative, PID's derivative, Changed) goes the
// short way round, so that a heading may pass ±180°; what counts whole turns is a Ratio. Subtractor, Sum and the rest are
// plain arithmetic: AngleSubtractor and AngleWrap are not.
package lib
