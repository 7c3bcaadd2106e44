package deploy

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/reactor"
)

// TestUpdatesKeepEventsApart puts texts in place at tags at which events come from components before and behind the chart. Each is
// dealt with in a step of its own, as without the updates.
func TestUpdatesKeepEventsApart(t *testing.T) {
	const plan = `components:
  - {name: first, script: first.lua, period: 1ms}
  - {name: task, chart: grasp.lua, heap: 256K, low: 32K}
  - {name: last, script: last.lua, period: 1ms}
  - {name: seen, kind: counting}
connections:
  - first.event -> task.events
  - last.event -> task.events
  - task.leaf -> seen.in
`
	const source = `local event = sinew.output("event", "string") function updateHook() event:write("%s") end`
	files := texts{"grasp.lua": grasp, "first.lua": fmt.Sprintf(source, "e_contact"), "last.lua": fmt.Sprintf(source, "e_release")}
	run := func(orders ...at) string {
		r := newRig(t, plan, files, reactor.Options{}, orders...).run(t, 20*ms)
		for id := range orders {
			r.ok(t, uint64(id+1))
		}
		return fmt.Sprint(r.dep.Component("seen").body.(*counting).got)
	}
	plain := run()
	if got := run(ask(5, "update", "task", "version = 1 "+grasp), ask(11, "update", "task", "version = 2 "+grasp)); got != plain {
		t.Errorf("with updates it went through\n%s\nand without them through\n%s", got, plain)
	}
}

// TestRefusedUpdatesLeaveNothing: operations that a refused text declares are gone again, and its component works on; those of a
// text that is taken are there.
func TestRefusedUpdatesLeaveNothing(t *testing.T) {
	const plan = "components:\n  - {name: it, script: it.lua, period: 1ms}\n  - {name: task, chart: task.lua}"
	const text = `n = 0 function updateHook() n = n + 1 end `
	const chart = `local rfsm = require "rfsm" return rfsm.state{ a = rfsm.state{}, rfsm.trans{src = "initial", tgt = "a"} }`
	const more = `sinew.operation("more", {}, "int", function() return 7 end) `
	r := newRig(t, plan, texts{"it.lua": text, "task.lua": chart}, reactor.Options{},
		ask(2, "update", "it", text+more+"function checkHook() return false, 'no' end"), at{3 * ms, Order{Do: "call", On: "it", To: "more"}}, // 1, 2
		ask(4, "update", "task", more+strings.Replace(chart, "a = ", "b = ", 1)), at{5 * ms, Order{Do: "call", On: "task", To: "more"}}, // 3, 4
		ask(6, "update", "it", text+more), at{7 * ms, Order{Do: "call", On: "it", To: "more"}}, // 5, 6
		ask(8, "update", "task", more+chart), at{9 * ms, Order{Do: "call", On: "task", To: "more"}}, // 7, 8
		ask(10, "eval", "it", "n")).run(t, 20*ms) // 9
	r.refused(t, 1, "no")
	r.refused(t, 2, "no operation")
	r.refused(t, 3, "task.lua")
	r.refused(t, 4, "no operation")
	r.ok(t, 5, 6, 7, 8, 9)
	if r.answers[6].Text != "7" || r.answers[8].Text != "7" || r.answers[9].Text != "10" {
		t.Errorf("%v", r.answers)
	}
}

// TestOrdersOfWhatIsLate: a component that always begins too late leaves out what was to run, not its orders, and time goes on.
func TestOrdersOfWhatIsLate(t *testing.T) {
	const plan = "components:\n  - {name: source, script: source.lua, period: 1ms}\n  - {name: it, script: it.lua, deadline: 100us}\nconnections:\n  - source.out -> it.in"
	const text = `local input = sinew.input("in", "int", {event = true, buffer = 8, full = "drop oldest"}) function updateHook() input:read() end`
	r := newRig(t, plan, texts{"it.lua": text, "source.lua": `local out = sinew.output("out", "int") function updateHook() out:write(1) end`}, reactor.Options{})
	late := reactor.Time(0)
	r.p.SetClock(func(e *reactor.Enclave) reactor.Time { return e.Tag().Time + late })
	r.p.Start()
	d, e := r.dep.Deployers[0], r.p.Enclaves[0]
	until := func(end reactor.Time) {
		t.Helper()
		for steps := 0; e.Tag().Time < end; steps++ {
			if steps == 1000 {
				t.Fatalf("after %d tags it is at %v", steps, e.Tag())
			}
			r.p.Step(nil)
		}
	}
	until(reactor.Time(5 * ms))
	late = reactor.Time(ms)
	for id, o := range []Order{{Do: "update", On: "it", Text: "version = 1 " + text}, {Do: "read", On: "it.in"}, {Do: "stop", On: "it"}} {
		o.ID = uint64(id + 1)
		d.Command.Schedule(o, 0)
		until(reactor.Time(10*ms) * reactor.Time(id+1))
	}
	r.ok(t, 1, 2, 3)
	if c := r.dep.Component("it"); c.missed == 0 || r.state("it") != Stopped {
		t.Errorf("%d missed, %v", c.missed, r.state("it"))
	}
}

// BenchmarkUpdate puts a text in place, all of it in one thread: the order's tag, the workshop's, and the tag at which it is ready.
func BenchmarkUpdate(b *testing.B) {
	for _, what := range []string{"script", "chart"} {
		b.Run(what, func(b *testing.B) {
			text := map[string]string{"script": control, "chart": grasp}[what]
			r := newRig(b, fmt.Sprintf("components:\n  - {name: plant, kind: plant, period: 1ms}\n  - {name: it, %s: it.lua}", what), texts{"it.lua": text}, reactor.Options{})
			r.p.Start()
			r.p.Step(nil)
			b.ReportAllocs()
			for k := range b.N {
				id := uint64(k + 1)
				r.dep.Deployers[0].Command.Schedule(Order{ID: id, Do: "update", On: "it", Text: fmt.Sprintf("version = %d ", k) + text}, 0)
				for r.answers[id].ID == 0 {
					r.p.Step(nil)
				}
				if a := r.answers[id]; a.Fault != "" {
					b.Fatal(a)
				}
				delete(r.answers, id)
			}
		})
	}
}
