package sock

import (
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"
)

// Stream is a TCP connection for a loop that polls for input instead of waiting for it. A goroutine reads; one goroutine
// may call Take, and one Write.
type Stream struct {
	conn net.Conn
	bell chan struct{} // bytes have been received, or the connection has ended

	mu   sync.Mutex // guards the next field
	room sync.Cond
	buf  []byte
	err  error
	over bool
}

// Sizes and times of streams.
const (
	streamBuffer = 256 << 10       // bytes that wait to be taken; the sender has to wait for room
	streamWrite  = 2 * time.Second // after which a peer that takes nothing is disconnected
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

// Take reads the bytes received so far, without waiting: 0 and nil if there are none. When all bytes are taken and the
// connection has ended, it returns the reason.
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

// Wait returns when bytes have been received, or after d.
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

// End is the end of a line in this process, such as that of a device simulated here.
type End interface {
	Write(p []byte) (int, error)
	// Take reads the bytes received so far, without waiting: 0 and nil if there are none.
	Take(p []byte) (int, error)
	Close() error
}

// Host makes ends in this process available to other programs over TCP. Only Pump calls the ends, so that the caller that
// steps the devices behind them has exclusive access.
type Host struct {
	l      net.Listener
	attach func() (End, error)
	report func(line string)
	pairs  []pair
	buf    [16 << 10]byte

	mu     sync.Mutex // guards the next field
	fresh  []net.Conn
	closed bool
}

// pair is a connection with its end.
type pair struct {
	s   *Stream
	end End
}

// mostFresh is the greatest number of connections that wait for the next Pump.
const mostFresh = 32

// Serve listens for TCP at an address, on loopback unless exposed. attach makes an end for a connection, or refuses it;
// report, which may be nil, is called when a connection begins or ends.
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

// Accept takes a listener's next connection; its error is that the listener is closed. It waits when other errors occur,
// most likely because the process is out of descriptors, until some are closed.
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

// Pump moves the bytes received so far in both directions, without waiting. It disconnects a peer that takes nothing for
// two seconds.
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
