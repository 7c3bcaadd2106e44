// Package impair makes a good link bad on purpose: delay, jitter, loss (independent and in bursts), reordering,
// duplication, corruption and a limited rate, for packets in memory (Channel) and for UDP between two addresses
// (Proxy).
//
// # One number for each thing that happens
//
// A Channel has neither clock nor goroutine: the caller says what time it is. What happens to packet n depends only
// on the seed, on n and on the setting of that one effect: with twice the delay the same packets are lost, and with
// half the loss the lost packets are a subset of those lost before. So two runs differ only by what was changed.
//
// # In which order things happen to a packet
//
// Burst loss (the exact ones, then the Gilbert–Elliott chain), independent loss, corruption, truncation, the queue of
// the limited rate, delay and jitter, reordering. A duplicate is sent directly after its original with a jitter of
// its own.
//
// # Sources
//
// The names and the text form follow tc-netem(8) where it has the same effect. The two-state model of bursts is from
// E. N. Gilbert, "Capacity of a burst-noise channel", Bell System Technical Journal 39 (1960) 1253, with the loss in
// the good state that E. O. Elliott added, same journal 42 (1963) 1977.
package impair
