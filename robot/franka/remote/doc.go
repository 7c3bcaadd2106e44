// Package remote puts a network between a Franka and what commands it. The [Interface] sits beside the robot, inside
// its 1 kHz loop; the [Application] is anywhere else and runs a [Motion]. Between them is a [Wire], which may lose,
// delay, duplicate and reorder datagrams. A [Scheme] decides which end sends what, and when: [Smooth], unless another one
// is to be compared with it.
//
// With Smooth commands are numbered samples, each packet repeats the last few, a buffer takes up jitter, and what the
// robot gets is planned on from its own last command whenever the stream breaks off or returns: see smooth.go. Every
// command passes the limiter of package guard last, whatever the scheme.
//
// Interface and Application are stepped by hand, on virtual time (package virtual) or by the threads of [Serve] and
// [Connect] over UDP.
package remote
