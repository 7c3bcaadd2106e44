// Package scenario describes what a program is put through, and checks it before anything runs: which program, with
// which parameters (also ranges and lists of them), seeds, mocks, faults at times and values set through doors, and
// what must hold afterwards. A scenario of many runs is a study; package tool/study runs it on many processes.
//
// Scenarios are strict YAML (docs/format/scenario.md), or .ini files as OMNeT++'s parameter studies use them. Every
// fault of a file is reported with its line and column, all of them at once.
//
// A Run is one point of a study. It is plain data: with it the program repeats the same run, to the bit.
package scenario
