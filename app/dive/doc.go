// Package dive runs a control law of Atoms against an underwater robot: it reads and checks the model (package
// lang/atoms, or robot/rov/heading, which is written in Go), plans it and projects it onto the runtime (package
// model/atom/project), binds its External Knowledge Atoms to a vehicle, and leaves a recording, figures and a report.
//
// The vehicle is simulated in the same process, or behind a network (package robot/rov/hil), in lock-step or on the real
// clock; neither the model nor its drivers know which. In lock-step the results of all of them are equal to the bit.
// Commands reach the thrusters only through the safety check in their driver.
//
// The figures are those of "Atoms based control of mobile robots with Hardware-In-the-Loop validation" (IROS 2015),
// section V-D: the heading against its set-point (Figure 11), start delays and execution durations of the real-time loops
// (Figures 12 to 15), and Table I.
//
// WORLD is north, east, down; headings are in rad from the north towards the east internally, and in degrees for people.
// Forces are N, one per thruster. Times are the program's, from 0.
package dive
