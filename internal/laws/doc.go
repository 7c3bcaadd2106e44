// Package laws holds the rules of this module as tests, so that no reviewer has to remember them: the order of the
// layers, what deterministic packages must not do, documentation, sizes, and texts forbidden in files. Each law is
// a function from source to faults, and each has a test that gives it bad source and expects the fault.
package laws
