package deploy

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/sinew-robotics/sinew/reactor"
)

const control = `
local sinew = require "sinew"
local measured = sinew.input("measured", "float", {unit = "m", frame = "base"})
local force = sinew.output("force", "float", {unit = "N"})
local goal = sinew.property("goal", 0.5, {unit = "m", min = -1, max = 1})
local gain = sinew.property("gain", 20.0, {min = 0, max = 1000})
sinew.operation("mean", {"float", "float"}, "float", function(a, b) return (a + b) / 2 end)
ticks = 0
local last
function startHook() last = nil end
function updateHook()
  ticks = ticks + 1
  local flow, x = measured:read()
  if flow == "NoData" then return end
  local v = last and (x - last) * 1000 or 0
  last = x
  force:write(gain:get() * (goal:get() - x) - 9 * v)
end
`

const loop = `
deployment: loop
room: 2
components:
  - {name: plant, kind: plant, period: 1ms, set: {mass: 1}}
  - {name: control, script: control.lua, period: 1ms, set: {goal: 0.8}, collector: {mode: controlled, cells: 500}}
connections:
  - plant.position -> control.measured
  - control.force -> plant.force
`

func position(r *rig) float64 { return r.dep.Component("plant").body.(*plant).x }

// TestLoop closes a loop of a component in Go and one in Lua, which makes no garbage, so its collector has nothing to do.
func TestLoop(t *testing.T) {
	r := newRig(t, loop, texts{"control.lua": control}, reactor.Options{}).run(t, 4000*ms)
	if x := position(r); math.Abs(x-0.8) > 0.001 {
		t.Errorf("the mass stands at %v", x)
	}
	c := r.dep.Component("control")
	if s := c.body.(worker).stats(); c.updates != 4001 || s.Most == 0 || s.Longest != 0 || s.High > s.Size/2 || c.failed != 0 {
		t.Errorf("%d updates, %+v", c.updates, s)
	}
}

// TestOrders changes a deployment while it runs, by each of the verbs.
func TestOrders(t *testing.T) {
	files := texts{"control.lua": control}
	orders := []at{
		{10 * ms, Order{Do: "list"}},                                               // 1
		{10 * ms, Order{Do: "info", On: "control"}},                                // 2
		{20 * ms, Order{Do: "set", On: "control.goal", Text: "-0.25"}},             // 3
		{20 * ms, Order{Do: "set", On: "control.goal", Text: "7"}},                 // 4
		{30 * ms, Order{Do: "call", On: "control", To: "mean", Text: "[1, 2]"}},    // 5
		{30 * ms, Order{Do: "call", On: "plant", To: "place", Text: "[3]"}},        // 6
		{40 * ms, Order{Do: "disconnect", On: "control.force", To: "plant.force"}}, // 7
		{41 * ms, Order{Do: "connect", On: "control.force", To: "plant.force"}},    // 8
		{42 * ms, Order{Do: "connect", On: "plant.position", To: "plant.force"}},   // 9
		{50 * ms, Order{Do: "create", On: "tap", To: "tap.lua", Text: `n = 0 p = require "sinew".input("p", "float", {event = true}) function updateHook() n = n + 1 end`}}, // 10
		{51 * ms, Order{Do: "connect", On: "plant.position", To: "tap.p"}},                                                                                                  // 11
		{71 * ms, Order{Do: "eval", On: "tap", Text: "n"}},                                                                                                                  // 12
		{72 * ms, Order{Do: "read", On: "plant.position"}},                                                                                                                  // 13
		{80 * ms, Order{Do: "stop", On: "tap"}},                                                                                                                             // 14
		{81 * ms, Order{Do: "cleanup", On: "tap"}},                                                                                                                          // 15
		{82 * ms, Order{Do: "remove", On: "tap"}},                                                                                                                           // 16
		{83 * ms, Order{Do: "info", On: "tap"}},                                                                                                                             // 17
		{90 * ms, Order{Do: "start", On: "control"}},                                                                                                                        // 18
		{91 * ms, Order{Do: "fly", On: "control"}},                                                                                                                          // 19
	}
	r := newRig(t, loop, files, reactor.Options{}, orders...).run(t, 6000*ms)
	r.ok(t, 1, 2, 3, 5, 7, 8, 10, 11, 12, 13, 14, 15, 16)
	r.refused(t, 4, "control.goal", "out of range", "-1 to 1")
	r.refused(t, 6, "outside of the rail")
	r.refused(t, 9, "plant.position", "plant.force", "float64 in m of frame base")
	r.refused(t, 17, "no component", "tap")
	r.refused(t, 18, "control is Running")
	r.refused(t, 19, `no order "fly"`)
	if a := r.answers[5].Text; a != "1.5" {
		t.Errorf("mean gives %s", a)
	}
	if a := r.answers[12].Text; a != "20" && a != "21" {
		t.Errorf("tap has counted %s", a)
	}
	if a := r.answers[2].Text; !strings.Contains(a, `"connected":["plant.position"]`) || !strings.Contains(a, "mean(float64, float64) float64") {
		t.Errorf("info says %s", a)
	}
	if x := position(r); math.Abs(x+0.25) > 0.001 || len(r.said) > 0 {
		t.Errorf("the mass stands at %v; %v", x, r.said)
	}
}

