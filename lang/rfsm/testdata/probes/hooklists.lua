-- Hooks that are added and taken away again.
local probe = require("probe")
local rfsm = require("rfsm")
local S, T = probe.state, probe.trans

local fsm = probe.init(S("root", {
   a = S("a"),
   T { src = "initial", tgt = "a" },
}))
local function one(_, events) probe.say("  one", probe.list(events)) end
local function two(_, events) probe.say("  two", probe.list(events)) end
local function three() probe.say("  three") end
rfsm.pre_step_hook_add(fsm, one)
rfsm.pre_step_hook_add(fsm, two, "before")
rfsm.pre_step_hook_add(fsm, three, "after")
rfsm.post_step_hook_add(fsm, three)
probe.run(fsm)
probe.say(rfsm.pre_step_hook_rm(fsm, one), rfsm.pre_step_hook_rm(fsm, one))
probe.send(fsm, "e")
probe.run(fsm)
probe.say(rfsm.post_step_hook_rm(fsm, three), rfsm.pre_step_hook_rm(fsm, two), rfsm.pre_step_hook_rm(fsm, three))
probe.say(fsm.pre_step_hook, fsm.post_step_hook)
probe.run(fsm)
