package deploy

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/reactor"
)

// quiet is a component beside those that fail, whose results must not change.
const quiet = `
  - {name: plant, kind: plant, period: 1ms}
  - {name: control, script: control.lua, period: 1ms}
  - {name: failures, kind: counting}
connections:
  - plant.position -> control.measured
  - control.force -> plant.force
  - bad.raised -> failures.in
`

// TestScriptsThatFail has scripts do what they must not. Each becomes an event with file and line, and the components
// beside it do as they do without it.
func TestScriptsThatFail(t *testing.T) {
	alone := newRig(t, "components:"+strings.Replace(quiet, "  - bad.raised -> failures.in\n", "", 1), texts{"control.lua": control}, reactor.Options{}).run(t, 200*ms)
	for name, c := range map[string]struct {
		text, what, trace string
		state             State
	}{
		"loops":      {"function updateHook() while true do end end", "bad.lua:1: instruction budget exhausted: an activation has 20000", "bad.lua:1", Error},
		"catches":    {"function updateHook()\n while true do pcall(function() while true do end end) end end", "instruction budget exhausted", "bad.lua:2", Error},
		"recurses":   {"local function f() return 1 + f() end\nfunction updateHook() f() end", "stack overflow", "bad.lua:1", Error},
		"hoards":     {"all = {}\nfunction updateHook() for i = 1, 1000 do all[#all + 1] = ('x'):rep(100) .. #all end end", "not enough memory: the heap has 131072 bytes", "bad.lua:2", Error},
		"one string": {"function updateHook() return ('x'):rep(1 << 30) end", "not enough memory", "bad.lua:1", Error},
		"wrong type": {"p = sinew.output('p', 'float')\nfunction updateHook() p:write('seven') end", "bad.p: a float is expected, not a string", "bad.lua:2", Error},
		"wrong read": {"p = sinew.input('p', 'Pose')\nfunction updateHook() p:read(3) end", "read fills a userdata of the port's type, Pose", "bad.lua:2", Error},
		"no handle":  {"p = sinew.input('p', 'Pose')\nfunction updateHook() p.read('p') end", "p:read(…), with a port or property p", "bad.lua:2", Error},
		"no object":  {"function updateHook() local t = {} t.a.b = 1 end", "attempt to index a nil value (field 'a')", "bad.lua:1", Error},
		"hook":       {"updateHook = 7", "attempt to call a number value", "", Error},
		"spoils": {"function updateHook() string = nil table = nil sinew.Port = nil package.loaded = nil setmetatable(_G, {__index = error}) print = nil Port = nil\n nothing() end",
			"", "bad.lua:2", Error},
		"late declaration": {"function updateHook() sinew.input('q', 'float') end", "declared when the text is loaded", "bad.lua:1", Error},
		"exits":            {"function updateHook() os.exit(3) end", "does not end the program", "", Error},
		"says false":       {"function updateHook() return false, 'no reason at all' end", "updateHook returns false: no reason at all", "", Error},
		"throws everywhere": {`for _, h in ipairs{"startHook", "updateHook", "stopHook", "cleanupHook", "errorHook", "configureHook"} do _G[h] = function() error("in " .. h) end end`,
			"in configureHook", "bad.lua:1", PreOperational},
		"throws running": {`for _, h in ipairs{"updateHook", "stopHook", "cleanupHook", "errorHook"} do _G[h] = function() error({h}) end end`, "", "bad.lua:1", Exception},
		"calls itself":   {"sinew.operation('o', {}, nil, function() sinew.call('bad', 'o') end)\nfunction updateHook() sinew.call('bad', 'o') end", "in the middle of a call", "bad.lua:2", Error},
		"calls nobody":   {"function updateHook() sinew.call('nobody', 'o') end", "no component", "bad.lua:1", Error},
		"asks too much":  {"function updateHook() while true do sinew.ask('start', 'bad') end end", "256 orders wait already", "bad.lua:1", Error},
	} {
		t.Run(name, func(t *testing.T) {
			plan := "components:\n  - {name: bad, script: bad.lua, period: 1ms, heap: 128K, budget: 20000}" + quiet
			r := newRig(t, plan, texts{"control.lua": control, "bad.lua": c.text}, reactor.Options{}).run(t, 200*ms)
			bad := r.dep.Component("bad")
			f := bad.failures.last
			if bad.State() != c.state || !strings.Contains(f.What, c.what) || !strings.Contains(f.Trace, c.trace) {
				t.Errorf("it is %v: %s: %s\n%s", bad.State(), f.Hook, f.What, f.Trace)
			}
			if got := strings.Join(r.dep.Component("failures").body.(*counting).got, " "); !strings.Contains(got+" ", "e_error ") {
				t.Errorf("events: %v", got)
			}
			if position(r) != position(alone) || r.dep.Component("control").updates != alone.dep.Component("control").updates {
				t.Errorf("the mass is at %v beside it and at %v without", position(r), position(alone))
			}
		})
	}
}

