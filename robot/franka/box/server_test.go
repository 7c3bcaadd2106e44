package box

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sinew-robotics/sinew/robot/franka"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// station is a server under test and the lines it reported.
type station struct {
	t *testing.T
	*Server
	lines chan string
}

// serve runs a robot on a free port until the test ends. Cycles are patient: the machine may stand still.
func serve(t *testing.T, cfg Config, set ...func(*ServerConfig)) *station {
	t.Helper()
	r, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	st := &station{t: t, lines: make(chan string, 1000)}
	c := ServerConfig{Listen: "127.0.0.1:0", Patience: time.Minute, Report: func(l string) { st.lines <- l }}
	for _, f := range set {
		f(&c)
	}
	if st.Server, err = Listen(c, r); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- st.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return st
}

// report waits for a line with text in it; those before it are gone.
func (st *station) report(text string) string {
	st.t.Helper()
	limit := time.After(time.Minute)
	for {
		select {
		case l := <-st.lines:
			if strings.Contains(l, text) {
				return l
			}
		case <-limit:
			st.t.Fatalf("no line with %q", text)
		}
	}
}

// peer is a client of bare sockets.
type peer struct {
	t   *testing.T
	v   franka.Version
	tcp net.Conn
	udp *net.UDPConn
	to  *net.UDPAddr
	id  uint32
	buf []byte
	s   franka.State
}

func dial(t *testing.T, st *station, v franka.Version) *peer {
	t.Helper()
	tcp, err := net.Dial("tcp", st.Addr())
	if err != nil {
		t.Fatal(err)
	}
	udp, err := net.ListenUDP("udp4", &net.UDPAddr{})
	if err != nil {
		t.Fatal(err)
	}
	_ = udp.SetReadBuffer(1 << 20) // states wait here while the test stands still
	p := &peer{t: t, v: v, tcp: tcp, udp: udp}
	t.Cleanup(p.close)
	return p
}

func (p *peer) close() { p.tcp.Close(); p.udp.Close() }

func (p *peer) connect() *peer {
	p.t.Helper()
	a := p.ask(franka.Request{Kind: franka.Connect, Version: p.v, Port: uint16(p.udp.LocalAddr().(*net.UDPAddr).Port)})
	if a.Status != franka.Success || a.Version != p.v {
		p.t.Fatalf("Connect: %v, version %d", a.Status, a.Version)
	}
	return p
}

// ask sends a request and returns the next response.
func (p *peer) ask(q franka.Request) franka.Response {
	p.t.Helper()
	p.send(q)
	return p.answer()
}

func (p *peer) send(q franka.Request) {
	p.t.Helper()
	q.ID = p.id
	p.id++
	b, err := franka.AppendRequest(nil, p.v, &q)
	if err != nil {
		p.t.Fatal(err)
	}
	if _, err := p.tcp.Write(b); err != nil {
		p.t.Fatal(err)
	}
}

// answer reads a response.
func (p *peer) answer() (a franka.Response) {
	p.t.Helper()
	_ = p.tcp.SetReadDeadline(time.Now().Add(time.Minute))
	for {
		n, err := franka.ReadResponse(p.buf, p.v, &a)
		if err == nil {
			p.buf = append([]byte(nil), p.buf[n:]...)
			return a
		}
		if !errors.Is(err, franka.ErrShort) {
			p.t.Fatal(err)
		}
		b := make([]byte, 4096)
		k, err := p.tcp.Read(b)
		if p.buf = append(p.buf, b[:k]...); err != nil {
			p.t.Fatal(err)
		}
	}
}

// read takes the next state.
func (p *peer) read() *franka.State {
	p.t.Helper()
	for last := p.s.ID; p.s.ID == last; { // others are repeated, because the test stood still
		p.datagram()
	}
	return &p.s
}

// datagram takes the next state, which may be the last one once more.
func (p *peer) datagram() {
	p.t.Helper()
	b := make([]byte, 4096)
	_ = p.udp.SetReadDeadline(time.Now().Add(time.Minute))
	n, from, err := p.udp.ReadFromUDP(b)
	if err != nil {
		p.t.Fatal(err)
	}
	p.to = from
	last := p.s.ID
	if err := franka.ReadState(b[:n], p.v, &p.s); err != nil {
		p.t.Fatal(err)
	}
	if p.s.ID < last {
		p.t.Fatalf("state %d after %d", p.s.ID, last)
	}
}

func (p *peer) write(c *franka.Command) {
	p.t.Helper()
	if _, err := p.udp.WriteToUDP(franka.AppendCommand(nil, p.v, c), p.to); err != nil {
		p.t.Fatal(err)
	}
}

// move starts a motion and reads on until states show it.
func (p *peer) move(g franka.MotionGenerator) {
	p.t.Helper()
	d := franka.DefaultDeviation
	if a := p.ask(franka.Request{Kind: franka.Move, Move: franka.MoveRequest{Generator: g, Path: d, Goal: d}}); a.Status != franka.MotionStarted {
		p.t.Fatalf("Move: %v", a.Status)
	}
	for p.read().MotionGenerator != g {
	}
}

