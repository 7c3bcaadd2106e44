-- Time events, on a clock of the probe's own.
local now = 0
local probe = require("probe")
local rfsm = require("rfsm")
local time = require("rfsm.timeevent")
local S, T = probe.state, probe.trans
time.set_gettime_hook(function() return now end)
local wait = 0.25
local fsm = probe.init(S("root", {
   a = S("a"), b = S("b"), c = S("c"), d = S("d"),
   T { src = "initial", tgt = "a" },
   T { src = "a", tgt = "b", events = { time.e_after(0.5) } },
   T { src = "b", tgt = "c", events = { "e_after(0.125)" } },
   T { src = "c", tgt = "d", events = { time.e_after(function(id) probe.say("  asked", id) return wait end, "WAIT") } },
   T { src = "d", tgt = "a", events = { time.e_at(10) } },
   T { src = "a", tgt = "a", events = { "e_again" } },
}))
probe.say(fsm[2].events[1], fsm[3].events[1], fsm[4].events[1], fsm[5].events[1])
probe.say(time.is_timeevent(time.e_after(1)), time.is_timeevent("e"), tostring(time.e_after(2, "id")))
probe.run(fsm)
local function at(s)
   now = math.floor(s * 1e9)
   probe.say("at", s)
   probe.run(fsm)
end
at(0.5)
probe.send(fsm, "e_again")
at(0.5)
at(0.75)
at(1.0625)
at(1.0625)
at(1.25)
at(1.375)
at(1.75)
at(9)
at(10.5)
at(10.75)
probe.say(pcall(time.e_after, "x") == false, pcall(time.set_gettime_hook, 3) == false)
