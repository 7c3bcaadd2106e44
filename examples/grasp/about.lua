-- What the chart in grasp.lua knows: where it believes the object to be, where it has looked, and how often it has tried.
-- Lengths are metres, angles radians, forces newtons. docs/tutorial-grasp.md describes the table robot.

fast, slow, gentle = 0.25, 0.06, 0.025 -- m/s: through the air, down to the object, down to the table with it
soft = 0.015                           -- m/s: down, near the table and near the top of what is looked for
above = 0.02                           -- over the object's top before the descent begins
pressure, strength = 3, 22             -- N: down on what was met, and between the fingers
patience = 12                          -- retries of everything together
places, around = 60, 0.15              -- so many descents, and within this distance of where it should be

task = { retries = 0, tries = 0, descents = 0, holding = false, lowered = false }
task.x, task.y, task.yaw, task.height = robot.expected()
task.to = { robot.target() }

-- Where to look if nothing was where it was expected: places all around it, nearest first (in the tool's frame: along the
-- fingers' width, and from finger to finger). They are as far apart as the fingers still catch what is between them.
pattern, step = {}, 1
for i = -5, 5 do
  for j = -4, 4 do
    local dx, dy = 0.035 * i, 0.05 * (j + i % 2 / 2)
    local far = math.sqrt(dx * dx + dy * dy)
    if far <= around then pattern[#pattern + 1] = { dx, dy, far } end
  end
end
table.sort(pattern, function(a, b)
  if math.abs(a[3] - b[3]) > 1e-9 then return a[3] < b[3] end
  if a[1] ~= b[1] then return a[1] > b[1] end
  return a[2] > b[2]
end)

-- The place to look at now.
function spot()
  local c, s = math.cos(task.yaw), math.sin(task.yaw)
  local dx, dy = pattern[step][1], pattern[step][2]
  return task.x + dx * c + dy * s, task.y + dx * s - dy * c
end

-- On to the next place that the arm reaches, if there is one.
function onward()
  repeat step = step + 1 until not pattern[step] or robot.within(spot())
end

-- Up from where the tool is, so far above the object's height.
function rise(by, speed)
  local x, y, _, yaw = robot.at()
  robot.move(x, y, task.height + (by or 0.05), yaw, speed or fast)
end

function over(height)
  local x, y = spot()
  robot.move(x, y, height, task.yaw, fast)
end

-- A finger has come down on the object, on one side of the gripper: the object is farther there than was believed.
function landed_aside()
  local _, y = robot.touch()
  local _, _, z = robot.at()
  return z > 0.015 and math.abs(y) > 0.036 and not tired()
end

-- Down to the object. It is counted.
function try()
  task.descents = task.descents + 1
  robot.attempt()
  robot.descend(slow, soft, task.height)
end

function shift()
  local _, y = robot.touch()
  local c, s = math.cos(task.yaw), math.sin(task.yaw)
  local by = y > 0 and 0.022 or -0.022
  task.x, task.y = task.x + by * s, task.y - by * c
end

-- Contact where nothing can be: the sensor's offset has changed, or something is in the way.
function too_high()
  local _, _, z = robot.at()
  return z > task.height + 0.015
end

-- What was held has fallen about here: the search begins anew.
function dropped()
  task.x, task.y = robot.at()
  step = 0
end

-- Why there is no more to be tried.
function reason()
  if task.worry then return task.worry end
  if task.descents >= places then return 'it was not found by ' .. places .. ' descents' end
  return 'it is not within ' .. around .. ' m of where it should be, as far as the arm reaches'
end

-- Something went wrong. What was tried is tried again, unless that was too often.
function fault(why)
  task.retries = task.retries + 1
  task.worry = why
  robot.fault(why)
end

function tired() return task.retries > patience or task.descents >= places end
function fit() return robot.sensor() and robot.gripper() end

-- While the arm takes no commands: try to make it ready, for 15 s.
function patient() return task.tries < 60 end

function try_again()
  task.tries = task.tries + 1
  robot.restart()
end

-- The arm is at work again after a fault.
function well()
  if task.worry then robot.recovered(task.worry) end
  task.worry, task.tries = nil, 0
end
