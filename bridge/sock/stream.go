package sock

import (
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"
)

// Stream is a TCP connection for a loop that looks whether something has come instead of waiting for it. A goroutine reads; one
// other goroutine may take, and one write.
type Stream struct {
	conn net.Conn
	bell chan struct{} // something has come, or the connection has ended

	mu   sync.Mutex // guards the next
	room sync.Cond
	buf  []byte
	err  error
	over bool
}

// Sizes and times of streams.
const (
	streamBuffer = 256 << 10       // bytes that wait to be taken; then the sender has to wait
	streamWrite  = 2 * time.Second // after which a peer that takes nothing is given up
)

// DialStream connects to an address such as "192.168.0.1:2112".
func DialStream(addr string, timeout time.Duration) (*Stream, error) {
	c, err := net.DialTimeout("tcp", addr, timeout)
	if err != nil {
		return nil, fmt.Errorf("no connection to %s: %w: check the address, the cable, and that the device is on", addr, err)
	}
	return newStream(c), nil
}

func newStream(c net.Conn) *Stream {
	if t, ok := c.(*net.TCPConn); ok {
		_ = t.SetNoDelay(true)
	}
	s := &Stream{conn: c, bell: make(chan struct{}, 1)}
	s.room.L = &s.mu
	go s.read()
	return s
}

// read takes bytes from the connection until it ends.
func (s *Stream) read() {
	b := make([]byte, 16<<10)
	for {
		n, err := s.conn.Read(b)
		s.mu.Lock()
		for len(s.buf)+n > streamBuffer && !s.over {
			s.room.Wait()
		}
		s.buf = append(s.buf, b[:n]...)
		if s.err == nil {
			s.err = err
		}
		over := s.over || err != nil
		s.mu.Unlock()
		select {
		case s.bell <- struct{}{}:
		default:
		}
		if over {
			return
		}
	}
}

// Take reads what has come, without waiting: 0 and nil when there is nothing. Once all is taken of a connection that has ended
// it returns why.
func (s *Stream) Take(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := copy(p, s.buf)
	s.buf = s.buf[:copy(s.buf, s.buf[n:])]
	s.room.Signal()
	if n == 0 && len(p) > 0 {
		return 0, s.err
	}
	return n, nil
}

// Wait returns when something has come, or after d.
func (s *Stream) Wait(d time.Duration) error {
	s.mu.Lock()
	ready := len(s.buf) > 0 || s.err != nil
	s.mu.Unlock()
	if ready {
		return nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-s.bell:
	case <-t.C:
	}
	return nil
}

// Write implements io.Writer.
func (s *Stream) Write(p []byte) (int, error) {
	_ = s.conn.SetWriteDeadline(time.Now().Add(streamWrite))
	return s.conn.Write(p)
}

// Close closes the connection.
func (s *Stream) Close() error {
	s.mu.Lock()
	if s.err == nil {
		s.err = net.ErrClosed
	}
	s.over = true
	s.room.Broadcast()
	s.mu.Unlock()
	return s.conn.Close()
}

// End is the end of a line in this process: what a device simulated here says and hears.
type End interface {
	Write(p []byte) (int, error)
	// Take reads what has come, without waiting: 0 and nil when there is nothing.
	Take(p []byte) (int, error)
	Close() error
}

// Host lets programs elsewhere use ends in this process over TCP. Only Pump calls the ends, so that whoever steps the devices
// behind them owns them alone.
type Host struct {
	l      net.Listener
	attach func() (End, error)
	report func(line string)
	pairs  []pair
	buf    [16 << 10]byte

	mu     sync.Mutex // guards the next
	fresh  []net.Conn
	closed bool
}

// pair is a connection with its end.
type pair struct {
	s   *Stream
	end End
}

// mostFresh is how many connections wait for the next Pump.
const mostFresh = 32

// Serve listens for TCP at an address, on loopback unless exposed. attach makes an end for a connection, or refuses it; report,
// which may be nil, is told who comes and goes.
func Serve(addr string, exposed bool, attach func() (End, error), report func(line string)) (*Host, error) {
	if _, _, err := net.SplitHostPort(addr); err != nil {
		return nil, fmt.Errorf("address %q: %w: write it as 127.0.0.1:2112", addr, err)
	}
	if !exposed && !Local(addr) {
		return nil, fmt.Errorf("address %q is not on loopback, and the protocol has no password that protects: use 127.0.0.1 and a tunnel, or --exposed", addr)
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("cannot listen: %w (choose another port)", err)
	}
	if report == nil {
		report = func(string) {}
	}
	h := &Host{l: l, attach: attach, report: report}
	go h.accept()
	return h, nil
}

// Accept takes a listener's next connection; an error is that the listener is closed. Others pass: most likely the process is
// out of descriptors, and Accept lets some close.
func Accept(l net.Listener) (net.Conn, error) {
	for {
		c, err := l.Accept()
		if err == nil || errors.Is(err, net.ErrClosed) {
			return c, err
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// accept takes connections until the listener is closed.
func (h *Host) accept() {
	for {
		c, err := Accept(h.l)
		if err != nil {
			return
		}
		h.mu.Lock()
		if h.closed || len(h.fresh) == mostFresh {
			_ = c.Close()
		} else {
			h.fresh = append(h.fresh, c)
		}
		h.mu.Unlock()
	}
}

// Addr is where the host listens.
func (h *Host) Addr() string { return h.l.Addr().String() }

// Pump moves what has come, both ways, and does not wait; a peer that takes nothing for two seconds is given up.
func (h *Host) Pump() {
	h.mu.Lock()
	fresh := h.fresh
	h.fresh = nil
	h.mu.Unlock()
	for _, c := range fresh {
		end, err := h.attach()
		if err != nil {
			h.report(fmt.Sprintf("%v refused: %v", c.RemoteAddr(), err))
			_ = c.Close()
			continue
		}
		h.report(fmt.Sprintf("%v connected", c.RemoteAddr()))
		h.pairs = append(h.pairs, pair{newStream(c), end})
	}
	h.pairs = slices.DeleteFunc(h.pairs, func(p pair) bool {
		err := h.move(p)
		if err != nil {
			h.report(fmt.Sprintf("%v gone: %v", p.s.conn.RemoteAddr(), err))
			_, _ = p.s.Close(), p.end.Close()
		}
		return err != nil
	})
}

// move moves bytes between a connection and its end.
func (h *Host) move(p pair) error {
	for {
		n, err := p.s.Take(h.buf[:])
		if err != nil {
			return err
		}
		if n == 0 {
			break
		}
		if _, err := p.end.Write(h.buf[:n]); err != nil {
			return err
		}
	}
	for {
		n, err := p.end.Take(h.buf[:])
		if n == 0 || err != nil {
			return err
		}
		if _, err := p.s.Write(h.buf[:n]); err != nil {
			return err
		}
	}
}

// Close ends all connections and stops listening.
func (h *Host) Close() {
	h.mu.Lock()
	h.closed = true
	for _, c := range h.fresh {
		_ = c.Close()
	}
	h.mu.Unlock()
	_ = h.l.Close()
	for _, p := range h.pairs {
		_, _ = p.s.Close(), p.end.Close()
	}
	h.pairs = nil
}
