// Package box simulates the control box of an xArm 7, closely enough for the maker's own SDKs.
//
// Box is a plain state machine without clock or goroutine: Advance steps it in ticks of 1 ms of its own time,
// Handle answers one request. MemNet ties an xarm.Client to a Box in memory, with faults; Listen serves a Box over
// TCP on the real clock. What the box models: modes 0, 1, 2, 4, 5, 6 and 7, the states and the rule that a
// mode change needs set_state(0), acceptance rules for servo commands, error latching, joint limits,
// self-collision, collision by torque, emergency stop, and registers that refresh more slowly than they can
// be read. What it does not model: blending of queued moves (each ends at rest), circles, I/O and RS-485 devices,
// force sensors, hand guiding, and Modbus registers (protocol 0 is answered with a proper exception).
//
// The box calls itself firmware 1.12.10, for which the SDKs poll the state instead of waiting for feedback
// frames (register 255, from 2.0.102 on), which it does not send. The speed limit of mode 1 and its error 60, which
// came with 2.3, are modelled all the same.
package box
