-- All queued events are one set; what a step does not use is lost. Events may be any value; functions are predicates.
local probe = require("probe")
local rfsm = require("rfsm")
local S, T = probe.state, probe.trans

local key = setmetatable({}, { __tostring = function() return "a table" end })
local fsm = probe.init(S("root", {
   a = S("a"), b = S("b"), c = S("c"), d = S("d"),
   T { src = "initial", tgt = "a" },
   T { src = "a", tgt = "b", events = { "e1" } },
   T { src = "b", tgt = "c", events = { "e2", 7 } },
   T { src = "c", tgt = "d", events = { function(e) return type(e) == "string" and e:match("^e_x") end } },
   T { src = "d", tgt = "a", events = { key, function() error("a predicate that fails") end } },
   T { src = "c", tgt = "a", events = "e_bare" },
}))
probe.run(fsm)
probe.send(fsm, "e1", "e2")
probe.run(fsm)
probe.send(fsm, "e2")
probe.send(fsm, "e1")
probe.run(fsm)
probe.send(fsm, "e_y", "e_x1")
probe.run(fsm)
probe.send(fsm, "nothing", 3.5, true)
probe.run(fsm)
probe.send(fsm, key)
probe.run(fsm)
probe.send(fsm, "e1")
probe.run(fsm)
probe.send(fsm, 7)
probe.run(fsm)
probe.send(fsm, "e_bare")
probe.run(fsm)
probe.send(fsm, "e1", nil, "e2")
probe.run(fsm)
probe.say(pcall(rfsm.send_events, {}, "e") == false)
