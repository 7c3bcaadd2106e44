// Package parts carries connections between processes that each run a part of one program. All of them build the whole
// program, with what the others run left out (reactor.Options.Elsewhere); so they agree on every port and type, and each
// records what comes in: it passes doors.
//
// Each process listens at a Unix socket in a folder that only this user may enter. A process that reads a port dials the
// one that has it, says which ports it wants and which types it expects, and is refused if the other end disagrees. Then values come one after the other, each with its number. A process that is gone is dialled until it is
// back.
//
// A sender never waits: each reader has a queue of [Queue] messages, and when it is full the oldest makes room. Both
// ends count what is lost, the sender as it happens and the reader by the numbers. What is sent while nobody is connected
// is lost as well; [Links.Await] waits until everybody is.
package parts