// TestRecovery takes a script through Error and back.
func TestRecovery(t *testing.T) {
	text := `local n = 0
function updateHook() n = n + 1 if n == 5 then error("five") end end
local tries = 0
function errorHook(what) assert(what:find("five")) tries = tries + 1 return tries == 3 end`
	r := newRig(t, "components:\n  - {name: a, script: a.lua, period: 1ms}\n  - {name: seen, kind: counting}\nconnections:\n  - a.raised -> seen.in",
		texts{"a.lua": text}, reactor.Options{}, at{20 * ms, Order{Do: "eval", On: "a", Text: "error('x')"}},
		at{21 * ms, Order{Do: "eval", On: "a", Text: "while true do end"}}, at{22 * ms, Order{Do: "eval", On: "a", Text: "1 +"}},
		at{23 * ms, Order{Do: "eval", On: "a", Text: "print('said') return 1, nil, 'two'"}}).run(t, 30*ms)
	a := r.dep.Component("a")
	if got := r.dep.Component("seen").body.(*counting).got; fmt.Sprint(got) != "[e_error e_error@update e_recovered]" || a.State() != Running {
		t.Errorf("%v, %v", got, a.State())
	}
	r.refused(t, 1, "attach:1: x", "stack traceback")
	r.refused(t, 2, "budget exhausted")
	r.refused(t, 3, "attach:1: unexpected symbol")
	if s := r.answers[4].Text; s != "said\n1\tnil\ttwo" {
		t.Errorf("it shows %q", s)
	}
}

// TestPrintsAreTold: what an errorHook prints that does not recover, and what an operation prints, is told at once.
func TestPrintsAreTold(t *testing.T) {
	text := `function updateHook() error("x") end
function errorHook() print("not yet") return false end
sinew.operation("o", {}, nil, function() print("an operation") end)`
	r := newRig(t, "components:\n  - {name: a, script: a.lua, period: 10ms}\n  - {name: seen, kind: counting}\nconnections:\n  - a.log -> seen.in",
		texts{"a.lua": text}, reactor.Options{}, at{15 * ms, Order{Do: "call", On: "a", To: "o"}}).run(t, 29*ms)
	k := r.dep.Component("seen").body.(*counting)
	if got, want := fmt.Sprintf("%q at %v", k.got, k.at), fmt.Sprintf("%q at %v", []string{"not yet\n", "an operation\n", "not yet\n"}, []reactor.Time{1e7, 15e6, 2e7}); got != want {
		t.Errorf("it tells %s, want %s", got, want)
	}
}

