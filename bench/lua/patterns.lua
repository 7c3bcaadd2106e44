-- Random allocation: objects of all kinds and sizes live and die in random order, while the live size stays about
-- constant. If the pattern shifts, every phase draws which kinds and sizes it prefers.
local most, shifts = ...

local kinds = {
  function(n) return {n} end,
  function(n) return {x = n, y = n * 0.5, name = "n" .. n % 1000} end,
  function(n) local t = {} for i = 1, n do t[i] = i end return t end,
  function(n) local t = {} for i = 1, n do t["k" .. i] = {i} end return t end,
  function(n) local t = {} for i = 1, n do t[i * 7.5] = i end for i = 1, n, 2 do t[i * 7.5] = nil end return t end,
  function(n) return string.rep(string.char(97 + n % 26), n * 16) .. n end,
  function(n) local a, b = n, {n} return function() a = a + 1 return b end end,
  function(n) local co = coroutine.wrap(function(d) local function deep(k) if k == 0 then coroutine.yield(d) else deep(k - 1) end end deep(math.min(n, 60)) end) co({}) return co end,
  function(n) return setmetatable({{n}, n = {}}, {__mode = n % 2 == 0 and "k" or "v"}) end,
  function(n) return setmetatable({n}, {__gc = function(o) o[1] = nil end}) end,
  function(n) local p = nil for i = 1, n do p = {p, i} end return p end,
}
local random, objects, bytes, live, count = math.random, {}, {}, 0, 0
local function drop(i)
  live = live - bytes[i]
  objects[i], bytes[i] = objects[count], bytes[count]
  objects[count], bytes[count] = nil, nil
  count = count - 1
end
local function used() return math.tointeger(collectgarbage("count") * 1024) end
-- Sizes in bytes of objects of each kind, with n = 1, 2, 4, …, measured while the collector is stopped.
local sizes = {}
for k, make in ipairs(kinds) do
  sizes[k] = {}
  for step = 0, 8 do
    collectgarbage()
    collectgarbage("stop")
    local before = used()
    local o = make(1 << step)
    sizes[k][step] = used() - before
    collectgarbage("restart")
  end
end
collectgarbage()
most = most - used()
while true do
  local first, last, large = 1, #kinds, 256
  if shifts then
    first, last, large = random(#kinds), random(#kinds), random(256)
    if first > last then first, last = last, first end
  end
  for _ = 1, random(2000) do
    local n = random(20) == 1 and random(large) or random(12)
    local k = random(first, last)
    local size = 32 + sizes[k][math.ceil(math.log(n, 2))]
    while count > 0 and live + size > most do drop(random(count)) end
    if size <= most then
      count = count + 1
      objects[count], bytes[count] = kinds[k](n), size
      live = live + size
    end
  end
end
