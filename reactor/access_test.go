package reactor

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// reading has everything that can be read, and a contained reactor.
type reading struct {
	Reactor
	T    Timer
	In   In[int]
	Ins  MultiIn[int]
	A    Action[int]
	P    PhysicalAction[int]
	Gain Parameter[int]
	Out  Out[int]
	Day  Mode
	kid  *reading
}

func newReading(p Parent, name string) *reading {
	r := &reading{}
	Init(p, name, r)
	r.Ins.Resize(2)
	r.Day.Initial()
	return r
}

// undeclared lists what a reaction of a that declares only its timer must not do, and what the panic says besides the
// reaction's path.
var undeclared = []struct {
	name string
	do   func(a, b *reading)
	want string
}{
	{"Get", func(a, _ *reading) { a.In.Get() }, "port a.in is read by reaction a.bad, which does not declare it; name it in the reaction's Uses"},
	{"Present", func(a, _ *reading) { a.In.Present() }, "port a.in is read by reaction a.bad"},
	{"Ref", func(a, _ *reading) { a.In.Ref() }, "port a.in is read by reaction a.bad"},
	{"a channel", func(a, _ *reading) { a.Ins.At(1).Get() }, "port a.ins[1] is read by reaction a.bad"},
	{"a contained output", func(a, _ *reading) { a.kid.Out.Get() }, "port a.kid.out is read by reaction a.bad"},
	{"a contained input", func(a, _ *reading) { a.kid.In.Get() }, "port a.kid.in is read by reaction a.bad, which does not declare it; a reaction reads"},
	{"the own output", func(a, _ *reading) { a.Out.Get() }, "port a.out is read by reaction a.bad"},
	{"another reactor's input", func(_, b *reading) { b.In.Get() }, "port b.in is read by reaction a.bad, which does not declare it; a reaction reads its reactor's inputs"},
	{"another reactor's output", func(_, b *reading) { b.Out.Get() }, "port b.out is read by reaction a.bad"},
	{"an action", func(a, _ *reading) { a.A.Get() }, "action a.a is read by reaction a.bad, which does not declare it; name it in the reaction's Uses"},
	{"an action's presence", func(a, _ *reading) { a.A.Present() }, "action a.a is read by reaction a.bad"},
	{"a physical action", func(a, _ *reading) { a.P.Get() }, "action a.p is read by reaction a.bad"},
	{"another reactor's action", func(_, b *reading) { b.P.Get() }, "action b.p is read by reaction a.bad, which does not declare it; a reaction reads its own"},
	{"another reactor's parameter", func(_, b *reading) { b.Gain.Get() }, "parameter b.gain is read while reaction a.bad of another reactor runs"},
	{"another reactor's mode", func(_, b *reading) { b.Day.Active() }, "mode b.day is read while reaction a.bad of another reactor runs"},
	{"another reactor's tag", func(_, b *reading) { b.Tag() }, "Tag of b is called while reaction a.bad of another reactor runs"},
	{"another reactor's stop", func(_, b *reading) { b.RequestStop() }, "RequestStop of b is called while reaction a.bad of another reactor runs"},
	{"an effect", func(a, _ *reading) { a.Out.Set(1) }, "port a.out is set by reaction a.bad, which does not declare it with Sets"},
	{"a contained reactor's effect", func(a, _ *reading) { a.kid.In.Set(1) }, "port a.kid.in is set by reaction a.bad, which does not declare it with Sets"},
	{"another reactor's effect", func(_, b *reading) { b.Out.Set(1) }, "port b.out is set by reaction a.bad, which does not declare it with Sets"},
	{"scheduling", func(a, _ *reading) { a.A.Schedule(1, 0) }, "action a.a is scheduled by reaction a.bad, which does not declare it with Sets"},
	{"switching", func(a, _ *reading) { a.Day.Reset() }, "mode a.day is entered by reaction a.bad, which does not declare it with Sets"},
}

