-- Errors of the user's functions, as public rFSM treats them: reported, and otherwise as if the function had returned.
local probe = require("probe")
local rfsm = require("rfsm")
local S, T = probe.state, probe.trans

local function failing(what) return function() error("the " .. what .. " fails") end end
local fsm = probe.init(S("root", {
   a = S("a", { entry = failing("entry"), exit = failing("exit") }),
   b = S("b", { doo = function() rfsm.yield(true) error("the doo fails") end }),
   c = S("c", { entry = function() error({}) end }),
   d = S("d", { entry = function() error("without a place", 0) end }),
   T { src = "initial", tgt = "a", effect = failing("effect") },
   T { src = "a", tgt = "b", events = { "e" }, guard = function(_, ev) if ev[1] == "e" then error("the guard fails") end end },
   T { src = "a", tgt = "b", events = { "e_other" } },
   T { src = "b", tgt = "c", events = { "e_done" } },
   T { src = "b", tgt = "d", events = { "e_d" } },
}))
probe.run(fsm)
probe.send(fsm, "e")
probe.run(fsm)
probe.send(fsm, "e_other")
probe.run(fsm)
probe.run(fsm)
probe.run(fsm)
probe.send(fsm, "e_d")
probe.say("run")
rfsm.run(fsm)
probe.say(fsm._act_leaf._fqn, fsm.d._mode)
