-- The interface of rFSM: elements of models, init, walks, hooks. The host (core) runs charts.
local core = ...
local M = { preproc = {}, yield = coroutine.yield }
local math_huge, getinfo = math.huge, debug.getinfo

-- Elements. A class is the metatable of its elements, so that users can give all states a field.

local kinds = core.kinds -- by the classes' functions type, so that those need not be called

local function class(kind)
   local c = { rfsm = true }
   function c.type() return kind end
   kinds[c.type] = kind
   function c:new(t)
      self.__index = self
      if t._where == nil then -- where the element was written: file:line of the call
         local at = getinfo(2, "Sl")
         t._where = at and at.currentline > 0 and at.short_src .. ":" .. at.currentline or false
      end
      return setmetatable(t, self)
   end
   return setmetatable(c, { __call = c.new })
end

M.state, M.conn, M.trans = class("state"), class("connector"), class("transition")
M.sista, M.simple_state, M.csta, M.composite_state = M.state, M.state, M.state, M.state
M.connector, M.transition = M.conn, M.trans

local function name_of(node)
   return tostring(type(node) == "table" and node._fqn or node or "none")
end

function M.trans:__tostring()
   local events = {}
   if type(self.events) == "table" then
      for i, e in ipairs(self.events) do events[i] = tostring(e) end
   end
   return string.format("T={ src='%s', tgt='%s%s', events='%s' }", name_of(self.src), name_of(self.tgt),
      self.pn and ", pn=" .. tostring(self.pn) or "",
      self.events == nil and "{}" or type(self.events) == "table" and table.concat(events, ", ") or tostring(self.events))
end

-- Predicates.

function M.is_meta(key) return string.sub(key, 1, 1) == "_" end

function M.is_fsmobj(v)
   local mt = getmetatable(v)
   return mt ~= nil and type(mt) == "table" and mt.rfsm ~= nil and mt.rfsm ~= false
end

-- kind is the kind of an element, false for anything else.
local function kind(v)
   local mt = getmetatable(v)
   return type(mt) == "table" and mt.rfsm and (kinds[v.type] or v:type())
end

function M.is_state(v) return kind(v) == "state" end
function M.is_trans(v) return kind(v) == "transition" end
function M.is_conn(v) return kind(v) == "connector" end
function M.is_node(v)
   local k = kind(v)
   return k == "state" or k == "connector"
end

local byte, is_node = string.byte, M.is_node
local underscore = byte("_")

-- hidden says whether a field is not part of the model: rFSM's own, or one with a key that is not a name.
local function hidden(key)
   local t = type(key)
   return t == "string" and byte(key) == underscore or t ~= "string" and t ~= "number"
end

function M.is_composite(v)
   if kind(v) ~= "state" then return false end
   for k, child in pairs(v) do
      if type(child) == "table" and is_node(child) and not hidden(k) then return true end
   end
   return false
end

function M.is_leaf(v) return M.is_state(v) and not M.is_composite(v) end
M.is_composite_slow, M.is_leaf_slow = M.is_composite, M.is_leaf
function M.is_root(v) return M.is_composite(v) and v._id == "root" end
function M.is_initialized_root(v) return M.is_root(v) and v._initialized end
function M.is_nr_node(v) return M.is_node(v) and not M.is_root(v) end

function M.fsmobj_tochar(v)
   return M.is_composite(v) and "CS" or M.is_leaf(v) and "LS" or M.is_trans(v) and "TR" or M.is_conn(v) and "c" or nil
end

-- Walks.

