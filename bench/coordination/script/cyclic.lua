-- A Lua cyclictest: sleeps until times that are a period apart, and computes statistics of how late it woke.
-- The host provides sleep, now (ns) and keep (a sample).
local sleep, now, keep = sleep, now, keep

function cycles(collector, due, period, n)
  if collector ~= "free" then collectgarbage("stop") end
  local sum, least, most = 0, math.huge, -math.huge
  local last
  for i = 1, n do
    due = due + period
    sleep(due)
    local late = now() - due
    keep(late)
    sum = sum + late
    if late < least then least = late end
    if late > most then most = late end
    last = {due = due, late = late, average = sum / i, least = least, most = most}
    if collector == "controlled" then collectgarbage("step") end
  end
  return last.average
end
