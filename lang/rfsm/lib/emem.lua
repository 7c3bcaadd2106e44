-- Event memory: state.emem[event] counts the events of the steps in which the state was active, until it is left.
local core = ...
local rfsm = require("rfsm")
local M = {}

function M.emem_reset(state)
   for e in pairs(state.emem or {}) do state.emem[e] = 0 end
end

local function set_up(fsm)
   rfsm.mapfsm(function(s)
      s.emem = {}
      s.exit = core.advise("after", s.exit, function(_, state) M.emem_reset(state) end)
   end, fsm, rfsm.is_state)
   rfsm.pre_step_hook_add(fsm, function(f, events)
      local s = f._act_leaf
      while s do
         for _, e in ipairs(events) do
            if s.emem then s.emem[e] = (s.emem[e] or 0) + 1 end
         end
         if s == f then break end
         s = s._parent
      end
   end)
end

rfsm.preproc[#rfsm.preproc + 1] = set_up
return M
