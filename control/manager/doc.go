// Package manager runs controllers on hardware: a robot is a set of components (hw.Driver) whose states and commands are
// interfaces of one flat list, and controllers that are loaded, configured, activated and switched while the program runs.
//
// A cycle is: read the hardware, carry out a switch that was asked for, update the active controllers in the order of the
// data flow, limit, write. A switch is checked as a whole, and then either done as a whole between two cycles or refused
// as a whole.
//
// The package has no clock and starts no goroutine; everything it does follows from the cycles' readings and the orders
// that came through doors, so any sequence of switches replays to the bit.
package manager
