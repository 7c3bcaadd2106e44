// Package queue runs the many runs of a scenario on many processes and stores their outcomes. It is sinew-study's part;
// programs use package study, which links nothing of this.
//
// Runs go through a queue, JetStream of NATS: a server of the study's own, reached on loopback with a token, or an existing
// cluster. A worker takes one run at a time, hands it to its executor, a process of the simulated program, reports every
// second that it is still working, and returns the outcome before it acknowledges the run. If a worker or its executor
// fails, the run goes to another one. An outcome is entered only once, because duplicates are recognised by their message
// ID and by the run's ID in the catalogue.
//
// The catalogue, study.db, is an SQLite file. It suffices for continuing a study: runs that have an outcome in it are not
// run again. docs/format/scenario.md describes its tables. The server and the database's driver are in package engine.
package queue
