-- Active states: one that watches conditions, and one that steps other charts.
local core = ...
local rfsm = require("rfsm")
local M = {}

-- gen_monitor_state makes a leaf whose doo raises an event whenever its function in montab returns true.
function M.gen_monitor_state(t)
   if type(t.montab) ~= "table" then error("gen_monitor_state: montab is a table of functions by event", 2) end
   local first = t.break_first or t.breakfirst
   return rfsm.state {
      entry = t.entry,
      exit = t.exit,
      doo = function(fsm)
         while true do
            for event, condition in pairs(t.montab) do
               if condition() then
                  rfsm.send_events(fsm, event)
                  if first then break end
               end
            end
            rfsm.yield()
         end
      end,
   }
end

M.seqand = { rfsm = true }
function M.seqand.type() return "state" end

-- in_order lists the charts of a seqand: first those that order names.
local function in_order(t)
   local list, charts = {}, {}
   for name, v in pairs(t) do
      if type(name) == "string" and not rfsm.is_meta(name) and rfsm.is_initialized_root(v) then charts[#charts + 1] = name end
   end
   local placed = {}
   for _, name in ipairs(t.order or {}) do
      if not rfsm.is_initialized_root(t[name]) then error("seqand: order names " .. tostring(name) .. ", which is no chart in it", 3) end
      if not placed[name] then list[#list + 1] = t[name] end
      placed[name] = true
   end
   for _, name in ipairs(charts) do
      if not placed[name] then list[#list + 1] = t[name] end
   end
   t.order, t.substates = nil, {}
   for _, name in ipairs(charts) do
      t.substates[name], t[name] = t[name], nil -- or the state would be a composite
   end
   return list
end

-- new makes a leaf whose doo steps initialised charts one after the other. They get the events of the chart around them.
-- step is how many steps they make at a time, run lets them run; idle_doo says whether the leaf rests in between.
function M.seqand:new(t)
   self.__index = self
   setmetatable(t, self)
   if t.run and t.step then error("seqand: give step or run", 2) end
   local n = t.run and math.huge or t.step or 1
   if type(n) ~= "number" or n <= 0 then error("seqand: step is a positive number", 2) end
   if t.idle_doo == nil then t.idle_doo = true end
   local charts = in_order(t)

   local function step()
      for _, chart in ipairs(charts) do rfsm.step(chart, n) end
   end
   local function forward(_, events)
      for _, chart in ipairs(charts) do
         for _, e in ipairs(events) do rfsm.send_events(chart, e) end
      end
   end
   t.entry = core.advise("after", t.entry, function(fsm)
      rfsm.post_step_hook_add(fsm, forward)
      step()
   end)
   t.exit = core.advise("before", t.exit, function(fsm)
      rfsm.post_step_hook_rm(fsm, forward)
      for _, chart in ipairs(charts) do
         rfsm.exit_state(chart, chart)
         rfsm.reset(chart)
      end
   end)
   function t.doo()
      while true do
         step()
         rfsm.yield(t.idle_doo)
      end
   end
   return t
end
setmetatable(M.seqand, { __call = M.seqand.new })

return M
