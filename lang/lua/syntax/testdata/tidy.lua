#!/usr/bin/env lua

-- A module, laid out badly.
local M = {}
local limits <const> = {low = -1.5, high = 2^10, ["a key"] = #M, [ [[long]] ] = - -1}

--- Moves the arm.
-- @param target where to
function M.move(target, speed)
  if speed > limits.high and
      target ~= nil then -- too fast
    speed = limits.high
  elseif speed < limits.low then
    speed = limits.low
  else
    -- nothing to do
  end
  for i = 1, 10, 2 do for k, v in pairs(target) do print(i, k, v) end end
  while true do
    repeat local x = x or 1; x = x - 1
    until x <= 0
    if done then break end
    do goto continue end
    ::continue::
  end
  return speed,
    target
end

M.on("change", function(a, ...)
  local n = select('#', ...)
  return a .. n .. "text" .. [[

  long  ]]
end, {
  1, 2,
  nested = {
    {x = 1}, {y = 2},
  },
  callback = function()
    return not a == b
  end;
})

local s = "one"
  .. "two"
  .. "three"

local f = first or
  function(x)
    return x
  end

obj
  :method(1)
  :other "text"
  :third{1}
  .field = 5

--[[ a comment
   of two lines ]]
local y = --[[inline]] ~x // -y
return M -- the end
--last
