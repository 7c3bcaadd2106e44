-- Paths through connectors are looked through as a whole before anything is done; a dead branch falls back to the next.
local probe = require("probe")
local S, T = probe.state, probe.trans
local rfsm = require("rfsm")

local open = false
local fsm = probe.init(S("root", {
   idle = S("idle"),
   busy = S("busy", {
      work = S("work"),
      out = rfsm.conn {},
      T { src = "initial", tgt = "work" },
      T { src = "work", tgt = "out", events = { "e_out" } },
   }),
   hub = rfsm.conn {},
   hw = S("hw"), sw = S("sw"),
   T { src = "initial", tgt = "idle" },
   T { src = "idle", tgt = "hub", events = { "e_error" }, pn = 10, guard = function() return open end },
   T { src = "idle", tgt = "sw", events = { "e_error" }, pn = 1 },
   T { src = "hub", tgt = "hw", events = { "e_hw" } },
   T { src = "hub", tgt = "busy", events = { "e_busy" } },
   T { src = "hw", tgt = "idle", events = { "e_reset" } },
   T { src = "sw", tgt = "idle", events = { "e_reset" } },
   T { src = "busy.out", tgt = "hub", events = { "e_hw" } },
   T { src = "busy.out", tgt = "idle", events = { "e_stop" } },
}))
probe.run(fsm)
local function try(...)
   probe.send(fsm, ...)
   probe.run(fsm)
end
try("e_error")
try("e_reset")
open = true
try("e_error")
try("e_reset")
try("e_error", "e_hw")
try("e_reset")
try("e_busy")
try("e_error", "e_busy")
try("e_out")
try("e_hw")
try("e_out", "e_hw")
try("e_reset")
try("e_error", "e_hw", "e_busy")
try("e_reset")
