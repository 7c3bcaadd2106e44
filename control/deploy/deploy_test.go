package deploy

import (
	"fmt"
	"math"
	"strings"
	"testing"

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

// TestLoop closes a loop of a component in Go and one in Lua.
func TestLoop(t *testing.T) {
	r := newRig(t, loop, texts{"control.lua": control}, reactor.Options{}).run(t, 4000*ms)
	if x := position(r); math.Abs(x-0.8) > 0.001 {
		t.Errorf("the mass stands at %v", x)
	}
	c := r.dep.Component("control")
	if s := c.body.(worker).stats(); c.updates != 4001 || s.Most == 0 || s.Longest == 0 || s.High > s.Size/2 || c.failed != 0 {
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
  - far.events -> echo.in`, 1)
	files := texts{"control.lua": control, "far.lua": `p = require "sinew".input("p", "float", {event = true})
	function updateHook() local _, x = p:read() if x > 0.01 then require "sinew".raise("e_far") end end`}
	first := ""
	for _, workers := range []int{1, 2, 8} {
		r := newRig(t, plan, files, reactor.Options{Workers: workers}, at{100 * ms, Order{Do: "set", On: "control.goal", Text: "-0.5"}},
			at{150 * ms, Order{Do: "disconnect", On: "plant.position", To: "far.p"}}, at{160 * ms, Order{Do: "connect", On: "plant.position", To: "far.p"}},
			at{170 * ms, Order{Do: "connect", On: "far.events", To: "echo.in"}}, at{180 * ms, Order{Do: "connect", On: "plant.position", To: "echo.in"}}).run(t, 400*ms)
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
