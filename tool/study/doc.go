// Package study is a program's part in the many runs of a scenario: with Ask it orders what sinew-study is to do, and with
// Execute it carries out single runs.
//
// A program plans its runs itself, because only it knows its parameters, and hands them to sinew-study. That has the
// queue, the catalogue and everything else that no program needs (package queue), and starts as many processes of the
// program as runs are to be carried out at the same time. Such a process is an executor: it does not know the queue, only
// its standard streams.
package study
