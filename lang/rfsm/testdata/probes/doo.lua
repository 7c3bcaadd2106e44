-- The doo is a coroutine: resumed once per step without events, dropped when its state is left, done when it returns.
local probe = require("probe")
local rfsm = require("rfsm")
local S, T = probe.state, probe.trans

local fsm = probe.init(S("root", {
   tight = S("tight", { doo = function(fsm, s, kind)
      probe.say("  doo begins", s._fqn, kind)
      for i = 1, 3 do
         probe.say("  doo tight", i)
         rfsm.yield()
      end
   end }),
   slow = S("slow", { doo = function(fsm)
      for i = 1, 3 do
         probe.say("  doo slow", i)
         if i == 2 then rfsm.send_events(fsm, "e_by_the_way") end
         rfsm.yield(true)
      end
      probe.say("  doo slow ends")
      return true
   end }),
   last = S("last"),
   T { src = "initial", tgt = "tight" },
   T { src = "tight", tgt = "slow", events = { "e_done" } },
   T { src = "slow", tgt = "last", events = { "e_done" } },
   T { src = "last", tgt = "slow", events = { "e_back" } },
   T { src = "slow", tgt = "last", events = { "e_leave" } },
}))
for i = 1, 5 do probe.run(fsm) end
probe.send(fsm, "e_back")
probe.run(fsm)
probe.send(fsm, "e_leave")
probe.run(fsm)
probe.send(fsm, "e_back")
probe.step(fsm)
probe.step(fsm)
probe.step(fsm)
probe.send(fsm, "e_nothing")
probe.step(fsm)
probe.step(fsm, 2)
probe.step(fsm, 5)
probe.step(fsm)