// TestRefusedWhileItRuns: orders and texts that do not fit what there is change nothing.
func TestRefusedWhileItRuns(t *testing.T) {
	plan := `room: 2
components:
  - {name: boss, script: boss.lua}
  - {name: plant, kind: plant, period: 1ms}
  - {name: near, kind: plant}
  - {name: far, kind: plant, thread: slow}
connections:
  - {from: far.state, to: boss.s, after: 1ms}`
	boss := `local s, b = sinew.input("s", "string"), sinew.input("b", "string", {buffer = 4, full = "%s"})
function startHook() sinew.ask("create", "x", "plant") sinew.ask("remove", "x") sinew.ask("create", "far", "plant") end`
	files := texts{"boss.lua": fmt.Sprintf(boss, reactor.DropNewest)}
	r := newRig(t, plan, files, reactor.Options{}, ask(11, "update", "boss", fmt.Sprintf(boss, reactor.DropOldest)),
		at{12 * ms, Order{Do: "disconnect", On: "far.state", To: "boss.s"}}, at{13 * ms, Order{Do: "connect", On: "plant.state", To: "boss.s"}},
		at{14 * ms, Order{Do: "connect", On: "far.state", To: "boss.s"}}).run(t, 20*ms)
	r.ok(t, 2, 3)
	r.refused(t, 1, "input b is not as before")
	r.refused(t, 4, "boss.s keeps the latest value and plant.state writes it already")
	if got := fmt.Sprint(r.said); !strings.Contains(got, "orders wait for x: remove it once") || !strings.Contains(got, "there is a component far already") || r.dep.Component("x") == nil || r.state("x") != Running {
		t.Errorf("x is there: %v; %s", r.dep.Component("x") != nil, got)
	}
}

// TestRefused: deployments that are wrong do not start, and all of it is said with places.
func TestRefused(t *testing.T) {
	for plan, want := range map[string][]string{
		"components: 3":           {"plan.yaml:1:13: this is a list"},
		"component:\n  - name: a": {`plan.yaml:1:1: a deployment has no "component"`},
		"components:\n  - {name: a, kind: plant, script: control.lua}\n  - {name: a b, kind: x}":                                       {"2:5: a: it needs exactly one of kind, script and chart", `3:5: a b: "a b"`},
		"components:\n  - {name: a, kind: plant}\n  - {name: a, kind: plant}":                                                          {"3:5: a: there are two components of this name; the first is in line 2"},
		"components:\n  - {name: a, script: none.lua}":                                                                                 {"2:5: a: there is no file none.lua"},
		"components:\n  - {name: a, script: broken.lua}":                                                                               {"2:5: a: broken.lua:1: "},
		"components:\n  - {name: a, script: port.lua}":                                                                                 {"2:5: a: port.lua:2: there is no type \"flot\": this program knows float"},
		"components:\n  - {name: a, kind: plant, set: {mass: 100, weight: 2}}":                                                         {"2:5: a: a: property mass: 100 is out of range"},
		"components:\n  - {name: a, kind: plant, set: {weight: 2}}":                                                                    {`2:42: a: a has no property "weight"; properties it has: mass`},
		"components:\n  - {name: a, kind: plant, period: 1ns, master: b}":                                                              {"a period of 1ns", `no component "b"`},
		"components:\n  - {name: a, kind: plant, master: b}\n  - {name: b, kind: plant}":                                               {"its master b comes later"},
		"components:\n  - {name: a, kind: plant, period: fast, heap: 1X}":                                                              {`2:36: "fast" is not understood`, `2:48: "1X" is not understood`},
		"components:\n  - {name: a, script: control.lua, collector: {mode: sometimes}}":                                                {"mode is free, controlled or off"},
		"components:\n  - {name: a, script: control.lua, heap: 1K}":                                                                    {"a heap has 64K to 1G"},
		"components:\n  - {name: a, kind: plant}\nconnections:\n  - a.position -> a.force":                                             {"4:5: a.position: a.position gives float64 in m of frame base, and a.force takes float64 in N"},
		"components:\n  - {name: a, kind: plant}\nconnections:\n  - a.x -> a.force\n  - a -> b":                                        {`a has no output "x": it has raised failures state position`, `there is no component "b"`},
		"components:\n  - {name: a, kind: plant}\n  - {name: b, script: control.lua, thread: t}\nconnections:\n  - b.force -> a.force": {"5:5: b.force: it crosses from one thread to another"},
	} {
		files := texts{"control.lua": control, "broken.lua": "x = = 1", "port.lua": "local sinew = require 'sinew'\nsinew.input('a', 'flot')"}
		pl, err := Read("plan.yaml", []byte(plan), files.open)
		if err == nil {
			_, err = New(reactor.NewMain("main"), "deployer", library(), pl)
		}
		for _, w := range want {
			if err == nil || !strings.Contains(err.Error(), w) {
				t.Errorf("%s\nsays %v\nand not %s", plan, err, w)
			}
		}
	}
}

