//go:build debian

package ros1

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1/master"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/roscpp"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/rosgraphmsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdsrvs"
	"github.com/sinew-robotics/sinew/bridge/ros1/xmlrpc"
	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/lang/gogen"
	"github.com/sinew-robotics/sinew/lang/rosmsg"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// graph runs programs of Debian's ROS 1 in a graph.
type graph struct {
	t   *testing.T
	URI string
	env []string
}

// What the tests of package ros1_test take from those of this package.
var (
	NewGraph = newGraph
	Peer     = roscppPeer
	Recorded = recorded
)

// newGraph is a graph under our own master or Debian's.
func newGraph(t *testing.T, own bool) *graph {
	if !own {
		return roscore(t)
	}
	uri, _ := serve(t, "127.0.0.1:0")
	return under(t, uri)
}

func under(t *testing.T, uri string) *graph {
	dir := t.TempDir()
	return &graph{t, uri, append(os.Environ(), "ROS_MASTER_URI="+uri, "ROS_HOSTNAME=127.0.0.1", "ROS_HOME="+dir, "ROS_LOG_DIR="+dir, "ROS_PACKAGE_PATH=/usr/share", "PYTHONUNBUFFERED=1")}
}

// command is a program that ends with this one, as do those that it starts.
func (g *graph) command(name string, args ...string) *exec.Cmd {
	c := child.Tree(name, args...)
	c.Env, c.WaitDelay = g.env, 5*time.Second
	return c
}

// Run runs a program to its end and gives what it says.
func (g *graph) Run(name string, args ...string) string {
	c := g.command(name, args...)
	stop := time.AfterFunc(30*time.Second, func() { _ = c.Process.Signal(syscall.SIGTERM) })
	defer stop.Stop()
	out, err := child.CombinedOutput(c)
	if err != nil {
		g.t.Errorf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

// Start runs a program until the test ends.
func (g *graph) Start(name string, args ...string) {
	g.t.Helper()
	c := g.command(name, args...)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	wait, err := child.Start(c)
	if err != nil {
		g.t.Fatal(err)
	}
	g.t.Cleanup(func() {
		_ = c.Process.Signal(syscall.SIGTERM)
		_ = wait() // it was interrupted
		if g.t.Failed() {
			g.t.Logf("%s %v:\n%s", name, args, out.String())
		}
	})
}

func roscore(t *testing.T) *graph {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	free := port(l)
	_ = l.Close()
	g := under(t, fmt.Sprintf("http://127.0.0.1:%d/", free))
	g.Start("roscore", "-p", fmt.Sprint(free))
	return g
}

// peer compiles the roscpp node once.
var roscppPeer = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "sinew-ros1-")
	if err != nil {
		return "", err
	}
	flags, err := exec.Command("pkg-config", "--cflags", "--libs", "roscpp", "tf2_ros").Output()
	if err != nil {
		return "", fmt.Errorf("roscpp or tf2_ros is missing: run `make deps`: %w", err)
	}
	bin := filepath.Join(dir, "peer")
	out, err := exec.Command("g++", append([]string{"-O0", "-o", bin, "testdata/peer.cpp"}, strings.Fields(string(flags))...)...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return bin, nil
})

// TestMain removes what was compiled.
func TestMain(m *testing.M) {
	code := m.Run()
	if bin, err := roscppPeer(); err == nil {
		_ = os.RemoveAll(filepath.Dir(bin))
	}
	os.Exit(code)
}

// TestDebian: nodes of roscpp and rospy, and ROS's tools, exchange topics, services, parameters and lines of the log with
// a node of ours, under Debian's master and under ours.
func TestDebian(t *testing.T) {
	bin, err := roscppPeer()
	if err != nil {
		t.Fatal(err)
	}
	for _, own := range []bool{false, true} {
		t.Run(fmt.Sprintf("own master %v", own), func(t *testing.T) {
			t.Parallel()
			g := newGraph(t, own)
			n, err := Dial(t.Context(), Config{Name: "go", Master: g.URI, Await: true, Check: 200 * time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := n.Close(); err != nil {
					t.Error(err)
				}
			})
			until(t, "a master", func() bool { return n.SetParam(t.Context(), "/gain", 2.5) == nil })
			// roscpp looks when it subscribes; setting a parameter does not tell it.
			if _, err := xmlrpc.NewClient(g.URI, 0).Ask(t.Context(), "setParam", "/test", "/enable_statistics", true); err != nil {
				t.Fatal(err)
			}
			g.Start("/usr/bin/python3", "testdata/peer.py")
			g.Start(bin)
			t.Run("parameters", func(t *testing.T) { roscores(t, n, own) })
			t.Run("names", func(t *testing.T) { twins(t, g.URI) })
			t.Run("topics", func(t *testing.T) { statisticsOf(t, n, topics(t, n)) })
			t.Run("services", func(t *testing.T) { services(t, n) })
			t.Run("tools", func(t *testing.T) { tools(t, g, n) })
		})
	}
}

