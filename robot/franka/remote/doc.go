// Package remote puts a network between a Franka and what commands it. The [Interface] sits beside the robot, inside
// its 1 kHz loop; the [Application] is anywhere else and runs a [Motion]. Between them is a [Wire], which may lose,
// delay, double and reorder datagrams. Six schemes say who sends what when. Five are those of a student project on
// the traffic in a Franka's control loop ("Reducing the Traffic in the Control Loop for the Robot Arm", sections 2.4
// to 2.8), each with the behaviour that was found there, faults included:
//
//   - [Sync]: the interface sends the subscribed state, run-length coded and checked, and blocks for the command.
//   - [Async1]: a second thread answers requests for state and time and stores poses; the robot's loop takes what is
//     stored. Without a new pose the set-point stands still.
//   - [Simple]: the interface sends time and pose, 136 bytes, and waits for the pose in the same cycle.
//   - [Async2]: a receiver beside the loop; after 300 µs the pose counts if every packet sent was answered.
//   - [Async3]: the application sends a time; the interface moves its own toward it and computes the motion itself.
//
// [Smooth] is the one to use. Commands are numbered samples, each packet repeats the last few, a buffer takes up
// jitter, and what the robot gets is planned on from its own last command whenever the stream breaks off or returns:
// see smooth.go. Every command passes the limiter
// of package guard last, in the other five too unless Config.Unlimited lets them fail as they did.
//
// Interface and Application are stepped by hand, on virtual time (package virtual) or by the threads of [Serve] and
// [Connect] over UDP.
package remote
