-- A chart and its active state as JSON.
local rfsm = require("rfsm")
local marsh = require("rfsm.marsh")
local M = {}

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

local function text(s)
   return '"' .. s:gsub('[%c"\\]', function(c) return escapes[c] or string.format("\\u%04x", c:byte()) end) .. '"'
end

local function json(v)
   if type(v) == "string" then return text(v) end
   if type(v) ~= "table" then return tostring(v) end
   local parts = {}
   if v.type == nil and v.version == nil then -- all tables of model2tab but lists have a type
      for i, x in ipairs(v) do parts[i] = json(x) end
      return "[" .. table.concat(parts, ",") .. "]"
   end
   local keys = {}
   for k in pairs(v) do keys[#keys + 1] = k end
   table.sort(keys)
   for i, k in ipairs(keys) do parts[i] = text(k) .. ":" .. json(v[k]) end
   return "{" .. table.concat(parts, ",") .. "}"
end

function M.encode(fsm)
   local leaf, mode = marsh.actinfo2tab(fsm)
   return json { version = 2, type = "rfsm_model", graph = marsh.model2tab(fsm), active_leaf = leaf, active_leaf_state = mode }
end

return M
