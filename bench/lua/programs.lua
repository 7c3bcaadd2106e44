-- Each program prints its name and the best of five processor times for one round, in nanoseconds.
local quick = ...
local scale = quick == "quick" and 100 or 1
local function measure(name, n, f)
  n = math.max(1, math.floor(n / scale))
  local best = math.huge
  for i = 1, 5 do
    local t = os.clock()
    f(n)
    best = math.min(best, (os.clock() - t) / n * 1e9)
  end
  print(name .. " " .. string.format("%.3f", best))
end

local function fib(n)
  if n < 2 then return n end
  return fib(n - 1) + fib(n - 2)
end
measure("fib", 1, function(n) fib(quick == "quick" and 15 or 30) end)

measure("field", 2000000, function(n)
  local o = {x = 0, y = 0}
  for i = 1, n do o.x = o.x + 1 end
end)

local Counter = {}
Counter.__index = Counter
function Counter:add(d)
  self.n = self.n + d
  return self.n
end
measure("method", 2000000, function(n)
  local o = setmetatable({n = 0}, Counter)
  for i = 1, n do o:add(i) end
end)

measure("table", 1000000, function(n)
  local last
  for i = 1, n do last = {x = i, y = i} end
end)

measure("resume", 1000000, function(n)
  local co = coroutine.wrap(function() while true do coroutine.yield() end end)
  for i = 1, n do co() end
end)
