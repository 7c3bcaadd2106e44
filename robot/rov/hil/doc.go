// Package hil puts a simulated underwater robot, reached over a network, into the control loop: the wire that both ends
// share, UDP datagrams in two modes, and the controller's Client. The simulator is package robot/rov/box. docs/format/hil.md
// specifies the bytes.
//
// Lock-step: the controller's logical time drives the simulator. The Client asks it to advance, giving the forces of the
// thrusters; the simulator advances its World to exactly that time and answers, once per sequence number, whatever the
// network loses, repeats, swaps or damages. A run is the same to the bit as one in a single process.
//
// Free-running: the simulator runs on its machine's clock and sends readings at the rate of its IMU. The controller sends
// forces when it has some; the newest sequence number wins and its values are held. If no valid command comes for the
// watchdog time, the simulator sets the thrusters to zero, reports it, and continues when commands come back. Likewise the
// Client holds the last readings, reports their age, and says when they are too old to be used.
//
// A controller uses the same methods in both modes: Latest and Command. The simulator states its mode, vehicle, sensors and
// seed when the session opens.
//
// Times are ns: of the simulated World from 0, or of the monotonic clock (rt.Now). Forces are N, one per thruster.
//
// The arrangement is that of the experiment in "Atoms based control of mobile robots with Hardware-In-the-Loop
// validation" (IROS 2015, section V-C): a controller and a simulator that communicate by a UDP protocol that does not block.
package hil
