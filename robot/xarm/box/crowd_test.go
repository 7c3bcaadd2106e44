package box

import (
	"encoding/binary"
	"errors"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"io"
	"net"
	"runtime"
	"testing"
	"time"
)

// until looks again and again until ok holds, for as long as a slow machine may need.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !ok(); runtime.Gosched() {
		if time.Now().After(end) {
			t.Fatalf("not within a minute: %s", what)
		}
	}
}

// count counts the server's command connections that are as wanted.
func (s *Server) count(ok func(*serverConn) bool) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		if c.kind < 0 && ok(c) {
			n++
		}
	}
	return n
}

// hello dials the box and shakes hands.
func hello(t *testing.T, s *Server) (*xarm.Client, error) {
	t.Helper()
	conn, err := xarm.DialTCP(s.Addr(), time.Minute)()
	if err != nil {
		t.Fatal(err)
	}
	c := xarm.NewClient(conn, xarm.ClientConfig{Timeout: time.Minute})
	t.Cleanup(func() { _ = c.Close() })
	_, err = c.Handshake()
	return c, err
}

// TestSlowReadersLoseReportsNotTheirConnection: a reader that has not read for long finds whole reports in order, with a gap.
func TestSlowReadersLoseReportsNotTheirConnection(t *testing.T) {
	s, clock, stop := serve(t, nil)
	defer stop()
	conn := dial(t, s.ReportAddr(xarm.ReportRealtime))
	defer conn.Close()
	if err := conn.(*net.TCPConn).SetReadBuffer(4096); err != nil {
		t.Fatal(err)
	}
	until(t, "the connection", func() bool { return s.Counters().Accepted == 1 })
	for range 20000 {
		if clock.advance(4 * time.Millisecond); s.Counters().Missed > 100 {
			break
		}
	}
	n := s.Counters()
	if n.Missed <= 100 || n.Dropped != 0 {
		t.Fatalf("%d reports missed, %d connections dropped", n.Missed, n.Dropped)
	}
	missed, last := uint64(0), uint64(0)
	next := func() xarm.Realtime {
		var r xarm.Realtime
		size := [4]byte{}
		_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
		if _, err := io.ReadFull(conn, size[:]); err != nil {
			t.Fatal(err)
		}
		b := make([]byte, binary.BigEndian.Uint32(size[:]))
		copy(b, size[:])
		if _, err := io.ReadFull(conn, b[4:]); err != nil {
			t.Fatal(err)
		}
		if err := xarm.DecodeRealtime(b, &r); err != nil {
			t.Fatal(err)
		}
		if last != 0 && r.Time > last {
			missed += (r.Time-last)/4000 - 1
		}
		if last != 0 && r.Time <= last {
			t.Fatalf("a report of %d µs after one of %d µs", r.Time, last)
		}
		last = r.Time
		return r
	}
	for range n.Reports - 1 { // of the last one the rest may still be there
		next()
	}
	var now uint64
	s.Do(func(b *Box) { now = uint64(b.Now() / time.Microsecond) })
	for last <= now { // and it goes on
		clock.advance(4 * time.Millisecond)
		next()
	}
	if n := s.Counters(); missed < 100 || n.Dropped != 0 {
		t.Errorf("a gap of %d reports, %d connections dropped", missed, n.Dropped)
	}
}