// twins: of two nodes of one name the older one is told to shut down. What it registers after the newer one would make it the
// newer to the master, so it has registered all: its statistics, which are on in this graph, begin last.
func twins(t *testing.T, uri string) {
	older := dial(t, uri, "twin")
	until(t, "its statistics", func() bool { return older.stats.pub.Load() != nil && !older.regs.missing() })
	until(t, "all of the older one to be registered", func() bool {
		_, err := xmlrpc.NewClient(uri, 0).Ask(t.Context(), "lookupService", "/test", "/twin/set_logger_level")
		return err == nil
	})
	newer := dial(t, uri, "twin")
	wait(t, older.Done())
	if err := older.Err(); err == nil || !strings.Contains(err.Error(), "new node registered with same name") || newer.Err() != nil {
		t.Error(err, newer.Err())
	}
}

// roscores: what roscore sets is what our master sets, but for the values that are a machine's own.
func roscores(t *testing.T, n *Node, own bool) {
	if own {
		return // it is started bare here
	}
	for key, ours := range master.Roscore("1", "x") {
		var v xmlrpc.Value
		until(t, key, func() (ok bool) {
			var err error
			v, err = n.Param(t.Context(), "/"+key)
			return err == nil
		})
		theirs, ok := v.(string)
		if text, _ := ours.(string); !ok || strings.HasSuffix(theirs, "\n") != strings.HasSuffix(text, "\n") || key == "rosversion" && theirs != text {
			t.Errorf("roscore sets /%s to %q, and our master to %q", key, v, ours)
		}
	}
}

