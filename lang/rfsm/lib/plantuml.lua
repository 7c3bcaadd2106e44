-- A chart as a state diagram of PlantUML.
local rfsm = require("rfsm")
local M = {}

local function id(node) return (node._fqn:gsub("%W", "_")) end

local function is_initial(node) return rfsm.is_conn(node) and node._id == "initial" end

-- head is what an arrow points to: an initial connector stands for its composite.
local function head(node)
   if not is_initial(node) then return id(node) end
   return rfsm.is_root(node._parent) and "[*]" or id(node._parent)
end

local function events(tr)
   local list = {}
   for i, e in ipairs(tr.events or {}) do list[i] = tostring(e):gsub("@.*", "") end
   return #list > 0 and " : " .. table.concat(list, ", ") or ""
end

local function draw(state, out, indent)
   rfsm.mapfsm(function(node)
      if is_initial(node) then return end
      local line = string.format('%sstate "%s" as %s', indent, node._id, id(node))
      if rfsm.is_composite(node) then
         out[#out + 1] = line .. " {"
         draw(node, out, indent .. "  ")
         out[#out + 1] = indent .. "}"
      else
         out[#out + 1] = line .. (rfsm.is_conn(node) and " <<choice>>" or "")
      end
   end, state, rfsm.is_nr_node, 1)
   rfsm.mapfsm(function(tr)
      out[#out + 1] = indent .. (is_initial(tr.src) and "[*]" or id(tr.src)) .. " --> " .. head(tr.tgt) .. events(tr)
   end, state, rfsm.is_trans, 1)
end

function M.encode(fsm, title)
   if not rfsm.is_initialized_root(fsm) then error("plantuml.encode: this is no chart that rfsm.init has made", 2) end
   local out = { "@startuml" }
   if title then out[2] = "title " .. title end
   draw(fsm, out, "")
   out[#out + 1] = "@enduml\n"
   return table.concat(out, "\n")
end

function M.save(fsm, file, title)
   local f = assert(io.open(file, "w"))
   f:write(M.encode(fsm, title))
   f:close()
end

return M
