package reactor

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestFullQueuesDropWhatTheirPolicySays(t *testing.T) {
	for _, c := range []struct {
		policy Overflow
		want   []string
		first  uint64 // of what is lost
	}{
		{DropOldest, []string{"(10ms, 3) 3", "(10ms, 4) 4"}, 0},
		{DropNewest, []string{"(10ms, 0) 0", "(10ms, 1) 1"}, 2},
	} {
		for _, delayed := range []bool{false, true} {
			m := NewMain("main")
			r := &struct {
				Reactor
				T   Timer
				A   Action[int]
				In  In[int]
				Out Out[int]
			}{}
			Init(m, "r", r)
			r.T.Set(0, time.Millisecond)
			r.A.Capacity(2)
			r.A.Overflow(c.policy)
			n, got := 0, []string(nil)
			r.Reaction("send").On(&r.T).Sets(&r.A, &r.Out).Do(func() {
				if n == 5 {
					return
				}
				if took := delayed || r.A.Schedule(n, 10*ms-r.Elapsed()); took != (delayed || n < 2 || c.policy == DropOldest) {
					t.Errorf("%v: event %d taken: %v", c.policy, n, took)
				}
				if delayed {
					r.Out.Set(n)
				}
				n++
			})
			r.Reaction("see").On(&r.A, &r.In).Do(func() { got = append(got, fmt.Sprintf("%v %d", r.Tag(), r.A.Get()+r.In.Get())) })
			Connect(&r.Out, &r.In).After(10 * ms).Capacity(2).Overflow(c.policy)
			p, err := Build(m, Options{})
			if err != nil {
				t.Fatal(err)
			}
			var lost []Omission
			p.Observe(left{&lost})
			p.Run(Tag{Time: Time(20 * ms)})
			want := c.want
			if delayed && c.policy == DropOldest {
				want = []string{"(13ms, 0) 3", "(14ms, 0) 4"}
			} else if delayed {
				want = []string{"(10ms, 0) 0", "(11ms, 0) 1"}
			}
			expect(t, got, want...)
			total := uint64(0)
			for _, o := range lost {
				total += o.N
			}
			if total != 3 || lost[0].Kind != Lost || lost[0].First != c.first || p.Enclaves[0].Counters().Lost != 3 {
				t.Errorf("%v, delayed %v: %+v", c.policy, delayed, lost)
			}
			if all := p.Omissions(); len(all) != 1 || all[0].N != 3 || !strings.HasPrefix(all[0].Path, "r.") {
				t.Errorf("%+v", all)
			}
		}
	}
}

type left struct{ all *[]Omission }

func (l left) AtTag(_ *Enclave, r Record) { *l.all = append(*l.all, r.Omitted...) }

func TestQueuesThatMakeNoSenseAreFaults(t *testing.T) {
	m := NewMain("main")
	r := &struct {
		Reactor
		A       Action[int]
		P       PhysicalAction[int]
		In, Too In[int]
		Out     Out[int]
	}{}
	Init(m, "r", r)
	r.A.Capacity(0)
	r.P.Capacity(-1)
	r.Reaction("see").On(&r.A, &r.P, &r.In, &r.Too).Do(func() {})
	Connect(&r.Out, &r.In).Capacity(3)
	Connect(&r.Out, &r.Too).After(0).Capacity(0)
	_, err := Build(m, Options{})
	if err == nil {
		t.Fatal("no faults")
	}
	for _, want := range []string{"r.a: has room for 0 events", "r.p: has room for -1 events",
		"r.too: has room for 0 events", "has no delay and so no queue"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("nothing of %q in:\n%v", want, err)
		}
	}
}

// TestOverloadAllocatesNothing skips ticks and loses values at every tag.
func TestOverloadAllocatesNothing(t *testing.T) {
	m := NewMain("main")
	r := &struct {
		Reactor
		T    Timer
		A, B Action[int]
		P    PhysicalAction[int]
		In   In[int]
		Out  Out[int]
	}{}
	Init(m, "r", r)
	r.T.Set(0, time.Millisecond)
	r.A.Capacity(2)
	r.A.Overflow(DropOldest)
	r.B.Capacity(2)
	r.B.Overflow(DropNewest)
	r.P.Capacity(2)
	r.P.Overflow(DropOldest)
	r.P.MinDelay(time.Hour)
	r.Reaction("send").On(&r.T).Sets(&r.A, &r.B, &r.Out).Do(func() {
		for i := range 4 {
			r.A.Schedule(i, time.Second)
			r.B.Schedule(i, time.Second)
			r.P.Schedule(i, 0)
		}
		r.Out.Set(0)
	})
	r.Reaction("see").On(&r.A, &r.B, &r.P, &r.In).Deadline(time.Hour, func() {}).Do(func() {})
	Connect(&r.Out, &r.In).After(time.Second).Capacity(2).Overflow(DropOldest)
	p, err := Build(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Start()
	e := p.Enclaves[0]
	step := func() {
		e.Skip(e.Tag().Time.Add(5*time.Millisecond + time.Microsecond))
		e.Step(nil)
	}
	for range 2500 {
		step()
	}
	if n := testing.AllocsPerRun(2000, step); n != 0 {
		t.Fatalf("%g allocations a tag", n)
	}
	if c := e.Counters(); c.Skipped < 10000 || c.Lost < 30000 {
		t.Fatalf("%+v", c)
	}
}
