-- Predicates, getters and walks over a chart.
local probe = require("probe")
local rfsm = require("rfsm")

local fsm = probe.init(rfsm.csta {
   op = rfsm.composite_state {
      one = rfsm.sista {}, two = rfsm.sista {}, c = rfsm.connector {},
      rfsm.trans { src = "initial", tgt = "c" },
      rfsm.trans { src = "c", tgt = "one" },
      rfsm.trans { src = "one", tgt = "two", events = { "e", "f" }, pn = 3 },
   },
   safe = rfsm.sista {},
   rfsm.trans { src = "initial", tgt = "op" },
   rfsm.trans { src = "op", tgt = "safe", events = { "e_safe" } },
})
local function is(v)
   local r = {}
   for _, p in ipairs { "is_fsmobj", "is_state", "is_trans", "is_conn", "is_node", "is_composite", "is_leaf", "is_root",
      "is_initialized_root", "is_nr_node" } do
      r[#r + 1] = rfsm[p](v) and p or nil
   end
   return table.concat(r, " ")
end
probe.say(is(fsm))
probe.say(is(fsm.op))
probe.say(is(fsm.op.one))
probe.say(is(fsm.op.c))
probe.say(is(fsm[1]))
probe.say(is({}), is(3), is("x"))
probe.say(rfsm.fsmobj_tochar(fsm), rfsm.fsmobj_tochar(fsm.safe), rfsm.fsmobj_tochar(fsm.op.c), rfsm.fsmobj_tochar(fsm[1]))
probe.say(fsm:type(), fsm.op.c:type(), fsm[1]:type())
probe.say(tostring(fsm[1]), tostring(fsm.op[3]), tostring(rfsm.trans { src = "a", tgt = "b" }))
local names = rfsm.mapfsm(function(s, p, n) return n .. "<" .. p._fqn end, fsm, rfsm.is_node)
table.sort(names)
probe.say(table.concat(names, " "))
names = rfsm.mapfsm(function(s) return s._id end, fsm, rfsm.is_state, 1)
table.sort(names)
probe.say(table.concat(names, " "))
probe.say(#rfsm.mapfsm(function() return true end, fsm, rfsm.is_trans))
probe.say(rfsm.is_meta("_x"), rfsm.is_meta("x"))
probe.say(rfsm.get_actleaf_fqn(fsm), rfsm.get_sta_mode(fsm), rfsm.get_sta_mode(fsm.op.one))
probe.run(fsm)
probe.say(rfsm.get_actleaf_fqn(fsm), rfsm.get_sta_mode(fsm), rfsm.get_sta_mode(fsm.op.one), rfsm.get_sta_mode(fsm.op))
probe.say(rfsm.actchild_get(fsm)._fqn, rfsm.actchild_get(fsm.op)._fqn, rfsm.actchild_get(fsm.op.one))
probe.say(table.concat(rfsm.map_from_to(fsm, function(_, s) return s._id end, fsm._act_leaf, fsm), " "))
probe.say(#fsm.op._otrs, fsm.op._otrs[1].tgt._fqn, fsm[1].tgt._fqn, fsm.op.initial._fqn, #fsm.op.c._otrs)
probe.say(fsm.op.one._otrs[1].pn, fsm._initialized, rfsm.check_events(fsm))
local loaded = rfsm.load_str("local rfsm = require('rfsm') return rfsm.state{ x = rfsm.state{}, rfsm.trans{src='initial', tgt='x'} }", "text")
local other = probe.init(loaded)
probe.run(other)
probe.say(pcall(rfsm.load_str, "return 42") == false, pcall(rfsm.load_str, "this is no Lua") == false, pcall(rfsm.load, "/nonexistent.lua") == false)
