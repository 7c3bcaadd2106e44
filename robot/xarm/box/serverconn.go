package box

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// accept takes clients of one listener in a separate goroutine.
func (s *Server) accept(ctx context.Context, l net.Listener, kind int) {
	s.wg.Add(1)
	go func() {
		defer s.wg.Done()
		for {
			conn, err := l.Accept()
			if errors.Is(err, net.ErrClosed) {
				return
			}
			if err != nil {
				// Out of descriptors, most likely: let some close.
				if s.cfg.Clock.Wait(ctx, 10*tick) != nil {
					return
				}
				continue
			}
			if c := s.add(conn, kind); c != nil {
				s.wg.Add(1)
				go s.client(c)
			}
		}
	}()
}

// add adds a client. It turns it away by returning nil if there are too many clients or the server is closing.
func (s *Server) add(conn net.Conn, kind int) *serverConn {
	if t, ok := conn.(*net.TCPConn); ok {
		_ = t.SetNoDelay(true)
		if kind >= 0 {
			_ = t.SetWriteBuffer(reportBuffer)
		}
	}
	c := &serverConn{Conn: conn, kind: kind, heard: s.cfg.Clock.Now()}
	if kind >= 0 {
		c.send = eager(conn)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || !s.room(c) {
		s.n.Turned++
		_ = conn.Close()
		return nil
	}
	s.n.Accepted++
	s.conns = append(s.conns, c)
	return c
}

// room makes a place for c among connections of its kind, if that is possible; mu is held.
func (s *Server) room(c *serverConn) bool {
	all, ofOne := 0, 0
	var worst *serverConn
	for _, o := range s.conns {
		if (o.kind < 0) != (c.kind < 0) {
			continue
		}
		all++
		if o.from() == c.from() {
			ofOne++
		}
		if o.hangs(c.heard) && (worst == nil || o.heard < worst.heard) {
			worst = o
		}
	}
	if a := c.from(); !a.IsLoopback() && ofOne >= max(1, s.cfg.MaxClients/2) {
		return false
	}
	if all < s.cfg.MaxClients {
		return true
	}
	if worst == nil {
		return false
	}
	s.n.Evicted++
	s.conns = slices.DeleteFunc(s.conns, func(o *serverConn) bool { return o == worst })
	worst.end()
	return true
}

// client serves one connection until it ends.
func (s *Server) client(c *serverConn) {
	defer s.wg.Done()
	var err error
	if c.kind < 0 {
		err = s.answer(c)
	} else {
		_, err = io.Copy(io.Discard, c) // a report client sends nothing
	}
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, net.ErrClosed) {
		s.drop(c, err)
	}
	c.end()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conns = slices.DeleteFunc(s.conns, func(o *serverConn) bool { return o == c })
}

// answer replies to requests. Malformed bytes end the connection, because nothing after them makes sense.
func (s *Server) answer(c *serverConn) error {
	wire, err := xarm.Blocking(c.Conn)
	if err != nil {
		return err
	}
	defer wire.Close()
	undo := s.cfg.Thread()
	defer undo()
	s.lock()
	c.link = NewLink()
	s.mu.Unlock()
	defer s.endTelling(c)
	buf := make([]byte, 0, 2*xarm.MaxFrame)
	var begun time.Time // beginning of an incomplete frame in buf
	for {
		for {
			_, n, err := xarm.ParseRequest(buf)
			if err == xarm.ErrShort {
				break
			}
			if err != nil {
				return err
			}
			if err := s.reply(c, wire, buf[:n]); err != nil {
				return err
			}
			buf = buf[:copy(buf, buf[n:])]
		}
		wait := serverSilence
		if len(buf) > 0 {
			if !c.half {
				begun = time.Now()
				s.lock()
				c.half, c.heard = true, s.cfg.Clock.Now()
				s.mu.Unlock()
			}
			wait = max(0, s.cfg.Frame-time.Since(begun))
		}
		_ = wire.SetTimeout(wait)
		n, err := wire.Read(buf[len(buf):cap(buf)])
		if buf = buf[:len(buf)+n]; err != nil {
			if errors.Is(err, os.ErrDeadlineExceeded) && len(buf) == 0 && s.silence(c) < serverSilence {
				continue // the clock was held
			}
			return err
		}
	}
}

// silence returns how long a client has sent nothing, by the clock.
func (s *Server) silence(c *serverConn) time.Duration {
	s.lock()
	defer s.mu.Unlock()
	return s.cfg.Clock.Now() - c.heard
}

// reply answers one request.
func (s *Server) reply(c *serverConn, wire xarm.Conn, frame []byte) error {
	c.out.Lock()
	defer c.out.Unlock()
	s.lock()
	if err := s.advance(); err != nil { // tick finds it too, and ends Serve
		s.mu.Unlock()
		return err
	}
	reply := s.box.Handle(c.link, frame)
	c.known, c.half, c.heard = true, false, s.cfg.Clock.Now()
	if c.news == nil && c.link.Tells() {
		c.news = make(chan struct{}, 1)
		s.wg.Add(1)
		go s.tell(c, c.news)
	}
	s.mu.Unlock()
	if len(reply) == 0 {
		return nil
	}
	_ = wire.SetTimeout(serverWrite)
	_, err := wire.Write(reply)
	return err
}

