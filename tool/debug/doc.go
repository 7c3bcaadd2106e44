// Package debug takes a run apart: it stops before a tag or a reaction, continues, goes back, shows every port, queue
// and mode, sets a value and continues from there, and explains what caused a value.
//
// A Session drives one program, in simulated surroundings or from a recording, on the lock-step clock, where it can be
// made and run again any number of times. Going back uses keyframes: images of the program's memory, taken while it
// runs. The nearest one before the wanted place is restored, and the program runs forward to that place. The output
// hash shows whether it did the same again; if it did not, keyframes are abandoned and the run is made again from its
// start.
//
// The session is steered by lines of a small language (see Session.Command), the same ones in a terminal and in the
// page.
package debug
