// Package access has what the threads of nodes ask of each other, and what they share, beside the messages that they send:
// services and data.
//
// Both are made of ports, so everything happens on the one timeline, without a lock and in an order that is the same in every
// run. Up go requests, or values that are written; down go replies, or the word that data have changed. Whatever stands
// between the two sides passes them on with [Asks] and [Gives], a pair of ports for each thread that asks through it, and
// [Join] connects them level by level.
//
// A request is served one microstep after it was made, and its reply is there one microstep later, so no two services that
// need each other make a loop within a tag. A thread has one call at a time under way, which ends with a reply, with the
// server's error, or when its time is over: also a server that is not there never keeps a caller waiting for longer.
//
// Shared data have one owner, a [Cell]. What a thread reads is what was there when its tag began; what it writes is there one
// microstep later. Where several threads write at one tag, all of them have read the same, the writes are carried out in the
// order of the channels, and those that nobody could see are counted.
package access
