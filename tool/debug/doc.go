// Package debug takes a run apart: it stops it before a tag or a reaction, goes on, goes back, shows every port, queue
// and mode, sets a value and goes on from there, and tells what caused a value.
//
// A Session drives one program, in simulated surroundings or from a recording, on the lock-step clock, where it can be
// made and run again as often as wanted. Going back is done by keyframes: images of the program's memory, taken while
// it runs. The nearest one before the place wanted is put back, and the program runs on to that place. The output hash
// tells whether it did the same again; if it did not, keyframes are given up and the run is made anew from its start.
//
// The session is steered by lines of a small language (see Session.Command), the same ones in a terminal and in the
// page.
package debug
