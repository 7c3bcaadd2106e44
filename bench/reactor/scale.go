package reactor

import (
	"fmt"
	"runtime"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/reactor"
)

// cell is a reactor of the scale programs: a timer, two reactions and a connection to the next.
type cell struct {
	reactor.Reactor
	T        reactor.Timer
	In       reactor.In[int]
	Out      reactor.Out[int]
	sent     int
	received int
}

func newCell(p reactor.Parent, name string) *cell {
	c := &cell{}
	reactor.Init(p, name, c)
	c.T.Set(0, time.Millisecond)
	c.Reaction("send").On(&c.T).Sets(&c.Out).Do(func() {
		c.sent++
		c.Out.Set(c.sent)
	})
	c.Reaction("receive").On(&c.In).Do(func() { c.received += c.In.Get() })
	return c
}

// many makes a ring of n reactors. At every tag all of them send and receive.
func many(n int) *reactor.Main {
	m := reactor.NewMain("scale")
	cells := reactor.Bank("cell", n, func(_ int, name string) *cell { return newCell(m, name) })
	for i, c := range cells {
		reactor.Connect(&c.Out, &cells[(i+1)%n].In)
	}
	return m
}

// The sizes of the largest programs of the scale rows, by default and in a quick run.
const (
	largest      = 100_000
	largestQuick = 1_000
)

// scale measures programs of 10, 100, 1000 … reactors: the time of a reaction, the memory of a reactor, the time to build
// it, and the allocations of a reaction.
func scale(o Options, runs int, emit bench.Emit) error {
	most := o.Reactors
	switch {
	case most > 0:
	case o.Quick:
		most = largestQuick
	default:
		most = largest
	}
	for n := 10; n <= most; n *= 10 {
		builds := runs
		if n >= 100_000 {
			builds = 1
		}
		var ns, micros []float64
		var bytes, allocs float64
		for range builds {
			if err := o.Stopped(); err != nil {
				return err
			}
			p, took, size, err := erect(n)
			if err != nil {
				return err
			}
			each, count := drive(p, n, runs, o.Quick)
			ns, micros, bytes, allocs = append(ns, each), append(micros, took), size, count
		}
		name := fmt.Sprintf("reactor_scale_%d", n)
		note := fmt.Sprintf("%d reactors with a timer, two reactions and a connection each", n)
		emit(bench.Result{Name: name + "_ns", Value: bench.Median(ns), Unit: "ns/reaction", Note: note})
		emit(bench.Result{Name: name + "_bytes", Value: bytes, Unit: "B/reactor", Note: "live heap once the program is built and started"})
		emit(bench.Result{Name: name + "_build_us", Value: bench.Median(micros), Unit: "µs/reactor", Note: "from NewMain to the end of Build; small programs again and again"})
		emit(bench.Result{Name: name + "_allocs", Value: allocs, Unit: "allocs/reaction"})
	}
	return nil
}

// erect builds and starts the program of n reactors; took is in µs per reactor, size in bytes of live heap. A small
// program is built repeatedly: a single time would measure how the allocator recovers from the previous collection.
func erect(n int) (p *reactor.Program, took, size float64, err error) {
	before := heap()
	times := max(1, 1000/n)
	begun := time.Now()
	for range times {
		if p, err = reactor.Build(many(n), reactor.Options{}); err != nil {
			return nil, 0, 0, err
		}
	}
	took = float64(time.Since(begun).Nanoseconds()) / 1e3 / float64(times*n)
	p.Start()
	p.Step(nil)
	return p, took, (heap() - before) / float64(n), nil
}

func heap() float64 {
	var s runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&s)
	return float64(s.HeapAlloc)
}

// drive steps the program and returns the time of a reaction, the median of several stretches, and its allocations.
func drive(p *reactor.Program, n, stretches int, quick bool) (ns, allocs float64) {
	reactions := 400_000
	if quick {
		reactions /= 40
	}
	tags := max(1, reactions/(2*n))
	var before, after runtime.MemStats
	each := make([]float64, 0, stretches)
	p.Step(nil)
	runtime.ReadMemStats(&before)
	for range stretches {
		begun := time.Now()
		for range tags {
			p.Step(nil)
		}
		each = append(each, float64(time.Since(begun).Nanoseconds())/float64(tags*2*n))
	}
	runtime.ReadMemStats(&after)
	return bench.Median(each), float64(after.Mallocs-before.Mallocs) / float64(stretches*tags*2*n)
}
