package gripper

import (
	"bytes"
	"context"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sinew-robotics/sinew/robot/franka"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// start serves a device until the test ends.
func start(t *testing.T, d Device) *Server {
	t.Helper()
	s, err := Listen(Config{Listen: "127.0.0.1:0"}, d)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	over := make(chan struct{})
	go func() { defer close(over); s.Serve(ctx) }()
	t.Cleanup(func() { cancel(); <-over })
	return s
}

// peer is a client of bare sockets.
type peer struct {
	t   *testing.T
	g   franka.Gripper
	tcp net.Conn
	udp *net.UDPConn
	id  uint32
}

func dial(t *testing.T, s *Server, g franka.Gripper) *peer {
	t.Helper()
	tcp, err := net.Dial("tcp", s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	udp, err := net.ListenUDP("udp4", &net.UDPAddr{})
	if err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(time.Minute)
	_, _ = tcp.SetDeadline(deadline), udp.SetDeadline(deadline)
	t.Cleanup(func() { tcp.Close(); udp.Close() })
	return &peer{t: t, g: g, tcp: tcp, udp: udp}
}

// connect says Connect; a server that has another client closes, and ok is false.
func (p *peer) connect(version uint16) (a franka.GripperResponse, ok bool) {
	p.t.Helper()
	p.ask(franka.GripperRequest{Kind: franka.GripperConnect, Version: version, Port: uint16(p.udp.LocalAddr().(*net.UDPAddr).Port)})
	return p.answer()
}

// ask sends requests at once, so that the device does nothing between them.
func (p *peer) ask(qs ...franka.GripperRequest) {
	p.t.Helper()
	var b []byte
	for _, q := range qs {
		q.ID = p.id
		p.id++
		var err error
		if b, err = franka.AppendGripperRequest(b, p.g, &q); err != nil {
			p.t.Fatal(err)
		}
	}
	_, _ = p.tcp.Write(b) // that it fails shows at the answer
}

func (p *peer) answer() (a franka.GripperResponse, ok bool) {
	p.t.Helper()
	b := make([]byte, 14)
	if _, err := io.ReadFull(p.tcp, b[:12]); err != nil {
		return a, false
	}
	if b[6] == 14 {
		if _, err := io.ReadFull(p.tcp, b[12:]); err != nil {
			return a, false
		}
	}
	if _, err := franka.ReadGripperResponse(b, p.g, &a); err != nil {
		p.t.Fatal(err)
	}
	return a, true
}

func (p *peer) state() (s franka.HandState) {
	p.t.Helper()
	b := make([]byte, 100)
	n, err := p.udp.Read(b)
	if err == nil {
		err = franka.ReadHandState(b[:n], &s)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	return s
}

func TestServerGraspsAndStops(t *testing.T) {
	s := start(t, NewHand())
	s.Do(func(d Scene) {
		if err := d.Object(0.03); err != nil {
			t.Error(err)
		}
	})
	p := dial(t, s, franka.Hand)
	if a, ok := p.connect(3); !ok || a.Status != franka.GripperSuccess || a.Version != 3 {
		t.Fatalf("Connect: %+v, %v", a, ok)
	}
	if one, two := p.state(), p.state(); two.ID <= one.ID || one.Width != widest {
		t.Errorf("states %+v, %+v", one, two)
	}
	p.ask(grasp(0.03))
	if a, _ := p.answer(); a.Status != franka.GripperSuccess || a.ID != 1 {
		t.Errorf("grasp: %+v", a)
	}
	for !p.state().Grasped {
		continue
	}
	p.ask(franka.GripperRequest{Kind: franka.GripperHoming}, franka.GripperRequest{Kind: franka.GripperStop})
	if a, _ := p.answer(); a.Status != franka.GripperAborted || a.ID != 2 {
		t.Errorf("homing that is stopped: %+v", a)
	}
	if a, _ := p.answer(); a.Status != franka.GripperSuccess || a.ID != 3 {
		t.Errorf("stop: %+v", a)
	}
	other := dial(t, s, franka.Hand)
	if _, ok := other.connect(3); ok {
		t.Error("a second client")
	}
	p.tcp.Close()
	for again := false; !again; {
		_, again = dial(t, s, franka.Hand).connect(3)
	}
}

func TestServerNamesItsVersion(t *testing.T) {
	s := start(t, NewCup())
	if a, ok := dial(t, s, franka.Pump).connect(2); !ok || a.Status == franka.GripperSuccess || a.Version != 1 {
		t.Errorf("Connect with version 2: %+v, %v", a, ok)
	}
}

// TestHostileBytesEndTheConnectionOnly.
func TestHostileBytesEndTheConnectionOnly(t *testing.T) {
	s := start(t, NewHand())
	stop, err := franka.AppendGripperRequest(nil, franka.Hand, &franka.GripperRequest{Kind: franka.GripperStop})
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{
		"noise": bytes.Repeat([]byte{0xA5}, 200), "no Connect": stop, "a size of zero": make([]byte, 10), "HTTP": []byte("GET / HTTP/1.1\r\n\r\n"),
	} {
		p := dial(t, s, franka.Hand)
		_, _ = p.tcp.Write(b)
		if _, ok := p.answer(); ok {
			t.Errorf("%s is answered", name)
		}
		p.tcp.Close()
	}
	for again := false; !again; {
		_, again = dial(t, s, franka.Hand).connect(3)
	}
}

func TestListenStaysOnLoopback(t *testing.T) {
	if _, err := Listen(Config{Listen: "0.0.0.0:0"}, NewHand()); err == nil || !strings.Contains(err.Error(), "--exposed") {
		t.Errorf("%v", err)
	}
}
