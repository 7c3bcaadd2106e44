-- Completions that drive a chart on by themselves, events from everywhere, and a chart that sends to itself from effects.
local probe = require("probe")
local rfsm = require("rfsm")
local S, T = probe.state, probe.trans

local rounds = 0
local fsm = probe.init(S("root", {
   a = S("a", { entry = function(f) rfsm.send_events(f, "e_a_entry") end, exit = function(f) rfsm.send_events(f, "e_a_exit") end }),
   b = S("b", { doo = function(f) rfsm.send_events(f, "e_b_doo", "e_more") rfsm.yield() end }),
   T { src = "initial", tgt = "a" },
   T { src = "a", tgt = "b", events = { "e_done" }, effect = function(f) rfsm.send_events(f, "e_effect") end },
   T { src = "b", tgt = "a", events = { "e_b_doo" }, guard = function() rounds = rounds + 1 return rounds < 8 end },
}))
probe.run(fsm)
