package remote

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/bridge/sock"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// ConnectConfig describes an application as a program.
type ConnectConfig struct {
	Config      Config // Scheme, Generator and the scheme's settings; Version must be the robot's
	Motion      Motion
	Local       string // the name of Config.Local for the interface; "": cartesian
	Interface   string // address of the interface; "" if the interface is the client and calls
	Listen      string // where the interface calls, if it is the client; otherwise the address to send from, "": any
	Acknowledge bool   // acknowledges the end of the last motion: until then the interface refuses others
	Realtime    *rt.Options
	Granted     func(rt.Report)      // gets what the system granted of Realtime; may be nil
	Started     func(a *Application) // called when the interface has accepted; may be nil
	Watch       func(a *Application) // called after each packet; may be nil
	Patience    time.Duration        // for an answer to the hello, and later without any packet; 0: 5 s
	// Again makes the motion with which to continue, from the arm's place, when an interface that was gone is back; err says
	// why it was gone. The end of the previous motion is then considered acknowledged. If Again is nil, Connect returns
	// instead.
	Again func(err error) Motion
}

// ErrSilent says that nothing arrives from the interface.
var ErrSilent = errors.New("remote: nothing comes from the interface: is it running, and its robot? is the address right?")

// EndedError is the interface's reason for a motion that ended early.
type EndedError struct{ Reason string }

// leaves is the text of an interface that ends.
const leaves = "the interface has ended"

// away reports whether err says that the interface is gone, and may come back.
func away(err error) bool {
	var ended *EndedError
	return errors.Is(err, ErrSilent) || errors.As(err, &ended) && ended.Reason == leaves
}

// Error implements error.
func (e *EndedError) Error() string { return "remote: the motion ended: " + e.Reason }

// Connect asks an interface for a motion and runs it to its end. When ctx ends, Smooth stops the arm; in other schemes the
// robot stops it when no more commands come.
func Connect(ctx context.Context, c ConnectConfig) (Stats, error) {
	for {
		stats, err := connect(ctx, c)
		if c.Again == nil || !away(err) || ctx.Err() != nil {
			return stats, err
		}
		c.Motion, c.Acknowledge = c.Again(err), true
	}
}

// connect is Connect with one interface.
func connect(ctx context.Context, c ConnectConfig) (Stats, error) {
	a, err := newClient(c)
	if err != nil {
		return Stats{}, err
	}
	defer a.port.Close()
	if c.Realtime != nil {
		report, thread := rt.Setup(*c.Realtime)
		defer thread.Release()
		a.thread = thread
		if c.Granted != nil {
			c.Granted(report)
		}
	}
	if err := a.greet(ctx); err != nil {
		return Stats{}, err
	}
	return a.run(ctx)
}

// client is an application with its socket.
type client struct {
	c      ConnectConfig
	port   *sock.UDP
	peer   netip.AddrPort
	hello  []byte
	answer link.Accept
	app    *Application
	wire   *peerWire
	thread *rt.Thread // of run, if Realtime asks for one
	mark   *mark
	heard  time.Duration
	asked  time.Duration // when it last asked whether the session goes on
	ended  bool
	reason string
	buf    [MaxDatagram]byte
}

func newClient(c ConnectConfig) (*client, error) {
	if err := c.Config.Validate(); err != nil {
		return nil, err
	}
	resume, share := c.Config.Resume, c.Config.Share
	c.Config = c.Config.filled()
	c.Config.Secrets.Asked = seal.NewNonce()
	if c.Patience == 0 {
		c.Patience = 5 * time.Second
	}
	calls := c.Config.Scheme.Manner().Calls
	if calls && c.Listen == "" || !calls && c.Interface == "" {
		return nil, fmt.Errorf("remote: scheme %v: give the address where the interface %s", c.Config.Scheme, map[bool]string{true: "calls", false: "listens"}[calls])
	}
	e := extra{acknowledge: c.Acknowledge, resume: resume, depth: uint8(c.Config.Depth), stopAfter: uint16(c.Config.StopAfter), share: uint8(100*share + 0.5), local: c.Local, path: said(c.Config.Path), goal: said(c.Config.Goal)}
	h, err := c.Config.hello(e)
	if err != nil {
		return nil, err
	}
	a := &client{c: c}
	if a.hello, err = link.AppendHello(nil, &h, c.Config.Secrets.Key); err != nil {
		return nil, err
	}
	if err := a.agree(); err != nil {
		return nil, err
	}
	if !calls {
		if a.peer, err = resolve(c.Interface); err != nil {
			return nil, err
		}
	}
	a.port, err = a.socket()
	return a, err
}

// agree adopts the quanta as the hello carries them, because the interface will use those.
func (a *client) agree() error {
	var h link.Hello
	c := &a.c.Config
	if err := link.ReadHello(a.hello, &h, c.Secrets.Key); err != nil {
		return err
	}
	l, err := h.Config(franka.Layout(c.Version), franka.CommandLayout(c.Version))
	c.StateQuanta, c.CommandQuanta = l.StateQuanta, l.CommandQuanta
	return err
}

// socket opens the application's socket.
func (a *client) socket() (*sock.UDP, error) {
	keyed := a.c.Config.Secrets.Key != nil
	switch {
	case a.c.Listen != "":
		return listen(a.c.Listen, keyed)
	case !keyed && !a.peer.Addr().IsLoopback():
		return nil, fmt.Errorf("remote: the interface at %v is not on loopback: give both ends a key (--key FILE)", a.peer)
	}
	return open(netip.AddrPort{})
}

