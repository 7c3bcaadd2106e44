package box

import (
	"context"
	"encoding/hex"
	"io"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"go.uber.org/goleak"
)

// serve starts a server on free ports; stop ends it and looks for goroutines left behind.
func serve(t *testing.T, change func(*ServerConfig)) (s *Server, clock *fakeClock, stop func()) {
	t.Helper()
	home := xarm.Home()
	return serveBox(t, Config{Kinematics: kinematicsFor(t), Start: home[:]}, change)
}

func serveBox(t *testing.T, c Config, change func(*ServerConfig)) (s *Server, clock *fakeClock, stop func()) {
	t.Helper()
	box, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	clock = newFakeClock()
	cfg := ServerConfig{Command: "127.0.0.1:0", Reports: ReportAddrs("127.0.0.1", 0), Clock: clock}
	if change != nil {
		change(&cfg)
	}
	if s, err = Listen(cfg, box); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- s.Serve(ctx) }()
	return s, clock, func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		goleak.VerifyNone(t)
	}
}

func dial(t *testing.T, addr string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestServerOverRealSockets(t *testing.T) {
	s, clock, stop := serve(t, func(c *ServerConfig) { c.Second = "127.0.0.1:0" })
	defer stop()
	conn, err := xarm.DialTCP(s.second.Addr().String(), time.Second)() // either port will do
	if err != nil {
		t.Fatal(err)
	}
	c := xarm.NewClient(conn, xarm.ClientConfig{})
	defer c.Close()
	if _, err := c.Handshake(); err != nil {
		t.Fatal(err)
	}
	if err := c.Recover(xarm.ModeServo); err != nil {
		t.Fatal(err)
	}
	var start xarm.WirePose
	s.Do(func(b *Box) { start = xarm.ToWire(b.Pose()) })
	for i := range 50 {
		p := start
		p[1] += 0.5 * float64(i)
		if err := c.ServoCartesian(p.Pose()); err != nil {
			t.Fatal(i, err)
		}
		clock.advance(4 * time.Millisecond)
	}
	clock.advance(300 * time.Millisecond)
	w, err := c.WirePosition()
	if err != nil {
		t.Fatal(err)
	}
	if d := w[1] - start[1] - 24.5; d > 0.01 || d < -0.01 {
		t.Errorf("moved to %g mm, want %g", w[1], start[1]+24.5)
	}
	s.Do(func(b *Box) { b.EmergencyStop() })
	if code, _, err := c.ErrWarn(); err != nil || code != xarm.ErrorEmergencyStop {
		t.Errorf("%v %v", code, err)
	}
}

// TestClientsAreToldWhatTheyDidNotAskForNow: feedback and answers that take time come on the connection that wants them.
func TestClientsAreToldWhatTheyDidNotAskForNow(t *testing.T) {
	home := xarm.Home()
	s, clock, stop := serveBox(t, Config{Kinematics: kinematicsFor(t), Start: home[:], Firmware: "v2.7.1"}, nil)
	defer stop()
	wants, other := dial(t, s.Addr()), dial(t, s.Addr())
	defer wants.Close()
	defer other.Close()
	read := func(c net.Conn) (frame []byte) {
		t.Helper()
		_ = c.SetReadDeadline(time.Now().Add(20 * time.Second))
		frame = make([]byte, xarm.HeaderLen)
		if _, err := io.ReadFull(c, frame); err != nil {
			t.Fatal(err)
		}
		body := make([]byte, int(frame[4])<<8|int(frame[5]))
		if _, err := io.ReadFull(c, body); err != nil {
			t.Fatal(err)
		}
		return append(frame, body...)
	}
	send := func(c net.Conn, id uint16, r xarm.Register, p ...byte) []byte {
		t.Helper()
		if _, err := c.Write(xarm.AppendRequest(nil, xarm.Request{ID: id, Protocol: 3, Register: r, Params: p})); err != nil {
			t.Fatal(err)
		}
		return read(c)
	}
	send(wants, 1, xarm.RegMotionEnable, 8, 1)
	send(wants, 2, xarm.RegSetMode, 0)
	send(wants, 3, xarm.RegSetState, 0)
	send(wants, 4, xarm.RegFeedbackType, feedbackFinish)
	send(wants, 5, xarm.RegMoveJoint, floats(append(home[:], 1, 5, 0)...)...)
	clock.advance(100 * time.Millisecond)
	if f := read(wants); len(f) != feedbackLen || f[1] != 5 || f[6] != 0xFF || f[8] != feedbackFinish || f[12] != 0 {
		t.Errorf("feedback % x", f)
	}
	if _, err := wants.Write(xarm.AppendRequest(nil, xarm.Request{ID: 6, Protocol: 3, Register: xarm.RegIdentifyLoad, Params: []byte{1}})); err != nil {
		t.Fatal(err)
	}
	if f := send(other, 1, xarm.RegGetState); f[7] != 0 { // the box answers others meanwhile
		t.Errorf("% x", f)
	}
	for i := 0; ; i++ { // the request may still be on its way
		var active bool
		s.Do(func(b *Box) { active = b.identify.active })
		if active || i > 1e6 {
			break
		}
		runtime.Gosched()
	}
	clock.advance(3 * time.Second)
	clock.advance(4 * time.Second)
	for {
		f := read(wants)
		if f[6] == 0xFF {
			continue // of the moves of the identification: none is asked for, but one may be on its way
		}
		if f[1] != 6 || len(f) != 8+16 || f[7] != 0 {
			t.Errorf("identification % x", f)
		}
		break
	}
}

func TestServerSendsReportsAtTheirRates(t *testing.T) {
	s, clock, stop := serve(t, nil)
	defer stop()
	var watches [xarm.ReportKinds]*xarm.Watch
	for k := range xarm.ReportKind(xarm.ReportKinds) {
		watches[k] = xarm.NewWatch(k, dial(t, s.ReportAddr(k)))
		defer watches[k].Close()
	}
	for s.Counters().Accepted < xarm.ReportKinds { // all are connected before time passes
		runtime.Gosched()
	}
	var from, to [xarm.ReportKinds]uint64
	wait := func(k xarm.ReportKind, n uint64) uint64 { // reports cross the sockets in their own time
		var got uint64
		deadline := time.Now().Add(time.Minute)
		for got < n && time.Now().Before(deadline) {
			var err error
			if k == xarm.ReportRealtime {
				got, err = watches[k].LatestRealtime(&xarm.Realtime{})
			} else {
				got, err = watches[k].Latest(&xarm.Report{})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		return got
	}
	clock.advance(200 * time.Millisecond)
	for k := range from {
		from[k] = wait(xarm.ReportKind(k), 1)
	}
	for i := range 1000 {
		if clock.advance(time.Millisecond); i%40 == 39 { // readers that keep up
			wait(xarm.ReportRealtime, from[xarm.ReportRealtime]+uint64(i)/4-2)
		}
	}
	for k, want := range [xarm.ReportKinds]uint64{250, 5, 5, 100} {
		to[k] = wait(xarm.ReportKind(k), from[k]+want-1)
		if n := to[k] - from[k]; n+1 < want || n > want+2 {
			t.Errorf("port %d: %d reports a second, want %d", xarm.ReportKind(k).Port(), n, want)
		}
	}
}

func TestServerAnswersModbusAndToleratesKeepAlives(t *testing.T) {
	s, _, stop := serve(t, nil)
	defer stop()
	c := dial(t, s.Addr())
	defer c.Close()
	send, _ := hex.DecodeString("0000000100020000" + "00070000000601" + "0300000001" + "0001000200010D")
	for i := range send { // byte by byte: frames are put together again
		if _, err := c.Write(send[i : i+1]); err != nil {
			t.Fatal(err)
		}
	}
	got := make([]byte, 9+9)
	if _, err := io.ReadFull(c, got); err != nil {
		t.Fatal(err)
	}
	if hex.EncodeToString(got) != "000700000003018301"+"000100020003"+"0d1004" {
		t.Errorf("% x", got)
	}
}

func TestServerDropsGarbageAndTurnsCrowdsAway(t *testing.T) {
	s, _, stop := serve(t, func(c *ServerConfig) { c.MaxClients = 2 })
	defer stop()
	c := dial(t, s.Addr())
	defer c.Close()
	if _, err := c.Write([]byte("GET / HTTP/1.1\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	if n, err := c.Read(make([]byte, 1)); n != 0 || err == nil {
		t.Error("garbage was answered")
	}
	for s.Counters().Dropped == 0 {
		runtime.Gosched()
	}
	for range 5 {
		x := dial(t, s.Addr())
		defer x.Close()
	}
	for s.Counters().Accepted+s.Counters().Turned < 6 {
		runtime.Gosched()
	}
	if n := s.Counters(); n.Turned < 3 || n.Accepted < 2 {
		t.Errorf("%+v with room for two", n)
	}
}

// TestServerKeepsATimeThatStands: a box on the monotonic clock that is held answers and stands, and goes on from there.
func TestServerKeepsATimeThatStands(t *testing.T) {
	s, _, stop := serve(t, func(c *ServerConfig) { c.Clock = nil })
	defer stop()
	now := func() (at time.Duration) {
		s.Do(func(b *Box) { at = b.Now() })
		return at
	}
	at := int64(now()) + int64(time.Millisecond)
	s.Keep(rt.Span{Start: s.Begin(), From: at, To: at})
	for rt.Now() < s.Begin()+at+int64(20*time.Millisecond) {
		runtime.Gosched()
	}
	held := int64(now())
	if again := int64(now()); held != again {
		t.Errorf("it is held at %d, and then it is %d", held, again)
	}
	start := rt.Now() - at
	s.Keep(rt.Span{Start: start, From: at, To: rt.Forever})
	for int64(now()) == held {
		runtime.Gosched()
	}
	if got, most := int64(now()), rt.Now()-start; got < held || got > most {
		t.Errorf("it goes on from %d and is at %d, later than %d", held, got, most)
	}
}

func TestServerCatchesUpAndSkips(t *testing.T) {
	s, clock, stop := serve(t, nil)
	defer stop()
	clock.advance(time.Second)
	s.Do(func(b *Box) {
		if b.Now() != time.Second {
			t.Errorf("box at %v", b.Now())
		}
	})
	clock.advance(time.Hour) // suspended
	s.Do(func(b *Box) {
		if b.Now() != time.Hour+time.Second {
			t.Errorf("box at %v", b.Now())
		}
	})
	if n := s.Counters().Skipped; n != time.Hour {
		t.Errorf("skipped %v", n)
	}
}

func TestListenStaysOnLoopback(t *testing.T) {
	box := newRig(t, nil, Failures{}).box
	_, err := Listen(ServerConfig{Command: "0.0.0.0:0", Reports: [xarm.ReportKinds]string{"nonsense", "", "", "127.0.0.1:99999"}}, box)
	if err == nil {
		t.Fatal("it listens to everyone")
	}
	for _, want := range []string{"0.0.0.0:0", "not on loopback", "nonsense", "99999"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in: %v", want, err)
		}
	}
}
