-- How steps are counted, and what step and run return.
local probe = require("probe")
local rfsm = require("rfsm")
local S, T = probe.state, probe.trans

local fsm = probe.init(S("root", {
   a = S("a"), b = S("b"),
   c = S("c", { doo = function() while true do probe.say("  doo c") rfsm.yield() end end }),
   T { src = "initial", tgt = "a" },
   T { src = "a", tgt = "b", events = { "e" } },
   T { src = "b", tgt = "a", events = { "e" } },
   T { src = "b", tgt = "c", events = { "e_c" } },
}))
probe.step(fsm)
probe.step(fsm)
probe.step(fsm)
probe.send(fsm, "e")
probe.step(fsm)
probe.send(fsm, "e_unused")
probe.step(fsm)
probe.send(fsm, "e_c")
probe.step(fsm, 1)
probe.step(fsm, 3)
probe.send(fsm, "e_unused")
probe.step(fsm, 1)
probe.step(fsm, 0)
