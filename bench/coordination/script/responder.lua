-- Answers requests. The host provides receive (into a Message), send and now (ns).
local receive, send, now, step = receive, send, now, collectgarbage
local message = Message()

collectgarbage("stop")

function respond()
  receive(message)
  message.taken = now()
  send(message)
end

-- Runs after the response has left: the requester waits before it asks again.
function slack()
  step("step")
end
