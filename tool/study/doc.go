// Package study runs the many runs of a scenario on many processes and keeps their outcomes.
//
// Runs go through a queue, JetStream of NATS: a server of the study's own, reached on loopback with a
// token, or an existing cluster. Workers are processes; each takes one run at a time, reports every second that it is
// still working, and returns the outcome before it acknowledges the run. Whatever happens to a worker, its run goes to
// another one, and an outcome counts only once: by its message's ID, and by the run's in the catalogue.
//
// The catalogue, study.db, is an SQLite file. It is all that is needed to continue a study: runs that are in it with an
// outcome are not run again. docs/format/scenario.md describes its tables.
//
// The server and the database's driver are large, so they are in package engine, which only sinew-study links: a program
// plans its runs itself and hands them to that one by Ask. The workers that it starts are the program again.
package study
