package deploy

import (
	"fmt"
	"testing"

	"github.com/sinew-robotics/sinew/reactor"
)

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
