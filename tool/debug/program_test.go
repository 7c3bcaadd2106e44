package debug

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const ms = time.Millisecond

// params of the mill.
type params struct {
	Step  int  `yaml:"step"`
	Panic int  `yaml:"panic"` // count at which the source panics; 0 never
	Leak  bool `yaml:"leak"`  // keeps state where no keyframe sees it
	Late  bool `yaml:"late"`  // its replays miss deadlines
}

// mill is a program with a bit of everything: a diamond, a delayed circle, an action, modes, an enclave behind a
// physical connection, a sensor, an actuator, a parameter, and surroundings that send events.
type mill struct{}

func (mill) Name() string { return "mill" }
func (mill) Params() any  { return &params{Step: 1} }

// river is the surroundings: it sends a number every 7 ms and its level can be read.
type river struct {
	now   reactor.Time
	seed  uint64
	level int
	to    *reactor.PhysicalAction[int]
}

func (r *river) next() int {
	r.seed = r.seed*6364136223846793005 + 1442695040888963407
	return int(r.seed >> 60)
}

func (r *river) NextEvent() reactor.Time {
	return (r.now/reactor.Time(7*ms) + 1) * reactor.Time(7*ms)
}

func (r *river) AdvanceTo(t reactor.Time) error {
	r.now = t
	if t > 0 && t%reactor.Time(7*ms) == 0 {
		r.level += r.next()
		r.to.Schedule(r.level, 0)
	}
	return nil
}

type source struct {
	reactor.Reactor
	Tick  reactor.Timer
	Flow  reactor.PhysicalAction[int]
	Gain  reactor.Parameter[float64]
	Depth reactor.Sensor[int]
	Back  reactor.In[int]
	N     reactor.Out[int]
	n     int
}

type work struct {
	reactor.Reactor
	In  reactor.In[int]
	Out reactor.Out[int]
}

// Flour is a value with columns.
type Flour struct {
	Grams float64
	Bag   int
}

type join struct {
	reactor.Reactor
	X, Y, Hint reactor.In[int]
	Sum        reactor.Out[Flour]
	Back       reactor.Out[int]
	Late       reactor.Out[int]
	Again      reactor.Action[int]
	Gate       reactor.Actuator[int, bool]
	Day, Night reactor.Mode
	hint       int
	bags       int
}

func (mill) Make(o run.Order) (*run.Instance, error) {
	p := params{Step: 1}
	if o.Params != nil {
		p = *o.Params.(*params)
	}
	r := &river{seed: o.Seed}
	m := reactor.NewMain("mill")
	src := newSource(m, p, r)
	a, b := newWork(m, "a", func(x int) int { return x + 1 }), newWork(m, "b", func(x int) int { return x * 2 })
	j := newJoin(m, r)
	slow := newWork(m, "slow", func(x int) int { return -x })
	slow.Isolate()
	r.to = &src.Flow
	reactor.Connect(&src.N, &a.In)
	reactor.Connect(&src.N, &b.In)
	reactor.Connect(&a.Out, &j.X)
	reactor.Connect(&b.Out, &j.Y)
	reactor.Connect(&j.Back, &src.Back).After(25 * ms)
	reactor.Connect(&j.Late, &slow.In).After(1 * ms)
	reactor.Connect(&slow.Out, &j.Hint).Physical()
	prog, err := reactor.Build(m, reactor.Options{Replay: o.Replay, Cut: o.Cut})
	if err != nil {
		return nil, err
	}
	i := &run.Instance{Program: prog, Describe: func() map[string]string {
		return map[string]string{"program": "mill", "seed": fmt.Sprint(o.Seed), "params": fmt.Sprintf("step: %d\npanic: %d\nleak: %v\nlate: %v", p.Step, p.Panic, p.Leak, p.Late)}
	}}
	if !o.Replay {
		i.World, i.State = r, []any{r}
	}
	for id := range int32(prog.Reactions()) {
		for t := 10; p.Late && o.Replay && prog.ReactionPath(id) == "join.add" && t < 1000; t += 30 {
			prog.EnclaveOf(id).InjectMiss(id, reactor.Tag{Time: reactor.Time(t) * reactor.Time(ms)})
		}
	}
	return i, nil
}

func newSource(m *reactor.Main, p params, r *river) *source {
	src := &source{}
	reactor.Init(m, "src", src)
	src.Tick.Set(0, 10*ms)
	src.Gain.Define(1, reactor.ParamInfo{Min: 0, Max: 10})
	src.Depth.Bind(func() int { return r.level })
	hidden := 0
	src.Reaction("tick").On(&src.Tick).Uses(&src.Back).Sets(&src.N).Do(func() {
		src.n += p.Step
		hidden++
		if src.n == p.Panic {
			panic(errors.New("the stone is broken"))
		}
		x := src.n + src.Back.Get() + int(src.Gain.Get()) + src.Depth.Read()
		if p.Leak {
			x += hidden
		}
		src.N.Set(x % 997)
	})
	src.Reaction("flow").On(&src.Flow).Do(func() { src.n += src.Flow.Get() % 3 })
	src.Reaction("gain").On(&src.Gain).Sets(&src.N).Do(func() { src.N.Set(int(src.Gain.Get())) })
	return src
}

