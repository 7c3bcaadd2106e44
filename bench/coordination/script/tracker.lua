-- A Cartesian position tracker: the velocity that leads to the desired pose within a second, times gains.
-- The host provides measured and desired (into a Pose), diff and velocity.
local read_measured, read_desired, diff, write, collect = measured, desired, diff, velocity, collectgarbage
local K = {1.5, 2.5, 3.5, 0.5, 0.25, 0.125}
local from, to, v = Pose(), Pose(), Twist()
local linear, angular = v.lin, v.ang

collectgarbage("stop")

local function track()
  local K, lin, ang = K, linear, angular
  read_measured(from)
  read_desired(to)
  diff(from, to, v)
  lin.x = lin.x * K[1]
  lin.y = lin.y * K[2]
  lin.z = lin.z * K[3]
  ang.x = ang.x * K[4]
  ang.y = ang.y * K[5]
  ang.z = ang.z * K[6]
  write(v)
end

without = track

-- An update makes no garbage, so the smallest step, of one object, suffices.
function fitted()
  track()
  collect("step", 1)
end

-- A step that is made when memory has grown as far as that a cycle begins, and until it ends.
function due()
  track()
  collect("due")
end

function default()
  track()
  collect("step")
end
