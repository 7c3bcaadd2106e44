-- The outer state wins whatever the priority numbers; within a state the larger number wins.
local probe = require("probe")
local S, T = probe.state, probe.trans

local fsm = probe.init(S("root", {
   op = S("op", {
      one = S("one"), two = S("two"), three = S("three"),
      T { src = "initial", tgt = "one" },
      T { src = "one", tgt = "two", events = { "e" }, pn = 100 },
      T { src = "one", tgt = "two", events = { "e_in" }, pn = 1 },
      T { src = "one", tgt = "three", events = { "e_in" }, pn = 5 },
      T { src = "three", tgt = "two", events = { "e_in" }, pn = -5 },
      T { src = "three", tgt = "one", events = { "e_in" } },
   }),
   safe = S("safe"),
   T { src = "initial", tgt = "op" },
   T { src = "op", tgt = "safe", events = { "e" } },
   T { src = "safe", tgt = "op", events = { "e_back" } },
}))
probe.run(fsm)
for _, e in ipairs { "e", "e_back", "e_in", "e_in", "e" } do
   probe.send(fsm, e)
   probe.run(fsm)
end
