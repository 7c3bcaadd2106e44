-- checkevents, preview, monitor states and charts that run one after another in a state.
local probe = require("probe")
local rfsm = require("rfsm")
require("rfsm.checkevents")
require("rfsm.preview")
local ext = require("rfsm.ext")
local S, T = probe.state, probe.trans

local likely = false
local fsm = probe.init(S("root", {
   a = S("a"),
   b = S("b", { prepare = function(f) probe.say("  prepare", f._id) end }),
   T { src = "initial", tgt = "a" },
   T { src = "a", tgt = "b", events = { "e" }, likely = function(f) probe.say("  likely", f._id) return likely end },
   T { src = "b", tgt = "a", events = { "e" } },
}))
probe.run(fsm)
probe.send(fsm, "e_unknown", 4)
probe.run(fsm)
likely = true
probe.send(fsm, "e_init_fsm")
probe.run(fsm)
probe.send(fsm, "e")
probe.run(fsm)
probe.say(pcall(rfsm.init, rfsm.state { info = false, warn = false, x = rfsm.state {}, rfsm.trans { src = "initial", tgt = "x", likely = 3 } }) == false)

local rounds = 0
local watch = probe.init(S("root", {
   m = ext.gen_monitor_state {
      montab = { e_three = function() rounds = rounds + 1 return rounds == 3 end },
      entry = function() probe.say("  entry m") end,
   },
   n = S("n"),
   T { src = "initial", tgt = "m" },
   T { src = "m", tgt = "n", events = { "e_three" } },
}))
probe.run(watch)
probe.say(rounds, pcall(ext.gen_monitor_state, {}) == false)
