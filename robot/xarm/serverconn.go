package xarm

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"time"
)

// accept takes clients of one listener in a goroutine of its own.
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

// add remembers a client; it turns it away, with nil, when there are too many or the server closes.
func (s *Server) add(conn net.Conn, kind int) *serverConn {
	if t, ok := conn.(*net.TCPConn); ok {
		_ = t.SetNoDelay(true)
		if kind >= 0 {
			_ = t.SetWriteBuffer(reportBuffer)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.conns) >= s.cfg.MaxClients {
		s.n.Turned++
		_ = conn.Close()
		return nil
	}
	s.n.Accepted++
	c := &serverConn{conn, kind}
	s.conns = append(s.conns, c)
	return c
}

// client serves one connection until it ends.
func (s *Server) client(c *serverConn) {
	defer s.wg.Done()
	var err error
	if c.kind < 0 {
		err = s.answer(c)
	} else {
		_, err = io.Copy(io.Discard, c) // a report client has nothing to say
	}
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, net.ErrClosed) {
		s.drop(c, err)
	}
	c.end()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conns = slices.DeleteFunc(s.conns, func(o *serverConn) bool { return o == c })
}

// answer replies to requests. Bytes that are no frame end the connection, as nothing after them makes sense.
func (s *Server) answer(c *serverConn) error {
	wire, err := blocking(c.Conn)
	if err != nil {
		return err
	}
	defer wire.Close()
	undo := s.cfg.Thread()
	defer undo()
	link := NewLink()
	buf := make([]byte, 0, 2*MaxFrame)
	for {
		for {
			_, n, err := ParseRequest(buf)
			if err == ErrShort {
				break
			}
			if err != nil {
				return err
			}
			s.lock()
			if err := s.advance(); err != nil { // tick finds it too, and ends Serve
				s.mu.Unlock()
				return err
			}
			reply := s.box.Handle(link, buf[:n])
			s.mu.Unlock()
			buf = buf[:copy(buf, buf[n:])]
			if len(reply) == 0 {
				continue
			}
			_ = wire.SetTimeout(serverWrite)
			if _, err := wire.Write(reply); err != nil {
				return err
			}
		}
		_ = wire.SetTimeout(serverSilence)
		n, err := wire.Read(buf[len(buf):cap(buf)])
		if buf = buf[:len(buf)+n]; err != nil {
			return err
		}
	}
}

// monotonic is the machine's monotonic clock from when it was made.
type monotonic struct{ start time.Time }

func newMonotonic() *monotonic { return &monotonic{time.Now()} }

// Now implements Clock.
func (m *monotonic) Now() time.Duration { return time.Since(m.start) }

// Wait implements Clock.
func (m *monotonic) Wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// end closes the connection and wakes a call that waits on a duplicate of it.
func (c *serverConn) end() {
	if t, ok := c.Conn.(*net.TCPConn); ok {
		_ = t.CloseRead()
		_ = t.CloseWrite()
	}
	_ = c.Close()
}