-- mapfsm returns the results of func(element, parent, name) for all elements that fit, to a depth.
function M.mapfsm(func, fsm, fits, depth)
   local results = {}
   local function visit(v, parent, name)
      if fits(v) then results[#results + 1] = func(v, parent, name) end
   end
   local function walk(parent, left)
      if left == 0 or type(parent) ~= "table" then return end
      local names, n = {}, 0 -- as they are now, because func may add some
      for k in pairs(parent) do
         if not hidden(k) then
            n = n + 1
            names[n] = k
         end
      end
      for i = 1, n do
         local child = parent[names[i]]
         visit(child, parent, names[i])
         if M.is_composite(child) then walk(child, left - 1) end
      end
   end
   if M.is_root(fsm) then visit(fsm, fsm, "root") end
   walk(fsm, depth or -1)
   return results
end

-- map_from_to returns the results of func for from and what encloses it, up to to.
function M.map_from_to(fsm, func, from, to)
   local results = {}
   while from do
      results[#results + 1] = func(fsm, from)
      if from == to then break end
      from = from._parent
   end
   return results
end

-- Files.

local function loaded(model, what)
   if not M.is_state(model) then error(what .. " gives no state, so it is no valid rfsm model: end it with 'return rfsm.state{...}'", 3) end
   return model
end

function M.load(file) return loaded(dofile(file), "rfsm.load: " .. tostring(file)) end

function M.load_str(text, name)
   local chunk, fault = load(text, name)
   if not chunk then error("rfsm.load_str: " .. tostring(fault), 2) end
   return loaded(chunk(), "rfsm.load_str: " .. tostring(name or "the text"))
end

-- Hooks. Added hooks are in a list; the field holds one function that calls them all.

local function add_hook(fsm, field, hook, where)
   local list = fsm["_" .. field .. "s"]
   if list == nil then
      list = {}
      fsm["_" .. field .. "s"] = list
      if fsm[field] ~= nil then list[1] = fsm[field] end -- set by hand before
   end
   table.insert(list, where == "before" and 1 or #list + 1, hook)
   fsm[field] = function(...)
      for i = 1, #list do
         if list[i] then list[i](...) end
      end
   end
end

local function remove_hook(fsm, field, hook)
   local list = fsm["_" .. field .. "s"] or {}
   for i = 1, #list do
      if list[i] == hook then
         table.remove(list, i)
         if #list == 0 then
            fsm[field], fsm["_" .. field .. "s"] = nil, nil
         end
         return true
      end
   end
   return false
end

function M.pre_step_hook_add(fsm, hook, where) add_hook(fsm, "pre_step_hook", hook, where) end
function M.post_step_hook_add(fsm, hook, where) add_hook(fsm, "post_step_hook", hook, where) end
function M.pre_step_hook_rm(fsm, hook) return remove_hook(fsm, "pre_step_hook", hook) end
function M.post_step_hook_rm(fsm, hook) return remove_hook(fsm, "post_step_hook", hook) end

-- advise makes a function that calls another one before or after a given one; for plug-ins.
function core.advise(where, old, new)
   if old == nil then return new end
   if where == "before" then
      return function(...)
         new(...)
         return old(...)
      end
   end
   return function(...)
      old(...)
      return new(...)
   end
end

-- Making a chart from a template.

local function copy(v, made)
   local t = made[v]
   if t then return t end
   t = {}
   made[v] = t
   for k, x in pairs(v) do
      if type(k) == "table" then k = copy(k, made) end
      if type(x) == "table" then x = copy(x, made) end
      t[k] = x
   end
   local mt = getmetatable(v)
   return mt and setmetatable(t, mt) or t
end

local function silent() end
local printers = { err = print, warn = print, info = silent, dbg = silent }

local function set_printers(fsm, faults)
   for _, kind in ipairs { "err", "warn", "info", "dbg" } do
      local p = fsm[kind]
      if p == false then
         p = silent
      elseif p == true then
         p = print
      elseif p ~= nil and type(p) ~= "function" then
         faults[#faults + 1] = "root." .. kind .. " is a " .. (M.is_node(p) and p:type() or type(p)) ..
            ", but this name is that of the chart's printer: give it another one"
         p = nil
      end
      fsm[kind] = p or printers[kind]
   end
end

-- elements names the nodes of a chart, tells each its parent, and lists all elements, outer ones first: the nodes, the composites
-- among them, and the transitions with the states in which they are written. Only a composite has transitions in it.
local function elements(fsm)
   local nodes, composites, trans, owners = {}, {}, {}, {}
   local function walk(parent)
      local before, inner = #trans, false
      for k, v in pairs(parent) do
         local what = type(v) == "table" and not hidden(k) and kind(v)
         if what == "transition" then
            trans[#trans + 1], owners[#owners + 1] = v, parent
         elseif what == "state" or what == "connector" then
            if not inner then inner, composites[#composites + 1] = true, parent end
            nodes[#nodes + 1] = v
            v._parent, v._id, v._fqn = parent, k, parent._fqn .. "." .. tostring(k)
            if what == "state" then walk(v) end
         end
      end
      if not inner and parent ~= fsm then
         for i = #trans, before + 1, -1 do trans[i], owners[i] = nil, nil end
      end
   end
   fsm._id, fsm._fqn, fsm._parent = "root", "root", fsm
   walk(fsm)
   return { nodes = nodes, composites = composites, trans = trans, owners = owners }
end

-- place says where an element was written, to begin a message.
local function place(v) return v._where and v._where .. ": " or "" end

-- check finds what rFSM refuses, all of it, and adds the connectors that transitions imply.
local function check(fsm, all, faults)
   local nodes, trans, owners = all.nodes, all.trans, all.owners
   for i = 1, #trans do
      local tr, parent = trans[i], owners[i]
      if tr.src == "initial" and rawget(parent, "initial") == nil then
         local c = M.conn { _where = tr._where }
         parent.initial, c._parent, c._id, c._fqn = c, parent, "initial", parent._fqn .. ".initial"
         nodes[#nodes + 1] = c
      end
      local events = tr.events
      if type(events) == "string" then
         tr.events = { events }
      elseif events ~= nil and type(events) ~= "table" then
         faults[#faults + 1] = place(tr) .. tostring(tr) .. ": events is a " .. type(events) .. "; give a list of events"
      end
      if not tr.src then faults[#faults + 1] = place(tr) .. tostring(tr) .. " in " .. parent._fqn .. " has no src" end
      if not tr.tgt then faults[#faults + 1] = place(tr) .. tostring(tr) .. " in " .. parent._fqn .. " has no tgt" end
      if tr.event ~= nil then fsm.warn(place(tr) .. tostring(tr) .. ": 'event' means nothing; 'events' is the list of events") end
   end
   for _, s in ipairs(all.composites) do
      local initial = rawget(s, "initial")
      if initial ~= nil and not M.is_conn(initial) then faults[#faults + 1] = place(s) .. s._fqn .. ".initial is no connector" end
      if s.doo ~= nil then faults[#faults + 1] = place(s) .. s._fqn .. " has states in it, so it cannot have a doo" end
   end
   if rawget(fsm, "initial") == nil then
      faults[#faults + 1] = place(fsm) .. "root has no initial connector: add a transition with src='initial'"
   end
end

-- find returns the node that a path means in a composite.
local function find(fsm, path, from)
   if M.is_node(path) then return path end
   path = tostring(path)
   if not path:find("[.\\]") then
      local node = rawget(from, path)
      return M.is_node(node) and node or nil
   end
   local node, first = path:find("^%.") and from or fsm, true
   for part in path:gmatch("[^.\\]+") do
      if not (first and part == "root") then
         node = type(node) == "table" and rawget(node, part) or nil
         first = false
      end
   end
   return M.is_node(node) and node or nil
end

-- resolve replaces names with nodes.
local function resolve(fsm, all, faults)
   local function fault(tr, parent, what)
      faults[#faults + 1] = place(tr) .. tostring(tr) .. " in " .. parent._fqn .. ": " .. what
   end
   local composite = {}
   for _, s in ipairs(all.composites) do composite[s] = true end
   for i, tr in ipairs(all.trans) do
      local parent = all.owners[i]
      local src, tgt = find(fsm, tr.src, parent), find(fsm, tr.tgt, parent)
      if tr.tgt == "internal" then
         fault(tr, parent, "there are no internal transitions")
      elseif not tgt then
         fault(tr, parent, "there is no node " .. name_of(tr.tgt))
      end
      if not src then fault(tr, parent, "there is no node " .. name_of(tr.src)) end
      if tgt and composite[tgt] then
         if not rawget(tgt, "initial") then
            fault(tr, parent, tgt._fqn .. " has states in it but no initial connector")
         end
         tgt = rawget(tgt, "initial")
      end
      tr.src, tr.tgt = src or tr.src, tgt or tr.tgt
   end
end

-- priority sorts a node's transitions, those of equal numbers as they were written.
local function priority(list)
   for i = 2, #list do
      local tr, j = list[i], i - 1
      while j > 0 and (list[j].pn or 0) < (tr.pn or 0) do
         list[j + 1] = list[j]
         j = j - 1
      end
      list[j + 1] = tr
   end
end

-- link lists the transitions of each node and replaces e_done with its full name.
local function link(fsm, all)
   local nodes = all.nodes
   fsm._otrs = fsm._otrs or {}
   for i = 1, #nodes do nodes[i]._otrs = nodes[i]._otrs or {} end
   for _, tr in ipairs(all.trans) do
      local from, events = tr.src._otrs, tr.events
      from[#from + 1] = tr
      for i = 1, events and #events or 0 do
         if events[i] == "e_done" then events[i] = "e_done@" .. tr.src._fqn end
      end
   end
   for i = 1, #nodes do
      local from = nodes[i]._otrs
      if #from == 0 then
         fsm.warn("WARNING: no transition starts at " .. nodes[i]._fqn)
      elseif #from > 1 then
         priority(from)
      end
   end
end

local charts = core.charts -- what the host knows of each chart; the keys are weak

-- queue shows the waiting events; setting one at the end sends it.
local function queue(chart)
   return setmetatable({}, {
      __index = function(_, i) return core.queued(chart, i) end,
      __newindex = function(_, _, event) core.send(chart, event) end,
      __len = function() return core.queued(chart) end,
   })
end

-- init makes a chart. A host that makes the machine itself also gets the host's side of it. If there is no chart, it
-- returns a list of what is wrong.
local function init(template, hosted)
   local fsm, faults = copy(template, {}), {}
   set_printers(fsm, faults)
   local all = elements(fsm)
   check(fsm, all, faults)
   if #faults == 0 then resolve(fsm, all, faults) end
   if #faults > 0 then return false, faults, fsm end
   link(fsm, all)
   fsm._act_leaf, fsm._curq = false, {}
   for _, f in ipairs(M.preproc) do f(fsm) end
   local chart, fault = core.make(fsm, hosted)
   if not chart then return false, { fault }, fsm end
   charts[fsm], fsm._intq, fsm._initialized = chart, queue(chart), true
   return fsm, chart
end

function core.init(template)
   local fsm, chart = init(template, true)
   if not fsm then return false, table.concat(chart, "\n") end
   return fsm, chart
end

function M.init(template)
   if not M.is_state(template) then error("rfsm.init: invalid fsm model: it is no state", 2) end
   local fsm, faults, refused = init(template)
   if fsm then return fsm end
   for _, f in ipairs(faults) do refused.err("ERROR: " .. f) end
   return false
end

-- Running it.

-- chart_of returns the host's side of an initialised chart.
local function chart_of(fsm, who)
   local chart = fsm ~= nil and charts[fsm]
   if not chart then error("rfsm." .. who .. ": this is no chart that rfsm.init has made: invalid fsm", 3) end
   return chart
end

function M.step(fsm, n) return core.step(chart_of(fsm, "step"), n or 1) end
function M.run(fsm) return core.step(chart_of(fsm, "run"), math_huge) end
function M.reset(fsm) core.reset(chart_of(fsm, "reset"), false) end
function M.send_events(fsm, ...) core.send(chart_of(fsm, "send_events"), ...) end
function M.check_events(fsm) return core.check(chart_of(fsm, "check_events")) end

-- exit_state leaves a whole chart, the innermost state first. Only transitions leave single states.
function M.exit_state(fsm, state)
   local chart = chart_of(fsm, "exit_state")
   if state ~= fsm then error("rfsm.exit_state: only a whole chart can be left by hand: give the chart itself", 2) end
   core.reset(chart, true)
end

function M.get_sta_mode(state) return state._mode or "inactive" end
function M.actchild_get(state) return state._actchild end

function M.get_actleaf_fqn(fsm)
   local chart = charts[fsm]
   local leaf = chart and core.leaf(chart)
   return leaf and leaf._fqn
end

-- failures returns what the event e_error of this step is about: kind, state, message, where, traceback.
function M.failures(fsm) return core.failures(chart_of(fsm, "failures")) end

function M.get_active_conf(fsm)
   local names = {}
   local s = M.get_sta_mode(fsm) ~= "inactive" and fsm
   while s do
      names[#names + 1] = s._fqn
      s = s._actchild
   end
   return names
end

-- Changes while it runs.

function M.fsm_merge(fsm, parent, obj, id)
   local faults = {}
   local function need(ok, what) if not ok then faults[#faults + 1] = what end end
   local where = M.is_state(parent) and parent._fqn or tostring(parent)
   need(M.is_state(parent), where .. " is no state")
   if M.is_state(parent) then
      need(parent.doo == nil, where .. " has a doo, so no element can be added to it")
      need(id == nil or rawget(parent, id) == nil, where .. " has an element " .. tostring(id) .. " already")
   end
   need(M.is_trans(obj) or id ~= nil, "a node needs a name")
   need(not M.is_trans(obj) or M.is_node(obj.src) and M.is_node(obj.tgt), tostring(obj) .. ": source and target must be nodes of the chart")
   need(M.is_fsmobj(obj) and not M.is_composite(obj), "only leaves, connectors and transitions can be added")
   if #faults == 0 then
      local chart = chart_of(fsm, "fsm_merge")
      if M.is_trans(obj) then
         if type(obj.events) == "string" then obj.events = { obj.events } end
         need(core.merge(chart, parent, obj))
         if #faults == 0 then
            parent[#parent + 1] = obj
            table.insert(obj.src._otrs, obj)
            priority(obj.src._otrs)
         end
      else
         obj._parent, obj._id, obj._fqn, obj._otrs = parent, id, where .. "." .. id, obj._otrs or {}
         need(core.merge(chart, parent, obj))
         if #faults == 0 then parent[id] = obj end
      end
   end
   if #faults > 0 then fsm.err("ERROR: merge failed: ", table.concat(faults, "; ")) end
   return #faults == 0
end

-- What the host calls.

local create, resume, status, trace = coroutine.create, coroutine.resume, coroutine.status, debug.traceback
local threads = core.threads -- of the doos that are under way; the keys, states, are weak

-- work runs a state's doo to its next yield. It returns whether it is at its end, whether it is idle, and the error.
function core.work(fsm, state, doo)
   local co = threads[state]
   if not co then
      co = create(doo)
      threads[state] = co
   end
   local ok, idle = resume(co, fsm, state, "doo")
   if not ok then
      threads[state] = nil
      return true, false, idle == nil and "nil" or idle, trace(co)
   end
   local over = status(co) == "dead"
   if over then threads[state] = nil end
   return over, idle and true or false
end

-- stop forgets a doo.
function core.stop(state) threads[state] = nil end

-- tick takes n instructions of the budget.
function core.tick(n)
   for _ = 1, n do end
end

core.silent = silent

return M