// tell sends a client unsolicited frames until news is closed.
func (s *Server) tell(c *serverConn, news <-chan struct{}) {
	defer s.wg.Done()
	wire, err := xarm.Blocking(c.Conn)
	if err != nil {
		return
	}
	defer wire.Close()
	var buf []byte
	for range news {
		c.out.Lock()
		s.lock()
		buf = c.link.Unasked(buf[:0])
		s.mu.Unlock()
		_ = wire.SetTimeout(serverWrite)
		_, err := wire.Write(buf)
		c.out.Unlock()
		if err != nil {
			s.drop(c, err)
			return
		}
	}
}

// endTelling ends tell.
func (s *Server) endTelling(c *serverConn) {
	s.lock()
	defer s.mu.Unlock()
	if c.news != nil {
		close(c.news)
		c.news = nil
	}
	s.box.Forget(c.link)
	c.link = nil
}

// monotonic is the machine's monotonic clock from when it was made, as rt reads it, and can be held.
type monotonic struct {
	begin int64
	rt.Stopwatch
}

func newMonotonic() *monotonic {
	m := &monotonic{begin: rt.Now()}
	m.Follow(rt.Span{Start: m.begin, To: rt.Forever})
	return m
}

// Now implements Clock.
func (m *monotonic) Now() time.Duration { return time.Duration(m.Stopwatch.Now()) }

// Wait implements Clock. A held clock does not lengthen it.
func (m *monotonic) Wait(ctx context.Context, d time.Duration) error {
	bell := rt.NewWaiter(rt.Deep)
	defer context.AfterFunc(ctx, bell.Wake)()
	bell.WaitUntil(rt.Now() + int64(d))
	return ctx.Err()
}

// serverConn is one client; kind −1 is a command connection.
type serverConn struct {
	net.Conn
	kind int

	// Of a command connection, guarded by Server.mu.
	known bool // a whole request has come
	half  bool // a part of a frame waits for the rest
	link  *Link
	news  chan struct{} // link has an unsolicited frame; nil until a client may want one
	heard time.Duration // clock time of the last whole request, of the beginning of a part, or of the start of the connection

	out sync.Mutex // of a command connection: held while frames are written; locked before Server.mu

	// Of a report connection; only tick uses it.
	send  func(b []byte) (n int, err error) // writes as much as the socket takes at once
	rest  []byte                            // rest of a report that was sent in part
	taken time.Duration                     // the box's time when it last took something
}

// hangs reports whether a new command connection may replace this one.
func (c *serverConn) hangs(now time.Duration) bool {
	silent := now - c.heard
	return c.kind < 0 && (silent > serverBeat || (c.half || !c.known) && silent > serverGrace)
}

// from returns the address of the client.
func (c *serverConn) from() netip.Addr {
	t, ok := c.RemoteAddr().(*net.TCPAddr)
	if !ok {
		return netip.Addr{}
	}
	return t.AddrPort().Addr().Unmap().WithZone("")
}

// report sends the rest of an earlier report and then this one, as far as the socket accepts them, and reports whether
// it has begun to send this one. A slow reader misses reports; the connection of a reader that accepts nothing for 90 s
// is ended.
func (c *serverConn) report(frame []byte, now time.Duration) (took bool, err error) {
	if c.taken == 0 {
		c.taken = now
	}
	if len(c.rest) > 0 {
		n, err := c.send(c.rest)
		if c.rest = c.rest[:copy(c.rest, c.rest[n:])]; err != nil || len(c.rest) > 0 {
			return false, c.judge(n, err, now)
		}
		c.taken = now
	}
	n, err := c.send(frame)
	if n > 0 {
		c.rest = append(c.rest[:0], frame[n:]...)
	}
	return n > 0, c.judge(n, err, now)
}

// judge finds the readers whose connections should be ended.
func (c *serverConn) judge(n int, err error, now time.Duration) error {
	switch {
	case err != nil:
		return err
	case n > 0:
		c.taken = now
	case now-c.taken > serverSilence:
		return fmt.Errorf("it has taken no report for %v", serverSilence)
	}
	return nil
}

// hasty is eager through the network poller: it tries to write for a moment.
func hasty(c net.Conn) func(b []byte) (n int, err error) {
	return func(b []byte) (int, error) {
		_ = c.SetWriteDeadline(time.Now().Add(2 * time.Millisecond))
		n, err := c.Write(b)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			err = nil
		}
		return n, err
	}
}

// end closes the connection and wakes a call that waits on its duplicate.
func (c *serverConn) end() {
	if t, ok := c.Conn.(*net.TCPConn); ok {
		_ = t.CloseRead()
		_ = t.CloseWrite()
	}
	_ = c.Close()
}
