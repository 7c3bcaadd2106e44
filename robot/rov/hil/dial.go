package hil

import (
	"context"
	"errors"
	"fmt"
	"net/netip"

	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/bridge/sock"
)

// joining is a hello that waits for its answer.
type joining struct {
	on    bool
	nonce seal.Nonce
	asks  []byte
	seal  *seal.Seal // of the welcome
	begun int64      // when first sent, on the wire's clock
	asked int64      // when last sent
}

const askEvery = int64(100e6) // ns between hellos

// Dial opens a session with a simulator. It asks until it gets an answer, ctx ends, or ClientConfig.Patience is over. The
// error is a *Refused if the simulator refuses, and ErrSilent if there is none. If ctx ends later, an unanswered lock-step
// request is no longer repeated.
func Dial(ctx context.Context, cfg ClientConfig) (*Client, error) {
	if err := cfg.fill(); err != nil {
		return nil, err
	}
	at, err := Resolve(cfg.Addr, cfg.Key != nil)
	if err != nil {
		return nil, err
	}
	s, err := sock.Dial(at)
	if err != nil {
		return nil, fmt.Errorf("hil: %w", err)
	}
	c, err := NewClient(ctx, cfg, udp{s}, at)
	if err != nil {
		s.Close()
		return nil, err
	}
	if c.mode == Free {
		c.done = make(chan struct{})
		go c.listen()
	}
	return c, nil
}

// NewClient is Dial over a wire to a simulator at an address. In free-running it has no thread; its caller steps it with
// Take and Look.
func NewClient(ctx context.Context, cfg ClientConfig, w Wire, at netip.AddrPort) (*Client, error) {
	if err := cfg.fill(); err != nil {
		return nil, err
	}
	c := &Client{c: cfg, w: w, at: at, req: make([]byte, 0, MaxDatagram)}
	if err := c.greet(ctx); err != nil {
		return nil, err
	}
	return c, nil
}

// join makes a new hello.
func (c *Client) join(fresh bool) error {
	j := joining{on: true, nonce: seal.NewNonce(), begun: c.w.Now(), asked: c.w.Now() - askEvery}
	s, err := NewSeal(c.c.Key, "hello")
	if err != nil {
		return err
	}
	j.asks = AppendHello(nil, &Hello{Nonce: j.nonce, Mode: c.c.Mode, Fresh: fresh, Thrusters: uint8(c.c.Thrusters), Vehicle: c.c.Vehicle}, s)
	if j.seal, err = NewSeal(c.c.Key, "welcome", j.nonce); err != nil {
		return err
	}
	c.joining = j
	return nil
}

// ask sends the hello when it is due.
func (c *Client) ask(now int64) {
	if now-c.joining.asked >= askEvery {
		c.w.Send(c.joining.asks)
		c.joining.asked = now
	}
}

// greet asks for the first session.
func (c *Client) greet(ctx context.Context) error {
	c.ended = ctx.Err
	if err := c.join(c.c.Fresh); err != nil {
		return err
	}
	end := c.w.Now() + int64(c.c.Patience)
	var busy error
	for now := c.w.Now(); now < end; now = c.w.Now() {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("hil: no session with the simulator at %v: %w", c.at, err)
		}
		c.ask(now)
		n, ok, err := c.w.Receive(c.buf[:], min(end, now+askEvery/5))
		if err != nil {
			return fmt.Errorf("hil: %w", err)
		}
		if !ok {
			continue
		}
		done, err := c.admitted(c.buf[:n])
		if refused := (*Refused)(nil); errors.As(err, &refused) && refused.Code == Busy {
			busy = err
			continue
		}
		if done {
			return err
		}
	}
	if busy != nil {
		return busy
	}
	return fmt.Errorf("%w: nothing comes from %v in %v: start it (sinew sim rov --udp %v --mode lockstep), or give its address", ErrSilent, c.at, c.c.Patience, c.at)
}

// admitted takes an answer to the hello; done says that it was one.
func (c *Client) admitted(b []byte) (done bool, err error) {
	h, err := ReadHeader(b)
	if err == ErrVersion && h.Kind == KindRefuse { // whose layout is the same in all versions
		err = nil
	}
	if err != nil || !c.joining.on {
		c.n.Malformed++
		return false, nil
	}
	switch h.Kind {
	case KindRefuse:
		var r Refusal
		if n, ok := Whole(b); !ok || ReadRefusal(b[SizeHeader:n], &r) != nil {
			c.n.Malformed++
			return false, nil
		}
		if r.Answers != c.joining.nonce {
			c.n.Foreign++
			return false, nil
		}
		return true, &Refused{Code: r.Code, Reason: r.Reason}
	case KindWelcome:
		var w Welcome
		if _, body, err := Open(b, c.joining.seal); err != nil || readWelcome(body, &w) != nil {
			c.n.Malformed++
			return false, nil
		}
		if w.Answers != c.joining.nonce {
			c.n.Foreign++
			return false, nil
		}
		return true, c.enter(h, &w)
	}
	c.n.Foreign++
	return false, nil
}

// enter begins the session.
func (c *Client) enter(h Header, w *Welcome) error {
	in, out, err := Seals(c.c.Key, w.Answers, w.Nonce)
	if err != nil {
		return err
	}
	c.in, c.out = out, in // to the controller, to the simulator
	c.session, c.joining.on, c.gone = h.Session, false, false
	c.seq, c.heard, c.echoed = 0, 0, 0
	c.peer, c.state, c.reached, c.time = w.Peer, w.State, h.Time, h.Time
	c.arrived = c.w.Now()
	c.offset = c.arrived - c.state.Clock
	if c.n.Sessions++; c.n.Sessions == 1 { // later ones must be alike
		c.mode, c.vehicle, c.thrusters = w.Peer.Mode, w.Peer.Vehicle, w.Peer.Thrusters
		c.c.Mode, c.c.Vehicle, c.c.Thrusters = c.mode, c.vehicle, c.thrusters
		if c.c.Stale == 0 {
			c.c.Stale = w.Peer.Watchdog
		}
	}
	return nil
}
