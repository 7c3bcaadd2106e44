package reactor

import (
	"strconv"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
)

// node is a reactor with one input and one output.
type node struct {
	reactor.Reactor
	Next reactor.Action[struct{}]
	T    reactor.Timer
	In   reactor.In[int]
	Out  reactor.Out[int]
	left int
}

func newNode(p reactor.Parent, name string) *node {
	r := &node{}
	reactor.Init(p, name, r)
	return r
}

// pingPong sends n values there and back, each at its own microstep: a round trip takes three reactions and an
// action, and counts as one event.
func pingPong(n int) (*reactor.Main, int) {
	m := reactor.NewMain("pingpong")
	ping, pong := newNode(m, "ping"), newNode(m, "pong")
	ping.left = n
	ping.Reaction("send").On(ping.Startup(), &ping.Next).Sets(&ping.Out).Do(func() {
		ping.left--
		ping.Out.Set(ping.left)
	})
	ping.Reaction("receive").On(&ping.In).Sets(&ping.Next).Do(func() {
		if ping.left == 0 {
			ping.RequestStop()
			return
		}
		ping.Next.Schedule(struct{}{}, 0)
	})
	pong.Reaction("reply").On(&pong.In).Sets(&pong.Out).Do(func() { pong.Out.Set(pong.In.Get()) })
	reactor.Connect(&ping.Out, &pong.In)
	reactor.Connect(&pong.Out, &ping.In)
	return m, n
}

// counting sends n numbers from a producer to a counter.
func counting(n int) (*reactor.Main, int) {
	m := reactor.NewMain("counting")
	from, to := newNode(m, "producer"), newNode(m, "counter")
	from.left = n
	from.Reaction("send").On(from.Startup(), &from.Next).Sets(&from.Out, &from.Next).Do(func() {
		from.Out.Set(from.left)
		if from.left--; from.left > 0 {
			from.Next.Schedule(struct{}{}, 0)
		}
	})
	to.Reaction("count").On(&to.In).Do(func() { to.left++ })
	reactor.Connect(&from.Out, &to.In)
	return m, n
}

// threadRing passes a token n times from node to node around a ring of 100; the last node closes the ring with a
// microstep.
func threadRing(n int) (*reactor.Main, int) {
	const size = 100
	m := reactor.NewMain("ring")
	ring := reactor.Bank("node", size, func(_ int, name string) *node { return newNode(m, name) })
	ring[0].Reaction("start").On(ring[0].Startup()).Sets(&ring[0].Out).Do(func() { ring[0].Out.Set(n) })
	for i, r := range ring {
		r.Reaction("pass").On(&r.In).Sets(&r.Out).Do(func() {
			if left := r.In.Get() - 1; left > 0 {
				r.Out.Set(left)
			}
		})
		c := reactor.Connect(&r.Out, &ring[(i+1)%size].In)
		if i == size-1 {
			c.After(0)
		}
	}
	return m, n
}

// forkJoin sends one value to 60 workers and joins their answers, again and again: 120 messages per tag.
func forkJoin(n int) (*reactor.Main, int) {
	const width = 60
	tags := max(n/(2*width), 1)
	m := reactor.NewMain("forkjoin")
	src := newNode(m, "source")
	src.left = tags
	src.Reaction("fork").On(src.Startup(), &src.Next).Sets(&src.Out, &src.Next).Do(func() {
		src.Out.Set(src.left)
		if src.left--; src.left > 0 {
			src.Next.Schedule(struct{}{}, 0)
		}
	})
	sink := &struct {
		reactor.Reactor
		Ins reactor.MultiIn[int]
		sum int
	}{}
	reactor.Init(m, "sink", sink)
	sink.Ins.Resize(width)
	sink.Reaction("join").On(&sink.Ins).Do(func() {
		for i := range width {
			sink.sum += sink.Ins.At(i).Get()
		}
	})
	for i := range width {
		w := newNode(m, "worker["+strconv.Itoa(i)+"]")
		w.Reaction("work").On(&w.In).Sets(&w.Out).Do(func() { w.Out.Set(w.In.Get() + i) })
		reactor.Connect(&src.Out, &w.In)
		reactor.Connect(&w.Out, sink.Ins.At(i))
	}
	return m, tags * 2 * width
}

// timers runs 1000 timers with periods from 1 ms to about 2 ms until they have fired about n times.
func timers(n int) (*reactor.Main, int) {
	const count = 1000
	m := reactor.NewMain("timers")
	fired, left := 0, n
	for i := range count {
		r := newNode(m, "timer["+strconv.Itoa(i)+"]")
		r.T.Set(0, time.Millisecond+time.Duration(i*997)*time.Nanosecond)
		r.Reaction("tick").On(&r.T).Do(func() {
			if fired++; fired == left {
				r.RequestStop()
			}
		})
	}
	return m, n
}

// independent has n reactions per tag that compute for 50 µs and do not depend on each other.
func independent(n, tags int) *reactor.Main {
	m := reactor.NewMain("independent")
	loops := calibrate(50 * time.Microsecond)
	for i := range n {
		r := newNode(m, "node["+strconv.Itoa(i)+"]")
		r.T.Set(0, time.Millisecond)
		r.left = i
		r.Reaction("compute").On(&r.T).Do(func() {
			r.left = spin(r.left, loops)
			if i == 0 && r.Elapsed() == time.Duration(tags-1)*time.Millisecond {
				r.RequestStop()
			}
		})
	}
	return m
}

func spin(x, loops int) int {
	for range loops {
		x = x*1103515245 + 12345
	}
	return x
}

// calibrate returns how many rounds of spin take d, by the fastest of a few tries.
func calibrate(d time.Duration) int {
	const loops = 100_000
	best := time.Hour
	for range 5 {
		t := time.Now()
		if spin(1, loops) == 0 {
			return loops
		}
		best = min(best, time.Since(t))
	}
	return int(float64(loops) * float64(d) / float64(best))
}
