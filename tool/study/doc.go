// Package study is a program's part in the many runs of a scenario: it orders what sinew-study is to do, by Ask, and
// carries out single runs, by Execute.
//
// A program plans its runs itself, because only it knows its parameters, and hands them to sinew-study. That one has the
// queue, the catalogue and everything else that no program needs (package queue), and starts the program again as often as
// runs are to be carried out at a time. Such a process is an executor: it knows of no queue, only of its standard streams.
package study
