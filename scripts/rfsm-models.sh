#!/bin/sh
# Runs rFSM's example models on rFSM and on ours, and compares what they print; then runs rFSM's tests on ours.
#
#   scripts/rfsm-models.sh DIR [SINEW]
#
# DIR holds checkouts of kmarkus/rFSM, orocos/rFSM and kmarkus/uutils in kmarkus+rFSM, orocos+rFSM and kmarkus+uutils; SINEW
# is the command, by default "sinew". The current rFSM runs on Debian's lua5.4, the older one on lua5.1. Each model is made and
# run, and gets each of its events three times; its output and the active leaf after each event must be the same.
set -eu
if [ $# -lt 1 ] || [ ! -d "$1/kmarkus+rFSM" ]; then sed -n 's/^# \{0,1\}//p' "$0" | sed 1d >&2; exit 2; fi
peers=$(cd "$1" && pwd)
sinew=${2:-sinew}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cat >"$out/drive.lua" <<'LUA'
local file = ...
os.time = function() return 1000 end
math.random = function() return 1 end
foo, uml = print, function() end -- what two models expect of their surroundings
local rfsm = require("rfsm")
local ok, model = pcall(rfsm.load, file)
if not ok then
   print("no model")
   return
end
model.dbg, model.info, model.warn, model.err, model.safe_mode = false, false, false, false, false
local hangs = model.getevents or model.idle_hook -- these never rest
model.getevents, model.idle_hook = nil, nil
local fsm = rfsm.init(model)
if not fsm then
   print("refused")
   return
end
if hangs then print("without its getevents or idle_hook") end
local function show(e)
   local leaf = fsm._act_leaf
   local line = "after " .. e .. " " .. tostring(leaf and leaf._fqn) .. " " .. tostring(leaf and rfsm.get_sta_mode(leaf)) .. " within"
   local s = leaf and fsm
   while s do
      line = line .. " " .. s._id .. "=" .. rfsm.get_sta_mode(s)
      s = rfsm.actchild_get(s)
   end
   print(line)
end
for i = 1, 5 do rfsm.step(fsm, 50) show("step") end
local events, seen = {}, {}
rfsm.mapfsm(function(tr)
   for _, e in ipairs(tr.events or {}) do
      if type(e) == "string" and not seen[e] then seen[e] = true events[#events + 1] = e end
   end
end, fsm, rfsm.is_trans)
table.sort(events)
for round = 1, 3 do
   for i, e in ipairs(events) do
      rfsm.send_events(fsm, e)
      rfsm.step(fsm, 50)
      show(e)
      rfsm.send_events(fsm, e, events[i % #events + 1])
      rfsm.step(fsm, 50)
      show(e .. " and the next")
   end
end
LUA
theirs="$peers/kmarkus+rFSM/src/?.lua;$peers/kmarkus+rFSM/src/?/init.lua;$peers/kmarkus+uutils/lua/?.lua"
same=0
differ=0
explained=0
explain() { # model, first line of theirs
    case "$1 $2" in
    */composite_nested.lua*) echo "it calls os.execute, which scripts of ours do not have" ;;
    */connector_cycles.lua*) echo "rFSM overflows its stack at the first step; ours refuses the circle of connectors" ;;
    */connector_cycles2.lua*) echo "a circle of connectors that guards break: ours refuses every circle" ;;
    *"no model") echo "rFSM fails to load it: it needs a global rfsm, or a module time, that ours has or does without" ;;
    esac
}
compare() { # folder, path of rFSM's modules, Lua
    for model in "$1"/examples/*.lua "$1"/examples/*/*.lua; do
        name=${model#"$peers"/}
        cd "$(dirname "$model")"
        LUA_PATH="$2;;" timeout 10 "$3" "$out/drive.lua" "$model" >"$out/theirs" 2>"$out/err" || echo "fails: $(tail -n 1 "$out/err" | sed 's/.*: //')" >>"$out/theirs"
        LUA_PATH="$peers/kmarkus+uutils/lua/?.lua" timeout 10 "$sinew" script run --heap 64M --allow / "$out/drive.lua" "$model" >"$out/ours" 2>"$out/err" || echo "fails: $(head -n 1 "$out/err" | sed 's/.*: //')" >>"$out/ours"
        for side in theirs ours; do # without messages that rFSM and ours word differently
            grep -v -E 'INFO|WARNING|extension loaded|andseq|^\s*[0-9]\. |STATE_E|EXEC_PATH|TRANS|CHECKING|HIBERNATING|EFFECT|RAISED|DOO  |AWAIT|^	no f|^	no$' "$out/$side" >"$out/plain" || true
            mv "$out/plain" "$out/$side"
        done
        if cmp -s "$out/theirs" "$out/ours"; then
            same=$((same + 1))
            echo "same    $name: $(wc -l <"$out/ours") lines, $(tail -n 1 "$out/ours" | cut -c 1-60)"
        else
            why=$(explain "$name" "$(head -n 1 "$out/theirs")")
            if [ -n "$why" ]; then
                explained=$((explained + 1))
                echo "differs $name: $why"
                continue
            fi
            differ=$((differ + 1))
            echo "DIFFERS $name (< theirs, > ours)"
            diff "$out/theirs" "$out/ours" | head -6
        fi
    done
}
compare "$peers/kmarkus+rFSM" "$theirs" lua5.4
[ -d "$peers/orocos+rFSM" ] && compare "$peers/orocos+rFSM" "$peers/orocos+rFSM/?.lua" lua5.1
echo "$same models the same, $explained differ as explained, $differ otherwise"

# rFSM's own tests. They need only a little of luaunit.
cat >"$out/luaunit.lua" <<'LUA'
local M = { LuaUnit = {} }
local function same(a, b)
   if type(a) ~= "table" or type(b) ~= "table" then return a == b end
   for k, v in pairs(a) do if not same(v, b[k]) then return false end end
   for k in pairs(b) do if a[k] == nil then return false end end
   return true
end
local function need(ok, ...) if not ok then error(table.concat({ ... }, " "), 3) end end
function M.assert_equals(a, b) need(same(a, b), "got", tostring(a), "want", tostring(b)) end
function M.assert_true(v) need(v == true, "got", tostring(v)) end
function M.assert_false(v) need(v == false, "got", tostring(v)) end
function M.assert_nil(v) need(v == nil, "got", tostring(v)) end
function M.assert_not_nil(v, what) need(v ~= nil, what or "nil") end
function M.assert_is_string(v) need(type(v) == "string", type(v)) end
function M.assert_is_table(v) need(type(v) == "table", type(v)) end
function M.assert_str_contains(s, part) need(s:find(part, 1, true), s, "lacks", part) end
function M.assert_str_matches(s, form) need(s:match(form), s, "does not match", form) end
function M.assert_error(f) need(not pcall(f), "no error") end
function M.assert_error_msg_contains(part, f)
   local ok, fault = pcall(f)
   need(not ok and tostring(fault):find(part, 1, true), tostring(fault), "lacks", part)
end
setmetatable(M, { __index = function(_, k) error("luaunit has no " .. k) end })
function M.LuaUnit.run()
   local passed, failed = 0, 0
   for name, class in pairs(_G) do
      if type(name) == "string" and name:match("^Test") then
         for method, f in pairs(class) do
            if method:match("^test") then
               if class.setUp then class:setUp() end
               local ok, fault = pcall(f, class)
               if ok then passed = passed + 1 else
                  failed = failed + 1
                  print("FAIL " .. name .. "." .. method .. ": " .. tostring(fault))
               end
            end
         end
      end
   end
   print(passed .. " of rFSM's own tests pass, " .. failed .. " fail")
   return failed
end
return M
LUA
cd "$peers/kmarkus+rFSM/tests"
for run in theirs ours; do
    echo "on $run:"
    if [ $run = theirs ]; then
        LUA_PATH="$out/?.lua;$theirs" lua5.1 run.lua || true
    else
        LUA_PATH="$out/?.lua;$peers/kmarkus+uutils/lua/?.lua" "$sinew" script run --heap 64M --allow / run.lua || true
    fi
done
[ $differ = 0 ]