// topics sends messages to the peers, which send them back.
func topics(t *testing.T, n *Node) (ping *Publisher) {
	ping, err := n.Advertise("ping", &stdmsgs.String{}, PubOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan string, 100)
	for _, topic := range []string{"pong_py", "pong_cpp"} {
		if _, err := Subscribe(n, topic, SubOptions{}, func(m *stdmsgs.String) {
			select {
			case got <- m.Data:
			default: // nobody wants to know any more
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	back := make(chan []byte, 10)
	big, err := n.Advertise("big", &stdmsgs.UInt8MultiArray{}, PubOptions{Latch: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Subscribe(n, "big_py", SubOptions{}, func(m *stdmsgs.UInt8MultiArray) { back <- bytes.Clone(m.Data) }); err != nil {
		t.Fatal(err)
	}
	joined := map[string]bool{}
	until(t, "both peers", func() bool {
		for _, c := range n.Connections() {
			if c.Connected && c.Topic != "/rosout" {
				joined[c.Topic+c.Peer] = true
			}
		}
		return joined["/ping/peer_py"] && joined["/ping/peer_cpp"] && joined["/pong_py/peer_py"] && joined["/pong_cpp/peer_cpp"] && joined["/big_py/peer_py"]
	})
	for i := range 20 {
		if err := ping.Publish(text(fmt.Sprintf("é %d", i))); err != nil {
			t.Fatal(err)
		}
		all := wait(t, got) + "," + wait(t, got)
		if a, b := fmt.Sprintf("py é %d", i), fmt.Sprintf("cpp é %d", i); all != a+","+b && all != b+","+a {
			t.Errorf("%q", all)
		}
	}
	data := bytes.Repeat([]byte("0123456789"), 100_000)
	if err := big.Publish(&stdmsgs.UInt8MultiArray{Data: data}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(wait(t, back), data) {
		t.Error("a message of 1 MB has changed on its way")
	}
	return ping
}

// statisticsOf compares what roscpp and this package tell of the same topic.
func statisticsOf(t *testing.T, n *Node, ping *Publisher) {
	all := make(chan rosgraphmsgs.TopicStatistics, 100)
	if _, err := Subscribe(n, "/statistics", SubOptions{}, func(m *rosgraphmsgs.TopicStatistics) { all <- *m }); err != nil {
		t.Fatal(err)
	}
	if _, err := Subscribe(n, "ping", SubOptions{}, func(*stdmsgs.String) {}); err != nil {
		t.Fatal(err)
	}
	beat := time.NewTicker(7 * time.Millisecond)
	defer beat.Stop()
	const reports = 2 // the first may have begun with other messages
	last, count := map[string]rosgraphmsgs.TopicStatistics{}, map[string]int{}
	for end := time.Now().Add(20 * time.Second); (count["/peer_cpp"] < reports || count[n.Name()] < reports) && time.Now().Before(end); {
		select {
		case <-beat.C:
			if err := ping.Publish(text("tick")); err != nil {
				t.Fatal(err)
			}
		case m := <-all:
			if m.Topic == "/ping" && m.NodePub == n.Name() && (m.NodeSub == "/peer_cpp" || m.NodeSub == n.Name()) {
				last[m.NodeSub] = m
				count[m.NodeSub]++
			}
		}
	}
	theirs, ours := last["/peer_cpp"], last[n.Name()]
	same := ours.Traffic*theirs.DeliveredMsgs == theirs.Traffic*ours.DeliveredMsgs
	for _, m := range []rosgraphmsgs.TopicStatistics{theirs, ours} {
		length := m.WindowStop.Nanoseconds() - m.WindowStart.Nanoseconds()
		sum := int64(m.PeriodMean.Go()) * int64(m.DeliveredMsgs-1)
		same = same && m.DroppedMsgs == 0 && m.StampAgeMax == wire.Duration{} && length > 1e9 && length < 15e8 && sum > length/2 && sum <= length && m.PeriodMax.Go() >= m.PeriodMean.Go()
	}
	if !same {
		t.Errorf("roscpp tells %+v\nand this node %+v", theirs, ours)
	}
}

func services(t *testing.T, n *Node) {
	lines := make(chan string, 100)
	if _, err := Subscribe(n, "/rosout", SubOptions{}, func(m *rosgraphmsgs.Log) { lines <- m.Name + ": " + m.Msg }); err != nil {
		t.Fatal(err)
	}
	var r stdsrvs.SetBoolResponse
	until(t, "a service", func() bool {
		_, err := n.Probe(t.Context(), "switch_py")
		_, err2 := n.Probe(t.Context(), "relay_cpp")
		return err == nil && err2 == nil
	})
	if err := n.Call(t.Context(), "switch_py", stdsrvs.SetBool(), &stdsrvs.SetBoolRequest{Data: true}, &r); err != nil || r.Message != "on by py, gain 2.5" {
		t.Error(r, err)
	}
	var said *ErrService
	if err := n.Call(t.Context(), "switch_py", stdsrvs.SetBool(), &stdsrvs.SetBoolRequest{}, &r); !errors.As(err, &said) || !strings.Contains(said.Text, "it stays on") {
		t.Error(err)
	}
	c, err := n.Connect(t.Context(), "relay_cpp", roscpp.SetLoggerLevel())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for range 3 {
		if err := c.Call(t.Context(), &roscpp.SetLoggerLevelRequest{Logger: n.Name()}, &roscpp.SetLoggerLevelResponse{}); err != nil {
			t.Fatal(err)
		}
	}
	for line := ""; line != "/peer_cpp: its logger has level info"; {
		line = wait(t, lines)
	}
}

// tools looks at the graph with ROS's own.
func tools(t *testing.T, g *graph, n *Node) {
	if _, err := Serve(n, "switch", stdsrvs.SetBool(), func(q *stdsrvs.SetBoolRequest, a *stdsrvs.SetBoolResponse) error {
		a.Success, a.Message = q.Data, "by go"
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	p, err := n.Advertise("latched", &stdmsgs.String{}, PubOptions{Latch: true})
	if err == nil {
		err = p.Publish(text("kept"))
	}
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan string, 100)
	if _, err := Subscribe(n, "from_tool", SubOptions{}, func(m *stdmsgs.String) { got <- m.Data }); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for _, c := range []struct {
		want string
		args []string
	}{
		{`data: "kept"`, []string{"rostopic", "echo", "-n1", "/latched"}},
		{"/latched", []string{"rostopic", "list"}},
		{"message: \"by go\"", []string{"rosservice", "call", "/switch", "true"}},
		{"std_srvs/SetBool", []string{"rosservice", "type", "/switch"}},
		{"2.5", []string{"rosparam", "get", "/gain"}},
		{" * /switch\n", []string{"rosnode", "info", "/go"}},
		{"", []string{"rosparam", "set", "/from_rosparam/x", "[1, two]"}},
		{"publishing and latching", []string{"rostopic", "pub", "-1", "/from_tool", "std_msgs/String", "hello"}},
	} {
		all.Go(func() {
			if out := g.Run(c.args[0], c.args[1:]...); !strings.Contains(out, c.want) {
				t.Errorf("%v: %s", c.args, out)
			}
		})
	}
	if x := wait(t, got); x != "hello" {
		t.Error(x)
	}
	all.Wait()
	if v, err := n.Param(t.Context(), "/from_rosparam"); err != nil || fmt.Sprint(v) != "map[x:[1 two]]" {
		t.Error(v, err)
	}
}

// TestDebianSums: the sums and texts of all definitions are those that Debian's generated Python has.
func TestDebianSums(t *testing.T) {
	set, faults := rosmsg.Load(rosmsg.Debian)
	if err := faults.Err(); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("/usr/bin/python3", "-c", `
import importlib, json, sys
sums = {}
for kind, names in (("msg", sys.argv[1].split()), ("srv", sys.argv[2].split())):
    for name in names:
        pkg, short = name.split("/")
        try:
            c = getattr(importlib.import_module(pkg + "." + kind), short)
        except ImportError:
            continue
        sums[kind + " " + name] = c._md5sum
        if kind == "msg":
            sums["text " + name] = c._full_text
print(json.dumps(sums))
`, strings.Join(set.Messages(), " "), strings.Join(set.Services(), " ")).Output()
	if err != nil {
		t.Fatal(err)
	}
	var sums map[string]string
	if err := json.Unmarshal(out, &sums); err != nil || len(sums) < 50 {
		t.Fatal(len(sums), err)
	}
	for key, want := range sums {
		kind, name, _ := strings.Cut(key, " ")
		got := ""
		switch m, _ := set.Type(name); kind {
		case "srv":
			s, _ := set.Service(name)
			got = s.MD5
		case "msg":
			got = m.MD5
		default:
			back, faults := rosmsg.Full(name, want)
			if faults.Err() != nil || back.MD5 != m.MD5 {
				t.Errorf("%s: its text is read with %v", name, faults)
			}
			continue
		}
		if got != want {
			t.Errorf("%s is %q, not %q", key, got, want)
		}
	}
	t.Logf("%d sums and texts", len(sums))
}

// TestDebianGenerated: the Go packages of all of Debian's definitions compile.
func TestDebianGenerated(t *testing.T) {
	set, faults := rosmsg.Load(rosmsg.Debian)
	if err := faults.Err(); err != nil {
		t.Fatal(err)
	}
	all, err := set.Generate(rosmsg.Options{Root: "example.org/ros", Maker: "a test"})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	files := 0
	for _, p := range all {
		if err := gogen.Write(filepath.Join(dir, p.Name), p.Files, false); err != nil {
			t.Fatal(err)
		}
		files += len(p.Files)
	}
	tree, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	const module = "github.com/sinew-robotics/sinew"
	mod := fmt.Sprintf("module example.org/ros\n\ngo 1.26.0\n\nrequire %s v0.0.0\n\nreplace %[1]s => %s\n", module, tree)
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o644); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("go", "vet", "./...")
	c.Dir, c.Env = dir, append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOPROXY=off", "GOWORK=off")
	if out, err := c.CombinedOutput(); err != nil || files < 70 {
		t.Errorf("%d files: %v\n%s", files, err, out)
	}
}
