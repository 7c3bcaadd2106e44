package reactor

import (
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/diag"
)

// mistake is a program with one thing wrong, and the fault it should yield.
type mistake struct {
	wrong func(m *Main, a, b *probe)
	want  string
}

func wiringMistakes(log *[]string) map[string]mistake {
	return map[string]mistake{
		"no body":                {func(_ *Main, a, _ *probe) { a.Reaction("x").On(&a.T) }, "a.x: the reaction has no body"},
		"nil body":               {func(_ *Main, a, _ *probe) { a.Reaction("x").On(&a.T).Do(nil) }, "a.x: the reaction has no body"},
		"no trigger":             {func(_ *Main, a, _ *probe) { a.Reaction("x").Do(func() {}) }, "a.x: the reaction has no trigger"},
		"foreign timer":          {func(_ *Main, a, b *probe) { a.Reaction("x").On(&b.T).Do(func() {}) }, "a.x: cannot be triggered by b.t"},
		"foreign port":           {func(_ *Main, a, b *probe) { a.Reaction("x").On(&b.In).Do(func() {}) }, "a.x: cannot read port b.in"},
		"own output":             {func(_ *Main, a, _ *probe) { a.Reaction("x").On(&a.Out).Do(func() {}) }, "a.x: cannot read port a.out"},
		"foreign effect":         {func(_ *Main, a, b *probe) { a.Reaction("x").On(&a.T).Sets(&b.Out).Do(func() {}) }, "a.x: cannot set port b.out"},
		"foreign action":         {func(_ *Main, a, b *probe) { a.Reaction("x").On(&a.T).Sets(&b.A).Do(func() {}) }, "a.x: cannot schedule the action b.a"},
		"foreign mode":           {func(_ *Main, a, b *probe) { a.Reaction("x").On(&a.T).Sets(&b.On).Do(func() {}) }, "a.x: cannot switch to mode b.on"},
		"undeclared":             {func(_ *Main, a, _ *probe) { a.Reaction("x").On(&Timer{}).Do(func() {}) }, "a.x: triggered by something that is not declared"},
		"undeclared port":        {func(_ *Main, a, _ *probe) { a.Reaction("x").On(&In[int]{}).Do(func() {}) }, "a.x: reads a port that is not declared"},
		"undeclared set":         {func(_ *Main, a, _ *probe) { a.Reaction("x").On(&a.T).Sets(&Action[int]{}).Do(func() {}) }, "a.x: schedules an action that is not declared"},
		"undeclared mode":        {func(_ *Main, a, _ *probe) { a.Reaction("x").On(&a.T).Sets(&Mode{}).Do(func() {}) }, "a.x: switches to a mode that is not declared"},
		"negative timer":         {func(_ *Main, a, _ *probe) { a.T.Set(-1, 0) }, "a.t: offset -1ns"},
		"negative delay":         {func(_ *Main, a, b *probe) { Connect(&a.Out, &b.In).After(-ms) }, "a.out: the connection to b.in has a negative delay"},
		"negative minimum delay": {func(_ *Main, a, _ *probe) { a.A.MinDelay(-ms) }, "a.a: a negative minimum delay -1ms; give a delay of 0 or more"},
		"negative spacing":       {func(_ *Main, a, _ *probe) { a.A.MinSpacing(-ms, Drop) }, "a.a: a negative minimum spacing -1ms"},
		"no policy":              {func(_ *Main, a, _ *probe) { a.A.MinSpacing(ms, 7) }, "a.a: policy 7 is none"},
		"no mode":                {func(_ *Main, a, _ *probe) { a.T.In(nil) }, "a.t: is put into a mode that is not declared"},
		"connection in no mode":  {func(_ *Main, a, b *probe) { Connect(&a.Out, &b.In).In(nil) }, "a.out: the connection to b.in is put into a mode that is not declared"},
		"two delays":             {func(_ *Main, a, b *probe) { Connect(&a.Out, &b.In).After(ms).After(0) }, "a.out: the connection to b.in is delayed by 1ms and by 0s"},
		"nil trigger":            {func(_ *Main, a, _ *probe) { a.Reaction("x").On(nil).Do(func() {}) }, "a.x: names nil"},
		"nil use":                {func(_ *Main, a, _ *probe) { a.Reaction("x").On(&a.T).Uses((*In[int])(nil)).Do(func() {}) }, "a.x: names nil"},
		"nil effect":             {func(_ *Main, a, _ *probe) { a.Reaction("x").On(&a.T).Sets((*Mode)(nil)).Do(func() {}) }, "a.x: names nil"},
		"nil deadline handler":   {func(_ *Main, a, _ *probe) { a.Reaction("x").On(&a.T).Deadline(ms, nil).Do(func() {}) }, "a.x: a deadline without handler"},
		"two deadlines": {func(_ *Main, a, _ *probe) {
			a.Reaction("x").On(&a.T).Deadline(ms, func() {}).Deadline(0, func() {}).Do(func() {})
		}, "a.x: a second deadline, 0s beside 1ms"},
		"nil expired": {func(_ *Main, a, _ *probe) {
			a.Reaction("x").On(&a.T).Deadline(ms, func() {}).Expired(nil).Do(func() {})
		}, "a.x: Expired without a function"},
		"two bodies":               {func(_ *Main, a, _ *probe) { d := a.Reaction("x").On(&a.T); d.Do(func() {}); d.Do(func() {}) }, "a.x: a second body"},
		"foreign use of an action": {func(_ *Main, a, b *probe) { a.Reaction("x").On(&a.T).Uses(&b.A).Do(func() {}) }, "a.x: cannot read the action b.a"},
		"self":                     {func(_ *Main, a, _ *probe) { Connect(&a.Out, &a.Out) }, "a.out: is connected to itself"},
		"wrong level":              {func(_ *Main, a, b *probe) { Connect(&a.In, &b.In) }, "a.in: cannot be connected to b.in"},
		"two connections":          {func(_ *Main, a, b *probe) { Connect(&a.Out, &b.In); Connect(&a.Out2, &b.In) }, "b.in: has two writers: connection from a.out and connection from a.out2"},
		"delayed too":              {func(_ *Main, a, b *probe) { Connect(&a.Out, &b.In); Connect(&a.Out2, &b.In).After(ms) }, "b.in: has two writers"},
		"also a reaction": {func(m *Main, a, b *probe) {
			Connect(&a.Out, &b.In)
			m.Reaction("x").On(m.Startup()).Sets(&b.In).Do(func() {})
		}, "b.in: has two writers"},
		"reads its effect": {func(m *Main, a, b *probe) {
			Connect(&a.In, &a.Out)
			m.Reaction("x").On(&a.Out).Sets(&a.In).Do(func() {})
		}, "x: reads port a.in, which it sets"},
		"circle": {func(_ *Main, a, b *probe) {
			Connect(&a.Out, &b.In)
			Connect(&b.In, &b.Out)
			Connect(&b.Out, &a.In)
			Connect(&a.In, &a.Out)
		}, "connections without delay lead in a circle"},
		"order cycle": {func(_ *Main, a, _ *probe) {
			in := newProbe(a, "kid", log)
			a.Reaction("first").On(&in.Out).Do(func() {})
			a.Reaction("second").On(&a.T).Sets(&in.In).Do(func() {})
			in.Reaction("pass").On(&in.In).Sets(&in.Out).Do(func() {})
		}, "causality cycle"},
	}
}