func TestWhatIsNotDeclaredPanics(t *testing.T) {
	for _, c := range undeclared {
		for _, how := range []string{"body", "deadline handler", "behind 70 reactions"} {
			t.Run(c.name+" in a "+how, func(t *testing.T) {
				m := NewMain("main")
				a, b := newReading(m, "a"), newReading(m, "b")
				a.kid = newReading(a, "kid")
				for _, r := range []*reading{a, b, a.kid} {
					r.Reaction("good").On(&r.In, &r.Ins, &r.A, &r.P).Sets(&r.Out, &r.A).Do(func() {})
				}
				body, late := func() { c.do(a, b) }, func() {}
				switch how {
				case "deadline handler":
					body, late = late, body
				case "behind 70 reactions":
					for i := range 70 {
						a.Reaction(fmt.Sprintf("r%d", i)).On(&a.In).Do(func() {})
					}
				}
				a.Reaction("bad").On(&a.T).Deadline(time.Millisecond, late).Do(body)
				p := build(t, m)
				if how == "deadline handler" {
					p.SetClock(func(*Enclave) Time { return Time(time.Second) })
				}
				text := panicOf(func() { p.Run(Tag{1, 0}) })
				if !strings.Contains(text, c.want) {
					t.Errorf("panic %q, want %q", text, c.want)
				}
			})
		}
	}
}

func panicOf(f func()) (text string) {
	defer func() {
		if v := recover(); v != nil {
			text = fmt.Sprint(v)
		}
	}()
	f()
	return ""
}

func build(t *testing.T, m *Main) *Program {
	t.Helper()
	p, err := Build(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestWhatIsDeclaredMayBeRead has more reactions than the fast check has bits.
func TestWhatIsDeclaredMayBeRead(t *testing.T) {
	m := NewMain("main")
	a, src := newReading(m, "a"), newReading(m, "src")
	n := 0
	src.Reaction("go").On(&src.T).Sets(&src.Out).Do(func() { src.Out.Set(3) })
	Connect(&src.Out, &a.In)
	a.Reaction("first").On(&a.T).Sets(&a.A, &a.Out).Do(func() { a.A.Schedule(4, 0); a.Out.Set(7) })
	for i := range 130 {
		a.Reaction(fmt.Sprintf("r%d", i)).On(&a.In, &a.A).Uses(&a.Ins, &a.P).Sets(&a.Out).Do(func() {
			n += a.In.Get() + a.A.Get() + a.Ins.At(0).Get() + a.P.Get() + a.Gain.Get() + a.Out.Get()
			if a.Day.Active() && a.Tag().Time == 0 {
				n++
			}
		})
	}
	build(t, m).Run(ForeverTag)
	if want := 130 * (3 + 7 + 1 + 4 + 1); n != want {
		t.Errorf("%d, want %d", n, want)
	}
}

// peeking reads ports while a tag is shown, as an Observer may.
type peeking struct {
	r   *reading
	sum int
}

func (p *peeking) AtTag(*Enclave, Record) {
	p.sum += p.r.Out.Get() + p.r.In.Get() + p.r.A.Get() + p.r.Gain.Get() + int(p.r.Tag().Time)
}

func TestReadsOutsideOfReactions(t *testing.T) {
	m := NewMain("main")
	a := newReading(m, "a")
	a.Gain.Define(2, ParamInfo{})
	a.Reaction("go").On(&a.T).Sets(&a.Out).Do(func() { a.Out.Set(3) })
	if a.Gain.Get() != 2 {
		t.Error("a constructor cannot read the parameter it has defined")
	}
	for what, f := range map[string]func(){
		"port a.in is read before the program runs":                         func() { a.In.Get() },
		"action a.a is read before the program runs":                        func() { a.A.Get() },
		"RequestStop of a is called while the program does not run":         func() { a.RequestStop() },
		"Tag of a is called while the program does not run":                 func() { a.Tag() },
		"port a.out is set outside of a reaction that declares it":          func() { a.Out.Set(1) },
		"action a.a is scheduled outside of a reaction that declares it":    func() { a.A.Schedule(1, 0) },
		"mode a.day is entered outside of a reaction that declares it with": func() { a.Day.Reset() },
	} {
		if text := panicOf(f); !strings.Contains(text, what) {
			t.Errorf("panic %q, want %q", text, what)
		}
	}
	p := build(t, m)
	see := &peeking{r: a}
	p.Observe(see)
	p.Start()
	p.Step(nil)
	if see.sum != 3+2 {
		t.Errorf("the Observer sees %d", see.sum)
	}
	for what, f := range map[string]func(){
		"port a.in is read outside of a reaction":          func() { a.In.Get() },
		"parameter a.gain is read outside of a reaction":   func() { a.Gain.Get() },
		"RequestStop of a is called outside of a reaction": func() { a.RequestStop() },
	} {
		if text := panicOf(f); !strings.Contains(text, what) {
			t.Errorf("panic %q, want %q", text, what)
		}
	}
}
