package web

import (
	"context"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/live"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type reading struct {
	N int
	P spatial.Vec3
}

// plant is a program with one of everything that can be watched; far lives in an enclave of its own.
type plant struct {
	reactor.Reactor
	Tick  reactor.Timer
	Goal  reactor.PhysicalAction[reading]
	Gain  reactor.Parameter[float64]
	Eye   reactor.Sensor[float64]
	Hand  reactor.Actuator[float64, bool]
	Out   reactor.Out[reading]
	Heard reactor.Out[reading]
	n     int
}

type sink2 struct {
	reactor.Reactor
	In  reactor.In[reading]
	Out reactor.Out[float64]
}

func newPlant(t testing.TB, period time.Duration) *reactor.Program {
	t.Helper()
	m := reactor.NewMain("main")
	r := &plant{}
	reactor.Init(m, "plant", r)
	far := &sink2{}
	reactor.Init(m, "far", far)
	far.Isolate()
	r.Tick.Set(0, period)
	r.Tick.OnOverrun(reactor.CatchUp(1 << 30)) // what is watched shall not depend on the machine
	r.Gain.Define(2, reactor.ParamInfo{Unit: "1/s", Help: "of the loop", Min: 0, Max: 10})
	r.Eye.Bind(func() float64 { return 0.5 })
	r.Hand.Bind(hand[float64, bool](func(float64) bool { return true }))
	r.Reaction("step").On(&r.Tick).Sets(&r.Out).Do(func() {
		r.n++
		r.Hand.Do(r.Eye.Read() * r.Gain.Get())
		r.Out.Set(reading{N: r.n, P: spatial.V(float64(r.n), 0, 0)})
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

// newBus makes a bus that observes p.
func newBus(t testing.TB, p *reactor.Program) *live.Bus {
	t.Helper()
	b, err := live.New(p)
	if err != nil {
		t.Fatal(err)
	}
	p.Observe(b)
	return b
}

func id(t testing.TB, b *live.Bus, name string) int {
	t.Helper()
	ids := b.Find(name)
	if len(ids) != 1 {
		t.Fatalf("%s is found as %v", name, ids)
	}
	return ids[0]
}

// soon is a context for what must not take long.
func soon(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}
