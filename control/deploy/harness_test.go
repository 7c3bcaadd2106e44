package deploy

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/trace/record"
)

const ms = time.Millisecond

// plant is a mass that a force moves: a component in Go.
type plant struct {
	Hooks
	c        *Component
	force    *Input[float64]
	position *Output[float64]
	mass     *Property[float64]
	x, v     float64
}

func newPlant(c *Component) (Body, error) {
	p := &plant{c: c}
	p.force = NewInput[float64](c, "force", Port{Unit: "N"})
	p.position = NewOutput[float64](c, "position", Port{Unit: "m", Frame: "base"})
	p.mass = NewProperty(c, "mass", 1.0, reactor.ParamInfo{Unit: "kg", Min: 0.1, Max: 10})
	Op1(c, "place", "puts the mass somewhere", func(x float64) (bool, error) {
		if x < -1 || x > 1 {
			return false, errors.New("that is outside of the rail")
		}
		p.x, p.v = x, 0
		p.position.Set(x)
		return true, nil
	})
	return p, nil
}

func (p *plant) Update() error {
	f, _ := p.force.Read()
	p.v += float64(f/p.mass.Get()) * 0.001
	p.x += float64(p.v * 0.001)
	p.position.Set(p.x)
	return nil
}

// counting counts what comes to an event port with a buffer.
type counting struct {
	Hooks
	in  *Input[string]
	c   *Component
	got []string
	at  []reactor.Time // of got
}

func newCounting(c *Component) (Body, error) {
	k := &counting{c: c, in: NewInput[string](c, "in", Port{Event: true, Buffer: 64})}
	return k, nil
}

func (k *counting) Update() error {
	for {
		s, flow := k.in.Read()
		if flow != NewData {
			return nil
		}
		k.got, k.at = append(k.got, s), append(k.at, k.c.now)
	}
}

// library is that of the tests.
func library() Library {
	return Library{Types: Types(), Kinds: []Kind{{Name: "plant", Make: newPlant}, {Name: "counting", Make: newCounting}}}
}

// texts are files of a test.
type texts map[string]string

func (t texts) open(file string) ([]byte, error) {
	if s, ok := t[file]; ok {
		return []byte(s), nil
	}
	return nil, fmt.Errorf("there is no file %s", file)
}

// at is an order at a time.
type at struct {
	t time.Duration
	o Order
}

// rig is a deployment that is run in lock-step: orders come at their times.
type rig struct {
	dep     *Deployment
	p       *reactor.Program
	orders  []at
	next    int
	answers map[uint64]Answer
	said    []string // answers to orders without a number, which are faults
	rec     *record.Recorder
	tags    uint64 // that were run
}

// NextEvent implements exec.World.
func (r *rig) NextEvent() reactor.Time {
	if r.next < len(r.orders) {
		return reactor.Time(r.orders[r.next].t)
	}
	return reactor.Forever
}

// AdvanceTo implements exec.World.
func (r *rig) AdvanceTo(t reactor.Time) error {
	for ; r.next < len(r.orders) && reactor.Time(r.orders[r.next].t) <= t; r.next++ {
		o := r.orders[r.next].o
		if o.ID == 0 {
			o.ID = uint64(r.next + 1)
		}
		d := r.dep.Deployers[0]
		for _, x := range r.dep.Deployers {
			name := o.Place()
			if x.component(name) != nil {
				d = x
			}
		}
		if !d.Command.Schedule(o, 0) {
			return errors.New("an order finds no room")
		}
	}
	return nil
}

// hear keeps answers.
type hear struct {
	reactor.Reactor
	Answer reactor.In[Answer]
}

// tester is what tests and rapid's have in common.
type tester interface {
	Helper()
	Context() context.Context
	Errorf(format string, args ...any)
	Fatal(args ...any)
}

func newRig(t tester, plan string, files texts, o reactor.Options, orders ...at) *rig {
	t.Helper()
	r := &rig{orders: orders, answers: map[uint64]Answer{}}
	pl, err := Read("plan.yaml", []byte(plan), files.open)
	if err != nil {
		t.Fatal(err)
	}
	m := reactor.NewMain("main")
	if r.dep, err = New(m, "deployer", library(), pl); err != nil {
		t.Fatal(err)
	}
	for i, d := range r.dep.Deployers {
		h := &hear{}
		reactor.Init(m, fmt.Sprint("hear", i), h)
		h.Reaction("hear").On(&h.Answer).Do(func() {
			if a := h.Answer.Get(); a.ID != 0 {
				r.answers[a.ID] = a
			} else {
				r.said = append(r.said, a.Fault)
			}
		})
		c := reactor.Connect(&d.Answer, &h.Answer)
		if i > 0 {
			c.After(ms)
		}
	}
	if r.p, err = reactor.Build(m, o); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *rig) run(t tester, length time.Duration) *rig {
	t.Helper()
	var err error
	if r.rec, err = record.New(r.p, nil, record.Options{}); err != nil {
		t.Fatal(err)
	}
	res, err := exec.Run(t.Context(), r.p, exec.Options{Clock: exec.LockStep, World: r, Timeout: length})
	if err != nil {
		t.Fatal(err)
	}
	r.tags = res.Counters.Tags
	if err := r.rec.Close(); err != nil {
		t.Fatal(err)
	}
	return r
}

// ok demands that orders were carried out.
func (r *rig) ok(t tester, ids ...uint64) {
	t.Helper()
	for _, id := range ids {
		if a, ok := r.answers[id]; !ok || a.Fault != "" {
			t.Errorf("order %d: answered %v: %+v", id, ok, a)
		}
	}
}

// refused demands that an order was refused in words.
func (r *rig) refused(t tester, id uint64, words ...string) {
	t.Helper()
	a, ok := r.answers[id]
	for _, w := range words {
		if !ok || !strings.Contains(a.Fault, w) {
			t.Errorf("order %d: answered %v: %q does not say %q", id, ok, a.Fault, w)
		}
	}
}

func (r *rig) state(name string) State { return r.dep.Component(name).State() }

// seen is when the component called seen got an event first; never if it did not.
func (r *rig) seen(event string) reactor.Time {
	k := r.dep.Component("seen").body.(*counting)
	for i, e := range k.got {
		if e == event {
			return k.at[i]
		}
	}
	return reactor.Forever
}
