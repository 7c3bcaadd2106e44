// Package impair makes a good link bad on purpose: delay, jitter, loss (independent and in bursts), reordering,
// duplication, corruption and a limited rate, for packets in memory (Channel) and for UDP between two addresses
// (Proxy).
//
// # One number for each thing that happens
//
// A Channel has neither clock nor goroutine: the caller says what time it is. What happens to packet n depends on the
// seed, on n and on the setting of that one effect only: with the delay doubled the same packets are lost, and with
// half the loss the lost ones are a part of those lost before. So two runs differ by what was changed and by nothing
// else.
//
// # In which order things happen to a packet
//
// Burst loss (the exact ones, then the Gilbert–Elliott chain), independent loss, corruption, truncation, the queue of
// the limited rate, delay and jitter, reordering; a duplicate leaves right behind its original with a jitter of its
// own.
//
// # Sources
//
// The names and the text form follow tc-netem(8) where that has the same thing. The two-state model of bursts is
// E. N. Gilbert, "Capacity of a burst-noise channel", Bell System Technical Journal 39 (1960) 1253, with the loss in
// the good state that E. O. Elliott added, same journal 42 (1963) 1977.
package impair
