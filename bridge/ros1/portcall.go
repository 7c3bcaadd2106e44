package ros1

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1/msg/rosgraphmsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/xmlrpc"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
	"github.com/sinew-robotics/sinew/reactor"
)

// Patience is how long the caller of a service waits for a program's answer, and a program for a service's.
const Patience = 10 * time.Second

// Asked is a call of a service. ID identifies the call while it is in progress; the answer must have it, too.
type Asked[Q any] struct {
	ID      uint64
	Request Q
}

// Clone copies what the request shares.
func (a *Asked[Q]) Clone() Asked[Q] { return Asked[Q]{a.ID, reactor.Copy(&a.Request)} }

// Answered is the answer to a call. Why says why there is no response; it is empty if the call succeeded.
type Answered[A any] struct {
	ID       uint64
	Response A
	Why      string
}

// Clone copies what the response shares.
func (a *Answered[A]) Clone() Answered[A] { return Answered[A]{a.ID, reactor.Copy(&a.Response), a.Why} }

// Service brings the calls of a service into a program, and takes its answers, which may come at later tags. Q and A must
// be the generated request and response.
//
//	Ports: Out, a call; In, the answer to one.
//	Doors: Calls.
type Service[Q, A any] struct {
	reactor.Reactor
	Calls reactor.PhysicalAction[Asked[Q]]
	Out   reactor.Out[Asked[Q]]
	In    reactor.In[Answered[A]]

	name string
	svc  wire.Service
	mu   sync.Mutex
	last uint64
	wait map[uint64]chan reply
}

// reply is an answer in bytes.
type reply struct {
	body []byte
	err  error
}

// NewService makes the reactor for calls of a service, such as stdsrvs.SetBool().
func NewService[Q, A any](parent reactor.Parent, name, service string, svc wire.Service) *Service[Q, A] {
	s := &Service[Q, A]{name: service, svc: svc, wait: map[uint64]chan reply{}}
	reactor.Init(parent, name, s)
	s.Reaction("call").On(&s.Calls).Sets(&s.Out).Do(func() { s.Out.Set(s.Calls.Get()) })
	s.Reaction("answer").On(&s.In).Do(s.answer)
	return s
}

// answer passes a reply to the connection that waits for it. In a replay, or after too long a wait, there is none.
func (s *Service[Q, A]) answer() {
	a := s.In.Get()
	s.mu.Lock()
	to := s.wait[a.ID]
	delete(s.wait, a.ID)
	s.mu.Unlock()
	if to == nil {
		return
	}
	if a.Why != "" {
		to <- reply{err: errors.New(a.Why)}
		return
	}
	to <- reply{body: any(&a.Response).(wire.Message).Append(nil)}
}

// Connect serves the calls when the program is built. A caller gets an error if the program does not answer within
// Patience, or if the call finds no room in the queue of Calls.
func (s *Service[Q, A]) Connect(n *Node) (stop func() error, err error) {
	if err := errors.Join(message[Q](s.name), message[A](s.name)); err != nil {
		return nil, err
	}
	return n.offer(s.name, &server{n: n, svc: s.svc, q: any(new(Q)).(wire.Message).Describe().Type, a: any(new(A)).(wire.Message).Describe().Type,
		answerer: func() func(body, to []byte) ([]byte, error) {
			q := new(Q)
			return func(body, to []byte) ([]byte, error) {
				if err := any(q).(wire.Message).Decode(body); err != nil {
					return nil, err
				}
				r, err := s.call(n, *q)
				return append(to, r...), err
			}
		}})
}

// call hands a call to the program, and waits for its answer.
func (s *Service[Q, A]) call(n *Node, q Q) ([]byte, error) {
	c := make(chan reply, 1)
	s.mu.Lock()
	s.last++
	id := s.last
	s.wait[id] = c
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.wait, id)
	}()
	if !s.Calls.Schedule(Asked[Q]{id, q}, 0) {
		return nil, errors.New("the program takes no more calls now, or is over")
	}
	late := time.NewTimer(Patience)
	defer late.Stop()
	select {
	case r := <-c:
		return r.body, r.err
	case <-late.C:
		return nil, fmt.Errorf("the program does not answer within %v", Patience)
	case <-n.ctx.Done():
		return nil, ErrClosed
	}
}

// Call lets a program call a service, one call after another.
//
//	Ports: In, a call; Out, the answer to one.
//	Doors: Answers.
type Call[Q, A any] struct {
	reactor.Reactor
	Answers reactor.PhysicalAction[Answered[A]]
	In      reactor.In[Asked[Q]]
	Out     reactor.Out[Answered[A]]

	name  string
	svc   wire.Service
	queue atomic.Pointer[chan Asked[opaque]]
}

// calls is the greatest number of calls that wait for a service.
const calls = 64

// opaque is a message in bytes.
type opaque []byte

func (r *opaque) Append(b []byte) []byte     { return append(b, *r...) }
func (r *opaque) Decode(b []byte) error      { *r = append((*r)[:0], b...); return nil }
func (r *opaque) Describe() wire.Description { return wire.Description{Type: "*", MD5: "*"} }
func (c *Call[Q, A]) refuse(id uint64, e error) {
	c.Answers.Schedule(Answered[A]{ID: id, Why: e.Error()}, 0)
}

// NewCall makes the reactor that calls a service.
func NewCall[Q, A any](parent reactor.Parent, name, service string, svc wire.Service) *Call[Q, A] {
	c := &Call[Q, A]{name: service, svc: svc}
	reactor.Init(parent, name, c)
	c.Reaction("ask").On(&c.In).Do(c.ask)
	c.Reaction("answer").On(&c.Answers).Sets(&c.Out).Do(func() { c.Out.Set(c.Answers.Get()) })
	return c
}

