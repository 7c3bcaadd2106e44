-- A chart as plain tables.
local rfsm = require("rfsm")
local M = {}

local function transition(tr)
   local events = {}
   for i, e in ipairs(tr.events or {}) do
      local ok, text = pcall(tostring, e)
      events[i] = ok and text or "?"
   end
   return { type = "transition", src = tr.src._fqn, tgt = tr.tgt._fqn, pn = tr.pn, events = events }
end

local function node(v)
   local t = { id = v._id, type = v:type() }
   if rfsm.is_composite(v) then
      t.transitions = rfsm.mapfsm(transition, v, rfsm.is_trans, 1)
      t.subnodes = rfsm.mapfsm(node, v, rfsm.is_nr_node, 1)
   end
   return t
end

function M.model2tab(fsm)
   if not fsm._initialized then error("model2tab: this is no chart that rfsm.init has made", 2) end
   return node(fsm)
end

-- actinfo2tab returns the active leaf and its mode, or false.
function M.actinfo2tab(fsm)
   local leaf = fsm._act_leaf
   if not leaf then return false, false, false end
   return leaf._fqn, rfsm.get_sta_mode(leaf), false
end

return M
