-- A chart as plain tables.
local probe = require("probe")
local rfsm = require("rfsm")
local marsh = require("rfsm.marsh")

local fsm = probe.init(rfsm.csta {
   op = rfsm.csta {
      one = rfsm.sista {},
      c = rfsm.conn {},
      rfsm.trans { src = "initial", tgt = "c" },
      rfsm.trans { src = "c", tgt = "one", events = { "e", 3 }, pn = 2 },
   },
   rfsm.trans { src = "initial", tgt = "op" },
})
local function show(t, indent)
   local keys = {}
   for k in pairs(t) do keys[#keys + 1] = k end
   table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
   for _, k in ipairs(keys) do
      local v = t[k]
      if type(v) ~= "table" then
         probe.say(indent .. tostring(k) .. "=" .. tostring(v))
      end
   end
   if t.subnodes then
      table.sort(t.subnodes, function(a, b) return a.id < b.id end)
      for _, n in ipairs(t.subnodes) do
         probe.say(indent .. "node")
         show(n, indent .. "   ")
      end
   end
   for _, tr in ipairs(t.transitions or {}) do
      probe.say(indent .. "transition", tr.type, tr.src, tr.tgt, tr.pn, probe.list(tr.events))
   end
end
show(marsh.model2tab(fsm), "")
probe.say(marsh.actinfo2tab(fsm))
rfsm.step(fsm)
probe.say(marsh.actinfo2tab(fsm))
rfsm.send_events(fsm, 3)
rfsm.run(fsm)
probe.say(marsh.actinfo2tab(fsm))
probe.say(pcall(marsh.model2tab, rfsm.csta {}) == false)
