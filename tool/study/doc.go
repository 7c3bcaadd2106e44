// Package study runs the many runs of a scenario on many processes and keeps what they come to.
//
// Runs go through a queue, JetStream of NATS: a server within the process that calls Run, reached on loopback with a
// token, or an existing cluster. Workers are processes; each takes one run at a time, says every second that it is
// still at it, and gives its outcome back before it acknowledges the run. Whatever happens to a worker, its run goes
// to another one, and an outcome counts once: by its message's ID, and by the run's in the catalogue.
//
// The catalogue, study.db, is an SQLite file. It is all that a study needs to be gone on with: runs that are in it
// with an outcome are not run again. docs/format/scenario.md describes its tables.
package study
