package reactor

import "testing"

type ping struct {
	Reactor
	Serve Action[struct{}]
	Recv  In[int]
	Send  Out[int]
	left  int
}

func newPing(p Parent, n int) *ping {
	r := &ping{left: n}
	Init(p, "ping", r)
	r.Reaction("send").On(r.Startup(), &r.Serve).Sets(&r.Send).Do(func() {
		r.left--
		r.Send.Set(r.left)
	})
	r.Reaction("receive").On(&r.Recv).Sets(&r.Serve).Do(func() {
		if r.left == 0 {
			r.RequestStop()
			return
		}
		r.Serve.Schedule(struct{}{}, 0)
	})
	return r
}

type pong struct {
	Reactor
	Recv In[int]
	Send Out[int]
}

func newPong(p Parent) *pong {
	r := &pong{}
	Init(p, "pong", r)
	r.Reaction("reply").On(&r.Recv).Sets(&r.Send).Do(func() { r.Send.Set(r.Recv.Get()) })
	return r
}

func BenchmarkPingPong(b *testing.B) {
	b.ReportAllocs()
	m := NewMain("pingpong")
	a, c := newPing(m, b.N), newPong(m)
	Connect(&a.Send, &c.Recv)
	Connect(&c.Send, &a.Recv)
	p, err := Build(m, Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	p.Run(ForeverTag)
	if a.left != 0 {
		b.Fatal(a.left)
	}
}

type fan struct {
	Reactor
	T   Timer
	In  In[int]
	Out Out[int]
	sum int
}

// BenchmarkGet is a reaction that reads one port a thousand times: the cost of a read, including its check.
func BenchmarkGet(b *testing.B) {
	b.ReportAllocs()
	m := NewMain("m")
	src, r := &fan{}, &fan{}
	Init(m, "src", src)
	Init(m, "r", r)
	src.T.Set(0, 1000)
	src.Reaction("go").On(&src.T).Sets(&src.Out).Do(func() { src.Out.Set(1) })
	Connect(&src.Out, &r.In)
	r.Reaction("read").On(&r.In).Do(func() {
		for range 1000 {
			r.sum += r.In.Get()
		}
	})
	p, err := Build(m, Options{})
	if err != nil {
		b.Fatal(err)
	}
	p.Start()
	b.ResetTimer()
	for range b.N {
		p.Step(nil)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/read")
}