// ask passes a call on. In a replay nothing takes it, because the recorded answer comes.
func (c *Call[Q, A]) ask() {
	queue := c.queue.Load()
	if queue == nil {
		return
	}
	q := c.In.Get()
	select {
	case *queue <- Asked[opaque]{q.ID, any(&q.Request).(wire.Message).Append(nil)}:
	default:
		c.refuse(q.ID, fmt.Errorf("%s: %d calls wait already", c.name, calls))
	}
}

// Connect carries out the calls when the program is built, each within Patience. If a call fails, the answer has a Why.
func (c *Call[Q, A]) Connect(n *Node) error {
	if err := errors.Join(message[Q](c.name), message[A](c.name)); err != nil {
		return err
	}
	if _, err := n.Resolve(c.name); err != nil {
		return err
	}
	queue := make(chan Asked[opaque], calls)
	c.queue.Store(&queue)
	n.spawn(func() {
		for {
			select {
			case q := <-queue:
				a := Answered[A]{ID: q.ID}
				ctx, cancel := context.WithTimeout(n.ctx, Patience)
				err := n.Call(ctx, c.name, c.svc, &q.Request, any(&a.Response).(wire.Message))
				if cancel(); err != nil {
					c.refuse(q.ID, err)
					continue
				}
				c.Answers.Schedule(a, 0)
			case <-n.ctx.Done():
				return
			}
		}
	})
	return nil
}

// Plain are the types of parameters that a program can have.
type Plain interface {
	bool | int32 | float64 | string
}

// Parameter brings the value of a parameter of the graph into a program, now and whenever another node sets it. It also
// sets the parameter to the program's value, again with each new master. If values come faster than the master takes them,
// only the latest is set.
//
//	Ports: Out, the value; In, one to set.
//	Doors: Value.
type Parameter[T Plain] struct {
	reactor.Reactor
	Value reactor.PhysicalAction[T]
	Out   reactor.Out[T]
	In    reactor.In[T]

	key    string
	latest atomic.Pointer[T]
	wake   chan struct{}
	bad    atomic.Uint64
}

// NewParameter makes the reactor for a parameter.
func NewParameter[T Plain](parent reactor.Parent, name, key string) *Parameter[T] {
	p := &Parameter[T]{key: key, wake: make(chan struct{}, 1)}
	reactor.Init(parent, name, p)
	p.In.Optional()
	p.Reaction("changed").On(&p.Value).Sets(&p.Out).Do(func() { p.Out.Set(p.Value.Get()) })
	p.Reaction("set").On(&p.In).Do(func() {
		v := p.In.Get()
		p.latest.Store(&v)
		poke(p.wake)
	})
	return p
}

// Bad counts values of a type other than T, which do not reach the program. A whole number is accepted as a float64.
func (p *Parameter[T]) Bad() uint64 { return p.bad.Load() }

// Connect watches the parameter when the program is built.
func (p *Parameter[T]) Connect(n *Node) error {
	name, err := n.Resolve(p.key)
	if err != nil {
		return err
	}
	n.spawn(func() {
		var set *registration
		for {
			select {
			case <-p.wake:
			case <-n.ctx.Done():
				return
			}
			if set != nil {
				n.again(set)
				continue
			}
			set = n.register(registration{
				what: "value of parameter " + name,
				do: func(c caller) error {
					_, err := c.ask("setParam", name, *p.latest.Load())
					return err
				},
				undo: func(caller) error { return nil }})
		}
	})
	return n.WatchParam(p.key, func(v xmlrpc.Value) {
		if i, ok := v.(int32); ok {
			if _, ok := any(*new(T)).(float64); ok {
				v = float64(i)
			}
		}
		x, ok := v.(T)
		if s, gone := v.(xmlrpc.Struct); gone && len(s) == 0 {
			return // it was deleted: the last value remains in effect
		}
		if !ok {
			p.bad.Add(1)
			n.log.Warn("a parameter is of another type", "key", p.key, "value", v)
			return
		}
		p.Value.Schedule(x, 0)
	})
}

// Clock brings the graph's time, which is the wall clock or /clock, into a program, whose own time begins at zero. The
// stamp of an outgoing message is the time of its tag plus the latest offset.
//
//	Ports: Out, the offset: the graph's time less the tag's.
//	Doors: Now.
type Clock struct {
	reactor.Reactor
	Now reactor.PhysicalAction[wire.Time]
	Out reactor.Out[time.Duration]
}

// NewClock makes the reactor for the graph's time.
func NewClock(parent reactor.Parent, name string) *Clock {
	c := &Clock{}
	reactor.Init(parent, name, c)
	c.Reaction("offset").On(&c.Now).Sets(&c.Out).Do(func() {
		c.Out.Set(time.Duration(c.Now.Get().Nanoseconds() - int64(c.Tag().Time)))
	})
	return c
}

// Connect passes on the time now and then once a second, or whenever /clock does, when the program is built.
func (c *Clock) Connect(n *Node) error {
	if n.SimTime() {
		_, err := Subscribe(n, "/clock", SubOptions{}, func(m *rosgraphmsgs.Clock) { c.Now.Schedule(m.Clock, 0) })
		return err
	}
	n.spawn(func() {
		beat := time.NewTicker(time.Second)
		defer beat.Stop()
		for {
			c.Now.Schedule(n.Now(), 0)
			select {
			case <-beat.C:
			case <-n.ctx.Done():
				return
			}
		}
	})
	return nil
}
