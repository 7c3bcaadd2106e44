-- Runs a chart on rFSM itself: rfsm.lua MODEL SECONDS prints how many ns each transition from approach to grasp took.
-- LuaJIT has a clock in nanoseconds; other Luas only have os.clock, processor time in microseconds.
local rfsm = require("rfsm")
local model, length = arg[1], tonumber(arg[2])

local clock = function() return os.clock() * 1e9 end
if jit then
  local ffi = require("ffi")
  ffi.cdef "typedef struct { long s, ns; } bench_time; int clock_gettime(int, bench_time *);"
  local t = ffi.new("bench_time")
  clock = function()
    ffi.C.clock_gettime(1, t)
    return tonumber(t.s) * 1e9 + tonumber(t.ns)
  end
end

local template = rfsm.load(model)
template.info, template.warn = false, false
local fsm = rfsm.init(template)
rfsm.run(fsm)

local send, step = rfsm.send_events, rfsm.step
local taken, stop = {}, clock() + length * 1e9
repeat
  local start = clock()
  send(fsm, "e_contact")
  step(fsm)
  local over = clock()
  if #taken < 200000 then taken[#taken + 1] = over - start end
  send(fsm, "e_released")
  step(fsm)
until over > stop
assert(fsm._act_leaf == fsm.operational.grasping.approach)
for _, t in ipairs(taken) do print(string.format("%.0f", t)) end
