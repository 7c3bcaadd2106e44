-- Event memory: how often an event came while a state was active.
local probe = require("probe")
local rfsm = require("rfsm")
local emem = require("rfsm.emem")
local S, T = probe.state, probe.trans
local fsm = probe.init(S("root", {
   a = S("a"), b = rfsm.state {},
   T { src = "initial", tgt = "a" },
   T { src = "a", tgt = "b", events = { "e" }, guard = function(tr) return (tr.src.emem.e or 0) >= 3 end },
   T { src = "b", tgt = "a", events = { "e_back" } },
}))
local function say()
   probe.say("a", fsm.a.emem.e, "b", fsm.b.emem.e, "root", fsm.emem.e, fsm.emem.e_back)
end
probe.run(fsm)
for _ = 1, 3 do
   probe.send(fsm, "e")
   probe.run(fsm)
   say()
end
probe.send(fsm, "e_back", "e", "e")
probe.run(fsm)
say()
emem.emem_reset(fsm)
say()
