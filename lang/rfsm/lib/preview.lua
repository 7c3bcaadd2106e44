-- Preview: while transition.likely(fsm) says so, prepare(fsm) of the state it leads to is called after each step.
local rfsm = require("rfsm")
local M = {}

-- need refuses a field that is not a function.
local function need(v, field)
   if v[field] ~= nil and type(v[field]) ~= "function" then
      error(field .. " of " .. (v._fqn or tostring(v)) .. " is a " .. type(v[field]) .. ": give a function", 0)
   end
end

local function set_up(fsm)
   rfsm.mapfsm(function(tr) need(tr, "likely") end, fsm, rfsm.is_trans)
   rfsm.mapfsm(function(s) need(s, "prepare") end, fsm, rfsm.is_state)
   rfsm.post_step_hook_add(fsm, function(f)
      local s = f._actchild
      while s do
         for _, tr in ipairs(s._otrs or {}) do
            if tr.likely and tr.likely(f) and tr.tgt.prepare then tr.tgt.prepare(f) end
         end
         s = s._actchild
      end
   end)
end

rfsm.preproc[#rfsm.preproc + 1] = set_up
return M
