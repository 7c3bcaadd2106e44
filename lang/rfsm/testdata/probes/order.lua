-- Entry, exit and effect: what is left and entered, in which order, and what the functions are given.
local probe = require("probe")
local rfsm = require("rfsm")
local S, T = probe.state, probe.trans

local model = S("root", {
   a = S("a", {
      x = S("x"),
      y = S("y"),
      T { src = "initial", tgt = "x" },
      T { src = "x", tgt = "y", events = { "e_y" } },
      T { src = "y", tgt = "y", events = { "e_again" } },
   }),
   b = S("b", {
      deep = S("deep", {
         z = S("z"),
         T { src = "initial", tgt = "z" },
      }),
      T { src = "initial", tgt = "deep" },
   }),
   T { src = "initial", tgt = "a" },
   T { src = "a", tgt = "b", events = { "e_b" } },
   T { src = "b", tgt = "a", events = { "e_a" } },
   T { src = "a", tgt = "a", events = { "e_self" } },
   T { src = "a", tgt = ".a.y", events = { "e_child" } },
   T { src = "b.deep.z", tgt = "a.y", events = { "e_far" } },
})

local fsm = probe.init(model)
probe.report(fsm, "-")
probe.run(fsm)
for _, e in ipairs { "e_y", "e_again", "e_self", "e_child", "e_b", "e_unknown", "e_far", "e_b", "e_a" } do
   probe.send(fsm, e)
   probe.run(fsm)
end
