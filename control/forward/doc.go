// Package forward passes numbers on to command interfaces as they come: for one kind of interface of several joints, for
// several of one joint, or for any list. Limits behind it bound what goes out; it has no law of its own.
//
// A number that is not finite is not taken: the one before stays. With a timeout, what came from the port is wanted so long, by
// logical time; then velocities, accelerations, efforts, twists and wrenches are zero, and all else stays. References that another
// controller sets need none, because that controller is updated before in every cycle.
package forward
