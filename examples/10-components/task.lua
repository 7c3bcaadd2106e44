-- task.lua
local sinew, rfsm = require "sinew", require "rfsm"
local goal = sinew.output("goal", "float", {unit = "m"})

local function go(x) return function() goal:write(x) end end

return rfsm.state {
  left = rfsm.state {entry = go(-0.5)},
  right = rfsm.state {entry = go(0.5)},
  home = rfsm.state {entry = go(0)},
  rfsm.trans {src = "initial", tgt = "left"},
  rfsm.trans {src = "left", tgt = "right", events = {"e_arrived"}},
  rfsm.trans {src = "right", tgt = "left", events = {"e_arrived"}},
  rfsm.trans {src = "left", tgt = "home", events = {"e_home"}, pn = 1},
  rfsm.trans {src = "right", tgt = "home", events = {"e_home"}, pn = 1},
}
