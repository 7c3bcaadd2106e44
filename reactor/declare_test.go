package reactor

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
)

// bundle is a reactor with a given number of outputs.
type bundle struct {
	Reactor
	outs []*Out[float64]
	ins  []*In[float64]
	saw  []float64
}

func newBundle(p Parent, name string, outs, ins []string) *bundle {
	b := &bundle{}
	Init(p, name, b)
	for _, n := range outs {
		b.outs = append(b.outs, &Out[float64]{})
		b.Declare(n, b.outs[len(b.outs)-1])
	}
	for _, n := range ins {
		b.ins = append(b.ins, &In[float64]{})
		b.Declare(n, b.ins[len(b.ins)-1])
	}
	return b
}

func TestDeclaredPortsAreLikeFields(t *testing.T) {
	m := NewMain("main")
	a := newBundle(m, "a", []string{"psi", "r"}, nil)
	set := a.Reaction("set").On(a.Startup())
	for _, o := range a.outs {
		set.Sets(o)
	}
	set.Do(func() {
		for i, o := range a.outs {
			o.Set(float64(i + 1))
		}
	})
	b := newBundle(m, "b", nil, []string{"psi", "r"})
	get := b.Reaction("get")
	for i := range b.ins {
		get.On(b.ins[i])
		Connect(a.outs[i], b.ins[i])
	}
	get.Do(func() {
		for _, in := range b.ins {
			b.saw = append(b.saw, in.Get())
		}
	})
	p, err := Build(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Run(Tag{Time: 1})
	if d := cmp.Diff([]float64{1, 2}, b.saw); d != "" {
		t.Error(d)
	}
	if got := p.Ports()[0].Path; got != "a.psi" {
		t.Errorf("the first port is called %q", got)
	}
}

func TestDeclareWantsANewValidName(t *testing.T) {
	m := NewMain("main")
	newBundle(m, "a", []string{"x", "x", "not a name"}, nil)
	_, err := Build(m, Options{})
	if err == nil || !strings.Contains(err.Error(), "taken by a port") || !strings.Contains(err.Error(), `"not a name" is not a name`) {
		t.Errorf("%v", err)
	}
}

// TestDeclareOnce refuses a port that is declared a second time, after its field or by Declare.
func TestDeclareOnce(t *testing.T) {
	m := NewMain("main")
	b := newBundle(m, "a", []string{"x"}, nil)
	b.Declare("y", b.outs[0])
	if _, err := Build(m, Options{}); err == nil || !strings.Contains(err.Error(), "a.y: this port has been declared as a.x") {
		t.Errorf("%v", err)
	}
}

// TestDeclareInTime requires Init before and Build after.
func TestDeclareInTime(t *testing.T) {
	says := func(want string, do func()) {
		defer func() {
			if s, _ := recover().(string); !strings.Contains(s, want) {
				t.Errorf("panics with %q, not with %q", s, want)
			}
		}()
		do()
	}
	says("Init has not made", func() { (&bundle{}).Declare("x", &Out[float64]{}) })
	m := NewMain("main")
	b := newBundle(m, "a", nil, nil)
	if _, err := Build(m, Options{}); err != nil {
		t.Fatal(err)
	}
	says("a.late is declared after the program was built", func() { b.Declare("late", &Out[float64]{}) })
}

// TestDocument shows what a reactor is in the program's graph.
func TestDocument(t *testing.T) {
	m := NewMain("main")
	newBundle(m, "a", nil, nil).Document("What it is.")
	p, err := Build(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r := p.Graph().Reactors; r[len(r)-1].Path != "a" || r[len(r)-1].Doc != "What it is." {
		t.Errorf("%+v", r)
	}
}

// TestPartsOfParameters: a parameter may be declared as a part of something, constants are listed beside, and observers are told what
// was refused.
func TestPartsOfParameters(t *testing.T) {
	m := NewMain("main")
	b := newBundle(m, "b", nil, nil)
	gain := &Parameter[float64]{}
	b.Declare("gains.kp", gain)
	gain.Define(1, ParamInfo{Type: "a number", Min: 0, Max: 3})
	b.Constant("gains.ki", "0.5", ParamInfo{Unit: "1/s"})
	b.Reaction("tune").On(gain).Do(func() {
		if gain.Get() > 2 {
			gain.Refuse("too much")
		}
	})
	p, err := Build(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if c := p.Constants(); len(c) != 1 || c[0].Path != "b.gains.ki" || c[0].Value != "0.5" || c[0].Unit != "1/s" {
		t.Errorf("constants: %+v", c)
	}
	if d := p.Doors(); len(d) != 1 || d[0].Path != "b.gains.kp" || d[0].Kind != "parameter" || d[0].Param.Type != "a number" {
		t.Errorf("doors: %+v", d)
	}
	var refused []bool
	p.Observe(watcher(func(*Enclave, Record) { refused = append(refused, p.doors[0].Refused()) }))
	p.Start()
	for _, v := range []float64{1.5, 2.5, 1} {
		p.Submit(0, func(at unsafe.Pointer) { *(*float64)(at) = v })
		p.Step(nil)
	}
	if d := cmp.Diff([]bool{false, true, false}, refused); d != "" {
		t.Error(d)
	}
	defer func() {
		if recover() == nil {
			t.Error("a constant was declared after the program was built")
		}
	}()
	b.Constant("late", "1", ParamInfo{})
}

// watcher is a function as an Observer.
type watcher func(*Enclave, Record)

func (w watcher) AtTag(e *Enclave, r Record) { w(e, r) }

func TestDottedNames(t *testing.T) {
	m := NewMain("main")
	newBundle(m, "a", []string{"gains..kp", ".x", "y.", "p.q"}, nil)
	_, err := Build(m, Options{})
	if err == nil || strings.Count(err.Error(), "is not a name") != 3 {
		t.Error(err)
	}
}
