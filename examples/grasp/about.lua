-- What the chart in grasp.lua knows: where it believes the object to be, where it has looked, and how often it has tried.
-- Lengths are metres, angles radians, forces newtons. docs/tutorial-grasp.md describes the table robot.

fast, slow, gentle = 0.25, 0.04, 0.025 -- m/s: through the air, down to the object, down to the table with it
above = 0.03                           -- over the object's top before the descent begins
pressure, strength = 3, 22             -- N: down on what was met, and between the fingers
patience = 12                          -- retries of everything together

task = { retries = 0, tries = 0, holding = false, lowered = false }
task.x, task.y, task.yaw, task.height = robot.expected()
task.to = { robot.target() }

-- Where to look if nothing was where it was expected: along the fingers and across, nearest first (in the tool's frame).
pattern = { { 0, 0 }, { 0.035, 0 }, { -0.035, 0 }, { 0, 0.05 }, { 0, -0.05 }, { 0.045, 0.045 }, { -0.045, 0.045 },
  { 0.045, -0.045 }, { -0.045, -0.045 }, { 0.07, 0 }, { -0.07, 0 }, { 0, 0.08 }, { 0, -0.08 } }
step = 1

-- The place to look at now.
function spot()
  local c, s = math.cos(task.yaw), math.sin(task.yaw)
  local dx, dy = pattern[step][1], pattern[step][2]
  return task.x + dx * c + dy * s, task.y + dx * s - dy * c
end

-- Up from where the tool is, so far above the object's height.
function rise(by, speed)
  local x, y, _, yaw = robot.at()
  robot.move(x, y, task.height + (by or above + 0.02), yaw, speed or fast)
end

function over(height)
  local x, y = spot()
  robot.move(x, y, height, task.yaw, fast)
end

-- A finger has come down on the object, on one side of the gripper: the object is farther there than was believed.
function landed_aside()
  local _, y = robot.touch()
  local _, _, z = robot.at()
  return z > 0.015 and math.abs(y) > 0.036
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

-- What was held has fallen about here.
function dropped()
  task.x, task.y = robot.at()
  step, task.holding = 0, false
end

-- Something went wrong. What was tried is tried again, unless that was too often.
function fault(why)
  task.retries = task.retries + 1
  task.worry = why
  robot.fault(why)
end

function tired() return task.retries > patience end
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
