package hil

import (
	"fmt"
	"time"
)

const (
	aliveEvery = int64(100e6) // ns: a controller without forces to send shows that it is alive
	rejoin     = int64(10e6)  // ns between checks
	renew      = int64(2e9)   // ns after which another hello is sent
	drift      = 200e-6       // s/s by which the speeds of the two clocks may differ
)

// listen is the receiving thread of free-running.
func (c *Client) listen() {
	defer close(c.done)
	undo := c.c.Thread()
	defer undo()
	for {
		n, ok, err := c.w.Receive(c.buf[:], c.w.Now()+rejoin)
		if err != nil {
			return
		}
		if ok {
			c.Take(c.buf[:n])
		}
		c.Look()
	}
}

// Take takes a datagram in free-running.
func (c *Client) Take(b []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if h, err := ReadHeader(b); c.joining.on && (err == ErrVersion || err == nil && (h.Kind == KindWelcome || h.Kind == KindRefuse)) {
		c.rejoined(b)
		return
	}
	h, body, err := c.ours(b)
	if err != nil {
		return
	}
	switch h.Kind {
	case KindSensors:
		c.sensed(h, body)
	case KindBye:
		code, text, err := ReadWord(body)
		switch {
		case err != nil || c.in != nil && !h.Keyed && code != NoSession:
			c.n.Malformed++
		case code == NoSession:
			if c.in == nil {
				c.arrived = min(c.arrived, c.w.Now()-int64(c.c.Silence)) // ask at once
			}
		case !c.gone:
			c.gone = true
			c.c.Report(fmt.Sprintf("the simulator at %v ends the session: %s", c.at, text))
		}
	default:
		c.n.Malformed++
	}
}

// sensed takes readings: the newest sequence number wins.
func (c *Client) sensed(h Header, body []byte) {
	if readState(body, &c.next) != nil {
		c.n.Malformed++
		return
	}
	if h.Seq <= c.heard {
		c.n.Old++
		return
	}
	now := c.w.Now()
	c.n.Lost += h.Seq - c.heard - 1
	c.n.Received++
	c.heard, c.reached, c.state = h.Seq, h.Time, c.next
	if c.silent { // the session continues
		c.silent = false
		c.c.Report(fmt.Sprintf("simulator at %v, back after %v", c.at, time.Duration(now-c.arrived).Round(time.Millisecond)))
	}
	passed := float64(now - c.arrived)
	c.offset = min(c.offset+int64(drift*passed), now-c.state.Clock)
	c.arrived = now
	if e := c.state.Heard; e > c.echoed && e <= c.seq && c.seq-e < uint64(len(c.ring)) {
		c.echoed = e
		c.n.RoundTrip.add(time.Duration(now - c.ring[e%uint64(len(c.ring))]))
	}
}

// thrust sends forces, or none to show that the controller is alive.
func (c *Client) thrust(forces []float64) {
	now := c.w.Now()
	c.seq++
	c.ring[c.seq%uint64(len(c.ring))] = now
	c.req = AppendForces(c.req[:0], Header{Kind: KindThrusters, Session: c.session, Seq: c.seq, Time: c.reached}, forces, c.out)
	c.w.Send(c.req)
	c.sent = now
	c.n.Sent++
}

// Look does the work that is due in free-running, every 10 ms: it shows that the controller is alive, and detects a silent simulator.
func (c *Client) Look() {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.w.Now()
	if c.closed {
		return
	}
	if now-c.sent >= aliveEvery && !c.gone {
		c.thrust(nil)
	}
	if !c.gone && now-c.arrived < int64(c.c.Silence) {
		return
	}
	if !c.silent && !c.gone {
		c.c.Report(fmt.Sprintf("nothing from the simulator at %v for %v: asking for a new session", c.at, time.Duration(now-c.arrived).Round(time.Millisecond)))
	}
	c.silent = true
	if !c.joining.on || now-c.joining.begun > renew {
		if err := c.join(false); err != nil {
			c.c.Report(err.Error())
			return
		}
	}
	c.ask(now)
}

// rejoined takes the answer to the hello of a later session.
func (c *Client) rejoined(b []byte) {
	before := c.arrived
	done, err := c.admitted(b)
	switch {
	case !done:
	case err != nil:
		if c.refusal != err.Error() {
			c.refusal = err.Error()
			c.c.Report(err.Error())
		}
	default:
		c.refusal, c.silent = "", false
		c.c.Report(fmt.Sprintf("simulator at %v, session %d after %v", c.at, c.n.Sessions, time.Duration(c.arrived-before).Round(time.Millisecond)))
	}
}
