-- A template is copied, so it can be used again; functions are replaced and fields set on the live tables.
local probe = require("probe")
local rfsm = require("rfsm")

local template = rfsm.state {
   count = 0,
   data = { 1, 2, 3 },
   a = rfsm.sista { entry = function(f, s) f.count = f.count + 1 s.seen = (s.seen or 0) + 1 end },
   b = rfsm.simple_state { label = "bee", entry = function(_, s) probe.say("  old entry", s.label) end },
   rfsm.transition { src = "initial", tgt = "a" },
   rfsm.trans { src = "a", tgt = "b", events = { "e" } },
   rfsm.trans { src = "b", tgt = "a", events = { "e" } },
}
local one, two = probe.init(template), probe.init(template)
probe.say(one ~= two, one.a ~= two.a, one.data ~= two.data, one.data[2], template._id, one[1] ~= two[1])
probe.run(one)
probe.send(one, "e")
probe.run(one)
probe.run(two)
probe.say(one.count, two.count, one.a.seen, two.a.seen, template.a.seen)
one.b.entry = function(_, s) probe.say("  new entry", s.label) end
one.b.exit = function(_, s) probe.say("  new exit", s.label) end
probe.send(one, "e")
probe.run(one)
one.b.label = "other"
probe.send(one, "e")
probe.run(one)
probe.send(two, "e")
probe.run(two)
one[3].guard = function() return false end
probe.send(one, "e")
probe.run(one)
one[3].guard = nil
one[3].effect = function(_, tr, kind, ev) probe.say("  new effect", tr.src._id, tr.tgt._id, kind, probe.list(ev)) end
probe.send(one, "e")
probe.run(one)
probe.say(one.b.entry ~= two.b.entry, one._act_leaf == one.a, one.a._parent == one, one.a._id, one._id, one.a._fqn)
