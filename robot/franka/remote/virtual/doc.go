// Package virtual runs a whole link on virtual time: the simulated robot, the interface beside it, two impaired
// directions, and the application, with the delays of their threads. There is no clock and no goroutine; the same Setup
// gives the same Result, to the bit.
package virtual
