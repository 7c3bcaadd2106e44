-- Hooks around steps, the idle hook, and getevents: when they are called, and with what.
local probe = require("probe")
local rfsm = require("rfsm")
local S, T = probe.state, probe.trans

local pending, idles = {}, 0
local fsm
fsm = probe.init(S("root", {
   getevents = function(...)
      probe.say("  getevents", select("#", ...))
      local p = pending
      pending = {}
      return p
   end,
   pre_step_hook = function(f, events) probe.say("  pre", f == fsm, probe.list(events)) end,
   post_step_hook = function(f, events) probe.say("  post", f == fsm, probe.list(events)) end,
   a = S("a", { entry = function(f) rfsm.send_events(f, "e_from_entry") end }),
   b = S("b", { doo = function() rfsm.yield(true) end }),
   T { src = "initial", tgt = "a" },
   T { src = "a", tgt = "b", events = { "e" } },
   T { src = "b", tgt = "a", events = { "e_a" } },
}))
probe.run(fsm)
pending = { "e", "e_more" }
probe.send(fsm, "e_first")
probe.run(fsm)
probe.run(fsm)
probe.run(fsm)
fsm.idle_hook = function(f)
   idles = idles + 1
   probe.say("  idle", f == fsm, idles)
   if idles == 3 then rfsm.send_events(f, "e_a") end
   if idles == 4 then f.idle_hook = nil end
end
probe.run(fsm)
