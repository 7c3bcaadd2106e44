package reactor

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// halves is a program of three reactors in a row; the values that arrive at the last are noted.
func halves(elsewhere ...string) (*Program, *[]string, error) {
	m, log := NewMain("main"), &[]string{}
	group := &struct {
		Reactor
		Out Out[int]
	}{}
	Init(m, "group", group)
	first := &struct {
		Reactor
		T   Timer
		Out Out[int]
	}{}
	Init(group, "first", first)
	first.T.Set(0, 10)
	n := 0
	first.Reaction("send").On(&first.T).Sets(&first.Out).Do(func() { n++; first.Out.Set(n) })
	Connect(&first.Out, &group.Out)
	second := &struct {
		Reactor
		In  In[int]
		Out Out[int]
	}{}
	Init(m, "second", second)
	second.Reaction("double").On(&second.In).Sets(&second.Out).Do(func() { second.Out.Set(2 * second.In.Get()) })
	Connect(&group.Out, &second.In)
	third := &struct {
		Reactor
		In In[int]
	}{}
	Init(m, "third", third)
	alone := &struct {
		Reactor
		In In[int]
		S  Sensor[int] // not bound
	}{}
	Init(third, "alone", alone)
	alone.Reaction("read").On(&alone.In).Do(func() {})
	third.Reaction("note").On(&third.In).Do(func() { *log = append(*log, fmt.Sprint(third.In.Get(), "@", third.Tag())) })
	Connect(&second.Out, &third.In).After(5)
	p, err := Build(m, Options{Elsewhere: elsewhere})
	return p, log, err
}

// TestElsewhere: a program without the reactors that run in other processes; what they send is offered at doors.
func TestElsewhere(t *testing.T) {
	if _, _, err := halves("group.first"); err == nil || !strings.Contains(err.Error(), "alone.s") {
		t.Fatal(err)
	}
	p, log, err := halves("group.first", "third.alone")
	if err != nil || len(p.Warnings()) > 0 {
		t.Fatal(err, p.Warnings())
	}
	door := slices.IndexFunc(p.Doors(), func(d Door) bool { return d.From == "group.first.out" })
	if door < 0 || p.Doors()[door].Path != "group.out" || p.Doors()[door].Enclave != 0 {
		t.Fatalf("%+v", p.Doors())
	}
	for v := range 3 {
		if !p.Offer(door, func(to unsafe.Pointer) { *(*int)(to) = 10 + v }) {
			t.Error("refused")
		}
	}
	p.Run(Tag{Time: 30})
	if got := strings.Join(*log, " "); got != "20@(5ns, 0) 22@(5ns, 1) 24@(5ns, 2)" {
		t.Error(got)
	}
	if p, log, err = halves("second", "third"); err != nil {
		t.Fatal(err)
	}
	for n, d := range p.Doors() {
		if p.Offer(n, func(unsafe.Pointer) {}) || d.From == "" && d.Path != "second.in" && d.Kind != "sensor" {
			t.Errorf("%+v", d)
		}
	}
	p.Run(Tag{Time: 30})
	if len(*log) > 0 || p.Enclaves[0].Counters().Reactions != 4 {
		t.Error(*log, p.Enclaves[0].Counters())
	}
	if _, _, err := halves("fourth"); err == nil || !strings.Contains(err.Error(), "fourth: is to run in another process, and there is no such reactor") {
		t.Error(err)
	}
}
