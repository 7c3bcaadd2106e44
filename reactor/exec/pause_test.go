package exec_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// beat ticks and notes when, by its tags and by the clock.
type beat struct {
	reactor.Reactor
	Tick  reactor.Timer
	From  reactor.PhysicalAction[int]
	Out   reactor.Out[int]
	In    reactor.In[int]
	tags  []reactor.Time
	clock []time.Duration
	taken []reactor.Tag
	heard int
	late  int
}

func newBeat(parent reactor.Parent, name string, period time.Duration) *beat {
	b := &beat{}
	reactor.Init(parent, name, b)
	b.Tick.Set(0, period)
	b.Tick.OnOverrun(reactor.CatchUp(1000)) // the machine may be late, which is not the question here
	b.Reaction("tick").On(&b.Tick).Sets(&b.Out).Deadline(time.Second, func() { b.late++ }).Do(func() {
		b.tags = append(b.tags, b.Tag().Time)
		b.clock = append(b.clock, b.PhysicalTime())
		b.Out.Set(len(b.tags))
	})
	b.Reaction("hear").On(&b.In).Do(func() { b.heard++ })
	b.Reaction("take").On(&b.From).Do(func() { b.taken = append(b.taken, b.Tag()) })
	return b
}

// TestPause: a run that is held, stepped and let go on at moments that are drawn has the same tags as one that is not; no deadline
// counts the pause, whatever it takes; time stands while it is held and does not jump when it goes on; and the surroundings are
// told before. Two enclaves, of which one hears the other, stand together.
func TestPause(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := reactor.NewMain("main")
		a, b := newBeat(m, "a", 2*time.Millisecond), newBeat(m, "b", 3*time.Millisecond)
		b.Isolate()
		reactor.Connect(&a.Out, &b.In).After(time.Millisecond)
		p, err := reactor.Build(m, reactor.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var spans []rt.Span
		pause := &exec.Pause{Tell: func(s rt.Span) {
			spans = append(spans, s)
		}}
		began, ended := make(chan struct{}), make(chan error, 1)
		var res exec.Result
		go func() {
			var err error
			res, err = exec.Run(context.Background(), p, exec.Options{Clock: exec.Real, Timeout: 60 * time.Millisecond, Grace: time.Minute, Pause: pause, Started: func(int64) { close(began) }})
			ended <- err
		}()
		<-began
		steps := commands(t, pause)
		for range rapid.IntRange(1, 8).Draw(t, "commands") {
			steps[rapid.IntRange(0, len(steps)-1).Draw(t, "command")]()
		}
		for {
			pause.Resume(reactor.Forever)
			select {
			case err := <-ended:
				if err != nil {
					t.Fatal(err)
				}
			case <-time.After(time.Millisecond):
				continue
			}
			break
		}
		a.check(t, 2*time.Millisecond, 31)
		b.check(t, 3*time.Millisecond, 21)
		if b.heard != 30 {
			t.Errorf("%d of 30 values were heard", b.heard)
		}
		for i := 1; i < len(spans); i++ {
			if spans[i].From < spans[i-1].From {
				t.Errorf("time jumps back from %v to %v", spans[i-1], spans[i])
			}
		}
		if res.Counters.Misses > 0 && len(spans) == 0 {
			t.Error("deadlines were missed")
		}
	})
}

// commands are what can be done to a run.
func commands(t *rapid.T, pause *exec.Pause) []func() {
	return []func(){
		func() {
			if err := pause.Hold(context.Background()); err != nil {
				t.Error(err)
			}
			if at := pause.Now(); pause.Held() && pause.Now() != at {
				t.Error("time passes while it is held")
			}
		},
		func() { pause.Resume(reactor.Forever) },
		func() { pause.Resume(pause.Now().Add(4 * time.Millisecond)) },
		func() {
			was := pause.Now()
			if err := pause.Step(context.Background()); err != nil && pause.Held() {
				t.Error(err)
			}
			if at := pause.Now(); pause.Held() && at <= was {
				t.Errorf("a step from %v led to %v", was, at)
			}
		},
	}
}

// check reports ticks that are missing, too many or early, and a clock that went back.
func (b *beat) check(t *rapid.T, period time.Duration, n int) {
	want := make([]reactor.Time, n)
	for i := range want {
		want[i] = reactor.Time(i) * reactor.Time(period)
	}
	if !slices.Equal(b.tags, want) {
		t.Errorf("the tags are %v", b.tags)
	}
	if !slices.IsSorted(b.clock) {
		t.Errorf("the clock went back: %v", b.clock)
	}
	for i, at := range b.clock {
		if at < b.tags[i].Duration() {
			t.Errorf("the tag at %v began at %v", b.tags[i], at)
		}
	}
}

// TestNothingBeginsBeforeTheStart: threads are set free some time before the start, and the first tag begins no sooner than it.
func TestNothingBeginsBeforeTheStart(t *testing.T) {
	for range 20 {
		m := reactor.NewMain("main")
		a := newBeat(m, "a", time.Hour)
		a.Isolate()
		var start, began int64
		a.Reaction("begin").On(a.Startup()).Do(func() { began = rt.Now() })
		p, err := reactor.Build(m, reactor.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := exec.Run(t.Context(), p, exec.Options{Clock: exec.Real, Timeout: time.Millisecond, Started: func(at int64) { start = at }}); err != nil {
			t.Fatal(err)
		}
		if began < start {
			t.Fatalf("the first tag began %v before the start", time.Duration(start-began))
		}
	}
}

// TestAHeldRunEnds: a run that is cancelled while its time stands ends, and one that is let go on before its time stands does not
// stand.
func TestAHeldRunEnds(t *testing.T) {
	for _, released := range []bool{false, true} {
		m := reactor.NewMain("main")
		newBeat(m, "a", 2*time.Millisecond).Isolate()
		newBeat(m, "b", 3*time.Millisecond)
		p, err := reactor.Build(m, reactor.Options{})
		if err != nil {
			t.Fatal(err)
		}
		pause := &exec.Pause{}
		ctx, cancel := context.WithCancel(t.Context())
		began, ended := make(chan struct{}), make(chan error, 1)
		o := exec.Options{Clock: exec.Real, Timeout: 40 * time.Millisecond, Grace: time.Minute, Pause: pause, Started: func(int64) { close(began) }}
		go func() {
			_, err := exec.Run(ctx, p, o)
			ended <- err
		}()
		<-began
		for pause.Now() == 0 {
			runtime.Gosched()
		}
		if released {
			over, end := context.WithCancel(ctx)
			end()
			_ = pause.Hold(over) // which does not wait
			pause.Resume(reactor.Forever)
		} else {
			if err := pause.Hold(ctx); err != nil {
				t.Fatal(err)
			}
			cancel()
		}
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		cancel()
	}
}
