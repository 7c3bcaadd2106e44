package manager

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
)

// forward passes its references on to the commands of its joints.
type forward struct {
	joints []string
	kind   string
}

func (f *forward) Parameters() []Parameter {
	return []Parameter{{Name: "joints", At: &f.joints}, {Name: "interface", At: &f.kind, OneOf: []string{"position", "velocity", "effort"}}}
}

func (f *forward) Configure(*Setup) (Description, error) {
	d := Description{Commands: Needs(f.kind, f.joints...)}
	for _, n := range d.Commands {
		d.References = append(d.References, Interface{Name: n.Name})
	}
	return d, nil
}

func (f *forward) Activate(io *IO) error {
	for i := range f.joints {
		io.SetReference(i, io.Command(i))
	}
	return nil
}

func (f *forward) Update(io *IO) error {
	for i := range f.joints {
		io.SetCommand(i, io.Reference(i))
	}
	return nil
}

func (f *forward) Deactivate(*IO) {}

func TestForward(t *testing.T) {
	var c Controller = &forward{joints: []string{"a", "b"}, kind: "position"}
	d, err := c.Configure(&Setup{Name: "f"})
	if err != nil || d.Commands[1].Name != "b/position" || KindOf(d.Commands[1].Name, "") != Position {
		t.Fatalf("%+v, %v", d, err)
	}
	io := IO{commands: [][]float64{{1}, {2}}, references: [][]float64{{3}, {4}}}
	if err := c.Activate(&io); err != nil || io.Reference(1) != 2 {
		t.Fatalf("references are %v after activation, not the commands: %v", io.references, err)
	}
	io.SetReference(0, 9)
	if err := c.Update(&io); err != nil || io.Command(0) != 9 {
		t.Fatalf("the command is %g: %v", io.Command(0), err)
	}
}

// moody is a controller that panics where it is told to.
type moody struct {
	forward
	gain  float64
	used  float64 // what Tune made of the gain
	where string
}

func (m *moody) Parameters() []Parameter {
	return []Parameter{{Name: "gain", At: &m.gain, Live: true}, {Name: "where", At: &m.where}}
}

func (m *moody) Configure(*Setup) (Description, error) {
	if m.where == "configure" {
		panic("it has no model")
	}
	return Description{Commands: Needs("position", "j1")}, nil
}

func (m *moody) Tune() error {
	m.used = m.gain
	switch {
	case m.gain > 1:
		panic("division by zero")
	case m.gain < 0:
		return errors.New("it would swing")
	}
	return nil
}

func withMoody(c *Config) {
	c.Types = append(c.Types, Type{Name: "moody", New: func() Controller { return &moody{} }})
	c.Controllers = []Entry{{Name: "m", Type: "moody", Start: Inactive}, {Name: "b", Type: "fast", Start: Active}}
}

func TestPanicsBetweenCyclesAreTheControllersFaults(t *testing.T) {
	b := start(t, withMoody)
	b.do(Order{Verb: "set", Name: "m", Parameter: "gain", Value: "0.5"})
	for value, why := range map[string]string{"2": "m.gain: it panicked: division by zero", "-1": "m.gain: it would swing"} {
		b.refused(Order{Verb: "set", Name: "m", Parameter: "gain", Value: value}, why)
		if c := b.find("m").c.(*moody); c.gain != 0.5 || c.used != 0.5 {
			t.Errorf("the gain is %g, and %g is in use, after %s was refused", c.gain, c.used, value)
		}
	}
	b.find("m").c.(*moody).where = "configure"
	b.refused(Order{Verb: "configure", Name: "m"}, "it panicked: it has no model; m was configured and is unconfigured now")
	b.state("m", Unconfigured)
	b.refused(Order{Verb: "activate", Name: "m"}, "it panicked: it has no model")
	b.cycles(10)
	b.state("b", Active)
	if _, err := New(Config{Components: []Component{{Driver: arm(t, "arm", arm6, "position"), Start: hw.Active}}, Limits: limits(arm6...),
		Types:       []Type{{Name: "moody", New: func() Controller { return &moody{where: "configure"} }}},
		Controllers: []Entry{{Name: "m", Type: "moody", Start: Active}}}); err == nil || !strings.Contains(err.Error(), "it panicked: it has no model") {
		t.Errorf("a program with a controller that panics starts: %v", err)
	}
}

func TestAnActivationThatIsRefusedConfiguresNothing(t *testing.T) {
	b := start(t, withMoody)
	b.do(Order{Verb: "cleanup", Name: "m"})
	b.refused(Order{Verb: "activate", Name: "m"}, "b holds")
	b.state("m", Unconfigured)
}

func TestBudgetsOfManyControllers(t *testing.T) {
	var last string
	b := start(t, func(c *Config) {
		for i := range mostBudgets {
			last = fmt.Sprint("c", i)
			c.Controllers = append(c.Controllers, Entry{Name: last, Type: "watcher", Start: Active, Budget: time.Millisecond})
		}
		c.Types = append(c.Types, Type{Name: "watcher", New: func() Controller { return &forward{kind: "position"} }})
	})
	b.Late = func() (late LateSet) {
		late.add(mostBudgets - 1)
		return late
	}
	b.cycles(1)
	b.state("c64", Active)
	b.state(last, Inactive)
	b.said(last + " was taken out: an update took longer than its budget of 1ms")
	b.refused(Order{Verb: "load", Name: "more", Type: "watcher"}, "no more can be loaded where one has a budget")
}
