// Package rfsm is the interface of rFSM (M. Klotzbuecher's reduced finite state machine, a statechart library in Lua) for
// the machines of lang/lua: a rewrite of its modules on the engine of model/chart. Models written for rFSM load
// unchanged.
//
//	lib, err := rfsm.Open(vm, rfsm.Config{})  // from here on scripts may require "rfsm" and its plug-ins
//	c, err := rfsm.Load(lib, "@grasp.lua", text)  // a file that returns rfsm.state{…}, for a host that steps it
//	m, err := c.Machine(chart.Config{})
//
// A chart's tables are live: a function that is put in fsm.a.entry is used from the next call on, and _mode, _act_leaf and
// the other fields of rFSM are kept up to date. The engine reads none of these fields, so a script that overwrites them
// changes what it sees, not how the chart runs.
//
// An error in one of the user's functions, including running too long or using too much memory, ends only that call. It
// is reported to fsm.err, and becomes the events e_error@ with the full name of the state, and e_error; rfsm.failures
// returns kind, place, message and traceback. docs/lua.md lists every difference from rFSM.
package rfsm