// greet asks for the session until it is answered.
func (a *client) greet(ctx context.Context) error {
	asked := a.c.Config.Secrets.Asked
	end, due := rt.Now()+int64(a.c.Patience), int64(0)
	var wrong error
	for ctx.Err() == nil {
		now := rt.Now()
		switch {
		case now >= end && wrong != nil:
			return wrong
		case now >= end:
			return ErrSilent
		case a.peer.IsValid() && now >= due:
			due = now + int64(200*time.Millisecond)
			if err := a.port.SendTo(a.hello, a.peer); err != nil {
				return err
			}
		}
		n, from, ok, err := a.port.Receive(a.buf[:], min(now+int64(20*time.Millisecond), end))
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		b := a.buf[:n]
		if isCall(b) && a.c.Config.Scheme.Manner().Calls && (!a.peer.IsValid() || a.peer == from) {
			a.peer = from
			continue
		}
		if from != a.peer {
			continue
		}
		err = link.ReadAnswer(b, asked, &a.answer, a.c.Config.Secrets.Key)
		var refused *link.Refused
		switch {
		case err == nil:
			return a.start()
		case errors.As(err, &refused):
			return err
		case errors.Is(err, link.ErrKey):
			wrong = err // a forged answer must not end it, since the right one may still come
		}
	}
	return ctx.Err()
}

// start makes the application of an accepted session.
func (a *client) start() (err error) {
	if len(a.answer.Extra) < 8 {
		return errors.New("remote: the interface accepts without saying at which state the robot is: use the same version at both ends")
	}
	a.c.Config.Secrets.Answered, a.c.Config.First = a.answer.Nonce, binary.LittleEndian.Uint64(a.answer.Extra)
	if a.mark, err = newMark(a.c.Config.Secrets, false); err != nil {
		return err
	}
	a.wire = &peerWire{port: a.port, peer: a.peer, sleep: rt.Sleeper{Thread: a.thread}, out: make([]byte, 0, MaxDatagram), foreign: func([]byte, netip.AddrPort) {}}
	if !isSmooth(a.c.Config.Scheme) {
		a.wire.mark = a.mark
	}
	a.wire.over = func(b []byte) bool {
		if text, ok := readOver(b, a.mark); ok {
			a.ended, a.reason = true, text
			return true
		}
		if isCall(b) { // the interface is looking for a new motion: the end of this one got lost
			_ = a.port.SendTo(b, a.peer)
			return true
		}
		var again link.Accept
		if link.ReadAnswer(b, a.c.Config.Secrets.Asked, &again, a.c.Config.Secrets.Key) != nil {
			return false
		}
		if again.Nonce == a.answer.Nonce {
			a.heard = a.wire.Now()
		}
		return true
	}
	a.wire.bad = func() {}
	if a.c.Config.reads {
		return nil
	}
	if a.app, err = NewApplication(a.c.Config, a.wire, a.c.Motion); err != nil {
		return err
	}
	a.wire.bad = func() { a.app.end.count.damaged.Add(1) }
	if a.c.Started != nil {
		a.c.Started(a.app)
	}
	return nil
}

// askAfter is how long the application waits without a packet before it asks whether the session is still open.
const askAfter = 200 * time.Millisecond

// run runs the motion to its end.
func (a *client) run(ctx context.Context) (Stats, error) {
	var (
		leaving  time.Duration // since when
		farewell time.Duration
	)
	a.heard = a.wire.Now()
	for !a.ended {
		now := a.wire.Now()
		if now-a.heard > a.c.Patience {
			return a.app.Stats(), ErrSilent
		}
		if now-max(a.heard, a.asked) > askAfter { // the end message may have got lost
			a.asked = now
			_ = a.port.SendTo(call(a.c.Config.Scheme), a.peer)
		}
		if ctx.Err() != nil {
			if leaving == 0 {
				leaving = now
			}
			if !isSmooth(a.c.Config.Scheme) || now-leaving > 3*time.Second {
				return a.app.Stats(), ctx.Err()
			}
			if now >= farewell {
				farewell = now + repeat
				a.app.Leave()
			}
		}
		if err := a.app.Err(); err != nil {
			return a.app.Stats(), err
		}
		until := now + 20*time.Millisecond
		if at, ok := a.app.Next(); ok && leaving == 0 {
			if now >= at { // and then the received datagrams, however late the tick was
				a.app.Tick()
				at = now
			}
			until = min(until, at)
		}
		n, err := a.wire.Receive(a.buf[:], until)
		switch {
		case err == nil:
			a.heard = a.wire.Now()
			a.app.Handle(a.buf[:n])
			if a.c.Watch != nil {
				a.c.Watch(a.app)
			}
		case err != ErrTimeout:
			return a.app.Stats(), err
		}
	}
	switch {
	case ctx.Err() != nil:
		return a.app.Stats(), ctx.Err()
	case a.reason != "":
		return a.app.Stats(), &EndedError{a.reason}
	}
	return a.app.Stats(), nil
}

func resolveUDP(addr string) (netip.AddrPort, error) {
	u, err := net.ResolveUDPAddr("udp", addr)
	if err != nil {
		return netip.AddrPort{}, err
	}
	p := u.AddrPort()
	return netip.AddrPortFrom(p.Addr().Unmap(), p.Port()), nil
}
