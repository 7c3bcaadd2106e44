// Package toy is a small program for the tests of scenarios: a controller that follows a noisy reading. It has
// everything that a scenario can name: parameters, a fault, doors, figures.
package toy

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Params are the program's parameters.
type Params struct {
	Gain   float64       `yaml:"gain"`
	Period time.Duration `yaml:"period"`
	Kind   string        `yaml:"kind"`
	Corner [2]float64    `yaml:"corner"`
	Count  int           `yaml:"count"`
	On     bool          `yaml:"on"`
	Work   time.Duration `yaml:"work"` // how long each cycle takes
	Panic  bool          `yaml:"panic"`
	Exit   string        `yaml:"exit"` // a file: if it is missing, create it and end the process; "always" ends it each time
}

// Validate reports all faults at once.
func (p *Params) Validate() error {
	var errs []error
	if p.Gain <= 0 || p.Gain > 1 {
		errs = append(errs, fmt.Errorf("gain is %g: give more than 0, up to 1", p.Gain))
	}
	if p.Kind != "plain" && p.Kind != "double" {
		errs = append(errs, fmt.Errorf("kind is %q: give plain or double", p.Kind))
	}
	if p.Period < time.Millisecond {
		errs = append(errs, fmt.Errorf("period is %v: give at least 1ms", p.Period))
	}
	return errors.Join(errs...)
}

// Spec is the program.
type Spec struct{}

// Name implements run.Spec.
func (Spec) Name() string { return "toy" }

// Params implements run.Spec.
func (Spec) Params() any {
	return &Params{Gain: 0.5, Period: 10 * time.Millisecond, Kind: "plain", Count: 1}
}

// Controller follows what comes in.
//
//	in  reading, order (physical actions)
//	out value
type Controller struct {
	reactor.Reactor
	Tick    reactor.Timer
	Reading reactor.PhysicalAction[float64]
	Order   reactor.PhysicalAction[Order]
	Value   reactor.Out[float64]
	p       *Params
	last, x float64
	bias    float64
}

// Order shifts the value to be followed.
type Order struct{ Bias float64 }

// Sink receives the value.
type Sink struct {
	reactor.Reactor
	Value reactor.In[float64]
	sum   float64
	n     int
}

func (c *Controller) step() {
	if c.p.Panic && c.Elapsed() > 50*time.Millisecond {
		panic("told to")
	}
	if c.p.Exit == "always" {
		os.Exit(3)
	}
	if c.p.Exit != "" {
		if _, err := os.Stat(c.p.Exit); err != nil {
			_ = os.WriteFile(c.p.Exit, nil, 0o600)
			os.Exit(3)
		}
	}
	time.Sleep(c.p.Work) // as if it computed, which costs others nothing
	c.x += c.p.Gain * (c.last + c.bias - c.x)
	c.Value.Set(c.x)
}

// world sends a noisy reading every period.
type world struct {
	r    *rand.Rand
	n    int
	p    *Params
	send func(float64)
	dead bool
}

func (w *world) NextEvent() reactor.Time { return reactor.Time(w.n+1) * reactor.Time(w.p.Period) }

func (w *world) AdvanceTo(t reactor.Time) error {
	for w.NextEvent() <= t {
		w.n++
		if x := 1 + w.r.NormFloat64()*0.1; !w.dead {
			w.send(x)
		}
	}
	return nil
}

// Make implements run.Spec.
func (Spec) Make(o run.Order) (*run.Instance, error) {
	p, ok := o.Params.(*Params)
	if !ok {
		return nil, fmt.Errorf("toy takes *Params, not %T", o.Params)
	}
	m := reactor.NewMain("toy")
	c := &Controller{p: p}
	reactor.Init(m, "control", c)
	s := &Sink{}
	reactor.Init(m, "sink", s)
	c.Tick.Set(p.Period, p.Period)
	c.Reaction("read").On(&c.Reading).Do(func() { c.last = c.Reading.Get() })
	c.Reaction("order").On(&c.Order).Do(func() { c.bias = c.Order.Get().Bias })
	c.Reaction("step").On(&c.Tick).Sets(&c.Value).Do(c.step)
	s.Reaction("sum").On(&s.Value).Do(func() { s.sum, s.n = s.sum+s.Value.Get(), s.n+1 })
	reactor.Connect(&c.Value, &s.Value)
	prog, err := reactor.Build(m, reactor.Options{Replay: o.Replay, Cut: o.Cut})
	if err != nil {
		return nil, err
	}
	w := &world{r: rand.New(rand.NewPCG(o.Seed, 1)), p: p, send: func(x float64) { c.Reading.Schedule(x, 0) }}
	last := math.NaN()
	inst := &run.Instance{Program: prog, World: w, State: []any{w},
		Failures: []run.Failure{
			{Name: "noise.dead", Help: "no readings", Begin: func() error { w.dead = true; return nil }, End: func() error { w.dead = false; return nil }},
			{Name: "noise.gone", Help: "no readings any more", Begin: func() error { w.dead = true; return nil }},
		},
		Watch: func(rec *record.Recorder, _ *view.Hub) error {
			return record.Tap(rec, "control.value", func(_ reactor.Tag, x *float64) { last = *x })
		},
		Measure: func() map[string]float64 {
			return map[string]float64{"cycles": float64(s.n), "mean": s.sum / float64(s.n), "last": last, "unknown": math.NaN()}
		},
	}
	return inst, nil
}
