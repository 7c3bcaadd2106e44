package remote

import (
	"fmt"
	"net"
	"net/netip"
	"time"

	"github.com/sinew-robotics/sinew/bridge/sock"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// listen opens a socket at addr. Without a key only loopback is allowed.
func listen(addr string, keyed bool) (*sock.UDP, error) {
	at, err := net.ResolveUDPAddr("udp", addr)
	if err != nil {
		return nil, fmt.Errorf("remote: address %q: %w: write it as 127.0.0.1:4000", addr, err)
	}
	if !keyed && !at.IP.IsLoopback() {
		return nil, fmt.Errorf("remote: address %q is not on loopback: whoever reaches it moves the arm; use 127.0.0.1, or give both ends a key (--key FILE)", addr)
	}
	return open(at.AddrPort())
}

func open(at netip.AddrPort) (*sock.UDP, error) {
	s, err := sock.Listen(at)
	if err != nil {
		return nil, fmt.Errorf("remote: %w", err)
	}
	return s, nil
}

// peerWire is a Wire over UDP to one peer, on the monotonic clock. Datagrams from others go to foreign.
type peerWire struct {
	port    *sock.UDP
	peer    netip.AddrPort
	mark    *mark // of schemes that do not use the link's datagrams; nil: none
	foreign func(b []byte, from netip.AddrPort)
	over    func(b []byte) bool // takes messages about the session
	sleep   rt.Sleeper
	out     []byte
	bad     func()
}

// Now implements Wire.
func (w *peerWire) Now() time.Duration { return time.Duration(rt.Now()) }

// Wait implements Wire.
func (w *peerWire) Wait(until time.Duration) { w.sleep.SleepUntil(int64(until)) }

// Send implements Wire.
func (w *peerWire) Send(b []byte) error {
	if w.mark != nil {
		w.out = w.mark.append(w.out[:0], b)
		b = w.out
	}
	return w.port.SendTo(b, w.peer)
}

// Receive implements Wire.
func (w *peerWire) Receive(b []byte, until time.Duration) (int, error) {
	for strays := 0; strays < mostStrays || w.Now() < until; strays++ {
		n, from, ok, err := w.port.Receive(b, int64(until))
		switch {
		case err != nil:
			return 0, err
		case !ok:
			return 0, ErrTimeout
		case from != w.peer:
			w.foreign(b[:n], from)
			continue
		case w.over(b[:n]):
			continue
		case w.mark == nil:
			return n, nil
		}
		if n, ok := w.mark.open(b[:n]); ok {
			return n, nil
		}
		w.bad()
	}
	return 0, ErrTimeout
}

// mostStrays is how many foreign datagrams Receive skips after its time is up: a flood of them must not hold up the
// robot's loop.
const mostStrays = 64
