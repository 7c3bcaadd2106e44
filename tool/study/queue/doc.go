// Package queue runs the many runs of a scenario on many processes and keeps their outcomes. It is sinew-study's part:
// programs have package study, and link nothing of this.
//
// Runs go through a queue, JetStream of NATS: a server of the study's own, reached on loopback with a token, or an existing
// cluster. A worker takes one run at a time, hands it to its executor, a process of the program that is simulated, reports
// every second that it is still at it, and returns the outcome before it acknowledges the run. Whatever happens to a
// worker or its executor, the run goes to another one, and an outcome counts only once: by its message's ID, and by the
// run's in the catalogue.
//
// The catalogue, study.db, is an SQLite file. It is all that is needed to continue a study: runs that are in it with an
// outcome are not run again. docs/format/scenario.md describes its tables. The server and the database's driver are in
// package engine.
package queue
