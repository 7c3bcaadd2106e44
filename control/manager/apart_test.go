package manager

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/manager/mock"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
)

// teller gives orders at times and writes down what the manager says.
type teller struct {
	reactor.Reactor
	Tick    reactor.Timer
	Order   reactor.Out[Order]
	Heard   reactor.In[Events]
	Listing reactor.In[*Listing]
	orders  map[time.Duration]Order
	log     []string
	list    *Listing
}

func newTeller(parent reactor.Parent, orders map[time.Duration]Order) *teller {
	p := &teller{orders: orders}
	reactor.Init(parent, "teller", p)
	p.Tick.Set(0, time.Millisecond)
	p.Reaction("ask").On(&p.Tick).Sets(&p.Order).Do(func() {
		if o, ok := p.orders[p.Elapsed()]; ok {
			p.Order.Set(o)
		}
	})
	p.Reaction("hear").On(&p.Heard).Do(func() {
		for _, e := range p.Heard.Get() {
			p.log = append(p.log, e.Kind.String()+": "+e.Text)
		}
	})
	p.Reaction("list").On(&p.Listing).Do(func() { p.list = p.Listing.Get() })
	return p
}

// looked is a mock that is watched, and can refuse.
type looked struct {
	*mock.Driver
	w      *watch
	refuse string // connect, enable
	times  int    // 0: for ever
}

func (l *looked) Read(state []float64) error {
	err := l.Driver.Read(state)
	if l.w != nil {
		l.w.look()
	}
	return err
}

func (l *looked) Enter(to hw.LifeCycle) error {
	if l.refuse == "connect" && to == hw.Inactive || l.refuse == "enable" && to == hw.Active {
		if l.times--; l.times == 0 {
			l.refuse = ""
		}
		return errors.New("there is no power")
	}
	return l.Driver.Enter(to)
}

// apartly runs a robot of two arms, of which the left one has a thread of its own, in logical time.
func apartly(t *testing.T, period time.Duration, change func(*Config, *looked), orders map[time.Duration]Order) (*teller, *looked) {
	t.Helper()
	op, l, p := apartProgram(t, period, change, orders)
	if _, err := exec.Run(context.Background(), p, exec.Options{Timeout: time.Second}); err != nil {
		t.Fatal(err)
	}
	return op, l
}

