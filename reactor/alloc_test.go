package reactor

import (
	"testing"
	"time"
)

// TestNoTagAllocates steps a program with everything in it that a control cycle uses.
func TestNoTagAllocates(t *testing.T) {
	m := NewMain("main")
	r := &struct {
		Reactor
		T, U     Timer
		A        Action[[4]float64]
		P        PhysicalAction[[4]float64]
		Eye      Sensor[float64]
		Hand     Actuator[float64, bool]
		In, Late In[float64]
		Phys     In[float64]
		Out      Out[float64]
	}{}
	Init(m, "r", r)
	echo := &struct {
		Reactor
		In  In[float64]
		Out Out[float64]
	}{}
	Init(m, "echo", echo)
	r.T.Set(0, 100*time.Microsecond)
	r.U.Set(0, 130*time.Microsecond)
	r.A.MinSpacing(50*time.Microsecond, Replace)
	r.Eye.Bind(func() float64 { return 1 })
	r.Hand.Bind(hand[float64, bool](func(float64) bool { return true }))
	r.Reaction("control").On(&r.T).Uses(&r.Late).Sets(&r.Out, &r.A).Deadline(time.Hour, func() {}).Do(func() {
		r.Hand.Do(r.Eye.Read())
		r.Out.Set(2)
		r.A.Schedule([4]float64{1}, 0)
		r.A.Schedule([4]float64{2}, 300*time.Microsecond)
		r.P.Schedule([4]float64{3}, 0)
	})
	r.Reaction("see").On(&r.A, &r.P, &r.In, &r.Late, &r.Phys, &r.U).Do(func() {})
	echo.Reaction("echo").On(&echo.In).Sets(&echo.Out).Do(func() { echo.Out.Set(echo.In.Get()) })
	Connect(&r.Out, &echo.In)
	Connect(&echo.Out, &r.In).After(0)
	Connect(&echo.Out, &r.Late).After(time.Millisecond)
	Connect(&r.Out, &r.Phys).Physical()
	p, err := Build(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	p.Observe(counter{&seen})
	p.Start()
	for range 500 {
		p.Step(nil)
	}
	if n := testing.AllocsPerRun(2000, func() { p.Step(nil) }); n != 0 {
		t.Fatalf("%g allocations a tag", n)
	}
	if seen < 2500 {
		t.Fatal(seen)
	}
}

type counter struct{ n *int }

func (c counter) AtTag(_ *Enclave, r Record) { *c.n += 1 }

// hand is a device without limits, for tests.
type hand[C, A any] func(C) A

func (h hand[C, A]) Command(c C) A { return h(c) }
func (hand[C, A]) Limits() string  { return "none: a test" }