func otherMistakes(log *[]string) map[string]mistake {
	return map[string]mistake{
		"two initial modes": {func(_ *Main, a, _ *probe) { a.Off.Initial() }, "a.off: a second initial mode beside on"},
		"mode of another":   {func(_ *Main, a, b *probe) { a.Beat.In(&b.On) }, "a.beat: is put into a mode of another reactor"},
		"connection's mode": {func(_ *Main, a, b *probe) { Connect(&a.Out, &b.In).In(&a.On) }, "a.out: the connection to b.in is put into the mode a.on of another reactor"},
		"two modes": {func(_ *Main, a, _ *probe) {
			Connect(&newProbe(&a.On, "x", log).Out, &newProbe(&a.Off, "y", log).In)
		}, "a.x.out: the connection to a.y.in belongs to the modes on and off"},
		"reset nowhere":     {func(_ *Main, a, _ *probe) { a.Reaction("x").On(a.ResetTrigger()).Do(func() {}) }, "a.reset: is triggered by a reset, but is not in a mode"},
		"enclave in a mode": {func(_ *Main, a, _ *probe) { newProbe(&a.On, "x", log).Isolate() }, "a.x: an enclave cannot be inside a mode"},
		"isolated main":     {func(m *Main, _, _ *probe) { m.Isolate() }, "main: the main reactor cannot be an enclave"},
		"border": {func(_ *Main, a, b *probe) { a.Isolate(); Connect(&a.Out, &b.In) },
			"a.out: the connection to b.in crosses enclaves without a delay"},
		"border reaction":  {func(m *Main, a, _ *probe) { a.Isolate(); m.Reaction("x").On(&a.Out).Do(func() {}) }, "x: reads a.out of another enclave"},
		"border effect":    {func(m *Main, a, _ *probe) { a.Isolate(); m.Reaction("x").On(m.Startup()).Sets(&a.In).Do(func() {}) }, "x: sets a.in of another enclave"},
		"bad name":         {func(m *Main, _, _ *probe) { newProbe(m, "a b", log) }, `"a b" is not a name`},
		"deadline":         {func(_ *Main, a, _ *probe) { a.Reaction("x").On(&a.T).Deadline(-1, func() {}).Do(func() {}) }, "a.x: negative deadline"},
		"deadline handler": {func(_ *Main, a, _ *probe) { a.Reaction("x").On(&a.T).Deadline(1, nil).Do(func() {}) }, "a.x: a deadline without handler"},
		"expired":          {func(_ *Main, a, _ *probe) { a.Reaction("x").On(&a.T).Expired(func() {}).Do(func() {}) }, "a.x: Expired without a deadline"},
		"unbound": {func(m *Main, _, _ *probe) {
			Init(m, "d", &struct {
				Reactor
				S Sensor[int]
			}{})
		}, "d.s: the device has no function to call"},
		"unlimited": {func(m *Main, _, _ *probe) {
			d := &struct {
				Reactor
				A Actuator[int, bool]
			}{}
			Init(m, "d", d)
			d.A.Bind(unlimited{})
		}, "d.a: the device does not state limits that keep its commands within bounds"},
		"late resize": {func(m *Main, _, _ *probe) {
			r := &struct {
				Reactor
				Ins MultiIn[int]
			}{}
			Init(m, "r", r)
			r.Ins.Resize(2)
			r.Reaction("x").On(&r.Ins).Do(func() {})
			r.Ins.Resize(3)
		}, "r.ins: the multiport with 2 channels in use is resized to 3"},
	}
}

