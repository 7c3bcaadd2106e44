package manager

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
)

// operator asks for a stop, then for what is refused because of it, and hears what the manager says.
type operator struct {
	reactor.Reactor
	Tick  reactor.Timer
	Order reactor.Out[Order]
	Heard reactor.In[Events]
	log   []string
}

func newOperator(parent reactor.Parent, name string, at time.Duration) *operator {
	p := &operator{}
	reactor.Init(parent, name, p)
	p.Tick.Set(at, 10*time.Millisecond)
	orders := []Order{{Verb: "stop"}, {Verb: "activate", Name: "a"}}
	p.Reaction("ask").On(&p.Tick).Sets(&p.Order).Do(func() {
		if len(orders) > 0 {
			p.Order.Set(orders[0])
			orders = orders[1:]
		}
	})
	p.Reaction("hear").On(&p.Heard).Do(func() {
		for _, e := range p.Heard.Get() {
			p.log = append(p.log, fmt.Sprintf("%v %v: %s", e.Time, e.Kind, e.Text))
		}
	})
	return p
}

func TestWhatAnOrderBringsAboutIsToldOnce(t *testing.T) {
	for _, at := range []time.Duration{20 * time.Millisecond, 20500 * time.Microsecond} { // with a cycle, and between two
		main := reactor.NewMain("stops")
		r, err := NewReactor(main, "robot", Config{Components: []Component{{Driver: arm(t, "arm", arm6, "position"), Start: hw.Active}},
			Limits: limits(arm6...), Types: types(map[string]*swing{}), Controllers: []Entry{{Name: "a", Type: "swing", Start: Active}}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		op := newOperator(main, "operator", at)
		reactor.Connect(&op.Order, &r.Ask)
		reactor.Connect(&r.Event, &op.Heard)
		p, err := reactor.Build(main, reactor.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := exec.Run(context.Background(), p, exec.Options{Timeout: 50 * time.Millisecond}); err != nil {
			t.Fatal(err)
		}
		log := strings.Join(op.log, "\n")
		for _, want := range []string{"switched: activate a", "stopped: everything is brought to rest: ordered", "refused: everything has been stopped"} {
			if strings.Count(log, want) != 1 {
				t.Errorf("orders from %v: not once %q in\n%s", at, want, log)
			}
		}
	}
}

// TestValues: the numbers of a listing are as many as it has, and cost no memory.
func TestValues(t *testing.T) {
	r, err := NewReactor(reactor.NewMain("values"), "robot", Config{Components: []Component{{Driver: arm(t, "arm", arm6, "position"), Start: hw.Active}},
		Limits: limits(arm6...), Types: types(map[string]*swing{}), Controllers: []Entry{{Name: "a", Type: "swing", Start: Active}}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	l, n := r.List(), 0
	for _, e := range append(l.States, l.Commands...) {
		n += KindOf(e.Name, e.Unit).Width()
	}
	buf := r.Values(nil)
	if len(buf) != n+len(l.Controllers) {
		t.Errorf("%d values of %d interfaces' numbers and %d controllers", len(buf), n, len(l.Controllers))
	}
	if a := testing.AllocsPerRun(100, func() { buf = r.Values(buf[:0]) }); a != 0 {
		t.Errorf("they allocate %v times", a)
	}
}
