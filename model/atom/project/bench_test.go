package project_test

import (
	"math"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/rov"
	example "github.com/sinew-robotics/sinew/robot/rov/heading"
)

// tide gives a sensor n values that change; a thruster gets what it gets.
type tide struct{ n int }

func (tide) Limits() string { return "none: a test" }

func (d tide) Exchange(tag reactor.Tag, in []float64, out *project.Sample) {
	v := float64(tag.Time%1e9) * 1e-10
	for i := range d.n {
		out.Set(i, v)
	}
	if len(in) > 0 && math.IsNaN(in[0]) && tag.Time < reactor.Time(10*time.Second) {
		panic("the thrusters are told to stop")
	}
}

// headed is the heading control of an underwater robot as a program.
func headed(t testing.TB, o project.Options) (*reactor.Program, *project.Projection) {
	plan := check(t, example.Model(rov.JackLike()), atom.Target{Cores: 1})
	o.Drivers = map[string]project.Driver{example.DriverIMU: tide{6}, example.DriverLoch: tide{3}, example.DriverDepth: tide{1},
		example.DriverThrusters: tide{0}}
	main := reactor.NewMain("bench")
	proj, err := project.Project(main, plan, o)
	if err != nil {
		t.Fatal(err)
	}
	p, err := reactor.Build(main, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Start()
	return p, proj
}

// BenchmarkHeading measures two cycles of C1 and one of C2, with all that the runtime does for them.
func BenchmarkHeading(b *testing.B) {
	for _, c := range []struct {
		name string
		o    project.Options
	}{{"plain", project.Options{Hold: -1}}, {"timed", project.Options{Hold: -1, Now: rt.Now}}} {
		b.Run(c.name, func(b *testing.B) {
			p, _ := headed(b, c.o)
			var next reactor.Time
			b.ReportAllocs()
			for b.Loop() {
				next += reactor.Time(50 * time.Millisecond)
				for p.Enclaves[0].Tag().Time < next {
					p.Step(nil)
				}
			}
		})
	}
}

// TestHeadingAllocs steps the same program.
func TestHeadingAllocs(t *testing.T) {
	p, _ := headed(t, project.Options{Hold: -1, Now: rt.Now})
	for range 2000 {
		p.Step(nil)
	}
	if n := testing.AllocsPerRun(2000, func() { p.Step(nil) }); n != 0 {
		t.Errorf("%v allocations a tag", n)
	}
}
