// Package lib is the library of Atoms: frame shifts, arithmetic, filters, controllers, sensor fusion, the dynamic model
// of an underwater vehicle and the allocation of its thrusters. Each is a struct whose zero value is ready to be added
// to a model; All lists them by name for text models.
//
// An Atom's knowledge of a particular robot (mounting angles, masses, thrusters) is in Constant Needs, so that Go and text
// models provide it in one way: by an External Knowledge Atom with values, such as Mounting, Dynamics or Thrusters.
//
// Atoms for any number of things have banks, whose length n is set where they are made: atom.Sized[Thrusters](6). The zero
// value of these has no elements, and a model refuses it.
//
// Generic Atoms are over quantities and named after them: FrameShift[unit.Speed] is FrameShiftSpeed; a Ratio is omitted, so
// PID[unit.Ratio, unit.Ratio] is PID. Gains without a quantity of their own are given as the output at an input of one SI
// unit: the linear damping of a vehicle is the force at 1 m/s.
//
// Angles of attitude are roll, pitch, yaw: R = Rz(yaw)·Ry(pitch)·Rx(roll) takes coordinates in the rotated frame to those
// in the reference frame. No Physics allocates, and none fuses a multiplication with an addition, so results are equal to
// the bit on every machine up to its sine and cosine. If dt is 0, integrators stand still and derivatives keep their value.
//
// Atoms that go from one value of an Angle to the next (RateLimiter, LowPass, Derivative, PID's derivative, Changed) take
// the short way round, so that a heading may pass ±180°; an angle that counts whole turns is a Ratio. So do Subtractor over
// Angles, AngleSubtractor and AngleWrap. Sum and the rest are plain arithmetic.
package lib
