package access

import "github.com/sinew-robotics/sinew/reactor"

// Ticket identifies a call and its caller, so that the answer finds its way back.
type Ticket struct {
	Caller int32
	Number uint64
}

// Spoken is the answer to a call that came from outside the program.
type Spoken[A any] struct {
	Ticket
	Reply Reply[A]
}

// RemoteServer is a service that something outside the program provides. Its answers come through a door.
type RemoteServer[Q, A any] struct {
	Server[Q, A]
	answers reactor.PhysicalAction[Spoken[A]]
}

// Init declares the ports in the seam's reactor. ask passes a call on; it neither waits nor keeps the request. It may be called when
// nothing is connected, and then does nothing.
func (s *RemoteServer[Q, A]) Init(r *reactor.Reactor, name string, callers int, ask func(t Ticket, request *Q)) {
	s.Server.Init(r, name, callers)
	r.Declare(name+"_answers", &s.answers)
	r.Reaction("ask " + name).On(&s.Up).Do(func() {
		for i := range s.Up.Width() {
			if q := s.Up.At(i).Ref(); q != nil {
				ask(Ticket{int32(i), q.Number}, &q.Value)
			}
		}
	})
	r.Reaction("answer " + name).On(&s.answers).Sets(&s.Down).Do(func() {
		if a := s.answers.Get(); a.Caller >= 0 && int(a.Caller) < s.Down.Width() {
			s.Down.At(int(a.Caller)).Set(a.Reply)
		}
	})
}

// Answer ends a call, from any thread. It reports false if there is no room or the program is over. An answer that comes after the
// caller's time is up changes nothing.
func (s *RemoteServer[Q, A]) Answer(t Ticket, value A, err error) bool {
	a := Reply[A]{Number: t.Number, Value: value}
	if err != nil {
		a.Refused, a.Why = true, err.Error()
	}
	return s.answers.Schedule(Spoken[A]{t, a}, 0)
}

// RemoteClient is a service of the program that something outside asks for. Its requests come through a door.
type RemoteClient[Q, A any] struct {
	Request reactor.Out[Request[Q]]
	Reply   reactor.In[Reply[A]]
	calls   reactor.PhysicalAction[Request[Q]]
	refused RefusedError
}

// Init declares the ports in the seam's reactor. tell passes an answer on; it neither waits nor keeps it. It may be called when nothing is
// connected, and then does nothing.
func (c *RemoteClient[Q, A]) Init(r *reactor.Reactor, name string, tell func(number uint64, answer *Answer[A])) {
	r.Declare(name+"_request", &c.Request)
	r.Declare(name+"_reply", &c.Reply)
	r.Declare(name+"_calls", &c.calls)
	c.Reply.Optional()
	r.Reaction("call " + name).On(&c.calls).Sets(&c.Request).Do(func() { c.Request.Set(c.calls.Get()) })
	var a Answer[A]
	r.Reaction("tell " + name).On(&c.Reply).Do(func() {
		q := c.Reply.Ref()
		if a = (Answer[A]{Value: q.Value}); q.Refused {
			c.refused.Why = q.Why
			a.Err = &c.refused
		}
		tell(q.Number, &a)
	})
}

// Lines returns its connections.
func (c *RemoteClient[Q, A]) Lines() Lines[Request[Q], Reply[A]] {
	return Lines[Request[Q], Reply[A]]{up: reactor.Each[Request[Q]](&c.Request), down: reactor.Each[Reply[A]](&c.Reply)}
}

// Ask makes a call, from any thread. number is the caller's, and identifies the answer. Ask reports false if there is no room or the
// program is over. A server that is not running does not answer; the caller decides how long to wait.
func (c *RemoteClient[Q, A]) Ask(number uint64, request Q) bool {
	return c.calls.Schedule(Request[Q]{number, request}, 0)
}

// Clone copies an answer that waits, with the Clone method of its type if it has one.
func (s Spoken[A]) Clone() Spoken[A] {
	s.Reply = s.Reply.Clone()
	return s
}