// TestAnyNumberOfWorkers runs a deployment of two threads and changes with one, two and eight workers: it does the same.
func TestAnyNumberOfWorkers(t *testing.T) {
	plan := strings.Replace(loop, "connections:", `  - {name: far, script: far.lua, thread: slow}
  - {name: echo, kind: counting, thread: slow}
connections:
  - {from: plant.position, to: far.p, after: 1ms}
  - far.raised -> echo.in`, 1)
	files := texts{"control.lua": control, "far.lua": `p = require "sinew".input("p", "float", {event = true})
	function updateHook() local _, x = p:read() if x > 0.01 then require "sinew".raise("e_far") end end`}
	first := ""
	for _, workers := range []int{1, 2, 8} {
		r := newRig(t, plan, files, reactor.Options{Workers: workers}, at{100 * ms, Order{Do: "set", On: "control.goal", Text: "-0.5"}},
			at{150 * ms, Order{Do: "disconnect", On: "plant.position", To: "far.p"}}, at{160 * ms, Order{Do: "connect", On: "plant.position", To: "far.p"}},
			at{170 * ms, Order{Do: "connect", On: "far.raised", To: "echo.in"}}, at{180 * ms, Order{Do: "connect", On: "plant.position", To: "echo.in"}}).run(t, 400*ms)
		r.ok(t, 1, 2, 3)
		r.refused(t, 4, "connected to echo.in already")
		r.refused(t, 5, "another thread")
		got := r.dep.Component("echo").body.(*counting).got
		did := fmt.Sprint(r.rec.Hash(), got)
		if first == "" {
			first = did
		}
		if did != first || len(got) < 10 {
			t.Errorf("%d workers: %s, want %s", workers, did, first)
		}
	}
}

// TestUpdates puts a thousand texts in place while a script works, every third of them one that must not come to be: no
// cycle is missed, and no value of the stream is lost.
func TestUpdates(t *testing.T) {
	const source = `local out = sinew.output("out", "int")
n, version = 0, 0
function updateHook() n = n + 1 out:write(n) end
local function version_of_the_text() return %d end
function tell() return version_of_the_text() end`
	const sink = `local input = sinew.input("in", "int", {event = true, buffer = 4})
got, wrong, last = 0, 0, 0
function updateHook()
  local flow, x = input:read()
  while flow == "NewData" do
    got = got + 1
    if x ~= last + 1 then wrong = wrong + 1 end
    last = x
    flow, x = input:read()
  end
end`
	var orders []at
	for k := range 1000 {
		text := fmt.Sprintf(source, k+1)
		switch k % 6 {
		case 1:
			text += "\nfunction checkHook() return false, 'no' end"
		case 3:
			text += "\nfunction ("
		case 5:
			text = "n = 0\n" + text + "\nwhile true do end"
		}
		orders = append(orders, at{time.Duration(k+1) * ms, Order{Do: "update", On: "source", Text: text}})
	}
	orders = append(orders, at{1005*ms + 1, Order{Do: "eval", On: "source", Text: "n, tell()"}}, at{1005*ms + 2, Order{Do: "eval", On: "sink", Text: "got, wrong, last"}})
	plan := "components:\n  - {name: source, script: source.lua, period: 1ms, budget: 10000}\n  - {name: sink, script: sink.lua}\nconnections:\n  - source.out -> sink.in"
	r := newRig(t, plan, texts{"source.lua": fmt.Sprintf(source, 0), "sink.lua": sink}, reactor.Options{}, orders...).run(t, 1006*ms-1)
	if a, b := r.answers[1001].Text, r.answers[1002].Text; a != "1006\t999" || b != "1006\t0\t1006" {
		t.Errorf("the source says %q, the sink %q", a, b)
	}
	for k := range 1000 {
		if refused := r.answers[uint64(k+1)].Fault != ""; refused != (k%2 == 1) {
			t.Fatalf("update %d: %+v", k+1, r.answers[uint64(k+1)])
		}
	}
	if n := len(r.dep.Component("source").body.(*script).ports); n != 1 {
		t.Errorf("the source has %d handles for its one port", n)
	}
	if c := r.dep.Component("source"); c.missed != 0 || c.updates != 1006 || c.failed != 0 {
		t.Errorf("%d updates, %d missed, %d failed", c.updates, c.missed, c.failed)
	}
}