func newWork(m *reactor.Main, name string, f func(int) int) *work {
	w := &work{}
	reactor.Init(m, name, w)
	w.Reaction("do").On(&w.In).Sets(&w.Out).Do(func() { w.Out.Set(f(w.In.Get())) })
	return w
}

func newJoin(m *reactor.Main, r *river) *join {
	j := &join{}
	reactor.Init(m, "join", j)
	j.Day.Initial()
	j.Again.MinDelay(4 * ms)
	j.Gate.Bind(hand[int, bool](func(open int) bool { r.level += open % 2; return r.level%2 == 0 }))
	j.Reaction("hint").On(&j.Hint).Do(func() { j.hint = j.Hint.Get() })
	add := func() {
		j.bags++
		j.Sum.Set(Flour{float64(j.X.Get()+j.Y.Get()+j.hint) / 4, j.bags})
		if j.bags%3 == 0 {
			j.Again.Schedule(j.bags, 0)
		}
		if j.bags%8 == 0 {
			j.Night.Reset()
		}
	}
	j.Reaction("add").On(&j.X, &j.Y).Sets(&j.Sum, &j.Again, &j.Night).Deadline(time.Hour, add).Do(add)
	j.Reaction("again").On(&j.Again).Sets(&j.Late, &j.Back).Do(func() {
		j.Late.Set(j.Again.Get())
		if j.Gate.Do(j.Again.Get()) {
			j.Back.Set(j.bags % 11)
		}
	})
	j.Night.Reaction("sleep").On(j.Night.ResetTrigger()).Sets(&j.Day).Do(func() { j.Day.Resume() })
	return j
}

// tb is a test, or one check of a property: what is opened for it is closed when it ends.
type tb interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Error(args ...any)
	Cleanup(f func())
}

// open opens a session on the mill.
func open(t tb, p params, o Options) *Session {
	t.Helper()
	return openMaker(t, ground(p), o)
}

func ground(p params) Maker {
	return Simulated(mill{}, run.Order{Params: &p, Seed: 7}, reactor.Tag{Time: reactor.Time(time.Second)}, nil)
}

func openMaker(t tb, m Maker, o Options) *Session {
	t.Helper()
	s, err := Open(m, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// do carries out lines and waits for each. It returns the last answer.
func do(t tb, s *Session, lines ...string) view.Answer {
	t.Helper()
	var a view.Answer
	for _, line := range lines {
		var err error
		if a, err = try(s, line); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return a
}

func try(s *Session, line string) (view.Answer, error) {
	ctx := context.Background()
	a, err := s.Command(ctx, line)
	if err != nil {
		return a, err
	}
	if b, err := s.Wait(ctx); err != nil || b.Text != "" {
		return b, err
	}
	return a, nil
}

// state is all that can be seen of a session: what a fresh run to the same place must show.
func state(s *Session) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.e
	out := fmt.Sprintf("%v %v %s %v\n", e.at(), e.tag(), e.rec.Hash(), e.next.tag)
	if id := e.pending(); id >= 0 {
		out += "before " + e.prog.ReactionPath(id) + "\n"
	}
	for id := range e.look.ports {
		i, m := e.port(id)
		out += fmt.Sprintf("%s %v %v %s\n", i.Path, i.Present, m, text(e.look.portCd[e.look.source[id]], e.look.ports[id].Value, 100))
	}
	for id := range e.look.doors {
		i, m := e.door(id)
		out += fmt.Sprintf("%s %v %v %s\n", i.Path, i.Present, m, i.Value)
	}
	for _, q := range e.prog.Queue() {
		out += fmt.Sprintf("%v %s %s\n", q.Tag, q.Kind, q.Path)
	}
	return out + fmt.Sprint(e.prog.Modes())
}

// recordMill records a run of the mill into a file.
func recordMill(t testing.TB, p params, stop time.Duration) (file string) {
	t.Helper()
	file = t.TempDir() + "/trace.mcap"
	inst, err := mill{}.Make(run.Order{Params: &p, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	w, err := trace.Create(file, trace.Options{Wait: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Metadata(trace.MetadataRun, inst.Describe()); err != nil {
		t.Fatal(err)
	}
	e, err := newEngine(inst, reactor.Tag{Time: reactor.Time(stop)}, &sets{}, w, nil)
	if err != nil {
		t.Fatal(err)
	}
	for e.next.ok {
		if err := e.runTag(false); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(e.rec.Close(), w.Close()); err != nil {
		t.Fatal(err)
	}
	return file
}

// openFile opens a recording of the mill.
func openFile(t tb, file string, o Options) *Session {
	t.Helper()
	r, err := run.Open([]run.Spec{mill{}}, file)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Recorded(r)
	if err != nil {
		t.Fatal(err)
	}
	return openMaker(t, m, o)
}

// hand is a device without limits: a test's.
type hand[C, A any] func(C) A

func (h hand[C, A]) Command(c C) A { return h(c) }
func (hand[C, A]) Limits() string  { return "none: a test" }