func TestServerMovesForAClientOfEachVersion(t *testing.T) {
	for v := franka.Version3; v <= franka.Version10; v++ {
		st := serve(t, Config{Version: v})
		p := dial(t, st, v).connect()
		p.move(franka.GenerateJointPosition)
		start := p.s.Qd
		const n = 100
		for k := 0; p.s.Mode == franka.ModeMove; k++ {
			c := franka.Command{ID: p.s.ID, QC: start, Finished: k >= n}
			c.QC[3] += 0.005 * cosine(k, n)
			p.write(&c)
			p.read()
		}
		if p.s.Mode != franka.ModeIdle || p.s.LastErrors != 0 {
			t.Errorf("version %d: %v, %v", v, p.s.Mode, p.s.LastErrors)
		}
		if a := p.answer(); a.Kind != franka.Move || a.Status != franka.Success {
			t.Errorf("version %d: %v answered by %v", v, a.Kind, a.Status)
		}
		if d := p.s.Qd[3] - start[3]; d < 0.00499 || d > 0.00501 {
			t.Errorf("version %d: moved by %g", v, d)
		}
		st.report("motion 1: joint position started")
		st.report("motion 1: joint position finished after 0.10")
	}
}

// TestReportsCountAsTheRobotDoes also where it has moved before.
func TestReportsCountAsTheRobotDoes(t *testing.T) {
	st := serve(t, Config{})
	st.Do(func(r *Robot) { r.run.Number = 4 })
	p := dial(t, st, franka.Version5).connect()
	p.move(franka.GenerateJointPosition)
	st.report("motion 5: joint position started")
	p.write(&franka.Command{ID: p.s.ID, QC: p.s.Qd, Finished: true})
	st.report("motion 5: joint position finished")
}

// TestLibraryMayTakeItsTime while states go on, and may fail.
func TestLibraryMayTakeItsTime(t *testing.T) {
	asked, ready := make(chan franka.Library), make(chan []byte)
	st := serve(t, Config{}, func(c *ServerConfig) {
		c.Library = func(l franka.Library) ([]byte, error) {
			asked <- l
			if b := <-ready; b != nil {
				return b, nil
			}
			return []byte("half of it"), errors.New("no compiler")
		}
	})
	p := dial(t, st, franka.Version5).connect()
	want := franka.Library{Architecture: 3}
	for _, object := range [][]byte{[]byte("a shared object"), nil} {
		p.send(franka.Request{Kind: franka.LoadModelLibrary, Library: want})
		if l := <-asked; l != want {
			t.Errorf("asked for %+v, not %+v", l, want)
		}
		for range 20 {
			p.read()
		}
		ready <- object
		if a := p.answer(); string(a.Data) != string(object) || (a.Status == franka.Success) != (object != nil) {
			t.Errorf("%q: answered by %v, %q", object, a.Status, a.Data)
		}
	}
	if a := p.ask(franka.Request{Kind: franka.SetFilters}); a.Kind != franka.SetFilters {
		t.Errorf("%v after that", a.Kind)
	}
}

func TestClientThatDisappearsLeavesAnArmAtRest(t *testing.T) {
	st := serve(t, Config{})
	p := dial(t, st, franka.Version5).connect()
	p.move(franka.GenerateJointVelocity)
	for k := range 200 {
		c := franka.Command{ID: p.s.ID, DQC: [7]float64{3: 0.5 * cosine(k, 200)}}
		p.write(&c)
		p.read()
	}
	p.close()
	if l := st.report("motion 1: joint velocity aborted"); !strings.Contains(l, "communication_constraints_violation") {
		t.Error(l)
	}
	p = dial(t, st, franka.Version5).connect()
	for p.read().DQd != [7]float64{} {
	}
	if p.s.Mode != franka.ModeReflex || !p.s.CurrentErrors.Has(franka.CommunicationConstraintsViolation) {
		t.Errorf("mode %v, errors %v", p.s.Mode, p.s.CurrentErrors)
	}
	if a := p.ask(franka.Request{Kind: franka.AutomaticErrorRecovery}); a.Status != franka.Success {
		t.Errorf("recovery: %v", a.Status)
	}
	for p.read().Mode != franka.ModeIdle {
	}
	p.move(franka.GenerateJointVelocity)
}

func TestSecondClientIsRefused(t *testing.T) {
	st := serve(t, Config{})
	p := dial(t, st, franka.Version5).connect()
	p.read()
	q := dial(t, st, franka.Version5)
	_ = q.tcp.SetReadDeadline(time.Now().Add(time.Minute))
	if _, err := q.tcp.Read(make([]byte, 1)); errors.Is(err, os.ErrDeadlineExceeded) || err == nil {
		t.Errorf("a second client: %v", err)
	}
	p.read() // the first goes on
	if n := st.Counters(); n.Refused != 1 {
		t.Errorf("%d refused", n.Refused)
	}
}

