// Package share joins nodes to an overseer in another process: over shared memory on one machine, or by requests and
// replies over a socket. An address selects one of them when the programs start; node and overseer do not know which it
// is.
//
//	shm:/dev/shm/rover     shared memory under a path
//	fd:3                   shared memory inherited as an open file
//	unix:/run/rover.sock   a service
//	tcp:127.0.0.1:7411     a service; only on loopback, because it has no keys
//
// [Listen] makes the overseer's end, a [Hub], and [Dial] a node's, a [Line]. A [Center] ties a hub to a node.Overseer and
// a [Member] ties a line to a node; both are reactors. What comes in passes a door and is recorded. In a replay they are
// made with nil and neither read nor write anything.
//
// # Shared memory
//
// The file has a header, the state of the system, and for each node its state, a ring for its messages and a ring for
// answers. Each part has one writer. States are guarded by sequence counters, which are odd while the part is being
// written; a reader then tries again, a bounded number of times. A ring's entry is valid once the ring's head has passed
// it, and it carries its own number. So if a writer is killed in the middle of a write, readers do not take the result
// for complete. Bells are futexes.
//
// Each writer holds a lock on a byte of the file, which the kernel releases when the process ends, however it ends. So
// two processes cannot be the same node, and a crash is noticed within [Look]. A process that is merely stopped keeps its
// lock; the overseer notices its silence.
//
// Nothing that is read is trusted: sizes, states, lengths and numbers are checked, and an invalid file is refused when it
// is opened. If a file is truncated later, that is an error, too, but does not end the program.
package share