// TestEveryFaultSaysWhereAndWhatToDo builds programs with one mistake each.
func TestEveryFaultSaysWhereAndWhatToDo(t *testing.T) {
	var log []string
	all := wiringMistakes(&log)
	maps.Copy(all, otherMistakes(&log))
	for name, c := range all {
		m := NewMain("main")
		a, b := newProbe(m, "a", &log), newProbe(m, "b", &log)
		c.wrong(m, a, b)
		_, err := Build(m, Options{})
		fs, _ := err.(diag.Faults)
		if len(fs) == 0 || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
		for _, f := range fs {
			if f.Path == "" || f.Do == "" || f.What == "" || f.Code == "" || !strings.HasSuffix(f.File, "_test.go") || f.Line == 0 {
				t.Errorf("%s: %+v lacks something", name, f)
			}
		}
	}
}

func TestAWidthOfZeroIsNoFault(t *testing.T) {
	m := NewMain("main")
	r := &struct {
		Reactor
		Ins  MultiIn[int]
		Outs MultiOut[int]
	}{}
	Init(m, "r", r)
	r.Reaction("x").On(&r.Ins).Sets(&r.Outs).Do(func() {})
	run(t, m, ForeverTag)
}

// TestMiswiredProgramsNeverPanic wires ports, triggers and modes at random, mostly wrongly.
func TestMiswiredProgramsNeverPanic(t *testing.T) {
	built := 0
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var log []string
		func() {
			defer func() {
				if v := recover(); v != nil {
					t.Fatalf("seed %d: %v", seed, v)
				}
			}()
			m := NewMain("main")
			all := []*probe{newProbe(m, "p0", &log)}
			for i := range 1 + rng.IntN(6) {
				parent := []Parent{m, all[rng.IntN(len(all))], &all[rng.IntN(len(all))].Off}[rng.IntN(3)]
				all = append(all, newProbe(parent, string(rune('a'+i)), &log))
			}
			miswire(rng, m, all)
			if p, err := Build(m, Options{}); err == nil {
				built++
				p.Graph()
				p.Run(Tag{Time(3 * ms), 0})
			}
		}()
	}
	if built < 50 {
		t.Fatalf("only %d programs could be built: the test shows little", built)
	}
}

func miswire(rng *rand.Rand, m *Main, all []*probe) {
	any := func() *probe { return all[rng.IntN(len(all))] }
	port := func() Wire[int] {
		p := any()
		return []Wire[int]{&p.In, &p.In2, &p.Out, &p.Out2}[rng.IntN(4)]
	}
	for range rng.IntN(3) {
		c := Connect(port(), port())
		switch rng.IntN(6) {
		case 0:
			c.After(time.Duration(rng.IntN(2)) * ms)
		case 1:
			c.Physical()
		case 2:
			c.In(&any().Off)
		}
	}
	for i := range rng.IntN(4) {
		r, o := any(), any()
		if rng.IntN(5) > 0 {
			o = r
		}
		decl := r.Reaction
		if rng.IntN(3) == 0 {
			decl = r.Off.Reaction
		}
		d := decl(string(rune('k' + i)))
		d.On([]Trigger{r.Startup(), &o.T, &o.A, &o.In, &o.Out, o.ResetTrigger(), o.Shutdown(), o.On.ResetTrigger()}[rng.IntN(8)])
		d.Uses([]Use{&o.In, &o.Out}[rng.IntN(2)])
		d.Sets([]Effect{&o.A, &o.Out, &o.In2, &o.Off, &o.ModeA}[rng.IntN(5)])
		if rng.IntN(9) > 0 {
			d.Do(func() {})
		}
	}
	if rng.IntN(8) == 0 {
		any().Isolate()
	}
	if rng.IntN(8) == 0 {
		any().ModeA.In(&any().On)
	}
}

// unlimited is a device that states no limits.
type unlimited struct{}

func (unlimited) Command(int) bool { return true }
func (unlimited) Limits() string   { return "" }
