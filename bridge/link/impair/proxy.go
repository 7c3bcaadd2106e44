package impair

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// MaxPeers is the greatest number of addresses that a proxy serves at once; a further one replaces the one that has
// been silent longest.
const MaxPeers = 16

// ProxyConfig describes a Proxy.
type ProxyConfig struct {
	Listen  string // where packets come in, "127.0.0.1:0" for any free port
	To      string // where they go
	Forward Config // for packets sent to Listen and forwarded to To
	Back    Config // for the answers
	Exposed bool   // allow a Listen beyond loopback; a proxy has no authentication
}

// Proxy carries UDP packets between its senders and one far end, and impairs both directions. The far end sees a
// different address for each sender, so that it can distinguish them. The proxy's threads are those of Serve.
type Proxy struct {
	near *net.UDPConn
	to   netip.AddrPort
	wait *rt.Waiter

	mu    sync.Mutex
	ways  [2]*Channel // forward, back
	peers [MaxPeers]peer
	live  sync.WaitGroup
	done  bool
}

// peer is one sender with its socket towards the far end.
type peer struct {
	addr netip.AddrPort
	far  *net.UDPConn
	used int64
	turn uint32 // number of senders that have had this place: packets of earlier ones are dropped
}

const (
	forward = iota
	back
)

// Listen opens the proxy's socket. Serve makes it work.
func Listen(c ProxyConfig) (*Proxy, error) {
	p := &Proxy{wait: rt.NewWaiter(rt.Light)}
	var faults [4]error
	p.ways[forward], faults[0] = New(c.Forward)
	p.ways[back], faults[1] = New(c.Back)
	at, err := net.ResolveUDPAddr("udp", or(c.Listen, "127.0.0.1:0"))
	switch {
	case err != nil:
		faults[2] = fmt.Errorf("impair: listen on %q: %w: write it as 127.0.0.1:4000", c.Listen, err)
	case !c.Exposed && !at.AddrPort().Addr().Unmap().IsLoopback():
		faults[2] = fmt.Errorf("impair: listen on %s: not a loopback address: a proxy asks nobody for a proof; set Exposed (--exposed) if this is meant", c.Listen)
	}
	to, err := net.ResolveUDPAddr("udp", c.To)
	if err != nil {
		faults[3] = fmt.Errorf("impair: far end %q: %w: write it as 127.0.0.1:4000", c.To, err)
	} else if to.Port == 0 {
		faults[3] = fmt.Errorf("impair: far end %q has no port", c.To)
	}
	if err := errors.Join(faults[:]...); err != nil {
		return nil, err
	}
	if p.near, err = net.ListenUDP("udp", at); err != nil {
		return nil, fmt.Errorf("impair: %w", err)
	}
	p.to = plain(to.AddrPort())
	return p, nil
}

// plain writes IPv4 addresses as such.
func plain(a netip.AddrPort) netip.AddrPort { return netip.AddrPortFrom(a.Addr().Unmap(), a.Port()) }

// Addr is where the proxy listens.
func (p *Proxy) Addr() string { return plain(p.near.LocalAddr().(*net.UDPAddr).AddrPort()).String() }

// Set changes the impairments while the proxy runs.
func (p *Proxy) Set(f, b Config) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := errors.Join(f.Validate(), b.Validate()); err != nil {
		return err
	}
	return errors.Join(p.ways[forward].Set(f), p.ways[back].Set(b))
}

// Counters returns what was done so far, forward and back.
func (p *Proxy) Counters() (f, b Counters) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ways[forward].Count, p.ways[back].Count
}

// Serve carries packets until ctx ends, then closes the proxy. It returns nil then.
func (p *Proxy) Serve(ctx context.Context) error {
	p.live.Go(p.receive)
	stop := context.AfterFunc(ctx, p.close)
	defer stop()
	for {
		p.mu.Lock()
		next, done := p.deliver(), p.done
		p.mu.Unlock()
		if done {
			p.live.Wait()
			return nil
		}
		p.wait.WaitUntil(next)
	}
}

// Close ends the proxy like the end of Serve's context. It also closes a proxy for which Serve was never called.
func (p *Proxy) Close() { p.close() }

func (p *Proxy) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done = true
	p.near.Close()
	for i := range p.peers {
		if p.peers[i].far != nil {
			p.peers[i].far.Close()
		}
	}
	p.wait.Wake()
}

// deliver sends what has arrived and returns when the next packet does. The lock is held.
func (p *Proxy) deliver() (next int64) {
	for {
		next = rt.Forever
		now := time.Duration(rt.Now())
		for way, h := range p.ways {
			for b, tag, ok := h.receiveTagged(now); ok; b, tag, ok = h.receiveTagged(now) {
				if to := &p.peers[tag%MaxPeers]; to.turn == tag/MaxPeers {
					p.out(way, to, b)
				}
			}
			if at, ok := h.Next(); ok {
				next = min(next, int64(at))
			}
		}
		if next > rt.Now() {
			return next
		}
	}
}

// out sends one packet. What the socket refuses is lost, as on any link.
func (p *Proxy) out(way int, to *peer, b []byte) {
	switch {
	case to.far == nil || p.done:
	case way == forward:
		_, _ = to.far.Write(b)
	default:
		_, _ = p.near.WriteToUDPAddrPort(b, to.addr)
	}
}

// in puts a packet from or for sender i on its way. The lock is held.
func (p *Proxy) in(way int, b []byte, i int) {
	h := p.ways[way]
	before, queued := h.Next()
	h.sendTagged(time.Duration(rt.Now()), b, p.peers[i].turn*MaxPeers+uint32(i))
	p.peers[i].used = rt.Now()
	at, ok := h.Next()
	switch {
	case !ok:
	case at <= time.Duration(rt.Now()):
		p.deliver()
	case !queued || at < before:
		p.wait.Wake()
	}
}

// receive takes packets from the senders until the socket closes.
func (p *Proxy) receive() {
	b := make([]byte, 1<<16)
	for {
		n, from, err := p.near.ReadFromUDPAddrPort(b)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			continue // an ICMP error of an earlier packet
		}
		p.mu.Lock()
		if i := p.peer(plain(from)); i >= 0 {
			p.in(forward, b[:n], i)
		}
		p.mu.Unlock()
	}
}

// peer finds or makes the entry of a sender; −1 when that is impossible. The lock is held.
func (p *Proxy) peer(from netip.AddrPort) int {
	oldest := 0
	for i := range p.peers {
		if p.peers[i].far != nil && p.peers[i].addr == from {
			return i
		}
		if p.peers[i].used < p.peers[oldest].used {
			oldest = i
		}
	}
	far, err := net.DialUDP("udp", nil, net.UDPAddrFromAddrPort(p.to))
	if err != nil || p.done {
		if err == nil {
			far.Close()
		}
		return -1
	}
	e := &p.peers[oldest]
	if e.far != nil {
		e.far.Close()
	}
	*e = peer{addr: from, far: far, used: rt.Now(), turn: e.turn + 1}
	p.live.Go(func() { p.answers(oldest, far) })
	return oldest
}

// answers takes packets from the far end for one sender until the socket closes.
func (p *Proxy) answers(i int, far *net.UDPConn) {
	b := make([]byte, 1<<16)
	for {
		n, err := far.Read(b)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			continue // no listener there yet
		}
		p.mu.Lock()
		if p.peers[i].far == far {
			p.in(back, b[:n], i)
		}
		p.mu.Unlock()
	}
}
