package sock

import (
	"errors"
	"io"
	"net"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// echo is an end that says what it hears, in capitals.
type echo struct {
	said   []byte
	closed bool
}

func (e *echo) Write(p []byte) (int, error) {
	e.said = append(e.said, strings.ToUpper(string(p))...)
	return len(p), nil
}

func (e *echo) Take(p []byte) (int, error) {
	n := copy(p, e.said)
	e.said = e.said[n:]
	return n, nil
}

func (e *echo) Close() error {
	e.closed = true
	return nil
}

// What goes in at one side comes out at the other, in order; a second peer is refused when the device says so; nothing is
// left behind.
func TestStreamsAndHost(t *testing.T) {
	defer goleak.VerifyNone(t)
	var ends []*echo
	h, err := Serve("127.0.0.1:0", false, func() (End, error) {
		if len(ends) == 1 {
			return nil, errors.New("one is enough")
		}
		ends = append(ends, &echo{})
		return ends[0], nil
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	s, err := DialStream(h.Addr(), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("forth and back ", 50_000)
	go func() { _, _ = io.WriteString(s, long) }()
	got, buf := 0, make([]byte, 1000)
	for deadline := time.Now().Add(2 * time.Minute); got < len(long); {
		h.Pump()
		n, err := s.Take(buf)
		if err != nil || time.Now().After(deadline) {
			t.Fatalf("after %d of %d bytes: %v", got, len(long), err)
		}
		if want := strings.ToUpper(long[got : got+n]); string(buf[:n]) != want {
			t.Fatalf("%q, not %q", buf[:n], want)
		}
		if got += n; n == 0 {
			_ = s.Wait(time.Millisecond)
		}
	}
	second, err := DialStream(h.Addr(), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(2 * time.Minute); err == nil && time.Now().Before(deadline); {
		h.Pump()
		_ = second.Wait(time.Millisecond)
		_, err = second.Take(buf)
	}
	if err == nil {
		t.Error("a second peer is taken")
	}
	_ = second.Close()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := s.Take(buf); !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
	for deadline := time.Now().Add(2 * time.Minute); !ends[0].closed && time.Now().Before(deadline); {
		h.Pump()
		runtime.Gosched()
	}
	if !ends[0].closed {
		t.Error("the end of a connection that is gone stays open")
	}
}

func TestHostStaysOnLoopback(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", "nowhere", "192.0.2.1:5000"} {
		if h, err := Serve(addr, false, nil, nil); err == nil {
			h.Close()
			t.Errorf("it listens at %s", addr)
		}
	}
}

// crowded is a listener of a process that is out of descriptors for two connections.
type crowded struct {
	net.Listener
	faults int
}

func (l *crowded) Accept() (net.Conn, error) {
	if l.faults > 0 {
		l.faults--
		return nil, syscall.EMFILE
	}
	return l.Listener.Accept()
}

func TestAcceptOutlivesACrowd(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	faulty := &crowded{l, 2}
	got, err := Accept(faulty)
	if err != nil || faulty.faults > 0 {
		t.Fatalf("%v, with %d faults to come", err, faulty.faults)
	}
	got.Close()
	l.Close()
	if _, err := Accept(faulty); !errors.Is(err, net.ErrClosed) {
		t.Errorf("a closed listener: %v", err)
	}
}
