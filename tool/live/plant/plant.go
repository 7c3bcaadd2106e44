// Package plant is a program for the tests of the bus and of what serves it.
package plant

import (
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
)

// Reading is what the plant sends and hears.
type Reading struct {
	N int
	P spatial.Vec3
}

// Plant has one of everything that can be watched.
//
//	timer     Tick
//	action    Goal (physical)
//	parameter Gain
//	sensor    Eye
//	actuator  Hand
//	out       Out, Heard
type Plant struct {
	reactor.Reactor
	Tick  reactor.Timer
	Goal  reactor.PhysicalAction[Reading]
	Gain  reactor.Parameter[float64]
	Eye   reactor.Sensor[float64]
	Hand  reactor.Actuator[float64, bool]
	Out   reactor.Out[Reading]
	Heard reactor.Out[Reading]
	n     int
}

type sink struct {
	reactor.Reactor
	In  reactor.In[Reading]
	Out reactor.Out[float64]
}

// New builds a Plant that steps every period, and a reactor far in an enclave of its own that hears of it.
func New(t interface {
	Helper()
	Fatal(args ...any)
}, period time.Duration) *reactor.Program {
	t.Helper()
	m := reactor.NewMain("main")
	r := &Plant{}
	reactor.Init(m, "plant", r)
	far := &sink{}
	reactor.Init(m, "far", far)
	far.Isolate()
	r.Tick.Set(0, period)
	r.Tick.OnOverrun(reactor.CatchUp(1 << 30)) // what is watched must not depend on the machine
	r.Gain.Define(2, reactor.ParamInfo{Unit: "1/s", Help: "of the loop", Min: 0, Max: 10})
	r.Eye.Bind(func() float64 { return 0.5 })
	r.Hand.Bind(Hand[float64, bool](func(float64) bool { return true }))
	r.Reaction("step").On(&r.Tick).Sets(&r.Out).Do(func() {
		r.n++
		r.Hand.Do(r.Eye.Read() * r.Gain.Get())
		r.Out.Set(Reading{N: r.n, P: spatial.V(float64(r.n), 0, 0)})
	})
	r.Reaction("hear").On(&r.Goal).Sets(&r.Heard).Do(func() { r.Heard.Set(r.Goal.Get()) })
	far.Reaction("pass").On(&far.In).Sets(&far.Out).Do(func() { far.Out.Set(far.In.Get().P.X) })
	reactor.Connect(&r.Out, &far.In).After(period)
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Hand is a function as an actuator without limits.
type Hand[C, A any] func(C) A

// Command calls the function.
func (h Hand[C, A]) Command(c C) A { return h(c) }

// Limits says that there are none.
func (Hand[C, A]) Limits() string { return "none: a test" }
