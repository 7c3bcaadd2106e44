// Package box simulates the control box of an xArm 7, closely enough for the maker's own SDKs.
//
// Box is a plain state machine without a clock or goroutines: Advance steps it in ticks of 1 ms of its own time, Handle
// answers one request. MemNet connects an xarm.Client to a Box in memory, with faults; Listen serves a Box over TCP on the
// real clock.
//
// # What is modelled
//
//   - Modes 0, 1, 2, 4, 5, 6, 7 and the playback of 11; the states, and the rule that a mode change needs set_state(0), which
//     also forgets an error; error latching; joint limits by serial number, self-collision, collision by torque, emergency
//     stop; reduced mode and the fence, in every mode.
//   - The command buffer: lines, circles and joint moves with blended corners and jerk limits (package path), pauses, outputs,
//     counter and load in their turn, and outputs triggered by a place or a time.
//   - The redundant joint, resolved by a posture (type posture).
//   - RS-485 with grippers, a Robotiq, a linear track or a plain Modbus slave (package bus); inputs and outputs of box and
//     tool; the force-torque sensor with admittance and force control; recorded trajectories; standard Modbus TCP from
//     firmware 2.1.0 on; feedback frames from 2.0.102 on; reports in full.
//   - Registers that are refreshed more slowly than they can be read.
//
// Requests for anything else are answered with the length that the SDKs read, and with either the state bit that makes the
// SDKs report a failure or the error of a real box whose accessory is missing (18, 19, 111); they never leave a warning. Not
// modelled are joint friction and its identification, drive gains, trajectory speeding, timers, drawing back after a
// collision, and devices to watch.
//
// # Choices for which the maker's pages give no number
//
// Between two forces, register 202 acts as a mass with at least critical damping, integrated at 1 kHz. A gripper's "r/min"
// divided by 6 are pulses per second. An identification takes 6 s and finds Config.Payload. A detached joint stays where it
// is, since nobody turns it, and nobody guides the arm in mode 2. The load is stored and shown, but does not change the
// expected torques. The TCP slows down near singular poses regardless of register 66. In mode 1 the joints are those nearest
// to the last ones, regardless of the posture, because the sender of a stream of targets knows where the arm goes.
//
// The box reports firmware 1.12.10 unless configured otherwise. The speed limit of mode 1 and its error 60, which came with
// 2.3, are modelled with every firmware.
package box
