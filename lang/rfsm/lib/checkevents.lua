-- Warns of events that no transition of the chart waits for.
local rfsm = require("rfsm")
local M = {}

local function set_up(fsm)
   local known = { e_init_fsm = true, e_error = true, e_overflow = true }
   rfsm.mapfsm(function(tr)
      for _, e in ipairs(tr.events or {}) do known[e] = true end
   end, fsm, rfsm.is_trans)
   rfsm.mapfsm(function(s)
      known["e_done@" .. s._fqn], known["e_error@" .. s._fqn] = true, true
   end, fsm, rfsm.is_state)
   rfsm.pre_step_hook_add(fsm, function(f, events)
      for _, e in ipairs(events) do
         if not known[e] then f.warn("WARNING: undeclared event " .. tostring(e) .. ": no transition waits for it") end
      end
   end)
end

rfsm.preproc[#rfsm.preproc + 1] = set_up
return M
