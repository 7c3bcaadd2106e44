package ros1

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1/master"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/roscpp"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/rosgraphmsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdsrvs"
	"github.com/sinew-robotics/sinew/bridge/ros1/xmlrpc"
	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/lang/rosmsg"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// serve runs a master until the test ends or stop is called.
func serve(t testing.TB, addr string) (uri string, stop func()) {
	m, err := master.Listen(master.Config{Addr: addr})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- m.Serve(ctx) }()
	stopped := false
	stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(stop)
	return m.URI(), stop
}

func dial(t testing.TB, uri, name string) *Node {
	n, err := Dial(t.Context(), Config{Name: name, Master: uri, Check: 20 * time.Millisecond, Backoff: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = n.Close() })
	return n
}

// wait takes from a channel; a test in which nothing comes fails.
func wait[T any](t testing.TB, c <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(time.Minute):
		t.Fatal("nothing comes")
	}
	return v
}

// until asks again until it is so.
func until(t testing.TB, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !so(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not %s", what)
		}
	}
}

func text(s string) *stdmsgs.String { return &stdmsgs.String{Data: s} }

// TestLastMessages: a subscriber gets all that was published before its publisher's node was closed.
func TestLastMessages(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	b := dial(t, uri, "b")
	got := make(chan string, 100)
	if _, err := Subscribe(b, "chatter", SubOptions{}, func(m *stdmsgs.String) { got <- m.Data }); err != nil {
		t.Fatal(err)
	}
	for round := range 20 {
		a := dial(t, uri, fmt.Sprint("a", round))
		p, err := a.Advertise("chatter", &stdmsgs.String{}, PubOptions{})
		if err != nil {
			t.Fatal(err)
		}
		until(t, "a subscriber", func() bool { return p.Subscribers() == 1 })
		for i := range 50 {
			if err := p.Publish(text(fmt.Sprint(round, " ", i))); err != nil {
				t.Fatal(err)
			}
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
		for i := range 50 {
			if x := wait(t, got); x != fmt.Sprint(round, " ", i) {
				t.Fatal(x, round, i)
			}
		}
	}
}

func TestTopic(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	a, b := dial(t, uri, "a"), dial(t, uri, "b")
	p, err := a.Advertise("chatter", &stdmsgs.String{}, PubOptions{Latch: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Publish(text("early")); err != nil {
		t.Fatal(err)
	}
	got, any := make(chan string, 100), make(chan string, 100)
	if _, err := Subscribe(b, "chatter", SubOptions{}, func(m *stdmsgs.String) { got <- m.Data }); err != nil {
		t.Fatal(err)
	}
	if x := wait(t, got); x != "early" {
		t.Error(x)
	}
	s, err := b.SubscribeAny("/chatter", SubOptions{}, func(m *rosmsg.Value) { any <- m.Field("data").Any().(string) })
	if err != nil {
		t.Fatal(err)
	}
	if x := wait(t, any); x != "early" {
		t.Error(x)
	}
	for i := range 50 {
		if err := p.Publish(text(fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
		if x, y := wait(t, got), wait(t, any); x != fmt.Sprint(i) || y != x {
			t.Fatal(x, y, i)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	until(t, "one subscriber", func() bool { return p.Subscribers() == 1 })
	if err := p.PublishBody(nil, []byte{3, 0, 0, 0}, []byte("abc")); err != nil || wait(t, got) != "abc" {
		t.Error(err)
	}
	if err := p.Publish(&stdmsgs.Float64{}); err == nil || !strings.Contains(err.Error(), "a std_msgs/Float64 where std_msgs/String is sent") {
		t.Error(err)
	}
	if _, err := a.Advertise("/chatter", &stdmsgs.String{}, PubOptions{}); err == nil {
		t.Error("two publishers of one topic in a node")
	}
	v, err := xmlrpc.NewClient(a.API(), 0).Ask(t.Context(), "getBusInfo", "/x")
	if err != nil || !strings.Contains(fmt.Sprint(v), "/b o TCPROS /chatter true") {
		t.Error(v, err)
	}
	if v, err := xmlrpc.NewClient(b.API(), 0).Ask(t.Context(), "getBusStats", "/x"); err != nil || !strings.Contains(fmt.Sprint(v), "/chatter") {
		t.Error(v, err)
	}
	if v, err := xmlrpc.NewClient(uri, 0).Ask(t.Context(), "getSystemState", "/x"); err != nil || !strings.Contains(fmt.Sprint(v), "[/chatter [/a]]") {
		t.Error(v, err)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if v, err := xmlrpc.NewClient(uri, 0).Ask(t.Context(), "lookupNode", "/x", "/a"); err == nil {
		t.Error("a node that has left is known:", v)
	}
}

func TestService(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	a, b := dial(t, uri, "a"), dial(t, uri, "/ns/b")
	stop, err := Serve(a, "switch", stdsrvs.SetBool(), func(q *stdsrvs.SetBoolRequest, r *stdsrvs.SetBoolResponse) error {
		if !q.Data {
			return errors.New("it stays on")
		}
		r.Success, r.Message = true, "on"
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var r stdsrvs.SetBoolResponse
	if err := b.Call(t.Context(), "/switch", stdsrvs.SetBool(), &stdsrvs.SetBoolRequest{Data: true}, &r); err != nil || r.Message != "on" {
		t.Error(err, r)
	}
	c, err := b.Connect(t.Context(), "/switch", stdsrvs.SetBool())
	if err != nil {
		t.Fatal(err)
	}
	var said *ErrService
	for range 3 {
		if err := c.Call(t.Context(), &stdsrvs.SetBoolRequest{}, &r); !errors.As(err, &said) || said.Text != "it stays on" {
			t.Error(err)
		}
		if err := c.Call(t.Context(), &stdsrvs.SetBoolRequest{Data: true}, &r); err != nil {
			t.Error(err)
		}
	}
	if s, err := b.Probe(t.Context(), "/switch"); err != nil || s != stdsrvs.SetBool() {
		t.Error(s, err)
	}
	if err := b.Call(t.Context(), "/switch", roscpp.GetLoggers(), &roscpp.GetLoggersRequest{}, &roscpp.GetLoggersResponse{}); err == nil || !strings.Contains(err.Error(), "md5sum") {
		t.Error(err)
	}
	if err := b.Call(t.Context(), "none", stdsrvs.SetBool(), &stdsrvs.SetBoolRequest{}, &r); err == nil || !strings.Contains(err.Error(), "no node serves /ns/none") {
		t.Error(err)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
	if err := b.Call(t.Context(), "/switch", stdsrvs.SetBool(), &stdsrvs.SetBoolRequest{}, &r); err == nil {
		t.Error("a service that has ended answers")
	}
	c.Close()
	if err := c.Call(t.Context(), &stdsrvs.SetBoolRequest{}, &r); !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
}

// TestCallEnds: a server that does not answer is not waited for longer than the context.
func TestCallEnds(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	a := dial(t, uri, "a")
	hold := make(chan struct{})
	defer close(hold)
	if _, err := Serve(a, "slow", stdsrvs.SetBool(), func(*stdsrvs.SetBoolRequest, *stdsrvs.SetBoolResponse) error { <-hold; return nil }); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	b := dial(t, uri, "b")
	if err := b.Call(ctx, "slow", stdsrvs.SetBool(), &stdsrvs.SetBoolRequest{}, &stdsrvs.SetBoolResponse{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestParams(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	a, b := dial(t, uri, "/g/a"), dial(t, uri, "b")
	ctx := t.Context()
	if _, err := a.Param(ctx, "none"); !errors.Is(err, ErrUnset) {
		t.Error(err)
	}
	if err := a.SetParam(ctx, "~gain", 0.5); err != nil {
		t.Fatal(err)
	}
	if v, err := b.Param(ctx, "/g"); err != nil || fmt.Sprint(v) != "map[a:map[gain:0.5]]" {
		t.Error(v, err)
	}
	if name, err := a.SearchParam(ctx, "a/gain"); err != nil || name != "/g/a/gain" {
		t.Error(name, err)
	}
	seen := make(chan xmlrpc.Value, 10)
	if err := b.WatchParam("/g/a", func(v xmlrpc.Value) { seen <- v }); err != nil {
		t.Fatal(err)
	}
	if v := wait(t, seen); fmt.Sprint(v) != "map[gain:0.5]" {
		t.Error(v)
	}
	for _, x := range []struct {
		do   func() error
		want string
	}{
		{func() error { return a.SetParam(ctx, "~gain", 0.75) }, "map[gain:0.75]"},
		{func() error { return a.SetParam(ctx, "/g/a", xmlrpc.Struct{"x/y": 1}) }, "map[x:map[y:1]]"},
		{func() error { return a.SetParam(ctx, "/g", xmlrpc.Struct{"a": true}) }, "true"},
		{func() error { return a.DeleteParam(ctx, "/g/a") }, "map[]"},
	} {
		if err := x.do(); err != nil {
			t.Fatal(err)
		}
		if v := wait(t, seen); fmt.Sprint(v) != x.want {
			t.Error(v, x.want)
		}
	}
	if has, err := a.HasParam(ctx, "/g/a"); has || err != nil {
		t.Error(has, err)
	}
	if err := a.SetParam(ctx, "big", 1<<40); err == nil || !strings.Contains(err.Error(), "32 bits") {
		t.Error(err)
	}
}

// TestMasterGoneAndBack: nodes register with a new master at the old one's address, and find each other there.
func TestMasterGoneAndBack(t *testing.T) {
	uri, stop := serve(t, "127.0.0.1:0")
	a, b := dial(t, uri, "a"), dial(t, uri, "b")
	p, err := a.Advertise("early", &stdmsgs.String{}, PubOptions{Latch: true})
	if err != nil {
		t.Fatal(err)
	}
	stop()
	late, err := a.Advertise("late", &stdmsgs.String{}, PubOptions{Latch: true})
	if err != nil {
		t.Fatal(err)
	}
	if errors.Join(p.Publish(text("1")), late.Publish(text("2"))) != nil {
		t.Fatal("nothing can be published without a master")
	}
	got := make(chan string, 10)
	for _, topic := range []string{"early", "late"} {
		if _, err := Subscribe(b, topic, SubOptions{}, func(m *stdmsgs.String) { got <- m.Data }); err != nil {
			t.Fatal(err)
		}
	}
	serve(t, strings.TrimSuffix(strings.TrimPrefix(uri, "http://"), "/"))
	if x, y := wait(t, got), wait(t, got); x == y {
		t.Error(x, y)
	}
}

func TestSecondNodeOfAName(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	a := dial(t, uri, "same")
	b := dial(t, uri, "same")
	wait(t, a.Done())
	if err := a.Err(); err == nil || !strings.Contains(err.Error(), "new node registered with same name") {
		t.Error(err)
	}
	if b.Err() != nil {
		t.Error(b.Err())
	}
	if v, err := xmlrpc.NewClient(uri, 0).Ask(t.Context(), "lookupNode", "/x", "/same"); err != nil || v != b.API() {
		t.Error(v, err)
	}
}

func TestDialRefuses(t *testing.T) {
	for want, c := range map[string]Config{
		"there is no master at http://127.0.0.1:1/: start one": {Name: "a", Master: "http://127.0.0.1:1/"},
		`"9a" is no name of ROS`:                               {Name: "9a"},
		"which is not on loopback":                             {Name: "a", Host: "10.1.2.3"},
		"write http://HOST:PORT/":                              {Name: "a", Master: "localhost:11311"},
		"a bound is negative":                                  {Name: "a", MaxConns: -1},
		"the node's namespace: \"b c\" is no n":                {Name: "a", Space: "b c"},
	} {
		if n, err := Dial(t.Context(), c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, %v instead of %s", n, err, want)
		}
	}
	if _, err := master.Listen(master.Config{Addr: "0.0.0.0:0"}); !errors.Is(err, master.ErrExposed) {
		t.Error(err)
	}
	c, rest, err := Config{Name: "x"}.Environment(func(k string) string {
		return map[string]string{"ROS_MASTER_URI": "http://m:1", "ROS_IP": "1.2.3.4"}[k]
	}, []string{"a:=b", "__ns:=q", "file"})
	if err != nil || c.Master != "http://m:1" || c.Host != "1.2.3.4" || c.Space != "q" || len(c.Remap) != 1 || rest.Rest[0] != "file" {
		t.Error(c, rest, err)
	}
}

// raw connects to a node as a subscriber would, and says h.
func raw(t *testing.T, n *Node, h header) (net.Conn, header) {
	t.Helper()
	c, err := net.Dial("tcp", n.addr.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if _, err := c.Write(h.append(nil)); err != nil {
		t.Fatal(err)
	}
	_ = c.SetReadDeadline(time.Now().Add(time.Minute))
	a, err := readHeader(c)
	if err != nil {
		t.Fatal(err)
	}
	return c, a
}

// TestRefusedConnections: whoever does not fit is told why, and its connection ends.
func TestRefusedConnections(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	a := dial(t, uri, "a")
	if _, err := a.Advertise("x", &stdmsgs.String{}, PubOptions{}); err != nil {
		t.Fatal(err)
	}
	d := (&stdmsgs.String{}).Describe()
	for want, h := range map[string]header{
		"the definitions of std_msgs/String differ":                          {"topic": "/x", "type": d.Type, "md5sum": "0"},
		"is of type std_msgs/String here and b/C there":                      {"topic": "/x", "type": "b/C", "md5sum": "*"},
		"/a does not publish /y":                                             {"topic": "/y", "type": "*", "md5sum": "*"},
		"/a has no service /s":                                               {"service": "/s", "md5sum": "*"},
		"a header with neither a topic nor a service":                        {"callerid": "/b"},
		"differ: md5sum " + roscpp.GetLoggers().MD5 + " here and none there": {"service": "/a/get_loggers"},
	} {
		c, got := raw(t, a, h)
		if !strings.Contains(got["error"], want) {
			t.Errorf("%q instead of %q", got["error"], want)
		}
		if _, err := c.Read(make([]byte, 1)); err != io.EOF {
			t.Error(err)
		}
	}
	c, err := net.Dial("tcp", a.addr.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if _, err := c.Write([]byte("GET / HTTP/1.1\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	if h, err := readHeader(c); err != nil || !strings.Contains(h["error"], "is the other end a ROS node?") {
		t.Error(h, err)
	}
}

// TestNeverReads: a subscriber that takes nothing loses the oldest messages, all counted, and others get theirs.
func TestNeverReads(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	a, b := dial(t, uri, "a"), dial(t, uri, "b")
	p, err := a.Advertise("x", &stdmsgs.String{}, PubOptions{Queue: 4})
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan int, 1)
	if _, err := Subscribe(b, "x", SubOptions{}, func(m *stdmsgs.String) { got <- len(m.Data) }); err != nil {
		t.Fatal(err)
	}
	until(t, "connected", func() bool { return p.Subscribers() == 1 })
	raw(t, a, header{"topic": "/x", "type": "*", "md5sum": "*", "callerid": "/idle"})
	until(t, "connected", func() bool { return p.Subscribers() == 2 })
	m := text(strings.Repeat("x", 1<<20))
	const n = 60 // more than sockets hold
	for range n {
		if err := p.Publish(m); err != nil {
			t.Fatal(err)
		}
		if wait(t, got) != 1<<20 {
			t.Fatal("a message of another length")
		}
	}
	found := 0
	for _, c := range a.Connections() {
		switch c.Peer {
		case "/idle":
			found++
			if c.Dropped == 0 || c.Dropped+c.Messages+4+batch < n {
				t.Errorf("%+v", c)
			}
		case "/b":
			if c.Topic == "/x" && c.Dropped != 0 {
				t.Errorf("%+v", c)
			}
		}
	}
	if found != 1 || p.Traffic().Dropped == 0 {
		t.Errorf("%+v", a.Connections())
	}
}

// TestStall: a connection that takes nothing for Config.Stall is closed, and what waited for it is counted.
func TestStall(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	n, err := Dial(t.Context(), Config{Name: "n", Master: uri, Stall: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = n.Close() }()
	p, err := n.Advertise("x", &stdmsgs.String{}, PubOptions{Queue: 100, Overflow: Wait})
	if err != nil {
		t.Fatal(err)
	}
	raw(t, n, header{"topic": "/x", "type": "*", "md5sum": "*"})
	until(t, "connected", func() bool { return p.Subscribers() == 1 })
	m, sent := text(strings.Repeat("x", 1<<20)), uint64(0)
	until(t, "closed", func() bool {
		sent++
		return p.Publish(m) != nil || p.Subscribers() == 0
	})
	if x := p.Traffic(); x.Dropped == 0 || x.Dropped+x.Messages > sent {
		t.Error(x, sent)
	}
}

// TestWait: with the policy Wait nothing is lost.
func TestWait(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	a, b := dial(t, uri, "a"), dial(t, uri, "b")
	p, err := a.Advertise("x", &stdmsgs.Float64{}, PubOptions{Queue: 2, Overflow: Wait})
	if err != nil {
		t.Fatal(err)
	}
	const n = 20000
	var next float64
	done := make(chan struct{})
	if _, err := Subscribe(b, "x", SubOptions{}, func(m *stdmsgs.Float64) {
		if m.Data != next {
			t.Errorf("%v instead of %v", m.Data, next)
		}
		if next++; next == n {
			close(done)
		}
	}); err != nil {
		t.Fatal(err)
	}
	until(t, "connected", func() bool { return p.Subscribers() == 1 })
	for i := range n {
		if err := p.Publish(&stdmsgs.Float64{Data: float64(i)}); err != nil {
			t.Fatal(err)
		}
	}
	wait(t, done)
	until(t, "counted", func() bool { return p.Traffic().Messages == n }) // a message may come before it is counted
	if x := p.Traffic(); x.Dropped != 0 {
		t.Error(x)
	}
}

// impostor is a node of another kind that says it publishes /x; talk has each connection after its header.
func impostor(t *testing.T, uri string, h header, talk func(c net.Conn)) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := xmlrpc.NewServer(xmlrpc.Handler(func(context.Context, xmlrpc.Call) (xmlrpc.Value, error) {
		return xmlrpc.Array{int32(1), "", xmlrpc.Array{"TCPROS", "127.0.0.1", int32(port(l))}}, nil
	}))
	api, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Serve(api) }()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			if _, err := readHeader(c); err == nil {
				_, _ = c.Write(h.append(nil))
				talk(c)
			}
			_ = c.Close()
		}
	}()
	t.Cleanup(func() { _, _ = s.Close(), l.Close() })
	if _, err := xmlrpc.NewClient(uri, 0).Ask(t.Context(), "registerPublisher", "/impostor", "/x", h["type"], "http://"+api.Addr().String()); err != nil {
		t.Fatal(err)
	}
}

// TestBadPublishers: what a publisher does wrong is said, harms nobody, and the subscription goes on with it when it does
// right.
func TestBadPublishers(t *testing.T) {
	d := (&stdmsgs.String{}).Describe()
	good := header{"type": d.Type, "md5sum": d.MD5, "message_definition": d.Text}
	body := func(n uint32, s string) []byte { return append(binary.LittleEndian.AppendUint32(nil, n), s...) }
	for want, x := range map[string]struct {
		h    header
		body []byte
	}{
		"md5sum":                              {header{"type": d.Type, "md5sum": "12"}, nil},
		"refused: no":                         {header{"error": "no"}, nil},
		"4294967295 bytes is announced":       {good, body(1<<32-1, "")},
		"a message of 4294967295 bytes":       {good, body(1<<32-1, "")},
		"ends within a message of 200000000 ": {good, body(200000000, "short")},
		"4 G":                                 {good, append(body(8, ""), "\xff\xff\xff\xffabcd"...)},
		"bytes are left over":                 {good, append(body(6, ""), "\x01\x00\x00\x00ab"...)},
		"has closed the connection":           {good, nil},
	} {
		t.Run(want, func(t *testing.T) {
			uri, _ := serve(t, "127.0.0.1:0")
			n := dial(t, uri, "n")
			var bad atomic.Bool
			bad.Store(true)
			impostor(t, uri, x.h, func(c net.Conn) {
				if bad.Load() {
					_, _ = c.Write(x.body)
					return
				}
				_, _ = c.Write(body(6, "\x02\x00\x00\x00ok"))
			})
			got := make(chan string, 1000)
			s, err := Subscribe(n, "x", SubOptions{}, func(m *stdmsgs.String) { got <- m.Data })
			if err != nil {
				t.Fatal(err)
			}
			want := strings.ReplaceAll(want, "4 G", "4294967295 elements are announced, and 4 bytes follow")
			until(t, want, func() bool { err := s.Errors(); return err != nil && strings.Contains(err.Error(), want) })
			if bad.Store(false); x.h["md5sum"] == d.MD5 && wait(t, got) != "ok" {
				t.Error("it does not come back")
			}
		})
	}
}

// TestSimTime: with /use_sim_time the node's time is that of /clock.
func TestSimTime(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	a := dial(t, uri, "a")
	if a.SimTime() || a.Now() == (wire.Time{}) {
		t.Error("it does not follow the wall clock")
	}
	if err := a.SetParam(t.Context(), "/use_sim_time", true); err != nil {
		t.Fatal(err)
	}
	b := dial(t, uri, "b")
	if !b.SimTime() || b.Now() != (wire.Time{}) {
		t.Error(b.Now())
	}
	p, err := a.Advertise("/clock", &rosgraphmsgs.Clock{}, PubOptions{Latch: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Publish(&rosgraphmsgs.Clock{Clock: wire.Time{Sec: 7, Nsec: 8}}); err != nil {
		t.Fatal(err)
	}
	until(t, "the time of /clock", func() bool { return b.Now() == wire.Time{Sec: 7, Nsec: 8} })
}

// TestSimTimeLater: a node that began before its master follows /clock once the parameter is there.
func TestSimTimeLater(t *testing.T) {
	uri, stop := serve(t, "127.0.0.1:0")
	stop()
	early, err := Dial(t.Context(), Config{Name: "early", Master: uri, Await: true, Check: 20 * time.Millisecond, Backoff: time.Millisecond})
	if err != nil || early.SimTime() {
		t.Fatal(err)
	}
	defer func() { _ = early.Close() }()
	serve(t, strings.TrimSuffix(strings.TrimPrefix(uri, "http://"), "/"))
	a := dial(t, uri, "a")
	if err := a.SetParam(t.Context(), "/use_sim_time", true); err != nil {
		t.Fatal(err)
	}
	p, err := a.Advertise("/clock", &rosgraphmsgs.Clock{}, PubOptions{Latch: true})
	if err == nil {
		err = p.Publish(&rosgraphmsgs.Clock{Clock: wire.Time{Sec: 7, Nsec: 8}})
	}
	if err != nil {
		t.Fatal(err)
	}
	until(t, "the time of /clock", func() bool { return early.Now() == wire.Time{Sec: 7, Nsec: 8} })
}

// TestLog: lines go to /rosout from the level that the service sets.
func TestLog(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	a, b := dial(t, uri, "a"), dial(t, uri, "b")
	got := make(chan rosgraphmsgs.Log, 10)
	if _, err := Subscribe(b, "/rosout", SubOptions{}, func(m *rosgraphmsgs.Log) {
		if m.Name == "/a" {
			got <- m.Clone()
		}
	}); err != nil {
		t.Fatal(err)
	}
	a.Logf(Warn, "it is %d °C", 80)
	if m := wait(t, got); m.Msg != "it is 80 °C" || Level(m.Level) != Warn || len(m.Topics) != 1 {
		t.Errorf("%+v", m)
	}
	a.Logf(Debug, "unseen")
	set := roscpp.SetLoggerLevelRequest{Logger: "ros", Level: "debug"}
	if err := b.Call(t.Context(), "/a/set_logger_level", roscpp.SetLoggerLevel(), &set, &roscpp.SetLoggerLevelResponse{}); err != nil {
		t.Fatal(err)
	}
	a.Logf(Debug, "seen")
	if m := wait(t, got); m.Msg != "seen" {
		t.Errorf("%+v", m)
	}
	var all roscpp.GetLoggersResponse
	if err := b.Call(t.Context(), "/a/get_loggers", roscpp.GetLoggers(), &roscpp.GetLoggersRequest{}, &all); err != nil || all.Loggers[0].Level != "debug" {
		t.Error(all, err)
	}
	set.Level = "loud"
	if err := b.Call(t.Context(), "/a/set_logger_level", roscpp.SetLoggerLevel(), &set, &roscpp.SetLoggerLevelResponse{}); err == nil || !strings.Contains(err.Error(), `no level "loud"`) {
		t.Error(err)
	}
}

func FuzzHeader(f *testing.F) {
	f.Add(header{"topic": "/x", "md5sum": "*"}.append(nil)[4:])
	f.Add([]byte{})
	f.Add([]byte{255, 255, 255, 255, '='})
	fuzz.Run(f, func(t *testing.T, b []byte) {
		h, err := parseHeader(b)
		if err != nil {
			return
		}
		again, err := readHeader(strings.NewReader(string(h.append(nil))))
		if err != nil || fmt.Sprint(again) != fmt.Sprint(h) {
			t.Fatal(err, h, again)
		}
	})
}
