package rfsm

import (
	"slices"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/model/chart"
)

// BenchmarkGrasp takes the transition approach → grasp, with entry, guard and effect in Lua, and the way back; an
// operation is both. The metrics are of single transitions to grasp, from
// sending the event to completed entry.
func BenchmarkGrasp(b *testing.B) {
	m := newMachine(b, lua.Config{Heap: 1 << 20}, Config{})
	_, machine := hosted(b, m, grasping, chart.Config{})
	machine.Run()
	contact, _ := machine.Event("e_contact")
	released, _ := machine.Event("e_released")
	times := make([]time.Duration, 0, 1<<20)
	before := m.Usage().Allocations
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		_ = machine.Send(contact)
		machine.Step(1)
		if d := time.Since(start); len(times) < cap(times) {
			times = append(times, d)
		}
		_ = machine.Send(released)
		machine.Step(1)
	}
	if machine.Path(machine.Leaf()) != "root.operational.approach" || machine.Counts().Failures > 0 {
		b.Fatal(machine.Path(machine.Leaf()), machine.Failures())
	}
	slices.Sort(times)
	sum := time.Duration(0)
	for _, d := range times {
		sum += d
	}
	b.ReportMetric(float64(sum.Nanoseconds())/float64(len(times)), "ns/grasp")
	b.ReportMetric(float64(times[len(times)*999/1000].Nanoseconds()), "ns-p999")
	b.ReportMetric(float64(m.Usage().Allocations-before)/float64(b.N), "luaallocs/op")
}

// BenchmarkGraspScript is the same with the script itself stepping: an operation is a loop of 1000 transitions to grasp.
func BenchmarkGraspScript(b *testing.B) {
	m := newMachine(b, lua.Config{Heap: 1 << 20}, Config{})
	m.run(b, "@bench.lua", `local rfsm = require("rfsm")
local fsm = rfsm.init(rfsm.load_str([==[`+grasping+`]==]))
rfsm.run(fsm)
local send, step = rfsm.send_events, rfsm.step
function cycle(n)
   for _ = 1, n do
      send(fsm, "e_contact")
      step(fsm)
      send(fsm, "e_released")
      step(fsm)
   end
end`)
	f := m.Global("cycle")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := m.Call(f, lua.Int(1000)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLoad puts a compiled chart of two states in a machine, as an update of a component does within a tag.
func BenchmarkLoad(b *testing.B) {
	const text = `return rfsm.state {
	  open = rfsm.state { entry = function() end },
	  closed = rfsm.state { entry = function() end },
	  rfsm.trans { src = "initial", tgt = "open" },
	  rfsm.trans { src = "open", tgt = "closed", events = { "e_close" }, guard = function() return true end },
	  rfsm.trans { src = "closed", tgt = "open", events = { "e_open" }, effect = function() end },
	}`
	vm, err := lua.New(lua.Config{Heap: 4 << 20})
	if err != nil {
		b.Fatal(err)
	}
	l, err := Open(vm, Config{Budget: 100_000})
	if err == nil {
		err = vm.Do("=before", `rfsm = require "rfsm"`)
	}
	if err != nil {
		b.Fatal(err)
	}
	code, err := lua.Compile("@hand.lua", text)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		c, err := LoadCode(l, "@hand.lua", code)
		if err == nil {
			err = c.Close()
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}
