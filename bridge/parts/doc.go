// Package parts carries connections between processes that each run a part of one program. All of them build the whole
// program, but leave out what the others run (reactor.Options.Elsewhere). So they agree on every port and type, and each
// records what it receives, because that passes doors.
//
// Each process listens at a Unix socket in a folder that only its user may enter. A process that reads a port dials the
// process that has it and says which ports it wants and which types it expects; the other end refuses if it disagrees. Then
// values follow one after another, each with its number. A process that has gone is dialled until it is back.
//
// A sender never waits: each reader has a queue of [Queue] messages, and when it is full the oldest one is dropped. Both
// ends count losses, the sender as they happen and the reader by the numbers. Messages sent while nobody is connected are
// lost, too; [Links.Await] waits until all are connected.
package parts
