package deploy

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
)

const grasp = `
local rfsm = require "rfsm"
local speed = sinew.output("speed", "float", {unit = "m/s"})
local contact = sinew.input("contact", "float")
hoard = {}
sinew.operation("where", {}, "string", function() return place or "nowhere" end)
local function at(name) return function() place = name end end
return rfsm.state {
  operational = rfsm.state {
    approach = rfsm.state { entry = function() at("approach")() speed:write(0.1) end },
    grasp = rfsm.state { entry = function() at("grasp")() speed:write(0) end },
    rfsm.trans { src = "initial", tgt = "approach" },
    rfsm.trans { src = "approach", tgt = "grasp", events = {"e_contact"} },
    rfsm.trans { src = "grasp", tgt = "approach", events = {"e_release"} },
  },
  mem_low = rfsm.state { entry = function() hoard = {} collectgarbage() at("mem_low")() end },
  trouble = rfsm.state { entry = at("trouble") },
  rfsm.trans { src = "initial", tgt = "operational" },
  rfsm.trans { src = "operational", tgt = "mem_low", events = {"e_mem_low"} },
  rfsm.trans { src = "mem_low", tgt = "operational", events = {"e_mem_ok"} },
  rfsm.trans { src = "operational", tgt = "trouble", events = {"e_error@root.operational.grasp"} },
  rfsm.trans { src = "trouble", tgt = "operational", events = {"e_recover"} },
}
`

const coordination = `
components:
  - {name: task, chart: grasp.lua, heap: 256K, low: 32K}
  - {name: seen, kind: counting}
connections:
  - task.leaf -> seen.in
`

func ask(k int, do, on, text string) at {
	return at{time.Duration(k) * ms, Order{Do: do, On: on, Text: text}}
}

