package hil

import (
	"fmt"
	"time"
)

const (
	aliveEvery = int64(100e6) // ns: a controller that has no forces to send says that it is there
	rejoin     = int64(10e6)  // ns between looks at what is due
	renew      = int64(2e9)   // ns after which another hello is tried
	drift      = 200e-6       // s/s by which the two clocks may differ in speed
)

// listen is the receiving thread of free-running.
func (c *Client) listen() {
	defer close(c.done)
	undo := c.c.Thread()
	defer undo()
	for {
		n, ok, err := c.w.receive(c.buf[:], c.w.now()+rejoin)
		if err != nil {
			return
		}
		if ok {
			c.take(c.buf[:n])
		}
		c.look()
	}
}

// take takes a datagram.
func (c *Client) take(b []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if h, err := readHeader(b); c.joining.on && (err == errVersion || err == nil && (h.kind == kindWelcome || h.kind == kindRefuse)) {
		c.rejoined(b)
		return
	}
	h, body, err := c.ours(b)
	if err != nil {
		return
	}
	switch h.kind {
	case kindSensors:
		c.sensed(h, body)
	case kindBye:
		code, text, err := readWord(body)
		switch {
		case err != nil || c.in != nil && !h.keyed && code != NoSession:
			c.n.Malformed++
		case code == NoSession:
			if c.in == nil {
				c.arrived = min(c.arrived, c.w.now()-int64(c.c.Silence)) // ask at once
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
func (c *Client) sensed(h header, body []byte) {
	if readState(body, &c.next) != nil {
		c.n.Malformed++
		return
	}
	if h.seq <= c.heard {
		c.n.Old++
		return
	}
	now := c.w.now()
	c.n.Lost += h.seq - c.heard - 1
	c.n.Received++
	c.heard, c.header, c.state = h.seq, h.time, c.next
	if c.silent { // and the session goes on
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

// thrust sends forces; none to say that the controller is there.
func (c *Client) thrust(forces []float64) {
	now := c.w.now()
	c.seq++
	c.ring[c.seq%uint64(len(c.ring))] = now
	c.req = appendForces(c.req[:0], header{kind: kindThrusters, session: c.session, seq: c.seq, time: c.header}, forces, c.out)
	c.w.send(c.req)
	c.sent = now
	c.n.Sent++
}

// look does what is due: it says that the controller is there, and looks for a simulator that is silent.
func (c *Client) look() {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.w.now()
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