func apartProgram(t *testing.T, period time.Duration, change func(*Config, *looked), orders map[time.Duration]Order) (*teller, *looked, *reactor.Program) {
	t.Helper()
	left, right := arm(t, "left", arm6[:3], "position", "velocity"), arm(t, "right", arm6[3:], "position")
	left.SetPeriod(period)
	l := &looked{Driver: left, w: newWatch(left, arm6[:3])}
	c := Config{Limits: limits(arm6...), Components: []Component{{Driver: l, Start: hw.Active, Apart: true, Period: period}, {Driver: right, Start: hw.Active}},
		Types: []Type{{Name: "swing", New: func() Controller { return &swing{joints: arm6[:3], kind: "position", speed: 2} }},
			{Name: "turn", New: func() Controller { return &swing{joints: arm6[:3], kind: "velocity", speed: 2} }},
			{Name: "other", New: func() Controller { return &swing{joints: arm6[3:], kind: "position", speed: 2} }}},
		Controllers: []Entry{{Name: "a", Type: "swing", Start: Active}, {Name: "v", Type: "turn", Start: Inactive}, {Name: "b", Type: "other", Start: Active}}}
	if change != nil {
		change(&c, l)
	}
	main := reactor.NewMain("apart")
	r, err := NewReactor(main, "robot", c, Options{})
	if err != nil {
		t.Fatal(err)
	}
	op := newTeller(main, orders)
	reactor.Connect(&op.Order, &r.Ask)
	reactor.Connect(&r.Event, &op.Heard)
	reactor.Connect(&r.Listing, &op.Listing)
	p, err := reactor.Build(main, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return op, l, p
}

// Its cycles and the manager's do not allocate.
func TestThreadsOfTheirOwnDoNotAllocate(t *testing.T) {
	count := func(long time.Duration) uint64 {
		_, l, p := apartProgram(t, time.Millisecond, nil, nil)
		l.w = nil // it allocates
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := exec.Run(context.Background(), p, exec.Options{Timeout: long}); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.Mallocs - before.Mallocs
	}
	if short, long := count(time.Second), count(3*time.Second); float64(long)-float64(short) > 100 {
		t.Errorf("%d allocations in a second, %d in three", short, long)
	}
}

func said(t *testing.T, op *teller, want string) {
	t.Helper()
	if all := strings.Join(op.log, "\n"); !strings.Contains(all, want) {
		t.Errorf("nothing said %q, but:\n%s", want, all)
	}
}

func TestAComponentOnAThreadOfItsOwnMovesAndIsSwitched(t *testing.T) {
	op, l := apartly(t, 3*time.Millisecond, nil, map[time.Duration]Order{
		300 * time.Millisecond: {Verb: "switch", Activate: []string{"v"}, Deactivate: []string{"a"}, Strict: true},
		700 * time.Millisecond: {Verb: "deactivate", Name: "v"},
		950 * time.Millisecond: {Verb: "list"},
	})
	said(t, op, "switched: activate a, b")
	said(t, op, "switched: activate v; deactivate a")
	said(t, op, "switched: deactivate v")
	if len(op.log) != 3 || l.w.Count > 0 || !l.w.Rest() {
		t.Errorf("%q; outside the limits %d times: %s; at rest: %v", op.log, l.w.Count, l.w.First, l.w.Rest())
	}
	if q := l.Position("j1"); !(q > 0.05) {
		t.Errorf("j1 has come to %g", q)
	}
	h := op.list.Hardware[0]
	if !h.Apart || h.State != "active" || h.Period != 3*time.Millisecond || h.Age > 4*time.Millisecond || h.Reads < 300 || h.Reads > 335 {
		t.Errorf("%+v", h)
	}
}

// eyes is hardware that is only read.
type eyes struct{ n float64 }

func (e *eyes) Info() hw.Info {
	return hw.Info{Name: "eyes", Period: time.Millisecond, State: []hw.Handle{{Name: "eyes/seen", Unit: "1"}}}
}
func (e *eyes) Enter(hw.LifeCycle) error { return nil }
func (e *eyes) Use(string) error         { return hw.ErrState }
func (e *eyes) Write([]float64) error    { return hw.ErrState }
func (e *eyes) Read(state []float64) error {
	e.n++
	state[0] = e.n
	return nil
}

// What is only read has any period; what is commanded has a multiple of the manager's.
func TestItsPeriodIsItsOwn(t *testing.T) {
	op, _ := apartly(t, time.Millisecond, func(c *Config, _ *looked) {
		c.Components = append(c.Components, Component{Driver: &eyes{}, Type: Sensor, Start: hw.Inactive, Apart: true, Period: 7300 * time.Microsecond})
	}, map[time.Duration]Order{900 * time.Millisecond: {Verb: "list"}})
	if h := op.list.Hardware[2]; len(op.log) != 1 || h.State != "inactive" || h.Reads < 120 || h.Reads > 124 {
		t.Errorf("%q, %+v", op.log, h)
	}
	c := Config{Components: []Component{{Driver: arm(t, "left", arm6, "position"), Apart: true, Period: 7300 * time.Microsecond}}, Limits: limits(arm6...)}
	if _, err := NewReactor(reactor.NewMain("apart"), "robot", c, Options{}); err == nil || !strings.Contains(err.Error(), "its period of 7.3ms is no multiple of the manager's 1ms") {
		t.Error(err)
	}
}

func TestAThreadThatIsLateOrFails(t *testing.T) {
	for name, c := range map[string]struct {
		period time.Duration
		change func(*Config, *looked)
		want   []string
	}{
		"late": {50 * time.Millisecond, func(c *Config, _ *looked) { c.Components[0].Stale = 20 * time.Millisecond },
			[]string{"left failed: its last reading is 21ms old, and 20ms is the most: its thread is late or dead"}},
		"readings fail": {time.Millisecond, func(_ *Config, l *looked) { l.Fail(mock.Error) }, []string{"left failed: ", "does not answer"}},
		"no power":      {time.Millisecond, func(_ *Config, l *looked) { l.refuse = "enable" }, []string{"left failed: there is no power"}},
		"no connection": {time.Millisecond, func(_ *Config, l *looked) { l.refuse = "connect" }, []string{"left failed: there is no power"}},
	} {
		t.Run(name, func(t *testing.T) {
			op, l := apartly(t, c.period, c.change, map[time.Duration]Order{900 * time.Millisecond: {Verb: "list"}})
			for _, w := range c.want {
				said(t, op, w)
			}
			if h := op.list.Hardware[0]; h.State != "unconfigured" || l.LifeCycle() != hw.Unconfigured {
				t.Errorf("%+v; the hardware is %v", h, l.LifeCycle())
			}
		})
	}
}

// What failed is had again by an order.
func TestItIsHadAgain(t *testing.T) {
	op, _ := apartly(t, time.Millisecond, func(_ *Config, l *looked) { l.refuse, l.times = "enable", 1 }, map[time.Duration]Order{
		100 * time.Millisecond: {Verb: "hardware", Name: "left", State: "active"},
		200 * time.Millisecond: {Verb: "activate", Name: "a"},
		300 * time.Millisecond: {Verb: "list"},
	})
	said(t, op, "left failed: there is no power")
	said(t, op, "switched: activate a")
	if h := op.list.Hardware[0]; h.State != "active" || h.Fault != "" {
		t.Errorf("%+v", h)
	}
}

func TestAManagerSteppedByHandHasNoThreads(t *testing.T) {
	b := start(t, func(c *Config) {
		c.Components[0].Apart, c.Components[0].Period = true, 2900*time.Microsecond
		c.Controllers = []Entry{{Name: "a", Type: "swing", Start: Active}}
	})
	b.cycles(60)
	b.state("a", Active)
	if h := b.List().Hardware[0]; h.Period != 3*time.Millisecond || h.Apart {
		t.Errorf("%+v", h)
	}
}
