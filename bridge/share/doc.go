// Package share joins nodes to an overseer in another process: over shared memory on one machine, or by requests and
// replies over a socket. Which of the two it is, an address says when the programs start; node and overseer do not know.
//
//	shm:/dev/shm/rover     shared memory under a path
//	fd:3                   shared memory inherited as an open file
//	unix:/run/rover.sock   a service
//	tcp:127.0.0.1:7411     a service; only on loopback, because it knows no keys
//
// [Listen] makes the overseer's end, a [Hub], and [Dial] a node's, a [Line]. A [Center] ties a hub to a node.Overseer
// and a [Member] ties a line to a node; both are reactors. What comes in passes a door and is recorded. In a replay they
// are made with nil and neither read nor write anything.
//
// # Shared memory
//
// The file has a header, the state of the system, and for each node its state, a ring of what it says and a ring of
// answers. Each part has one writer. States are guarded by sequence counters: odd while the part is written, so a
// reader tries again, a bounded number of times. A ring's entry counts once its head has moved past it, and it carries
// its own number. So a writer that is killed in the middle of a write leaves nothing that looks whole. Bells are futexes.
//
// Each writer holds a lock on a byte of the file; the kernel releases it when the process ends, however it ends. So two
// processes cannot be one node, and a crash is noticed within [Look]. A process that is merely stopped keeps its lock;
// its silence is what its overseer notices.
//
// Nothing read is believed: sizes, states, lengths and numbers are checked, and a file that is not what it should be is
// refused when it is opened. One that is cut off later is an error too, not the end of the program.
package share
