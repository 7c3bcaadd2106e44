-- reset makes a chart inactive without calling anything; the next step enters it again.
local probe = require("probe")
local rfsm = require("rfsm")
local S, T = probe.state, probe.trans

local fsm = probe.init(S("root", {
   a = S("a", { n = 0, doo = function(_, s) while true do s.n = s.n + 1 probe.say("  doo", s.n) rfsm.yield(true) end end }),
   b = S("b", { in_b = S("in_b"), T { src = "initial", tgt = "in_b" } }),
   T { src = "initial", tgt = "a" },
   T { src = "a", tgt = "b", events = { "e" } },
}))
probe.run(fsm)
probe.run(fsm)
probe.send(fsm, "e")
rfsm.reset(fsm)
probe.report(fsm, "-")
probe.run(fsm)
probe.run(fsm)
probe.send(fsm, "e")
probe.run(fsm)
rfsm.reset(fsm)
probe.report(fsm, "-")
probe.say(fsm._mode, fsm.b._mode, fsm.b.in_b._mode, fsm.a._mode)
probe.run(fsm)
