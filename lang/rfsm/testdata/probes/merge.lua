-- Leaves, connectors and transitions without events that are added to a chart which runs.
local probe = require("probe")
local rfsm = require("rfsm")

local fsm = probe.init(rfsm.csta {
   a = rfsm.sista {}, b = rfsm.sista { doo = function() end },
   rfsm.trans { src = "initial", tgt = "a" },
   rfsm.trans { src = "b", tgt = "a", events = { "e_a" } },
})
probe.run(fsm)
local c = rfsm.sista { entry = function(_, s) probe.say("  entry", s._fqn) end, _otrs = {} }
probe.say(rfsm.fsm_merge(fsm, fsm, c, "c"))
probe.say(c._fqn, c._id, c._parent == fsm, fsm.c == c)
probe.say(rfsm.fsm_merge(fsm, fsm, rfsm.trans { src = fsm.a, tgt = c }))
probe.say(rfsm.fsm_merge(fsm, fsm, rfsm.sista {}, "a"))
probe.say(rfsm.fsm_merge(fsm, fsm.b, rfsm.sista {}, "x"))
probe.say(rfsm.fsm_merge(fsm, fsm, rfsm.sista {}))
probe.send(fsm, "e")
probe.run(fsm)
