package gen_test

import (
	"testing"
	"time"

	rovheading "github.com/sinew-robotics/sinew/examples/rov-heading/generated"
	"github.com/sinew-robotics/sinew/model/atom/loop"
	"github.com/sinew-robotics/sinew/reactor"
)

// The drivers of a robot that drifts a little.
type (
	drift struct{ n float64 }
	heap  struct{ forces float64 }
)

func (d *drift) step() float64 {
	d.n += 1e-6
	return d.n
}

func (d *drift) Read(reactor.Tag) (s rovheading.IMUSample) {
	s.Yaw.SetRadians(d.step())
	s.Wz.SetRadiansPerSecond(d.n)
	return s
}

type drifting struct{ drift }

func (d *drifting) Read(reactor.Tag) (s rovheading.LochSample) {
	s.Vx.SetMetresPerSecond(d.step())
	return s
}

type sinking struct{ drift }

func (d *sinking) Read(reactor.Tag) (s rovheading.DepthSample) {
	s.Z.SetMetres(d.step())
	return s
}

func (*heap) Limits() string { return "none: a test" }

func (h *heap) Command(_ reactor.Tag, c rovheading.ActuatorsCommand) { h.forces += float64(c.F[0]) }

func started(t testing.TB) *reactor.Program {
	main := reactor.NewMain("rov")
	rovheading.New(main, rovheading.Drivers{IMU: &drift{}, Loch: &drifting{}, Depth: &sinking{}, Actuators: &heap{}}, rovheading.Known(), loop.Options{Hold: -1})
	p, err := reactor.Build(main, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Start()
	return p
}

// TestAllocs: nothing in a cycle allocates.
func TestAllocs(t *testing.T) {
	p := started(t)
	for range 2000 {
		p.Step(nil)
	}
	if n := testing.AllocsPerRun(2000, func() { p.Step(nil) }); n != 0 {
		t.Errorf("%v allocations a tag", n)
	}
}

// BenchmarkHeading runs 50 ms of the generated example: two cycles of C1 and one of C2. Compare with BenchmarkHeading of
// model/atom/project.
func BenchmarkHeading(b *testing.B) {
	p := started(b)
	var next reactor.Time
	b.ReportAllocs()
	for b.Loop() {
		next += reactor.Time(50 * time.Millisecond)
		for p.Enclaves[0].Tag().Time < next {
			p.Step(nil)
		}
	}
}
