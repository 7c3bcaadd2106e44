-- Time events: e_after(seconds) since its source was entered, e_at(seconds) on the clock. The chart must be stepped.
local core = ...
local rfsm = require("rfsm")
local M = { DEBUG = false }

local clock = core.now -- until the script names another one, the program's

-- gettime is the time in nanoseconds. A hook returns nanoseconds or, as before 2022, seconds and nanoseconds.
local function gettime()
   local first, nsec = clock()
   return nsec and first * 1e9 + nsec or first
end

function M.set_gettime_hook(f)
   if type(f) ~= "function" then error("set_gettime_hook: give a function that returns the time in nanoseconds", 2) end
   clock = f
end

local event = { __tostring = function(e) return e.type .. "(" .. e.id .. ")" end }
event.__index = event

local made = 0
local function time_event(kind, x, id)
   local e = { kind = kind, type = "e_" .. kind }
   if type(x) == "number" then
      e.gettimeout = function() return x end
      e.id = id or tostring(x)
   elseif type(x) == "function" then
      made = made + 1
      e.gettimeout, e.id = x, id or tostring(made)
   else
      error(e.type .. ": give seconds or a function that returns them, not a " .. type(x), 3)
   end
   return setmetatable(e, event)
end

function M.e_after(x, id) return time_event("after", x, id) end
function M.e_at(x, id) return time_event("at", x, id) end
function M.is_timeevent(v) return getmetatable(v) == event end

-- timer makes the functions that begin the wait for a time event and check whether it is over.
local function timer(fsm, name, e)
   local since, fired
   local function reset() since, fired = gettime(), false end
   local function check()
      if fired or fired == nil and e.kind == "after" then return end
      local due = e.gettimeout(e.id) * 1e9
      if e.kind == "after" then due = since + due end
      if gettime() > due then
         fired = true
         rfsm.send_events(fsm, name)
      end
   end
   return reset, check
end

local function set_up(fsm)
   rfsm.mapfsm(function(tr)
      for i, e in ipairs(tr.events or {}) do
         if type(e) == "string" then
            local seconds = tonumber(e:match("^e_after%((.*)%)$"))
            e = seconds and M.e_after(seconds) or e
         end
         if M.is_timeevent(e) then
            local name = tostring(e) .. "@" .. tr.src._fqn
            tr.events[i] = name
            local reset, check = timer(fsm, name, e)
            tr.src.entry = core.advise("before", tr.src.entry, reset)
            tr.src._check_timeevent = core.advise("after", tr.src._check_timeevent, check)
         end
      end
   end, fsm, rfsm.is_trans)
   rfsm.post_step_hook_add(fsm, function(f)
      local s = f._act_leaf
      while s do
         if s._check_timeevent then s._check_timeevent() end
         if s == f then break end
         s = s._parent
      end
   end)
end

rfsm.preproc[#rfsm.preproc + 1] = set_up
return M
