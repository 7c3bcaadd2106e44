-- Counts a stream of numbers, and passes each on with the number of missing ones before it.
local numbers = sinew.input("numbers", "int", { event = true, buffer = 64 })
local missing = sinew.output("missing", "int")
last, lost = 0, 0

function updateHook()
  local flow, n = numbers:read()
  while flow == "NewData" do
    lost = lost + n - last - 1
    last = n
    missing:write(lost)
    flow, n = numbers:read()
  end
end
