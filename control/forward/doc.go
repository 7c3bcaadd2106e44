// Package forward passes numbers on to command interfaces as they come: one kind of interface of several joints, several of one
// joint, or any list. Downstream limits bound the output; the controller has no law of its own.
//
// A number that is not finite is ignored, and the one before stays. With a timeout, numbers from the port hold for that long in
// logical time; then velocities, accelerations, efforts, twists and wrenches become zero, and all else stays. References that
// another controller sets need no timeout, because that controller is updated first in every cycle.
package forward
