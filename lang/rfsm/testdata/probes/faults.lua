-- Models that are refused: what init returns, and how it begins what it says.
local probe = require("probe")
local rfsm = require("rfsm")
local S, T, C = rfsm.state, rfsm.trans, rfsm.conn

local function try(name, t)
   probe.say("-- " .. name)
   local said, raised = 0, false
   local function count() said = said + 1 end
   t.err, t.warn, t.info = count, count, false
   local ok, fsm = pcall(rfsm.init, t)
   probe.say("raises", not ok, "refused", ok and fsm == false, "says something", said > 0)
end

try("no initial connector", S { a = S {} })
try("empty", S {})
try("unknown source", S { a = S {}, T { src = "initial", tgt = "a" }, T { src = "b", tgt = "a" } })
try("unknown target", S { a = S {}, T { src = "initial", tgt = "b" } })
try("unknown path", S { a = S {}, T { src = "initial", tgt = "a" }, T { src = "a", tgt = "a.b.c" } })
try("composite without initial", S { a = S { b = S {} }, T { src = "initial", tgt = "a" } })
try("doo on a composite", S { a = S { doo = function() end, b = S {}, T { src = "initial", tgt = "b" } }, T { src = "initial", tgt = "a" } })
try("no source", S { a = S {}, T { src = "initial", tgt = "a" }, T { tgt = "a" } })
try("no target", S { a = S {}, T { src = "initial", tgt = "a" }, T { src = "a" } })
try("events is a number", S { a = S {}, T { src = "initial", tgt = "a", events = 3 } })
try("internal", S { a = S {}, T { src = "initial", tgt = "a" }, T { src = "a", tgt = "internal" } })
try("event instead of events", S { a = S {}, T { src = "initial", tgt = "a" }, T { src = "a", tgt = "a", event = "e" } })
try("all is well", S { a = S {}, T { src = "initial", tgt = "a" }, T { src = "a", tgt = "a" } })
probe.say("-- no state at all")
for _, v in ipairs { {}, T { src = "a", tgt = "b" }, C {}, 7, "x" } do
   probe.say(pcall(rfsm.init, v) == false)
end
