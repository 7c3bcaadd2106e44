-- await(e_a, e_b) among a transition's events waits for all of them, in whatever steps they come.
local core = ...
local rfsm = require("rfsm")
local M = {}

-- awaited returns the events that a text names, or nil.
local function awaited(text)
   local list = type(text) == "string" and text:match("^%s*await%((.*)%)%s*$")
   if not list then return nil end
   local events = {}
   for e in list:gmatch("[^,]+") do events[#events + 1] = e:gsub("['\"]", ""):match("^%s*(.-)%s*$") end
   return events
end

local function wait_for(fsm, tr, events)
   local seen = {}
   local function reset()
      for _, e in ipairs(events) do seen[e] = false end
   end
   reset()
   rfsm.pre_step_hook_add(fsm, function(_, now)
      if rfsm.get_sta_mode(tr.src) == "inactive" then return end
      for _, e in ipairs(now) do
         if seen[e] == false then seen[e] = true end
      end
   end)
   tr.src.exit = core.advise("after", tr.src.exit, reset)
   local guard = tr.guard
   function tr.guard(...)
      for _, e in ipairs(events) do
         if not seen[e] then return false end
      end
      if guard then return guard(...) end
   end
   for _, e in ipairs(events) do tr.events[#tr.events + 1] = e end
end

local function set_up(fsm)
   rfsm.mapfsm(function(tr)
      for i = 1, #(tr.events or {}) do
         local events = awaited(tr.events[i])
         if events then wait_for(fsm, tr, events) end
      end
   end, fsm, rfsm.is_trans)
end

rfsm.preproc[#rfsm.preproc + 1] = set_up
return M
