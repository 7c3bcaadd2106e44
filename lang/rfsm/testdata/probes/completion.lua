-- Completion events belong to leaves, carry their names, and are lost if nobody waits.
local probe = require("probe")
local rfsm = require("rfsm")
local S, T = probe.state, probe.trans

local fsm = probe.init(S("root", {
   a = S("a", {
      one = S("one"), two = S("two", { doo = function() end }),
      T { src = "initial", tgt = "one" },
      T { src = "one", tgt = "two", events = { "e_done" } },
   }),
   b = S("b"),
   T { src = "initial", tgt = "a" },
   T { src = "a", tgt = "b", events = { "e_done" } },
   T { src = "a", tgt = "b", events = { "e_done@root.a.two" }, pn = 1 },
   T { src = "b", tgt = "a", events = { "e_back" } },
}))
probe.step(fsm)
probe.step(fsm)
probe.step(fsm)
probe.step(fsm)
probe.step(fsm)
probe.send(fsm, "e_back")
probe.run(fsm)
probe.say(fsm.a[2].events[1], fsm[2].events[1], fsm[3].events[1])