// TestLowMemory has scripts allocate at random, with the collector withheld: e_mem_low comes in an activation before the
// one that finds no memory, as long as one activation takes less than what counts as low.
func TestLowMemory(t *testing.T) {
	trials := 200
	if os.Getenv("SINEW_LONG") == "1" {
		trials = 10_000
	}
	t.Logf("%d trials", trials)
	reached := 0
	for range trials / 100 {
		rapid.Check(t, func(t *rapid.T) {
			heap := rapid.IntRange(64, 512).Draw(t, "heap")
			low := rapid.IntRange(heap/16, heap/3).Draw(t, "low")
			bounded := rapid.Bool().Draw(t, "bounded") // an activation takes less than what counts as low
			most := low << 10
			if !bounded {
				most *= 20
			}
			tables, text := rapid.IntRange(1, most/2/96).Draw(t, "tables"), rapid.IntRange(1, most/4).Draw(t, "text")
			kept := rapid.IntRange(20, 100).Draw(t, "kept")
			plan := fmt.Sprintf("components:\n  - {name: a, script: a.lua, period: 1ms, budget: 10000000, heap: %dK, low: %dK, collector: {mode: off}}\n  - {name: seen, kind: counting}\nconnections:\n  - a.raised -> seen.in", heap, low)
			script := fmt.Sprintf(`local kept, n
n = 0
function updateHook()
  n = n + 1
  for i = 1, math.random(1, %d) do
    local t = {i}
    if math.random(100) <= %d then kept = {kept, t} end
  end
  kept = {kept, ("x"):rep(math.random(0, %d)) .. n}
end
function errorHook() sinew.ask("stop", "a") end`, tables, kept, text)
			r := newRig(t, plan, texts{"a.lua": script}, reactor.Options{}).run(t, 500*ms)
			got := r.dep.Component("seen").body.(*counting).got
			switch {
			case len(got) > 0 && got[0] != "e_mem_low":
				t.Errorf("memory has run out and nobody was told: %v: %s", got, r.dep.Component("a").failures.last.What)
			case bounded && len(got) > 1 && r.seen("e_error") <= r.seen("e_mem_low"):
				t.Errorf("low and used up in one activation: %v: %s", got, r.dep.Component("a").failures.last.What)
			case len(got) > 0:
				reached++
			}
		})
	}
	if reached < trials*9/10 {
		t.Errorf("memory ran low in %d of %d trials", reached, trials)
	}
}

// TestControlledCollector: with a collector that works by steps of its own, at its point of slack, memory stays flat.
func TestControlledCollector(t *testing.T) {
	for _, after := range []string{"0s", "300us"} {
		plan := "components:\n  - {name: a, script: a.lua, period: 1ms, heap: 128K, collector: {mode: controlled, after: " + after + ", cells: 1500}}"
		r := newRig(t, plan, texts{"a.lua": "function updateHook() for i = 1, 50 do local t = {i} end end"}, reactor.Options{}).run(t, 3000*ms)
		a := r.dep.Component("a")
		s := a.figures.last
		if s.Errors != 0 || a.updates != 3001 || s.High > s.Size*3/4 || s.Collected == 0 || s.Longest > 1500+8192 {
			t.Errorf("after %s: %+v", after, s)
		}
		if s.Spent < 50 || s.Spent > s.Most || math.MaxInt16 < s.Most {
			t.Errorf("instructions: %+v", s)
		}
	}
}

