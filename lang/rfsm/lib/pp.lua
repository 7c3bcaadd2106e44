-- Printers for fsm.dbg, and a chart's states as text.
local rfsm = require("rfsm")
local M = {}

-- dbgcolorize returns one line of a message, in black and white.
function M.dbgcolorize(name, tag, ...)
   local parts = { string.format("%-20s", tostring(tag)) }
   for i = 1, select("#", ...) do parts[i + 1] = tostring((select(i, ...))) end
   return (name and tostring(name) .. ":\t" or "") .. table.concat(parts, " ")
end

function M.dbgcolor(name, ...) print(M.dbgcolorize(name, ...)) end

-- gen_dbgcolor makes a printer that shows the tags that are true in tags and, unless show is false, those not in it.
function M.gen_dbgcolor(name, tags, show, out)
   name, tags, out = name or "<unnamed SM>", tags or {}, out or print
   return function(tag, ...)
      local want = tags[tag]
      if want == nil then want = show ~= false end
      if want then out(M.dbgcolorize(name, tag, ...)) end
   end
end

-- fsm2str lists the states of a chart with their modes.
function M.fsm2str(fsm, indent)
   local out = {}
   local function line(s, depth)
      out[#out + 1] = string.rep("    ", depth) .. s._id .. "[" .. rfsm.fsmobj_tochar(s) .. "] " .. rfsm.get_sta_mode(s)
      rfsm.mapfsm(function(child)
         if not rfsm.is_root(child) then line(child, depth + 1) end
      end, s, rfsm.is_state, 1)
   end
   line(fsm, (indent or 1) - 1)
   return table.concat(out, "\n") .. "\n"
end

return M