func TestAnotherVersionIsNamed(t *testing.T) {
	st := serve(t, Config{})
	p := dial(t, st, franka.Version5)
	a := p.ask(franka.Request{Kind: franka.Connect, Version: franka.Version7, Port: 9})
	if a.Status != franka.IncompatibleLibraryVersion || a.Version != franka.Version5 {
		t.Errorf("%v, version %d", a.Status, a.Version)
	}
}

func TestStopAndSettersOverTheWire(t *testing.T) {
	st := serve(t, Config{})
	p := dial(t, st, franka.Version5).connect()
	if a := p.ask(franka.Request{Kind: franka.SetJointImpedance, JointImpedance: [7]float64{-1}}); a.Status != franka.InvalidArgument {
		t.Errorf("negative stiffness: %v", a.Status)
	}
	if a := p.ask(franka.Request{Kind: franka.SetLoad, Load: franka.Load{Mass: 1}}); a.Status != franka.Success {
		t.Errorf("load: %v", a.Status)
	}
	p.move(franka.GenerateJointVelocity)
	if p.s.MLoad != 1 {
		t.Errorf("state shows a load of %g kg", p.s.MLoad)
	}
	for k := range 100 {
		c := franka.Command{ID: p.s.ID, DQC: [7]float64{3: 0.2 * cosine(k, 100)}}
		p.write(&c)
		p.read()
	}
	if a := p.ask(franka.Request{Kind: franka.SetLoad}); a.Status != franka.NotPossible {
		t.Errorf("load in a motion: %v", a.Status)
	}
	if a := p.ask(franka.Request{Kind: franka.StopMove}); a.Kind != franka.Move || a.Status != franka.Preempted {
		t.Errorf("first answer: %v %v", a.Kind, a.Status)
	}
	if a := p.answer(); a.Kind != franka.StopMove || a.Status != franka.Success {
		t.Errorf("second answer: %v %v", a.Kind, a.Status)
	}
	st.report("stopped by the client")
}

// hostile are bytes that no client sends.
func hostile() map[string][]byte {
	header := func(cmd, id, size byte) []byte { return []byte{cmd, 0, 0, 0, id, 0, 0, 0, size, 0, 0, 0} }
	return map[string][]byte{
		"size too small":  header(0, 0, 3),
		"unknown command": append(header(99, 0, 16), 5, 0, 1, 1),
		"huge size":       {0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 5, 0, 1, 1},
		"no connect":      append(header(2, 0, 12), 5, 0, 1, 1),
		"port 0":          append(header(0, 0, 16), 5, 0, 0, 0),
		"text":            []byte("GET / HTTP/1.1\r\nHost: robot\r\n\r\n"),
	}
}

func TestHostileBytesEndTheConnectionOnly(t *testing.T) {
	st := serve(t, Config{})
	for name, b := range hostile() {
		p := dial(t, st, franka.Version5)
		_, _ = p.tcp.Write(b)
		_ = p.tcp.SetReadDeadline(time.Now().Add(time.Minute))
		if _, err := io.ReadAll(p.tcp); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%s: the connection stays open", name)
		}
		p.close()
	}
	// And after a proper Connect, in a motion.
	p := dial(t, st, franka.Version5).connect()
	p.move(franka.GenerateJointVelocity)
	_, _ = p.tcp.Write([]byte{1, 2, 3, 4, 5, 6, 7, 8, 0xff, 0xff, 0xff, 0x7f})
	_ = p.tcp.SetReadDeadline(time.Now().Add(time.Minute))
	if _, err := io.ReadAll(p.tcp); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("in a motion: the connection stays open")
	}
	p.close()
	st.report("communication_constraints_violation")
	p = dial(t, st, franka.Version5).connect()
	p.read()
	if n := st.Counters(); n.Dropped != uint64(len(hostile())+1) {
		t.Errorf("%d clients dropped of %d", n.Dropped, len(hostile())+1)
	}
}

func TestListenStaysOnLoopback(t *testing.T) {
	r, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(ServerConfig{Listen: "0.0.0.0:0"}, r); err == nil || !strings.Contains(err.Error(), "loopback") {
		t.Errorf("listening everywhere: %v", err)
	}
	s, err := Listen(ServerConfig{Listen: "0.0.0.0:0", Exposed: true}, r)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
}

// TestAConnectionThatSaysNothingGivesWay to one that says Connect, or a half of it.
func TestAConnectionThatSaysNothingGivesWay(t *testing.T) {
	st := serve(t, Config{})
	for _, bytes := range [][]byte{nil, {0, 0, 0, 0, 0}} {
		n := st.Counters().Accepted
		mute := dial(t, st, franka.Version5)
		if _, err := mute.tcp.Write(bytes); err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(time.Minute); st.Counters().Accepted == n && time.Now().Before(end); {
			runtime.Gosched() // until it holds the robot
		}
		dial(t, st, franka.Version5).connect().close()
		_ = mute.tcp.SetReadDeadline(time.Now().Add(time.Minute))
		if _, err := mute.tcp.Read(make([]byte, 1)); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("the mute connection: %v", err)
		}
	}
	if r := st.Counters().Refused; r != 0 {
		t.Errorf("%d refused", r)
	}
}
