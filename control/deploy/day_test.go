package deploy

import (
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
)

// events sends the events of a grasp one after the other.
type events struct {
	Hooks
	out     *Output[string]
	entered bool
	sent    uint64
}

// Update implements Body.
func (e *events) Update() error {
	if e.entered { // the chart's first step enters it, whatever has come
		e.out.Set([...]string{"e_contact", "e_release"}[e.sent%2])
		e.sent++
	}
	e.entered = true
	return nil
}

// TestDayOfEvents has a chart deal with an event every 50 ms, in scripts that make tables, texts and functions each time, and a
// script count its states: for 24 hours of simulated time with SINEW_LONG=1, else for four minutes. No event is lost. The
// high-water marks of both heaps, and Go's memory, are at the end what they were after a sixth of the time, but for a few cells:
// the collector's steps and the events meet in ever new ways.
func TestDayOfEvents(t *testing.T) {
	length := 4 * time.Minute
	if os.Getenv("SINEW_LONG") != "" {
		length = 24 * time.Hour
	}
	for _, mode := range []string{"free", "controlled"} {
		t.Run(mode, func(t *testing.T) { aDay(t, mode, length) })
	}
}

// drift is how many bytes a high-water mark may still rise; a cell of 16 for a thousand events would be 23 KB in a day.
const drift = 512

// dayHand is a chart that makes garbage in each of its parts, and dayCount a script beside it.
const dayHand = `local rfsm = require "rfsm"
local leaf = sinew.output("went", "string")
entered, history = 0, {}
local function enter(name)
  return function(fsm, state)
    entered = entered + 1
    history[entered % 20 + 1] = {name = name .. entered % 500, at = sinew.time(), again = function() return name end}
    leaf:write(name)
  end
end
return rfsm.state {
  operational = rfsm.state {
    approach = rfsm.state { entry = enter("approach"), doo = function() for i = 1, 3 do rfsm.yield({i} == nil) end end },
    grasp = rfsm.state { entry = enter("grasp"), exit = function() history.last = ("x"):rep(entered % 50) end },
    rfsm.trans { src = "initial", tgt = "approach" },
    rfsm.trans { src = "approach", tgt = "grasp", events = {"e_contact"}, guard = function() return #{1, 2} == 2 end },
    rfsm.trans { src = "grasp", tgt = "approach", events = {"e_release"}, effect = function() history.effect = {} end },
  },
  mem_low = rfsm.state {},
  rfsm.trans { src = "initial", tgt = "operational" },
  rfsm.trans { src = "operational", tgt = "mem_low", events = {"e_mem_low"} },
}`

const dayCount = `local p = sinew.input("p", "string", {event = true, buffer = 8})
seen, n = {}, 0
function updateHook()
  local flow, name = p:read()
  while flow == "NewData" do
    n = n + 1
    seen[name] = {(seen[name] or {0})[1] + 1, name .. n % 500}
    flow, name = p:read()
  end
end`

func aDay(t *testing.T, mode string, length time.Duration) {
	plan := fmt.Sprintf(`components:
  - {name: source, kind: events, period: 50ms}
  - {name: hand, chart: hand.lua, heap: 192K, collector: {mode: %[1]s}}
  - {name: count, script: count.lua, heap: 128K, collector: {mode: %[1]s}}
connections:
  - source.out -> hand.events
  - hand.went -> count.p
`, mode)
	source := &events{}
	lib := library()
	lib.Kinds = append(lib.Kinds, Kind{Name: "events", Make: func(c *Component) (Body, error) {
		source.out = NewOutput[string](c, "out", Port{})
		return source, nil
	}})
	pl, err := Read("plan.yaml", []byte(plan), texts{"hand.lua": dayHand, "count.lua": dayCount}.open)
	if err != nil {
		t.Fatal(err)
	}
	m := reactor.NewMain("main")
	dep, err := New(m, "deployer", lib, pl)
	if err != nil {
		t.Fatal(err)
	}
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Start()
	type marks struct{ hand, count, heap int64 }
	until := func(end time.Duration) (is marks) {
		for p.Enclaves[0].Tag().Time < reactor.Time(end) {
			p.Step(nil)
		}
		runtime.GC()
		var ms runtime.MemStats
		runtime.ReadMemStats(&ms)
		of := func(name string) int64 { return dep.Component(name).body.(worker).stats().High }
		return marks{of("hand"), of("count"), int64(ms.HeapAlloc)}
	}
	early := until(length / 6)
	late := until(length)
	t.Logf("%v of simulated time: %d events; high-water marks %d and %d bytes after a sixth, %d and %d at the end; %d and %d of Go's",
		length, source.sent, early.hand, early.count, late.hand, late.count, early.heap, late.heap)
	if late.hand > early.hand+drift || late.count > early.count+drift || late.heap > early.heap+256<<10 {
		t.Errorf("memory grows: %+v, then %+v", early, late)
	}
	n, _ := dep.Component("count").body.(talker).talk("=n")
	if h := dep.Component("hand"); h.failed != 0 || dep.Component("count").failed != 0 || n != fmt.Sprint(source.sent+1) {
		t.Errorf("%d events were sent, and %s states entered; %+v", source.sent, n, h.failures.last)
	}
}
