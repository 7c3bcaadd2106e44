package ros1

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1/msg/rosgraphmsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdsrvs"
	"github.com/sinew-robotics/sinew/bridge/ros1/xmlrpc"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// TestPublisherGone: of two publishers one dies without a word; the other's messages go on coming, the subscription says
// who is missing, and takes the messages of one of the same name that comes back.
func TestPublisherGone(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	publish := func(n *Node) *Publisher {
		p, err := n.Advertise("/x", &stdmsgs.String{}, PubOptions{Latch: true})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	a, b, c := dial(t, uri, "a"), dial(t, uri, "b"), dial(t, uri, "c")
	p := publish(b)
	publish(a)
	got := make(chan string, 10)
	s, err := Subscribe(c, "/x", SubOptions{}, func(m *stdmsgs.String) { got <- m.Data })
	if err != nil {
		t.Fatal(err)
	}
	until(t, "two publishers", func() bool { return s.Publishers() == 2 })
	a.stop(ErrClosed) // as when its process is killed: the master is not told
	until(t, "one publisher", func() bool { return s.Publishers() == 1 })
	if err := p.Publish(text("still here")); err != nil || wait(t, got) != "still here" {
		t.Error(err)
	}
	until(t, "said", func() bool {
		err := s.Errors()
		return err != nil && strings.Contains(err.Error(), a.API()) && strings.Contains(err.Error(), "connection refused")
	})
	again := dial(t, uri, "a")
	if err := publish(again).Publish(text("back")); err != nil || wait(t, got) != "back" {
		t.Error(err)
	}
	until(t, "no errors", func() bool { return s.Errors() == nil && s.Publishers() == 2 })
}

// TestHalfOpen: whoever connects and says nothing, or half of a header, is let go after Config.Hello; a node that answers
// a subscription with nothing is left after as long.
func TestHalfOpen(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	n, err := Dial(t.Context(), Config{Name: "n", Master: uri, Hello: 50 * time.Millisecond, Backoff: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = n.Close() }()
	for _, said := range []string{"", "\x10\x00", "\x10\x00\x00\x00\x09\x00\x00\x00topic=/"} {
		c, err := net.Dial("tcp", n.addr.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_, _ = c.Write([]byte(said)) // what comes back is looked at
		_ = c.SetReadDeadline(time.Now().Add(time.Minute))
		h, err := readHeader(c)
		if err != nil || !strings.Contains(h["error"], "timeout") {
			t.Errorf("%q: %v, %v", said, h, err)
		}
		if _, err := c.Read(make([]byte, 1)); err != io.EOF {
			t.Error(err)
		}
		_ = c.Close()
	}
	mute, err := net.Listen("tcp", "127.0.0.1:0") // the kernel connects, nobody accepts
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = mute.Close() }()
	api := newSlave(t, xmlrpc.Array{"TCPROS", "127.0.0.1", int32(port(mute))})
	if _, err := xmlrpc.NewClient(uri, 0).Ask(t.Context(), "registerPublisher", "/mute", "/x", "*", api); err != nil {
		t.Fatal(err)
	}
	s, err := Subscribe(n, "/x", SubOptions{}, func(*stdmsgs.String) {})
	if err != nil {
		t.Fatal(err)
	}
	until(t, "left", func() bool {
		err := s.Errors()
		return err != nil && strings.Contains(err.Error(), "no header comes back")
	})
}

// newSlave is the API of a node that answers all calls alike.
func newSlave(t *testing.T, answer xmlrpc.Value) (api string) {
	return answering(t, func(xmlrpc.Call) xmlrpc.Value { return answer })
}

// answering is a node or master that answers calls with f.
func answering(t *testing.T, f func(xmlrpc.Call) xmlrpc.Value) (api string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := xmlrpc.NewServer(xmlrpc.Handler(func(_ context.Context, c xmlrpc.Call) (xmlrpc.Value, error) {
		return xmlrpc.Array{int32(1), "", f(c)}, nil
	}))
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = s.Serve(l)
	}()
	t.Cleanup(func() {
		_ = s.Close()
		<-done
	})
	return "http://" + l.Addr().String() + "/"
}

// TestListsInAnyOrder: a list of publishers that the master sends overtakes the answer to the registration, which has none
// yet. The publisher is not lost.
func TestListsInAnyOrder(t *testing.T) {
	publisher := newSlave(t, xmlrpc.Array{"TCPROS", "127.0.0.1", int32(1)})
	var asked atomic.Int32
	uri := answering(t, func(c xmlrpc.Call) xmlrpc.Value {
		if c.Method != "registerSubscriber" {
			return int32(0)
		}
		if asked.Add(1) == 1 {
			api, _ := c.Args[3].(string)
			if _, err := xmlrpc.NewClient(api, 0).Ask(t.Context(), "publisherUpdate", "/master", "/x", xmlrpc.Array{publisher}); err != nil {
				t.Error(err)
			}
			return xmlrpc.Array{} // as it was before
		}
		return xmlrpc.Array{publisher}
	})
	n, err := Dial(t.Context(), Config{Name: "n", Master: uri, Silent: true, Backoff: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = n.Close() }()
	s, err := Subscribe(n, "/x", SubOptions{}, func(*stdmsgs.String) {})
	if err != nil {
		t.Fatal(err)
	}
	until(t, "tried", func() bool { err := s.Errors(); return err != nil && strings.Contains(err.Error(), publisher) })
}

// TestValuesInAnyOrder: a parameter's value that the master sends overtakes the answer to the registration, which has the
// one before. The newer one holds.
func TestValuesInAnyOrder(t *testing.T) {
	var asked atomic.Int32
	uri := answering(t, func(c xmlrpc.Call) xmlrpc.Value {
		if c.Method != "subscribeParam" {
			return int32(0)
		}
		if asked.Add(1) == 1 {
			api, _ := c.Args[1].(string)
			if _, err := xmlrpc.NewClient(api, 0).Ask(t.Context(), "paramUpdate", "/master", "/x/", int32(2)); err != nil {
				t.Error(err)
			}
			return int32(1) // as it was before
		}
		return int32(2)
	})
	n, err := Dial(t.Context(), Config{Name: "n", Master: uri, Silent: true, Backoff: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = n.Close() }()
	var last atomic.Value
	if err := n.WatchParam("/x", func(v xmlrpc.Value) { last.Store(v) }); err != nil {
		t.Fatal(err)
	}
	if asked.Load() < 2 || last.Load() != int32(2) {
		t.Error(asked.Load(), last.Load())
	}
}

// TestServicesOfLiars: a request or answer that is larger than announced, or announced larger than anything, ends its
// connection and harms no other.
func TestServicesOfLiars(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	a, b := dial(t, uri, "a"), dial(t, uri, "b")
	if _, err := Serve(a, "/s", stdsrvs.SetBool(), func(q *stdsrvs.SetBoolRequest, r *stdsrvs.SetBoolResponse) error {
		r.Success = q.Data
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	ask := header{"service": "/s", "md5sum": stdsrvs.SetBool().MD5, "callerid": "/liar", "persistent": "1"}
	for said, want := range map[string]string{
		"\x02\x00\x00\x00\x01\x01": "\x00std_srvs/SetBoolRequest", // refused, with words, and the connection stays
		"\x00\x00\x00\x00":         "\x00std_srvs/SetBoolRequest",
		"\xff\xff\xff\xff\x01":     "",
	} {
		c, _ := raw(t, a, ask)
		if _, err := c.Write([]byte(said)); err != nil {
			t.Fatal(err)
		}
		if want == "" {
			if _, err := c.Read(make([]byte, 1)); err == nil {
				t.Errorf("%q is answered", said)
			}
			continue
		}
		head := make([]byte, 5)
		if _, err := io.ReadFull(c, head); err != nil {
			t.Fatal(err)
		}
		why := make([]byte, binary.LittleEndian.Uint32(head[1:]))
		if _, err := io.ReadFull(c, why); err != nil || head[0] != 0 || !strings.Contains(string(why), "SetBoolRequest") {
			t.Errorf("%q: %q, %v", said, why, err)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = readHeader(c)
			_, _ = c.Write(header{"callerid": "/liar", "md5sum": stdsrvs.SetBool().MD5, "type": "std_srvs/SetBool"}.append(nil))
			_, _ = c.Write([]byte("\x01\xff\xff\xff\xff\x01"))
		}
	}()
	if _, err := xmlrpc.NewClient(uri, 0).Ask(t.Context(), "registerService", "/liar", "/lie", "rosrpc://"+l.Addr().String(), "http://127.0.0.1:1/"); err != nil {
		t.Fatal(err)
	}
	var r stdsrvs.SetBoolResponse
	if err := b.Call(t.Context(), "/lie", stdsrvs.SetBool(), &stdsrvs.SetBoolRequest{}, &r); err == nil || !strings.Contains(err.Error(), "an answer of 4294967295 bytes is announced") {
		t.Error(err)
	}
	if err := b.Call(t.Context(), "/s", stdsrvs.SetBool(), &stdsrvs.SetBoolRequest{Data: true}, &r); err != nil || !r.Success {
		t.Error(r, err)
	}
}

// TestExposed: off loopback only when it is said, and then with a warning.
func TestExposed(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	var mu sync.Mutex
	var said bytes.Buffer
	log := slog.New(slog.NewTextHandler(lockedWriter{&mu, &said}, nil))
	shy, err := Dial(t.Context(), Config{Name: "shy", Master: uri, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = shy.Close() }()
	if l := shy.addr.Addr(); !l.(*net.TCPAddr).IP.IsLoopback() {
		t.Errorf("it listens at %v", l)
	}
	mu.Lock()
	quiet := !strings.Contains(said.String(), "no authentication")
	mu.Unlock()
	open, err := Dial(t.Context(), Config{Name: "open", Master: uri, Exposed: true, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = open.Close() }()
	mu.Lock()
	defer mu.Unlock()
	if !quiet || !strings.Contains(said.String(), "level=WARN") || !strings.Contains(said.String(), "no authentication") || open.addr.Addr().(*net.TCPAddr).IP.IsLoopback() {
		t.Error(quiet, said.String(), open.addr.Addr())
	}
}

type lockedWriter struct {
	mu *sync.Mutex
	w  io.Writer
}

func (l lockedWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}

// TestBusInfo: the calls by which rosnode and others see connections have all that roscpp's have, and count what a program
// had no room for.
func TestBusInfo(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	a, b := dial(t, uri, "a"), dial(t, uri, "b")
	_, in, _, _ := program(t, false) // nobody runs it
	if _, err := in.Connect(b, SubOptions{}); err != nil {
		t.Fatal(err)
	}
	p, err := a.Advertise("/bytes", &stdmsgs.UInt8MultiArray{}, PubOptions{})
	if err != nil {
		t.Fatal(err)
	}
	until(t, "connected", func() bool { return p.Subscribers() == 1 })
	const n = 400 // more than the queue has room for
	until(t, "dropped", func() bool {
		for range n {
			if err := p.Publish(&stdmsgs.UInt8MultiArray{}); err != nil {
				t.Fatal(err)
			}
		}
		return in.Message.Refused() > 0
	})
	until(t, "counted", func() bool {
		for _, c := range b.Connections() {
			if c.Topic == "/bytes" {
				return c.Dropped == in.Message.Refused() && c.Messages >= c.Dropped
			}
		}
		return false
	})
	ask := func(of *Node, method string) string {
		v, err := xmlrpc.NewClient(of.API(), 0).Ask(t.Context(), method, "/x")
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(v)
	}
	here := port(a.addr)
	for text, want := range map[string]string{
		ask(a, "getBusInfo"): fmt.Sprintf("/b o TCPROS /bytes true TCPROS connection on port %d to [127.0.0.1:", here),
		ask(b, "getBusInfo"): " i TCPROS /bytes true TCPROS connection on port ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s instead of %s", text, want)
		}
	}
	if s := ask(b, "getBusInfo"); !strings.Contains(s, fmt.Sprintf("to [127.0.0.1:%d]", here)) {
		t.Error(s)
	}
	for _, c := range b.Connections() {
		if want := fmt.Sprintf("[/bytes [[%d %d %d %d true]]]", c.ID, c.Bytes, c.Messages, c.Dropped); c.Topic == "/bytes" && !strings.Contains(ask(b, "getBusStats"), want) {
			t.Error(ask(b, "getBusStats"), want)
		}
	}
}

// TestStatistics: with /enable_statistics a node tells on /statistics what came, in windows of the graph's time.
func TestStatistics(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	a := dial(t, uri, "a")
	if err := a.SetParam(t.Context(), "/use_sim_time", true); err != nil {
		t.Fatal(err)
	}
	b := dial(t, uri, "b")
	clock, err := a.Advertise("/clock", &rosgraphmsgs.Clock{}, PubOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := a.Advertise("/x", &rosgraphmsgs.Log{}, PubOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got, told := make(chan wire.Time, 10), make(chan rosgraphmsgs.TopicStatistics, 10)
	if _, err := Subscribe(b, "/x", SubOptions{}, func(m *rosgraphmsgs.Log) { got <- m.Header.Stamp }); err != nil {
		t.Fatal(err)
	}
	if _, err := Subscribe(a, "/statistics", SubOptions{}, func(m *rosgraphmsgs.TopicStatistics) {
		if m.Topic == "/x" { // there is /rosout, too
			told <- *m
		}
	}); err != nil {
		t.Fatal(err)
	}
	until(t, "connected", func() bool { return p.Subscribers() == 1 && clock.Subscribers() == 1 })
	// Of a message the stamp is 50 ms before it comes, and of the last 80 ms.
	m := &rosgraphmsgs.Log{Msg: "12345"}
	send := func(ms, age uint32) {
		t.Helper()
		at := wire.Time{Sec: 100 + ms/1000, Nsec: ms % 1000 * 1e6}
		if err := clock.Publish(&rosgraphmsgs.Clock{Clock: at}); err != nil {
			t.Fatal(err)
		}
		until(t, "the time", func() bool { return b.Now() == at })
		m.Header.Stamp = wire.TimeOf(at.Nanoseconds() - int64(age)*1e6)
		if err := p.Publish(m); err != nil || wait(t, got) != m.Header.Stamp {
			t.Fatal(err)
		}
	}
	send(0, 50) // not measured yet
	if err := a.SetParam(t.Context(), "/enable_statistics", true); err != nil {
		t.Fatal(err)
	}
	until(t, "measured", func() bool { return b.stats.pub.Load() != nil && b.stats.pub.Load().Subscribers() == 1 })
	for _, ms := range []uint32{100, 200, 400, 600} {
		send(ms, 50)
	}
	send(1300, 80)
	size := int32(len(m.Append(nil)))
	x := wait(t, told)
	want := rosgraphmsgs.TopicStatistics{Topic: "/x", NodePub: "/a", NodeSub: "/b", WindowStart: wire.Time{Sec: 100, Nsec: 1e8}, WindowStop: wire.Time{Sec: 101, Nsec: 3e8},
		DeliveredMsgs: 5, Traffic: 5 * size,
		PeriodMean: wire.Duration{Nsec: 3e8}, PeriodStddev: wire.Duration{Nsec: 234520788}, PeriodMax: wire.Duration{Nsec: 7e8}, // √(0.2² + 2·0.1² + 0.4²)/2
		StampAgeMean: wire.Duration{Nsec: 56e6}, StampAgeStddev: wire.Duration{Nsec: 12e6}, StampAgeMax: wire.Duration{Nsec: 8e7}}
	if x != want {
		t.Errorf("%+v\ninstead of\n%+v", x, want)
	}
	send(2000, 50)
	send(2400, 50)
	send(3400, 50) // few have come: the second window is twice as long
	if x = wait(t, told); x.DeliveredMsgs != 3 || x.WindowStart != want.WindowStop || x.PeriodMean != (wire.Duration{Nsec: 7e8}) || x.StampAgeMax != (wire.Duration{Nsec: 5e7}) {
		t.Errorf("%+v", x)
	}
	if err := a.SetParam(t.Context(), "/enable_statistics", false); err != nil {
		t.Fatal(err)
	}
	until(t, "no longer measured", func() bool { return !b.stats.on.Load() })
}

// TestWindow: a window gets shorter when much comes, and longer when little does, within its bounds; what is lost is counted.
func TestWindow(t *testing.T) {
	var p pace
	p.least.Store(10)
	p.most.Store(100)
	p.shortest.Store(4)
	p.longest.Store(64)
	var w window
	now := int64(0)
	run := func(period time.Duration, want float64) {
		t.Helper()
		for i := 0; ; i++ {
			now += int64(period)
			if !w.add(now, []byte("x"), i == 0) {
				continue
			}
			m := w.report(&p)
			most := wire.DurationOf(period)
			if m.DeliveredMsgs == 1 {
				most = wire.Duration{} // within a window there is no period
			}
			if m.Traffic != m.DeliveredMsgs || m.DroppedMsgs != 1 || m.PeriodMax != most || m.StampAgeMax != (wire.Duration{}) {
				t.Errorf("%+v", m)
			}
			break
		}
		if w.length != want {
			t.Errorf("%g s instead of %g", w.length, want)
		}
	}
	run(time.Millisecond, 1) // shorter than the shortest already
	for _, want := range []float64{2, 4, 8, 16, 32, 64, 64} {
		run(30*time.Second, want)
	}
	for _, want := range []float64{32, 16, 8, 4, 4} {
		run(10*time.Millisecond, want)
	}
}
