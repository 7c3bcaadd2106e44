-- The chart of the grasp, in rFSM's syntax. Outer transitions come before inner ones. about.lua has the functions.
local rfsm = require('rfsm')
local state, trans, conn = rfsm.state, rfsm.trans, rfsm.conn

local function on(events, src, tgt, more)
  return trans{ src = src, tgt = tgt, events = events, guard = more and more.guard, effect = more and more.effect, pn = more and more.pn }
end

local operational = state{
  free = state{ entry = function() robot.halt() robot.open(0.084) robot.timeout(3) end },
  rise = state{ entry = function() rise() end },
  bias = state{ entry = function() robot.halt() robot.bias() robot.timeout(2) end },
  travel = state{ entry = function() over(task.height + above) end },
  approach = state{ entry = function() try() end },
  touched = conn{},
  aside = state{ entry = function() shift() rise() end },
  grasp = state{ entry = function() robot.press(pressure) robot.close(strength, 0.05) robot.timeout(6) end },
  lift = state{ entry = function() task.holding = true rise(0.08, 0.1) end },
  check = state{ entry = function() robot.halt() robot.timeout(0.3) end },
  held = conn{},
  carry = state{ entry = function() robot.move(task.to[1], task.to[2], task.height + 0.08, 0, fast) end },
  settle = state{ entry = function() robot.halt() robot.bias() robot.timeout(2) end },
  lower = state{ entry = function() robot.descend(gentle, soft) end },
  release = state{ entry = function() task.lowered = true robot.halt() robot.open(0.084) robot.timeout(3) end },
  leave = state{ entry = function() rise(0.08) end },
  search = state{ entry = function() task.holding = false onward() robot.open(0.084) rise() end },
  again = conn{},

  trans{ src = 'initial', tgt = 'release', pn = 2, guard = function() return task.lowered end },
  trans{ src = 'initial', tgt = 'carry', pn = 1, guard = function() return task.holding and robot.holding() end },
  trans{ src = 'initial', tgt = 'free' },
  on({ 'e_open' }, 'free', 'rise'),
  on({ 'e_timeout' }, 'free', 'again', { effect = function() fault('the gripper does not open') end }),
  on({ 'e_reached' }, 'rise', 'bias'),
  on({ 'e_biased' }, 'bias', 'travel', { effect = well }),
  on({ 'e_timeout' }, 'bias', 'again', { effect = function() fault('the sensor gives no offset') end }),
  on({ 'e_reached' }, 'travel', 'approach'),
  on({ 'e_contact', 'e_bottom' }, 'approach', 'touched'),
  trans{ src = 'touched', tgt = 'again', pn = 2, guard = too_high, effect = function() fault('contact in the air') end },
  trans{ src = 'touched', tgt = 'aside', pn = 1, guard = landed_aside },
  trans{ src = 'touched', tgt = 'grasp' },
  on({ 'e_reached' }, 'aside', 'travel'),
  on({ 'e_gripped' }, 'grasp', 'lift'),
  on({ 'e_empty' }, 'grasp', 'search'),
  on({ 'e_timeout' }, 'grasp', 'again', { effect = function() fault('the gripper does not close') end }),
  on({ 'e_reached' }, 'lift', 'check'),
  on({ 'e_slip' }, 'lift', 'search', { effect = function() dropped() fault('it slipped') end }),
  on({ 'e_timeout' }, 'check', 'held'),
  trans{ src = 'held', tgt = 'carry', pn = 1, guard = function() return robot.holding() end, effect = well },
  trans{ src = 'held', tgt = 'search', effect = function() dropped() fault('nothing was lifted') end },
  on({ 'e_reached' }, 'carry', 'settle'),
  on({ 'e_slip' }, 'carry', 'search', { effect = function() dropped() fault('it was dropped') end }),
  on({ 'e_biased' }, 'settle', 'lower', { effect = well }),
  on({ 'e_slip', 'e_timeout' }, 'settle', 'search', { effect = function() dropped() fault('it was dropped') end }),
  on({ 'e_contact', 'e_bottom', 'e_slip' }, 'lower', 'release'),
  on({ 'e_open' }, 'release', 'leave'),
  on({ 'e_timeout' }, 'release', 'release', { effect = function() fault('the gripper does not open') end }),
  on({ 'e_reached' }, 'search', 'again'),
  trans{ src = 'again', tgt = 'free', pn = 1, guard = function() return pattern[step] ~= nil and not tired() end },
}

local stops = { 'e_fault', 'e_lost', 'e_halted' }
local chart = state{
  operational = operational,
  stopped = state{ entry = function() robot.timeout(0.25) end }, -- the arm takes no commands: try to make it ready
  pressed = state{},                                             -- the emergency stop: a person says go on
  ailing = state{ entry = function() robot.halt() robot.timeout(8) end },      -- sensor or gripper are not believed
  puzzled = state{ entry = function() robot.halt() robot.timeout(0.2) end },   -- a function of this chart has failed
  mem_low = state{ entry = function() robot.halt() collectgarbage('restart') collectgarbage() robot.timeout(2) end },
  go_on = conn{},
  given_up = state{ entry = function() robot.give_up(reason()) end },
  done = state{ entry = function() well() robot.done('the object is where it was to go') end },

  trans{ src = 'initial', tgt = 'operational' },
  on({ 'e_reached' }, 'operational.leave', 'done'),
  trans{ src = 'operational.again', tgt = 'given_up' },
  on({ 'e_estop' }, 'operational', 'pressed', { pn = 5, effect = function() fault('the emergency stop was pressed') end }),
  on(stops, 'operational', 'stopped', { pn = 4, effect = function() fault(robot.why()) end }),
  on({ 'e_error' }, 'operational', 'puzzled', { pn = 3, effect = function() fault(robot.why()) end }),
  on({ 'e_mem_low' }, 'operational', 'mem_low', { pn = 2, effect = function() fault('little memory is left for scripts') end }),
  on({ 'e_sensor_bad', 'e_gripper_bad' }, 'operational', 'ailing', { pn = 1, effect = function() fault(robot.why()) end }),
  on({ 'e_reset' }, 'pressed', 'stopped'),
  on({ 'e_ready' }, 'stopped', 'go_on', { pn = 1 }),
  on({ 'e_timeout' }, 'stopped', 'stopped', { guard = patient, effect = try_again }),
  on({ 'e_timeout' }, 'stopped', 'given_up', { pn = -1 }),
  on({ 'e_sensor_ok', 'e_gripper_ok' }, 'ailing', 'go_on'),
  on({ 'e_timeout' }, 'puzzled', 'go_on'),
  on({ 'e_error' }, 'puzzled', 'given_up', { pn = -1 }),
  on({ 'e_mem_ok' }, 'mem_low', 'go_on'),
  trans{ src = 'go_on', tgt = 'given_up', pn = 2, guard = tired },
  trans{ src = 'go_on', tgt = 'ailing', pn = 1, guard = function() return not fit() end },
  trans{ src = 'go_on', tgt = 'operational' },
}
for _, s in ipairs{ 'ailing', 'mem_low' } do chart[#chart + 1] = on({ 'e_timeout' }, s, 'given_up') end
for _, s in ipairs{ 'ailing', 'puzzled', 'mem_low' } do
  chart[#chart + 1] = on({ 'e_estop' }, s, 'pressed', { pn = 3 })
  chart[#chart + 1] = on(stops, s, 'stopped', { pn = 2 })
end
return chart
