// Package chart runs hierarchical statecharts with the semantics of rFSM (M. Klotzbuecher): structural priority from the
// outside in, one step for a whole set of events, transitions through connectors that are taken entirely or not at all,
// and activities (doo) that go on while there are no events.
//
// A Model is data: a tree of states, connectors and transitions, with their source positions. Model.Check finds all its
// faults. New makes a Machine of it, whose memory is fixed from then on; Step neither allocates nor reads a clock.
//
// # How bodies are bound
//
// A machine calls the user's code, its bodies, through the interface Bodies: entry, exit and effect with Run, guards with
// Guard, activities with Doo, predicates over events with Match; HasDoo is called whenever a leaf is entered. Each call
// has a *Call with the machine, state and transition. The implementation decides where the code is:
//
//   - In Go, functions are in the model (State(...).OnEntry(f), Trans(...).If(g).Run(h)); Functions, the Bodies that New
//     uses by default, calls them.
//   - A script's implementation looks its functions up in a table, at each call if the table is live: a function that is
//     replaced there is used from the next call on. NodeID and TransitionID number the model's nodes and transitions in the
//     order of Model.Walk, so that a slice holds what belongs to each.
//   - Executable content (SCXML) is interpreted by the implementation in package scxml.
//
// An error that a body returns becomes events: e_error@ with the full name of the state (of a guard's or effect's
// transition, its source), and e_error; Machine.Failures tells kind and message while these events are handled.
//
// History and orthogonal regions, transitions that do not leave their source, and inner-first priority are not part of
// rFSM; their comments say "beyond rFSM".
package chart