// TestOldTextGoesOn: until the workshop is done components run their old texts at all their times. Then the new ones go on from
// the state of that moment, and orders are carried out that have waited.
func TestOldTextGoesOn(t *testing.T) {
	const source = `local out, event = sinew.output("out", "int"), sinew.output("event", "string")
n = 0
function updateHook() n = n + 1 out:write(n) event:write("e_" .. n % 2) end`
	const one = `local input = sinew.input("in", "int", {event = true, buffer = 8})
got, ran = 0, 0
function updateHook() local flow, x = input:read() ran = ran + 1 if flow == "NewData" then got = got + 1 end end`
	const hand = `local rfsm = require "rfsm"
seen = seen or 0
local function see() seen = seen + 1 end
return rfsm.state{ a = rfsm.state{entry = see}, b = rfsm.state{entry = see}, rfsm.trans{src = "initial", tgt = "a"},
	rfsm.trans{src = "a", tgt = "b", events = {"e_1"}}, rfsm.trans{src = "b", tgt = "a", events = {"e_0"}} }`
	const plan = "components:\n  - {name: source, script: source.lua, period: 1ms}\n  - {name: one, script: one.lua}\n  - {name: hand, chart: hand.lua}\n" +
		"connections:\n  - source.out -> one.in\n  - source.event -> hand.events"
	r := newRig(t, plan, texts{"source.lua": source, "one.lua": one, "hand.lua": hand}, reactor.Options{Elsewhere: []string{"deployer_workshop"}})
	r.p.SetClock(func(e *reactor.Enclave) reactor.Time { return e.Tag().Time })
	r.p.Start()
	until := func(end time.Duration) {
		for r.p.Enclaves[0].Tag().Time < reactor.Time(end) {
			r.p.Step(nil)
		}
	}
	order := func(o Order) {
		o.ID = uint64(len(r.orders) + 1)
		r.orders = append(r.orders, at{o: o})
		r.dep.Deployers[0].Command.Schedule(o, 0)
		until(time.Duration(r.p.Enclaves[0].Tag().Time) + ms)
	}
	until(10 * ms)
	order(Order{Do: "update", On: "one", Text: strings.Replace(one, "got + 1", "got + 1000", 1)})
	order(Order{Do: "update", On: "hand", Text: strings.Replace(hand, "seen = seen + 1", "seen = seen + 1000", 1)})
	order(Order{Do: "update", On: "source", Text: strings.Replace(source, "n + 1", "n + 3", 1)})
	order(Order{Do: "replace", On: "source", To: "other.lua", Text: source}) // waits for the update
	order(Order{Do: "eval", On: "one", Text: "got, ran"})
	order(Order{Do: "eval", On: "hand", Text: "seen"})
	until(99 * ms)
	if len(r.answers) != 0 {
		t.Errorf("answered while the workshop is busy: %v", r.answers)
	}
	done := slices.IndexFunc(r.p.Doors(), func(d reactor.Door) bool { return d.Path == "deployer.done" })
	for n := uint64(1); n <= 3; n++ {
		r.p.Submit(done, func(v unsafe.Pointer) { *(*uint64)(v) = n })
		until(100 * ms)
	}
	until(110*ms - 1)
	r.ok(t, 1, 2, 3, 5, 6)
	ran := r.dep.Component("source").updates
	for name, want := range map[string]string{"source": "n = 131", "one": "got, ran = 11100\t111", "hand": "seen = 10100"} { // the last ten by the new text
		what, value, _ := strings.Cut(want, " = ")
		if got, err := r.dep.Component(name).body.(talker).talk("=" + what); got != value || err != nil {
			t.Errorf("%s: %s is %s, %v, want %s", name, what, got, err, value)
		}
	}
	for _, c := range r.dep.Deployers[0].slots {
		if c.missed != 0 || c.failed != 0 || c.updates != ran {
			t.Errorf("%s has run %d times, the source %d times; it has missed %d and failed %d times", c.name, c.updates, ran, c.missed, c.failed)
		}
	}
}

// TestNothingAllocates runs components in Go and Lua, with connections and a controlled collector.
func TestNothingAllocates(t *testing.T) {
	plan := loop[:strings.Index(loop, "connections:")] + `  - {name: count, script: count.lua, collector: {mode: controlled, after: 300us}}
connections:
  - plant.position -> control.measured
  - control.force -> plant.force
  - plant.position -> count.p
  - control.force -> count.e
`
	count := `p = sinew.input("p", "float", {event = true}) e = sinew.input("e", "float", {event = true, buffer = 8}) o = sinew.output("o", "Vec3")
local v = Vec3{x = 1}
function updateHook() local _, x = p:read() v.x = x while e:read() == "NewData" do end o:write(v) sinew.raise("e_count") end`
	r := newRig(t, plan, texts{"control.lua": control, "count.lua": count}, reactor.Options{})
	r.p.Start()
	for range 1000 {
		r.p.Step(nil)
	}
	if n := testing.AllocsPerRun(3000, func() { r.p.Step(nil) }); n != 0 {
		t.Errorf("%v allocations a tag", n)
	}
	if c := r.dep.Component("count"); c.failed != 0 || c.updates < 1000 {
		t.Errorf("%d updates: %+v", c.updates, c.failures.last)
	}
}
