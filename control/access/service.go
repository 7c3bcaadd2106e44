package access

import (
	"errors"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
)

// Request is a call of a service.
type Request[Q any] struct {
	Number uint64 // of the caller's calls, from 1
	Value  Q
}

// Reply is a service's reply to a call.
type Reply[A any] struct {
	Number  uint64 // of the call
	Value   A
	Refused bool
	Why     string // of a call that was refused
}

// ErrTimeout says that no reply came in time because the server is not running, not connected, or slow.
var ErrTimeout = errors.New("the service has not answered in time")

// RefusedError is a server's error instead of an answer.
type RefusedError struct{ Why string }

// Error gives the server's words.
func (e *RefusedError) Error() string { return e.Why }

// Answer is how a call ended.
type Answer[A any] struct {
	Value A
	Err   error // nil, ErrTimeout or a *RefusedError
}

// Call is an algorithm's use of a service, with one call at a time under way. The zero value is ready: a test of an algorithm
// sees with Asked what was asked, and answers with Deliver.
type Call[Q, A any] struct {
	request  Q
	asked    bool
	waiting  bool
	answered bool
	answer   Answer[A]
	refused  RefusedError
}

// Ask begins a call. It reports false, and does nothing, while another is under way. The call goes out when the algorithm has
// returned without an error.
func (c *Call[Q, A]) Ask(request Q) bool {
	if c.waiting {
		return false
	}
	c.request, c.asked, c.waiting = request, true, true
	return true
}

// Waiting reports whether a call is under way.
func (c *Call[Q, A]) Waiting() bool { return c.waiting }

// Answer returns how the call has ended since the algorithm last ran, or nil. It must not be kept.
func (c *Call[Q, A]) Answer() *Answer[A] {
	if !c.answered {
		return nil
	}
	return &c.answer
}

// Asked returns what the algorithm has asked for since it was called, or nil.
func (c *Call[Q, A]) Asked() *Q {
	if !c.asked {
		return nil
	}
	return &c.request
}

// Deliver ends the call under way.
func (c *Call[Q, A]) Deliver(value A, err error) {
	c.answer = Answer[A]{value, err}
	c.asked, c.waiting, c.answered = false, false, true
}

// Client is a thread's use of a service.
type Client[Q, A any] struct {
	Request reactor.Out[Request[Q]]
	Reply   reactor.In[Reply[A]]
	Expired reactor.Action[uint64]
	call    Call[Q, A]
	number  uint64
	limit   time.Duration
}

// Init declares the ports in the thread's reactor. A call without an answer within the limit fails with ErrTimeout.
func (c *Client[Q, A]) Init(r *reactor.Reactor, name string, limit time.Duration) {
	r.Declare(name+"_request", &c.Request)
	r.Declare(name+"_reply", &c.Reply)
	r.Declare(name+"_expired", &c.Expired)
	c.Reply.Optional()
	c.limit = limit
}

// Lines returns its connections.
func (c *Client[Q, A]) Lines() Lines[Request[Q], Reply[A]] {
	return Lines[Request[Q], Reply[A]]{up: reactor.Each[Request[Q]](&c.Request), down: reactor.Each[Reply[A]](&c.Reply)}
}

// Call returns what the algorithm uses.
func (c *Client[Q, A]) Call() *Call[Q, A] { return &c.call }

// Hear ends the call when its reply is there or its time is up. The thread's reaction to Reply and Expired calls it before the
// algorithm. It ignores what belongs to an earlier call.
func (c *Client[Q, A]) Hear() {
	if !c.call.waiting {
		return
	}
	r := c.Reply.Ref()
	switch {
	case r != nil && r.Number == c.number:
		var err error
		if r.Refused {
			c.call.refused.Why = r.Why
			err = &c.call.refused
		}
		c.call.Deliver(r.Value, err)
	case c.Expired.Present() && c.Expired.Get() == c.number:
		var zero A
		c.call.Deliver(zero, ErrTimeout)
	}
}

// Send sends what the algorithm has asked for; call it after the algorithm has returned. The reaction declares that it sets
// Request and Expired.
func (c *Client[Q, A]) Send() {
	c.call.answered = false
	if !c.call.asked {
		return
	}
	c.call.asked = false
	c.number++
	c.Request.Set(Request[Q]{c.number, c.call.request})
	c.Expired.Schedule(c.number, c.limit)
}

// Withdraw forgets what the algorithm has asked for, because the algorithm failed.
func (c *Client[Q, A]) Withdraw() {
	c.call.answered = false
	if c.call.asked {
		c.call.asked, c.call.waiting = false, false
	}
}

// Forget ends the call under way without an answer, when the thread starts anew.
func (c *Client[Q, A]) Forget() { c.call.asked, c.call.waiting, c.call.answered = false, false, false }

// Server is a thread's side of a service that it provides, for as many callers as it has channels.
type Server[Q, A any] struct {
	Gives[Request[Q], Reply[A]]
}

// Init declares the ports in the thread's reactor.
func (s *Server[Q, A]) Init(r *reactor.Reactor, name string, callers int) {
	s.Gives.Init(r, name+"_request", name+"_reply", callers)
}

// Lines returns its connections.
func (s *Server[Q, A]) Lines() Lines[Request[Q], Reply[A]] {
	l := s.Gives.Lines()
	l.upLate, l.downLate = true, true
	return l
}

// Serve answers the requests of this tag, in the order of the channels. The thread's reaction to Up calls it, and declares that
// it sets Down. An error goes to the caller.
func (s *Server[Q, A]) Serve(f func(request *Q) (A, error)) {
	for i := range s.Up.Width() {
		q := s.Up.At(i).Ref()
		if q == nil {
			continue
		}
		a := Reply[A]{Number: q.Number}
		if v, err := f(&q.Value); err != nil {
			a.Refused, a.Why = true, err.Error()
		} else {
			a.Value = v
		}
		s.Down.At(i).Set(a)
	}
}

// Clone copies a request that waits, with the Clone method of its type if it has one.
func (r Request[Q]) Clone() Request[Q] {
	r.Value = reactor.Copy(&r.Value)
	return r
}

// Clone copies a reply that waits, with the Clone method of its type if it has one.
func (r Reply[A]) Clone() Reply[A] {
	r.Value = reactor.Copy(&r.Value)
	return r
}
