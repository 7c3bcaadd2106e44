-- A transition without events is taken at any event, also at the completion of its source, but never without one.
local probe = require("probe")
local rfsm = require("rfsm")
local S, T = probe.state, probe.trans

local fsm = probe.init(S("root", {
   a = S("a", { doo = function() rfsm.yield(true) rfsm.yield(true) end }),
   b = S("b", { doo = function() while true do rfsm.yield(true) end end }),
   c = S("c"),
   T { src = "initial", tgt = "a" },
   T { src = "a", tgt = "b" },
   T { src = "b", tgt = "c", events = {} },
}))
probe.run(fsm)
probe.run(fsm)
probe.run(fsm)
probe.run(fsm)
probe.send(fsm, "whatever")
probe.run(fsm)
probe.run(fsm)
