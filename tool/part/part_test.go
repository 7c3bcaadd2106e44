package part

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/share"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// pair is a program of two nodes: one counts, the other ends the program when it has heard enough.
type pair struct{ extra bool }

type counting struct {
	node.Node[node.None, node.None]
	Tick  reactor.Timer
	Count reactor.Out[int]
	n     int
}

type hearing struct {
	node.Node[node.None, node.None]
	Count reactor.In[int]
}

func (pair) Name() string { return "pair" }
func (pair) Params() any  { return &struct{}{} }

func (s pair) Make(o run.Order) (*run.Instance, error) {
	return run.New("pair", struct{}{}, func(m *reactor.Main, _ *struct{}) error {
		c := node.Config{Critical: true, Notify: 20 * time.Millisecond, Loop: 5 * time.Millisecond, Alone: true}
		a := &counting{}
		reactor.Init(m, "counting", a)
		errA := a.Setup(c, node.None{}, a)
		a.Tick.Set(0, time.Millisecond)
		a.Running.Reaction("count").On(&a.Tick).Sets(&a.Count).Do(func() { a.n++; a.Count.Set(a.n) })
		b := &hearing{}
		reactor.Init(m, "hearing", b)
		errB := b.Setup(c, node.None{}, b)
		b.Running.Reaction("hear").On(&b.Count).Do(func() {
			if b.Count.Get() >= 20 {
				b.RequestStop()
			}
		})
		reactor.Connect(&a.Count, &b.Count)
		if s.extra {
			m.Reaction("extra").On(m.Startup()).Do(func() {})
		}
		return errors.Join(errA, errB, Join(&o, &a.Base, &b.Base))
	}).Make(o)
}

// TestParts runs the two nodes apart, as two processes would, with an overseer by memory or by service; each recording
// is replayed alone.
func TestParts(t *testing.T) {
	for _, kind := range []string{"memory", "service"} {
		t.Run(kind, func(t *testing.T) {
			dir := t.TempDir()
			address := "unix:" + filepath.Join(dir, "o")
			if kind == "memory" {
				if runtime.GOOS != "linux" {
					return
				}
				address = "shm:" + filepath.Join(dir, "table")
			}
			hub, err := share.Listen(address, []string{"counting", "hearing"})
			if err != nil {
				t.Fatal(err)
			}
			defer hub.Close()
			where := map[string][]string{"one": {"counting"}, "two": {"hearing"}}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var all sync.WaitGroup
			for name := range where {
				all.Go(func() {
					defer cancel() // one ends the other
					o := run.Options{Order: run.Order{Real: true, Part: &run.Part{Name: name, Parts: where, Dir: dir, Overseer: []string{address}, Life: 3}},
						Out: folder.Place{Dir: filepath.Join(dir, "out-"+name)}, Trace: []string{"*"}}
					if _, err := run.Do(ctx, pair{}, o); err != nil && ctx.Err() == nil {
						t.Error(name, err)
					}
				})
			}
			ran := map[int32]bool{}
			for len(ran) < 2 {
				r, err := hub.Receive()
				if err != nil {
					t.Fatal(err)
				}
				if r.Notice.State != node.Lost && r.Notice.Life != 3 {
					t.Errorf("%+v", r)
				}
				if r.Notice.State == node.Running {
					ran[r.Node] = true
				}
			}
			all.Wait()
			for name := range where {
				r, err := run.Replay(t.Context(), []run.Spec{pair{}}, filepath.Join(dir, "out-"+name))
				if err != nil || !r.Same() || r.Tags < 5 {
					t.Errorf("%s: %+v %v", name, r, err)
				}
			}
		})
	}
}

// TestPartsThatDoNotFit: what every process would do, what no program has, and programs that know no parts.
func TestPartsThatDoNotFit(t *testing.T) {
	where := map[string][]string{"one": {"counting"}, "two": {"hearing"}}
	for name, c := range map[string]struct {
		spec run.Spec
		part run.Part
		want string
	}{
		"everywhere":  {pair{extra: true}, run.Part{Name: "one", Parts: where}, "so that every process would run it"},
		"no reactor":  {pair{}, run.Part{Name: "one", Parts: map[string][]string{"one": {"counting"}, "two": {"singing"}}}, "singing: is to run in another process"},
		"no overseer": {pair{}, run.Part{Name: "one", Parts: where, Overseer: []string{"unix:/none/there"}}, "node counting at unix:/none/there"},
		"no process":  {pair{}, run.Part{Name: "three", Parts: where}, `no process "three"`},
	} {
		p := c.part
		p.Dir = t.TempDir()
		if _, err := run.Do(t.Context(), c.spec, run.Options{Order: run.Order{Real: true, Part: &p}}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := run.Do(t.Context(), pair{}, run.Options{Order: run.Order{Part: &run.Part{Name: "one", Parts: where}}}); err == nil || !strings.Contains(err.Error(), "real clock") {
		t.Error(err)
	}
	o := run.Order{Part: &run.Part{Name: "one", Parts: where}}
	if got := fmt.Sprint(o.Runs("counting"), o.Runs("counting.thread"), o.Runs("hearing"), o.Runs("hearing2")); got != "true true false true" {
		t.Error(got)
	}
}