// TestClientsThatHangGiveWay: halves of frames, and silence from the beginning, hold no place that somebody needs.
func TestClientsThatHangGiveWay(t *testing.T) {
	for name, bytes := range map[string][]byte{"halves of frames": {0, 1, 0, 2, 0}, "silence": nil} {
		t.Run(name, func(t *testing.T) {
			s, clock, stop := serve(t, nil)
			defer stop()
			var crowd []net.Conn
			for range 32 {
				c := dial(t, s.Addr())
				defer c.Close()
				if _, err := c.Write(bytes); err != nil {
					t.Fatal(err)
				}
				crowd = append(crowd, c)
			}
			until(t, "the crowd", func() bool {
				return s.count(func(c *serverConn) bool { return c.half == (bytes != nil) }) == len(crowd)
			})
			clock.advance(time.Second)
			for k := range 3 {
				if _, err := hello(t, s); err != nil {
					t.Errorf("client %d: %v", k+1, err)
				}
			}
			if n := s.Counters(); n.Evicted != 3 || n.Turned != 0 {
				t.Errorf("%d evicted, %d turned away", n.Evicted, n.Turned)
			}
			_ = crowd[0].SetReadDeadline(time.Now().Add(time.Minute))
			if _, err := crowd[0].Read(make([]byte, 1)); err == nil || errors.Is(err, net.ErrClosed) {
				t.Errorf("the first of the crowd: %v", err)
			}
			watch := dial(t, s.ReportAddr(xarm.ReportNormal)) // reports have places of their own
			defer watch.Close()
			until(t, "a report reader", func() bool { return s.Counters().Accepted == 32+3+1 })
		})
	}
}

// TestClientsThatSpeakKeepTheirPlaces while others come; after 30 s of silence they give way.
func TestClientsThatSpeakKeepTheirPlaces(t *testing.T) {
	s, clock, stop := serve(t, func(c *ServerConfig) { c.MaxClients = 3 })
	defer stop()
	var all [3]*xarm.Client
	for i := range all {
		var err error
		if all[i], err = hello(t, s); err != nil {
			t.Fatal(err)
		}
	}
	clock.advance(10 * time.Second)
	if _, err := hello(t, s); err == nil {
		t.Error("a fourth client got in")
	}
	for i, c := range all {
		if _, err := c.State(); err != nil {
			t.Errorf("client %d: %v", i+1, err)
		}
	}
	clock.advance(20 * time.Second)
	if _, err := all[1].State(); err != nil {
		t.Error(err)
	}
	clock.advance(11 * time.Second)
	if _, err := hello(t, s); err != nil {
		t.Errorf("after 31 s of silence: %v", err)
	}
	if _, err := all[1].State(); err != nil {
		t.Errorf("who spoke 11 s ago: %v", err)
	}
	if n := s.Counters(); n.Turned != 1 || n.Evicted != 1 {
		t.Errorf("%d turned away, %d evicted", n.Turned, n.Evicted)
	}
}

// TestAFrameHasToEnd: a connection that stops within a frame is ended, though nobody waits for its place.
func TestAFrameHasToEnd(t *testing.T) {
	s, _, stop := serve(t, func(c *ServerConfig) { c.Frame = 10 * time.Millisecond })
	defer stop()
	c := dial(t, s.Addr())
	defer c.Close()
	if _, err := c.Write([]byte{0, 1, 0, 2, 0, 1, 13, 0, 2}); err != nil { // one whole frame and the start of another
		t.Fatal(err)
	}
	_ = c.SetReadDeadline(time.Now().Add(time.Minute))
	b, err := io.ReadAll(c)
	if err != nil || len(b) != 9 {
		t.Errorf("% x, %v", b, err)
	}
	until(t, "the count", func() bool { return s.Counters().Dropped == 1 })
}

// far is a connection from somewhere else.
type far struct {
	net.Conn
	from string
}

func (f far) RemoteAddr() net.Addr {
	return &net.TCPAddr{IP: net.ParseIP(f.from), Port: 1}
}

// TestNoAddressGetsEveryPlace: half of them is what one beyond loopback may hold.
func TestNoAddressGetsEveryPlace(t *testing.T) {
	s := &Server{cfg: ServerConfig{MaxClients: 4}}
	for k, row := range []struct {
		from string
		want bool
	}{{"192.0.2.1", true}, {"192.0.2.1", true}, {"192.0.2.1", false}, {"192.0.2.2", true}, {"::ffff:192.0.2.1", false}, {"127.0.0.1", true}, {"127.0.0.1", false}} {
		c := &serverConn{Conn: far{from: row.from}, kind: -1}
		got := s.room(c)
		if got {
			s.conns = append(s.conns, c)
		}
		if got != row.want {
			t.Errorf("connection %d, from %s: %v", k+1, row.from, got)
		}
	}
}
