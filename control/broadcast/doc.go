// Package broadcast gives the rest of a program what hardware measures: joints, inertial units, force-torque sensors, poses,
// ranges, inputs and outputs, or any states. Each broadcaster reads states and sets one port in each of its cycles: no sample is
// lost or late, because the port is set at the logical time of the reading.
//
// Units are those of the states: rad or m, N, m/s², rad/s. A vector may be one interface of several numbers ("ft/wrench") or, as
// ros2_control has them, single ones ("ft/force.x" …); the broadcaster finds out which when it is configured.
package broadcast
