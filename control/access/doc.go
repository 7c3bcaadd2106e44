// Package access has what the threads of nodes ask of each other and what they share, apart from the messages that they send:
// services and data.
//
// Both are made of ports, so that everything happens on the one timeline, without a lock and in an order that is the same in
// every run. Requests and writes go up; replies and notices of changed data go down. Components between the two sides pass
// them on with [Asks] and [Gives], a pair of ports for each thread that asks through it, and [Join] connects them level by
// level.
//
// A request is served one microstep after it was made, and its reply is there one microstep later, so two services that need
// each other make no loop within a tag. A thread has one call at a time under way, which ends with a reply, with the server's
// error, or when its time is up, even if there is no server.
//
// Shared data have one owner, a [Cell]. A thread reads the data as they were when its tag began; what it writes is visible
// one microstep later. If several threads write at one tag, all of them have read the same data; the writes are carried out
// in the order of the channels, and overwritten values, which nobody could see, are counted.
package access
