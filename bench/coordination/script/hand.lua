-- Opens and closes a hand, and reports each state that it enters.
local rfsm = require("rfsm")
local entered = sinew.output("entered", "string")
local function tell(what)
  return function() entered:write(what) end
end

return rfsm.state {
  open = rfsm.state { entry = tell("open") },
  closed = rfsm.state { entry = tell("closed") },
  rfsm.trans { src = "initial", tgt = "open" },
  rfsm.trans { src = "open", tgt = "closed", events = { "e_close" }, guard = function() return true end },
  rfsm.trans { src = "closed", tgt = "open", events = { "e_open" }, effect = function() end },
}
