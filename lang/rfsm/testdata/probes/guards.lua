-- Guards are called before events are compared, also for events that have nothing to do with them. Only false blocks.
local probe = require("probe")
local S, T = probe.state, probe.trans

local answer
local fsm = probe.init(S("root", {
   a = S("a"), b = S("b"),
   T { src = "initial", tgt = "a", guard = function() return answer end },
   T { src = "a", tgt = "b", events = { "e" }, guard = function() return answer end },
   T { src = "b", tgt = "a", events = { "e" }, guard = function() if answer == "fail" then error("a guard that fails") end end },
}))
answer = false
probe.run(fsm)
answer = nil
probe.run(fsm)
probe.send(fsm, "e_begin")
probe.run(fsm)
for _, v in ipairs { false, true, 0, "fail", "", "fail" } do
   answer = v
   probe.send(fsm, "e_other")
   probe.run(fsm)
   probe.send(fsm, "e")
   probe.run(fsm)
end
