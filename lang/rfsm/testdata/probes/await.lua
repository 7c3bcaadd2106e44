-- Events that come one after another, waited for together.
local probe = require("probe")
local rfsm = require("rfsm")
require("rfsm.await")
local S, T = probe.state, probe.trans
local open = true
local fsm = probe.init(S("root", {
   a = S("a"), b = S("b"), c = S("c"),
   T { src = "initial", tgt = "a" },
   T { src = "a", tgt = "b", events = { "await('e_1', \"e_2\",e_3 )" } },
   T { src = "b", tgt = "a", events = { "e_back" } },
   T { src = "a", tgt = "c", events = { "e_c" } },
   T { src = "c", tgt = "a", events = { "await(e_1)" }, guard = function() return open end },
}))
probe.run(fsm)
local function try(...)
   probe.send(fsm, ...)
   probe.run(fsm)
end
try("e_1")
try("e_3")
try("e_1")
try("e_2")
try("e_back")
try("e_2", "e_3")
try("e_c")
open = false
try("e_1")
open = true
try("e_x")
try("e_1")
try("e_1")
try("e_3", "e_2")
