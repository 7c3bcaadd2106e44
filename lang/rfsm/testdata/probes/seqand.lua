-- Charts in a state, one stepped after the other.
local probe = require("probe")
local rfsm = require("rfsm")
local ext = require("rfsm.ext")
local S, T = probe.state, probe.trans

local function inner(name)
   return probe.init(S(name, {
      x = S(name .. ".x"), y = S(name .. ".y"),
      T { src = "initial", tgt = "x" },
      T { src = "x", tgt = "y", events = { "e_" .. name } },
      T { src = "y", tgt = "x", events = { "e_both" } },
   }))
end
local one, two = inner("one"), inner("two")
local fsm = probe.init(S("root", {
   off = S("off"),
   on = ext.seqand {
      order = { "two", "one" },
      entry = function() probe.say("  entry on") end,
      exit = function() probe.say("  exit on") end,
      one = one, two = two,
   },
   T { src = "initial", tgt = "off" },
   T { src = "off", tgt = "on", events = { "e_on" } },
   T { src = "on", tgt = "off", events = { "e_off" } },
}))
probe.run(fsm)
for _, e in ipairs { "e_on", "e_one", "e_two", "e_both", "e_off", "e_on" } do
   probe.send(fsm, e)
   probe.run(fsm)
   probe.run(fsm)
   probe.run(fsm)
end
