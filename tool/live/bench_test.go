package live

import (
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/tool/live/plant"
)

// BenchmarkAtTag steps the plant, whose tags set about four topics, with nobody and somebody watching.
func BenchmarkAtTag(b *testing.B) {
	for _, c := range []struct {
		name string
		with func(b *Bus) func()
	}{
		{"none", func(b *Bus) func() { return func() {} }},
		{"one", func(b *Bus) func() { return b.Watch(Options{}, 0).Close }},
		{"rates", func(b *Bus) func() { return b.Rates().Close }},
	} {
		b.Run(c.name, func(bb *testing.B) {
			p := plant.New(bb, time.Microsecond)
			bus := newBus(bb, p)
			p.Start()
			defer c.with(bus)()
			bb.ReportAllocs()
			for bb.Loop() {
				p.Step(nil)
			}
		})
	}
}
