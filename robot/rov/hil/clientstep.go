package hil

import (
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
)

// AdvanceTo implements exec.World. In lock-step it sends the simulator the forces and makes it advance to t. It repeats
// the request until the reply comes or the context of Dial ends; afterwards the readings are those at t. The error names
// the simulator and what to do. In free-running it does nothing.
func (c *Client) AdvanceTo(t reactor.Time) error {
	if c.mode == Free {
		return nil
	}
	if err := c.request(int64(t)); err != nil {
		return err
	}
	begun := c.w.Now()
	for try := range c.c.Retries + 1 {
		if err := c.ended(); try > 0 && err != nil {
			return c.give(t, err)
		}
		c.transmit(try)
		until := c.w.Now() + int64(c.c.Timeout)
		for c.w.Now() < until { // despite other datagrams
			n, ok, err := c.w.Receive(c.buf[:], until)
			if err != nil {
				return fmt.Errorf("%w (%v)", ErrClosed, err)
			}
			if !ok {
				break
			}
			if done, err := c.answered(c.buf[:n], begun); done {
				return err
			}
		}
	}
	return c.unanswered(t)
}

// request makes the datagram.
func (c *Client) request(t int64) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.closed:
		return ErrClosed
	case c.lost != nil:
		return c.lost
	}
	c.seq++
	c.time, c.doubted = t, false
	forces := c.forces[:0]
	if c.fresh {
		forces = c.forces[:c.thrusters]
	}
	c.req = AppendForces(c.req[:0], Header{Kind: KindStep, Session: c.session, Seq: c.seq, Time: t}, forces, c.out)
	c.n.Sent++
	return nil
}

// transmit sends it.
func (c *Client) transmit(try int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if try > 0 {
		c.n.Retries++
	}
	if !c.closed {
		c.w.Send(c.req)
	}
}

// answered takes a datagram that came while waiting for a reply; done says that it was the reply.
func (c *Client) answered(b []byte, begun int64) (done bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	h, body, err := c.ours(b)
	if err != nil {
		return false, nil
	}
	if h.Kind == KindBye {
		return c.dismissed(h, body)
	}
	switch {
	case h.Kind != KindReply && h.Kind != KindFault || h.Seq > c.seq:
		c.n.Malformed++
		return false, nil
	case h.Seq < c.seq:
		c.n.Old++
		return false, nil
	case h.Kind == KindFault:
		code, text, err := ReadWord(body)
		if err != nil {
			c.n.Malformed++
			return false, nil
		}
		return true, c.lose(&Refused{Code: code, Reason: text})
	}
	if readState(body, &c.next) != nil || h.Time != c.time {
		c.n.Malformed++
		return false, nil
	}
	c.state, c.reached, c.heard, c.fresh = c.next, h.Time, h.Seq, false
	c.n.Received++
	c.n.RoundTrip.add(time.Duration(c.w.Now() - begun))
	if c.held {
		c.held = false
		c.c.Report(fmt.Sprintf("the simulator at %v replies again", c.at))
	}
	return true, nil
}

// ours opens a datagram of this session. With a key it also passes the message that the simulator does not know the
// session, which cannot have a MAC and is only a hint.
func (c *Client) ours(b []byte) (h Header, body []byte, err error) {
	h, err = ReadHeader(b)
	switch {
	case err != nil:
		c.n.Malformed++
		return h, nil, err
	case h.Session != c.session:
		c.n.Foreign++
		return h, nil, errContent
	}
	s := c.in
	if h.Kind == KindBye && !h.Keyed {
		s = nil
	}
	if _, body, err = Open(b, s); err != nil {
		c.n.Malformed++
	}
	return h, body, err
}

// dismissed takes a bye in lock-step: the world of this run no longer exists.
func (c *Client) dismissed(h Header, body []byte) (done bool, err error) {
	code, text, err := ReadWord(body)
	switch {
	case err != nil || c.in != nil && !h.Keyed && code != NoSession:
		c.n.Malformed++
		return false, nil
	case code == NoSession && c.in != nil:
		c.doubted = true // anybody can send that: keep asking
		return false, nil
	case code == NoSession:
		return true, c.lose(fmt.Errorf("hil: the simulator at %v does not know this session any more: it was restarted, or serves another controller, and its world is not that of this run; start the run again", c.at))
	}
	return true, c.lose(fmt.Errorf("hil: the simulator at %v ends the session: %s: start it and the run again", c.at, text))
}

// lose makes every later AdvanceTo fail with the same error.
func (c *Client) lose(err error) error {
	c.lost = err
	return err
}

// unanswered decides what to do after the last repetition.
func (c *Client) unanswered(t reactor.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	waited := c.c.Timeout * time.Duration(c.c.Retries+1)
	if c.c.Policy == Hold {
		if c.n.Held++; !c.held {
			c.held = true
			c.c.Report(fmt.Sprintf("no reply from the simulator at %v in %v: holding the last readings", c.at, waited))
		}
		return nil
	}
	why := fmt.Sprintf("is it still running (sinew sim rov --mode lockstep --udp %v)? is the network up?", c.at)
	if c.doubted {
		why = "an answer without a MAC says that it does not know this session: was it restarted?"
	}
	return c.lose(fmt.Errorf("%w: no reply from %v to step %d, to %v, sent %d times in %v: %s then start the run again",
		ErrSilent, c.at, c.seq, time.Duration(t), c.c.Retries+1, waited, why))
}

// give abandons a step of a run that is over.
func (c *Client) give(t reactor.Time, why error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lose(fmt.Errorf("hil: no reply from %v to step %d, to %v, when the run was ended: %w", c.at, c.seq, time.Duration(t), why))
}
