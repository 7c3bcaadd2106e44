// Package node measures the base node and its overseer: what the framework adds to a message, how long a system takes
// to be ready, and how long a transition of the whole system takes between two processes.
package node

import (
	"fmt"
	"runtime"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// Run emits the figures. self is a command that calls Asker with the arguments that follow; without it, nothing is
// measured between processes.
func Run(o bench.Options, self []string, emit bench.Emit) error {
	if err := messages(o, emit); err != nil {
		return err
	}
	if err := ready(o, emit); err != nil {
		return err
	}
	if len(self) == 0 {
		return nil
	}
	if err := readyApart(o, self, emit); err != nil {
		return err
	}
	return transitions(o, self, emit)
}

// worker is a node with one callback.
type worker struct {
	node.Node[node.None, node.None]
	Value reactor.In[float64]
	Sum   reactor.Out[float64]
	sum   float64
}

func newWorker(m reactor.Parent, name string, c node.Config) (*worker, error) {
	w := &worker{}
	reactor.Init(m, name, w)
	w.Value.Optional()
	if err := w.Setup(c, node.None{}, w); err != nil {
		return nil, err
	}
	w.Running.Reaction("add").On(&w.Value).Sets(&w.Sum).Do(func() {
		w.sum += w.Value.Get()
		w.Sum.Set(w.sum)
	})
	return w, nil
}

// plain is the same without a node.
type plain struct {
	reactor.Reactor
	Value reactor.In[float64]
	Sum   reactor.Out[float64]
	sum   float64
}

func newPlain(m reactor.Parent) *plain {
	w := &plain{}
	reactor.Init(m, "plain", w)
	w.Reaction("add").On(&w.Value).Sets(&w.Sum).Do(func() {
		w.sum += w.Value.Get()
		w.Sum.Set(w.sum)
	})
	return w
}

// source sends a message a tag.
type source struct {
	reactor.Reactor
	Tick  reactor.Timer
	Value reactor.Out[float64]
}

func newSource(m reactor.Parent) *source {
	s := &source{}
	reactor.Init(m, "source", s)
	s.Tick.Set(0, 10*time.Microsecond)
	s.Reaction("send").On(&s.Tick).Sets(&s.Value).Do(func() { s.Value.Set(1) })
	return s
}

// messages measures a message from one node to another's callback: the tag, the port, the callback and the life cycle
// around it, without the callback's own work.
func messages(o bench.Options, emit bench.Emit) error {
	n, rounds := 500_000, 9
	if o.Quick {
		n, rounds = 20_000, 3
	}
	var took, bare []float64
	var allocs float64
	for range rounds {
		m := reactor.NewMain("node")
		w, err := newWorker(m, "worker", node.Config{Critical: true, Notify: 10 * time.Millisecond})
		if err != nil {
			return err
		}
		reactor.Connect(&newSource(m).Value, &w.Value)
		t, a, err := each(m, n)
		if err != nil {
			return err
		}
		if w.sum < float64(n) {
			return fmt.Errorf("the node got %v messages of %d", w.sum, n)
		}
		took, allocs = append(took, t), max(allocs, a)
		m = reactor.NewMain("plain")
		reactor.Connect(&newSource(m).Value, &newPlain(m).Value)
		if t, _, err = each(m, n); err != nil {
			return err
		}
		bare = append(bare, t)
	}
	emit(bench.Result{Name: "node/message", Value: bench.Median(took), Unit: "ns",
		Note: "from a source's timer through a port to a node's callback, with main loop and notices; the peer is a reactor without a node"}.
		Against("plain reactor", bench.Median(bare)))
	emit(bench.Result{Name: "node/message_allocs", Value: allocs, Unit: "allocs", Note: "the most of all rounds, for each message"})
	return nil
}

// each steps a program n times and returns time and allocations of a tag.
func each(m *reactor.Main, n int) (ns, allocs float64, err error) {
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		return 0, 0, err
	}
	p.Start()
	for range 2000 {
		p.Step(nil)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begun := rt.Now()
	for range n {
		p.Step(nil)
	}
	ns = float64(rt.Now()-begun) / float64(n)
	runtime.ReadMemStats(&after)
	return ns, float64((after.Mallocs - before.Mallocs) / uint64(n)), nil
}

// nodesReady is the size of the system whose start is measured.
const nodesReady = 50

// ready measures how long a system of 50 nodes in one process takes from its beginning until its overseer has heard
// that all of them are running.
func ready(o bench.Options, emit bench.Emit) error {
	rounds := 21
	if o.Quick {
		rounds = 3
	}
	var took []float64
	for range rounds {
		begun := rt.Now()
		m := reactor.NewMain("system")
		t := node.Table{States: []node.Phase{{Name: "go", Initial: true}, {Name: "safe", Final: true}}, Losses: []node.Loss{{To: "safe"}}}
		c := node.Config{Critical: true, Notify: 20 * time.Millisecond}
		for i := range nodesReady {
			t.Nodes = append(t.Nodes, node.Watched{Name: fmt.Sprintf("node%d", i), Critical: true, Every: c.Notify})
		}
		over, err := node.NewOverseer(m, "overseer", t)
		if err != nil {
			return err
		}
		var last *worker
		for i := range nodesReady {
			w, err := newWorker(m, t.Nodes[i].Name, c)
			if err != nil {
				return err
			}
			if last != nil {
				reactor.Connect(&last.Sum, &w.Value)
			}
			if last = w; over.Join(t.Nodes[i].Name, &w.Base) != nil {
				return fmt.Errorf("%s does not join", t.Nodes[i].Name)
			}
		}
		hears := newCounter(m, over)
		p, err := reactor.Build(m, reactor.Options{})
		if err != nil {
			return err
		}
		p.Start()
		for hears.running < nodesReady {
			if !p.Step(nil) || p.Enclaves[0].Tag().Time > 0 {
				return fmt.Errorf("%d of %d nodes run", hears.running, nodesReady)
			}
		}
		took = append(took, float64(rt.Now()-begun)/1e6)
	}
	emit(bench.Result{Name: "node/ready_50", Value: bench.Median(took), Unit: "ms",
		Note: fmt.Sprintf("50 nodes and their overseer in one process, built, checked and all running; the slowest of %d took %.3g ms", rounds, bench.Quantile(took, 1))})
	return nil
}

// counter counts the nodes that run.
type counter struct {
	reactor.Reactor
	Statuses reactor.MultiIn[node.Status]
	running  int
}

func newCounter(m reactor.Parent, o *node.Overseer) *counter {
	c := &counter{}
	reactor.Init(m, "counter", c)
	c.Statuses.Resize(o.Statuses.Width())
	reactor.ConnectAll(o.Statuses.Channels(), c.Statuses.Channels())
	c.Reaction("count").On(&c.Statuses).Do(func() {
		for i := range c.Statuses.Width() {
			if p := c.Statuses.At(i); p.Present() && p.Ref().State == node.Running {
				c.running++
			}
		}
	})
	return c
}
