-- The surroundings of the script: the program or the component in which it runs.
local core = ...
local M = {}

-- now is the program's clock in nanoseconds, seconds the same in seconds.
M.now = core.now
function M.seconds() return core.now() / 1e9 end

-- log writes a line to the program's log: log("text"), log("warn", "text").
function M.log(level, text)
   if text == nil then level, text = "info", level end
   core.log(tostring(level), tostring(text))
end

-- raise raises an event for listeners to the script.
function M.raise(event) core.raise(tostring(event)) end

-- read returns a port's value, and whether it is new; write sets one.
function M.read(port) return core.read(tostring(port)) end
function M.write(port, value) core.write(tostring(port), value) end

return M