// TestReplacedInTheSameMachine: another body has the heap, budget and collector that the deployment gives the component, and
// another chart is one.
func TestReplacedInTheSameMachine(t *testing.T) {
	plan := `components:
  - {name: a, script: a.lua, period: 1ms, heap: 512K, low: 20K, budget: 1000, collector: {mode: controlled, after: 100us, cells: 700}}
  - {name: task, chart: grasp.lua, heap: 300K}`
	r := newRig(t, plan, texts{"a.lua": "function updateHook() end", "grasp.lua": grasp}, reactor.Options{},
		at{5 * ms, Order{Do: "replace", On: "a", To: "b.lua", Text: "function updateHook() for i = 1, 20 do local t = {i} end end"}},
		at{6 * ms, Order{Do: "replace", On: "task", To: "other.lua", Text: grasp}}, ask(7, "write", "task.events", `"e_contact"`), ask(8, "read", "task.leaf", ""),
		at{9 * ms, Order{Do: "replace", On: "task", To: "no.lua", Text: "function updateHook() end"}}, ask(10, "write", "task.events", `"e_release"`),
		ask(11, "read", "task.leaf", "")).run(t, 20*ms)
	r.ok(t, 1, 2, 3, 4, 6, 7)
	r.refused(t, 5, "no.lua")
	if b := r.dep.Component("a").body.(*script); b.conf.Heap != 512<<10 || b.conf.Low != 20<<10 || b.conf.Budget != 1000 || b.conf.Collector != (Collector{Controlled, 100 * time.Microsecond, 700}) {
		t.Errorf("%+v", b.conf)
	}
	if s := r.dep.Component("task").body.(worker).settings(); s.Heap != 300<<10 || r.answers[4].Text != `"root.operational.grasp"` || r.answers[7].Text != `"root.operational.approach"` {
		t.Errorf("a heap of %d bytes; %s, %s", s.Heap, r.answers[4].Text, r.answers[7].Text)
	}
}

// TestNothingToCollect: the collector of a script that makes no garbage does nothing at its point of slack.
func TestNothingToCollect(t *testing.T) {
	plan := "components:\n  - {name: a, script: a.lua, period: 1ms, collector: {mode: controlled}}"
	r := newRig(t, plan, texts{"a.lua": "n = 0 function updateHook() n = n + 1 end"}, reactor.Options{}).run(t, 500*ms)
	if s := r.dep.Component("a").figures.last; s.Updates != 501 || s.Collected != 0 {
		t.Errorf("%+v", s)
	}
}

// TestSlackIsOneTag: collectors that work at several times need a tag for each time and no more.
func TestSlackIsOneTag(t *testing.T) {
	plan := "components:\n  - {name: plant, kind: plant, period: 100us}"
	for i, after := range []string{"350us", "650us", "650us"} {
		plan += fmt.Sprintf("\n  - {name: a%d, script: a.lua, period: 1ms, collector: {mode: controlled, after: %s}}", i, after)
	}
	r := newRig(t, plan, texts{"a.lua": "function updateHook() for i = 1, 2000 do local t = {i} end end"}, reactor.Options{}).run(t, 100*ms-1)
	if r.tags != 100*(10+2)+2 {
		t.Errorf("%d tags in 100 ms, each of 10 ticks and 2 of slack, and the ends of deployer and workshop", r.tags)
	}
	for _, name := range []string{"a0", "a1", "a2"} {
		if s := r.dep.Component(name).figures.last; s.Collected == 0 {
			t.Errorf("%s: %+v", name, s)
		}
	}
}
