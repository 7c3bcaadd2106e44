-- control.lua
local sinew = require "sinew"
local measured = sinew.input("measured", "float", {unit = "m"})
local goal = sinew.input("goal", "float", {unit = "m"})
local force = sinew.output("force", "float", {unit = "N"})
local gain = sinew.property("gain", 40, {min = 0, max = 1000, unit = "N/m"})
local last, arrived

function updateHook()
  local _, x = measured:read()
  local flow, to = goal:read()
  if flow == "NoData" then return end
  if flow == "NewData" then arrived = false end
  local v = (x - (last or x)) * 1000
  last = x
  force:write(gain:get() * (to - x) - 18 * v)
  if not arrived and math.abs(to - x) < 0.01 and math.abs(v) < 0.01 then
    arrived = true
    sinew.raise("e_arrived")
  end
end
