package rfsm

import (
	"os"
	"testing"

	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/model/chart"
)

// coordinating is a chart that does what a robot's does: it counts, waits, fails now and then, makes strings and tables,
// and gets events that nobody knows. Its clock is the host's: one step is 10 ms.
const coordinating = `local rfsm = require("rfsm")
require("rfsm.timeevent")
require("rfsm.emem")
local state, trans = rfsm.state, rfsm.trans
local n = 0
return state {
   err = false, warn = false,
   post_step_hook = function(fsm, events) fsm.last = events[#events] or fsm.last end,
   operational = state {
      approach = state { entry = function(fsm) n = n + 1 fsm.note = "approach " .. n % 1000 end,
         doo = function(fsm)
            for i = 1, 3 do fsm.samples = { i, i * 2, { n = n % 7 } } rfsm.yield(true) end
            rfsm.send_events(fsm, "e_near_" .. n % 50)
            rfsm.yield(true)
         end },
      grasp = state { entry = function() if n % 97 == 0 then error("slipped " .. n % 10) end end, exit = function(fsm) fsm.samples = nil end },
      trans { src = "initial", tgt = "approach" },
      trans { src = "approach", tgt = "grasp", events = { "e_contact", "e_done" }, guard = function(tr, events) return #events > 0 end },
      trans { src = "grasp", tgt = "approach", events = { "e_after(0.05)" } },
   },
   failed = state {},
   trans { src = "initial", tgt = "operational" },
   trans { src = "operational", tgt = "failed", events = { "e_error@root.operational.grasp" } },
   trans { src = "failed", tgt = "operational", events = { "e_after(0.2)" } },
}`

// clockHost is a host whose time passes by steps.
type clockHost struct {
	Host
	now int64
}

func (h *clockHost) Now() int64 { return h.now }

// TestDay runs a chart for simulated time in a fixed quota: the high-water mark of the heap that the first part reached is
// the last. 24 hours with SINEW_LONG=1, else four minutes.
func TestDay(t *testing.T) {
	steps := 4 * 60 * 100
	if os.Getenv("SINEW_LONG") != "" {
		steps = 24 * 3600 * 100
	}
	host := &clockHost{}
	m := newMachine(t, lua.Config{Heap: 256 << 10}, Config{Host: host, Budget: 100_000})
	_, machine := hosted(t, m, coordinating, chart.Config{})
	first := int64(0)
	for i := range steps {
		host.now += 10_000_000
		if i%37 == 0 {
			_ = machine.SendName("e_contact")
		}
		machine.Step(1)
		if i == steps/4 {
			first = m.Usage().High
		}
	}
	counts, usage := machine.Counts(), m.Usage()
	t.Logf("%d steps, %d failures, high-water mark %d of %d bytes, %d after a quarter", counts.Steps, counts.Failures, usage.High, usage.Size, first)
	if usage.High > first {
		t.Errorf("the high-water mark went from %d to %d bytes", first, usage.High)
	}
	if counts.Failures < steps/20000 || counts.Lost > 0 {
		t.Errorf("%d failures, %d events lost", counts.Failures, counts.Lost)
	}
	for _, f := range machine.Failures() {
		if f.Place != chart.Entry {
			t.Errorf("%s: %v", f.Place, f.Err)
		}
	}
}
