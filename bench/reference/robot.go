package reference

import (
	"time"

	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/reactor"
)

// Payload is a message between nodes of iRobot's graphs. A receiver must not keep its bytes.
type Payload struct {
	Number uint64
	Stamp  time.Duration // when it was published, physical time since the start
	Data   []byte
}

// Clone copies the bytes.
func (p Payload) Clone() Payload {
	p.Data = append([]byte(nil), p.Data...)
	return p
}

// robot is common to the nodes of an iRobot graph.
type robot struct {
	now  func() time.Duration
	subs []*subscriber
	pubs []*publisher
}

// publisher sends messages of a size with a period.
type publisher struct {
	reactor.Reactor
	ports[Payload]
	Clock reactor.Sensor[time.Duration]
	tick  *reactor.Timer
	next  Payload
}

// subscriber takes messages, and notes how late they are.
type subscriber struct {
	reactor.Reactor
	ports[Payload]
	Clock   reactor.Sensor[time.Duration]
	figures Delivered
}

// Delivered counts what became of the messages of one or several subscriptions.
type Delivered struct {
	Messages, Late, TooLate, Lost uint64
	Latency                       Spread // ms

	period time.Duration
	next   uint64
}

// add adds a message that has arrived at a time. It is late if it took more than a fifth of its period, 5 ms at most, and
// too late if it took more than its period, 50 ms at most.
func (d *Delivered) add(p *Payload, now time.Duration) {
	latency := now - p.Stamp
	d.Messages++
	d.Latency.Add(float64(latency) / 1e6)
	switch {
	case latency > min(d.period, 50*time.Millisecond):
		d.TooLate++
	case latency > min(d.period/5, 5*time.Millisecond):
		d.Late++
	}
	if p.Number > d.next {
		d.Lost += p.Number - d.next
	}
	d.next = p.Number + 1
}

// thread makes a publisher or a subscriber.
func (r *robot) thread(p reactor.Parent, k *kind[Payload]) {
	switch k.name {
	case "Publisher":
		r.publisher(p, k)
	case "Subscriber":
		r.subscriber(p, k)
	default:
		k.b.fault(k.component, "its type is none of the kinds in Robot_Kinds", "let it be of one, or extend one")
	}
}

// clock reads the physical time since the start.
func (r *robot) clock(of *reactor.Reactor) func() time.Duration {
	return func() time.Duration {
		if r.now == nil {
			return of.Elapsed()
		}
		return r.now()
	}
}

func (r *robot) publisher(p reactor.Parent, k *kind[Payload]) {
	n := &publisher{tick: &reactor.Timer{}}
	r.pubs = append(r.pubs, n)
	reactor.Init(p, k.component.Name, n)
	n.declare(k.b, &n.Reactor, k.component)
	n.Clock.Bind(r.clock(&n.Reactor))
	n.Declare("tick", n.tick)
	n.tick.Set(k.offset, k.period)
	n.tick.OnOverrun(backlog)
	if k.period <= 0 {
		k.b.fault(k.component, "it has no period", "give it a Period")
	}
	out := k.output("topic")
	n.next.Data = make([]byte, k.size("topic"))
	n.Reaction("publish").On(n.tick).Sets(out).Do(func() {
		k.order.enter(n.Tag(), k.number, 0)
		n.next.Stamp = n.Clock.Read()
		out.Set(n.next)
		n.next.Number++
	})
}

func (r *robot) subscriber(p reactor.Parent, k *kind[Payload]) {
	n := &subscriber{figures: Delivered{period: k.period}}
	r.subs = append(r.subs, n)
	reactor.Init(p, k.component.Name, n)
	n.declare(k.b, &n.Reactor, k.component)
	n.Clock.Bind(r.clock(&n.Reactor))
	in := k.input("topic")
	n.Reaction("take").On(in).Do(func() {
		k.order.enter(n.Tag(), k.number, 0)
		n.figures.add(in.Ref(), n.Clock.Read())
	})
}

// size is the size of a port's messages, in bytes.
func (k *kind[M]) size(port string) int {
	for _, f := range k.component.Features {
		if !syntax.Same(f.Name, port) {
			continue
		}
		if n, ok := sizeOf(k.b.inst, f); ok {
			return n
		}
		k.b.fault(f, "its data has no size", "give its type a Data_Size")
	}
	return 0
}

func sizeOf(i *instance.Instance, f *instance.Feature) (bytes int, ok bool) {
	n, ok := i.Number(f, "Memory_Properties::Data_Size", "Bytes", nil)
	return int(n), ok
}

// all sums up the subscriptions.
func (r *robot) all() (d Delivered) {
	for _, s := range r.subs {
		f := &s.figures
		d.Messages, d.Late, d.TooLate, d.Lost = d.Messages+f.Messages, d.Late+f.Late, d.TooLate+f.TooLate, d.Lost+f.Lost
		d.Latency.merge(&f.Latency)
	}
	return d
}
