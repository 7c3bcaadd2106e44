// Package xarm speaks UFACTORY's control-box protocol for the xArm 7 from both ends: a Client and a hw.Driver
// that drive a real box over TCP, and a Box that simulates the control box closely enough for the maker's own
// SDKs. Both ends share one codec (wire.go, commands.go, report.go), kept honest by byte goldens in testdata.
//
// # Units and frames
//
// Everything in Go is SI: metres, radians, seconds, newton metres. Poses are those of the tool centre point in
// the base frame; orientations on the wire are roll, pitch and yaw with R = Rz(yaw)·Ry(pitch)·Rx(roll).
// Millimetres exist on the wire only.
//
// # Rounding
//
// The wire carries 32-bit floats. A coordinate of up to 1 m crosses it with an error of at most 3.1e-8 m
// (half a unit in the last place of 1000 mm), an angle of up to 2π with at most 2.4e-7 rad.
//
// # The simulated box
//
// Box is a plain state machine without clock or goroutine: Advance steps it in ticks of 1 ms of its own time,
// Handle answers one request. MemNet ties a Client to a Box in memory, with faults; Listen serves a Box over
// TCP on the real clock. What the box models: modes 0, 1, 2, 4, 5, 6 and 7, the states and the rule that a
// mode change needs set_state(0), acceptance rules for servo commands, error latching, joint limits,
// self-collision, collision by torque, emergency stop, and registers that refresh more slowly than they can
// be read. What it does not: blending of queued moves (each ends at rest), circles, I/O and RS-485 devices,
// force sensors, hand guiding, and Modbus registers (protocol 0 is answered with a proper exception).
//
// The box calls itself firmware 1.12.10, for which the SDKs poll the state instead of waiting for feedback
// frames (register 255, from 2.0.102 on), which it does not send. The speed limit of mode 1 and its error 60,
// which came with 2.3, are there all the same.
//
// Source of the formats: the vendor's "private TCP protocol" pages and "data description of TCP port" (control
// box manuals), sections named beside each type.
package xarm
