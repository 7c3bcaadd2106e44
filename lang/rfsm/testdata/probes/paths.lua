-- How sources and targets are named: in the same composite, relative to it, from the root.
local probe = require("probe")
local rfsm = require("rfsm")
local S, T = probe.state, probe.trans

local fsm = probe.init(S("root", {
   a = S("a", {
      b = S("b", {
         c = S("c"), d = S("d"),
         T { src = "initial", tgt = "c" },
         T { src = "c", tgt = "root.a.e", events = { "e_root" } },
         T { src = "d", tgt = ".c", events = { "e_dot" } },
      }),
      e = S("e"),
      T { src = "initial", tgt = "b" },
      T { src = ".b.c", tgt = ".b.d", events = { "e_rel" } },
      T { src = "e", tgt = "a.b.d", events = { "e_abs" } },
   }),
   f = S("f"),
   T { src = "initial", tgt = ".a.b.d" },
   T { src = "a.b.d", tgt = "f", events = { "e_up" } },
   T { src = "f", tgt = "a.b", events = { "e_down" } },
   T { src = "f", tgt = "initial", events = { "e_start" } },
}))
probe.run(fsm)
for _, e in ipairs { "e_dot", "e_root", "e_abs", "e_up", "e_down", "e_rel", "e_up", "e_start" } do
   probe.send(fsm, e)
   probe.run(fsm)
end
