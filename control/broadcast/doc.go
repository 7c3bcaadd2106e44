// Package broadcast tells the rest of a program what hardware measures: joints, inertial units, force-torque sensors, poses,
// ranges, inputs and outputs, or any states. Each broadcaster reads states and sets one port in each of its cycles: no
// sample is lost and none is late, because the port belongs to the same logical time as the reading.
//
// Units are those of the states: rad or m, N, m/s², rad/s. A vector may be one interface of several numbers ("ft/wrench") or, as
// ros2_control has them, single ones ("ft/force.x" …); what there is is found when the broadcaster is configured.
package broadcast
