-- What probes share. A probe makes charts whose every function writes a line, drives them, and prints what it sees. The
-- same text runs on rFSM itself (scripts/rfsm-probes.sh) and on ours, and must print the same.

local rfsm = require("rfsm")
local probe = { lines = 0 }

-- say prints a line, but warnings that follow each other once, as it is their number that differs.
local last
function probe.say(...)
   local t = {}
   for i = 1, select("#", ...) do t[i] = tostring((select(i, ...))) end
   local line = table.concat(t, " ")
   if line == "  warn" and line == last then return end
   last = line
   print(line)
   probe.lines = probe.lines + 1
   if probe.lines > 400 then error("a probe that does not end") end
end

-- plain takes the place in a file off a message.
function probe.plain(message)
   return (tostring(message):gsub("[^%s]*:%d+: ", ""))
end

function probe.list(t)
   local r = {}
   for i, v in ipairs(t) do r[i] = tostring(v) end
   return "{" .. table.concat(r, ",") .. "}"
end

-- state is a state that says when it is entered and left.
function probe.state(name, t)
   t = t or {}
   local entry, exit = t.entry, t.exit
   t.entry = function(fsm, s, kind)
      probe.say("  entry " .. name, s._fqn, s._mode, kind)
      if entry then return entry(fsm, s, kind) end
   end
   t.exit = function(fsm, s, kind)
      probe.say("  exit " .. name, s._fqn, s._mode, kind)
      if exit then return exit(fsm, s, kind) end
   end
   return rfsm.state(t)
end

-- trans is a transition whose effect says that it runs.
function probe.trans(t)
   local name = t.src .. ">" .. t.tgt
   local effect, guard = t.effect, t.guard
   t.effect = function(fsm, tr, kind, events)
      probe.say("  effect " .. name, kind, events and probe.list(events) or "")
      if effect then return effect(fsm, tr, kind, events) end
   end
   if guard then
      t.guard = function(tr, events)
         probe.say("  guard " .. name, probe.list(events))
         return guard(tr, events)
      end
   end
   return rfsm.trans(t)
end

-- init makes a chart whose messages are part of the trace: that there was one, and of errors of the user's functions the
-- kind and the function's own words. What is said while the chart is made is counted, as rFSM goes through tables in no
-- order.
function probe.init(t)
   local starting, said = true, { err = 0, warn = 0 }
   local function printer(kind)
      return function(what, ...)
         if starting then
            said[kind] = said[kind] + 1
         elseif select("#", ...) > 0 and tostring(what):match("^%u+$") then
            probe.say("  " .. kind, what, probe.plain((select(-1, ...))))
         else
            probe.say("  " .. kind)
         end
      end
   end
   if t.err == nil then t.err = printer("err") end
   if t.warn == nil then t.warn = printer("warn") end
   if t.info == nil then t.info = false end
   if t.safe_mode == nil then t.safe_mode = false end -- which rFSM does not know, as its errors never become events
   local ok, fsm = pcall(rfsm.init, t)
   probe.say("init", ok and fsm and "makes a chart" or ok and tostring(fsm) or "raises", "err", said.err > 0, "warn", said.warn)
   starting = false
   return ok and fsm or nil
end

-- report says how a chart stands.
function probe.report(fsm, idle)
   local leaf = fsm._act_leaf
   probe.say("= idle", idle, "leaf", leaf and leaf._fqn, leaf and rfsm.get_sta_mode(leaf) or "",
      "conf", probe.list(rfsm.get_active_conf(fsm)), "queue", probe.list(fsm._intq))
end

function probe.run(fsm)
   probe.say("run")
   probe.report(fsm, rfsm.run(fsm))
end

function probe.step(fsm, n)
   probe.say("step", n or "")
   probe.report(fsm, rfsm.step(fsm, n))
end

function probe.send(fsm, ...)
   probe.say("send", probe.list { ... })
   rfsm.send_events(fsm, ...)
end

return probe
