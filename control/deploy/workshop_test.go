package deploy

import (
	"fmt"
	"testing"

	"github.com/sinew-robotics/sinew/reactor"
)

// TestRestKeepsEventsApart puts texts in place at tags at which events come from components before and behind the chart. Each is
// dealt with in a step of its own, as without the updates.
func TestRestKeepsEventsApart(t *testing.T) {
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
