// Package remote puts a network between a Franka and the program that commands it. The [Interface] sits beside the robot,
// inside its 1 kHz loop; the [Application] is anywhere else and runs a [Motion]. Between them is a [Wire], which may
// lose, delay, duplicate and reorder datagrams. A [Scheme] decides which end sends what, and when. Use [Smooth], unless
// to compare another one with it.
//
// With Smooth, commands are numbered samples, each packet repeats the last few, and a buffer absorbs jitter. When the
// stream breaks off or returns, the interface plans on from the robot's own last command: see smooth.go. In every scheme,
// the limiter of package guard has the last word on every command.
//
// Interface and Application are stepped by their caller, in virtual time (package virtual), or by the threads of [Serve]
// and [Connect] over UDP.
package remote
