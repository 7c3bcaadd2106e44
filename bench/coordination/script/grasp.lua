-- The coordination of a grasp: approach in velocity control until contact, then grasp in force control; and a safe state
-- for low memory, which the structural priority puts before everything within operational. It runs on rFSM itself, too.
--
-- The host may set: enable (a controller), withheld (the collector is not restarted in grasp), and records (the number of
-- tables made when grasp is left).
local rfsm = require("rfsm")
local state, trans = rfsm.state, rfsm.trans
local collect = collectgarbage
local enable = enable or function() end

local function remember()
  local log = {}
  for i = 1, records or 0 do log[i] = { number = i, text = "record" } end
end

return state {
  operational = state {
    grasping = state {
      approach = state {
        entry = function()
          collect("stop")
          enable("velocity")
        end,
      },
      grasp = state {
        entry = function()
          enable("force")
          if not withheld then collect("restart") end
        end,
        exit = function() remember() end,
      },
      trans { src = "initial", tgt = "approach" },
      trans { src = "approach", tgt = "grasp", events = { "e_contact" },
        guard = function() return true end, effect = function() end },
      trans { src = "grasp", tgt = "approach", events = { "e_released" } },
    },
    trans { src = "initial", tgt = "grasping" },
  },
  mem_low = state {
    entry = function()
      enable("none")
      collect("collect")
    end,
  },
  trans { src = "initial", tgt = "operational" },
  trans { src = "operational", tgt = "mem_low", events = { "e_mem_low" } },
  trans { src = "mem_low", tgt = "operational", events = { "e_mem_ok" } },
}