// TestChart coordinates by a chart in rFSM's Lua: events from outside, operations, errors, and new text.
func TestChart(t *testing.T) {
	better := strings.Replace(grasp, "speed:write(0.1)", "speed:write(0.2)", 1)
	bad := strings.Replace(grasp, `at("grasp")() speed:write(0)`, `error("the hand is gone")`, 1)
	r := newRig(t, coordination, texts{"grasp.lua": grasp}, reactor.Options{},
		ask(10, "write", "task.events", `"e_contact"`), ask(11, "write", "task.events", `"e_nonsense"`),
		ask(20, "update", "task", better), ask(21, "update", "task", "return 7"), ask(22, "update", "task", strings.ReplaceAll(grasp, "grasp =", "grip =")), // 3, 4, 5
		ask(30, "write", "task.events", `"e_release"`), ask(31, "read", "task.speed", ""), // 6, 7
		at{32 * ms, Order{Do: "call", On: "task", To: "where"}},                                                                                                                        // 8
		ask(40, "eval", "task", "while true do local used, size = sinew.memory() if size - used < 24000 then break end hoard = {hoard} end"), ask(50, "eval", "task", "place, #hoard"), // 9, 10
		ask(60, "update", "task", bad), ask(61, "write", "task.events", `"e_contact"`), ask(70, "read", "task.leaf", ""), // 11, 12, 13
		ask(71, "info", "task", ""), ask(72, "eval", "task", "sinew.now(), sinew.time()"),
	).run(t, 80*ms)
	r.ok(t, 1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
	r.refused(t, 4, "grasp.lua")
	r.refused(t, 5, "grasp")
	for id, want := range map[uint64]string{3: "the chart is in root.operational.grasp\n", 7: "0.2", 8: `"approach"`, 10: "approach\t0", 13: `"root.trouble"`, 15: "72000000\t0.072"} {
		if got := r.answers[id].Text; got != want {
			t.Errorf("order %d: %q, want %q", id, got, want)
		}
	}
	got := fmt.Sprint(r.dep.Component("seen").body.(*counting).got)
	want := "[root.operational.approach root.operational.grasp root.operational.approach root.mem_low root.operational.approach root.trouble]"
	if got != want {
		t.Errorf("it went through %s, want %s", got, want)
	}
	if f := r.dep.Component("task").failures.last; !strings.Contains(f.What, "the hand is gone") || !strings.Contains(f.Trace, "grasp.lua:") || r.state("task") != Running {
		t.Errorf("%+v, %v", f, r.state("task"))
	}
}

// TestChartsFindRFSM: a chart that the command takes is one of a deployment, without a require.
func TestChartsFindRFSM(t *testing.T) {
	r := newRig(t, "components:\n  - {name: task, chart: task.lua}", texts{"task.lua": `return rfsm.state{ a = rfsm.state{}, rfsm.trans{src = "initial", tgt = "a"} }`},
		reactor.Options{}, at{5 * ms, Order{Do: "read", On: "task.leaf"}}).run(t, 10*ms)
	if got := r.answers[1].Text; got != `"root.a"` {
		t.Errorf("the chart is in %s", got)
	}
}

// TestSCXML coordinates by a chart in SCXML with scripts in Lua.
func TestSCXML(t *testing.T) {
	const text = `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="lua" initial="a">
  <state id="a"><onentry><script>n = (n or 0) + 1</script></onentry><transition event="go" cond="n &lt; 3" target="b"/></state>
  <state id="b"><transition event="go" target="a"/></state>
</scxml>`
	plan := strings.NewReplacer("grasp.lua", "c.scxml").Replace(coordination)
	r := newRig(t, plan, texts{"c.scxml": text}, reactor.Options{}, ask(1, "write", "task.events", `"go"`), ask(2, "write", "task.events", `"go"`),
		ask(3, "write", "task.events", `"go"`), ask(4, "write", "task.events", `"go"`), ask(5, "write", "task.events", `"go"`),
		ask(6, "update", "task", strings.Replace(text, "n &lt; 3", "n &lt; 9", 1)), ask(7, "update", "task", "<scxml"), ask(8, "write", "task.events", `"go"`)).run(t, 10*ms)
	r.ok(t, 1, 2, 3, 4, 5, 6, 8)
	r.refused(t, 7, "c.scxml:1")
	if got := fmt.Sprint(r.dep.Component("seen").body.(*counting).got); got != "[root.a root.b root.a root.b root.a root.b]" {
		t.Error(got)
	}
}

// TestChartsThatAreWrong do not start, and say where.
func TestChartsThatAreWrong(t *testing.T) {
	for text, want := range map[string]string{
		"return 7": "grasp.lua",
		"return require('rfsm').state{a = require('rfsm').state{}}": "grasp.lua",
		"x = = 1": "grasp.lua:1",
	} {
		pl, err := Read("plan.yaml", []byte(coordination), texts{"grasp.lua": text}.open)
		if err == nil {
			_, err = New(reactor.NewMain("main"), "deployer", library(), pl)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestChartHandsOn counts what a stream of events does to a chart while its text is replaced again and again.
func TestChartHandsOn(t *testing.T) {
	var orders []at
	for k := range 300 {
		event := `"e_contact"`
		if k%2 == 1 {
			event = `"e_release"`
		}
		orders = append(orders, ask(k+1, "write", "task.events", event), at{time.Duration(k+1)*ms + 100*time.Microsecond, Order{Do: "update", On: "task", Text: fmt.Sprintf("version = %d\n", k) + grasp}})
	}
	r := newRig(t, coordination, texts{"grasp.lua": grasp}, reactor.Options{}, append(orders, ask(302, "eval", "task", "version"))...).run(t, 305*ms)
	for id := range uint64(601) {
		r.ok(t, id+1)
	}
	if n := len(r.dep.Component("seen").body.(*counting).got); n != 301 || r.answers[601].Text != "299" {
		t.Errorf("%d transitions, version %s", n, r.answers[601].Text)
	}
}
