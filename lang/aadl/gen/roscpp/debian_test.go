//go:build debian

package roscpp_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1"
	"github.com/sinew-robotics/sinew/bridge/ros1/master"
	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/roscpp"
	"github.com/sinew-robotics/sinew/lang/rosmsg"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// sh runs a program in a folder to its end.
func sh(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "ROS_LANG_DISABLE=genlisp:genpy")
	out, err := child.CombinedOutput(cmd)
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// catkin builds packages of a workspace with Debian's catkin. It gives the folder of what is built.
func catkin(t *testing.T, ws string) string {
	t.Helper()
	build := filepath.Join(ws, "build")
	if err := os.MkdirAll(build, 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/usr/share/catkin/cmake/toplevel.cmake", filepath.Join(ws, "src", "CMakeLists.txt")); err != nil {
		t.Fatal(err)
	}
	sh(t, build, "cmake", "../src", "-DPYTHON_EXECUTABLE=/usr/bin/python3", "-DCMAKE_CXX_FLAGS=-O0 -Werror", "-DCATKIN_ENABLE_TESTING=OFF")
	sh(t, build, "make", "-j2")
	return filepath.Join(build, "devel")
}

// TestDebian builds the nodes of the small system with Debian's catkin and roscpp, runs them under our master beside a node in Go, and
// compiles those of the wheelchair and the depot.
func TestDebian(t *testing.T) {
	ws := t.TempDir()
	src := filepath.Join(ws, "src")
	write(t, src, lab(t), false)
	own := filepath.Join(src, "lab_station/include/lab_station")
	for _, name := range []string{"clerk.h", "node.h", "office_asker.h", "parameters.h", "reply.h", "watch.h"} {
		text, err := os.ReadFile(filepath.Join("testdata/lab", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(own, name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	others := filepath.Join(ws, "others")
	for system, model := range map[string][2]string{"Wheelchair::Wheelchair.pmk": {wheelchair, "wheelchair_msgs"}, "Depot::Site.impl": {"../testdata/depot.aadl", "site_msgs"}} {
		files, faults := roscpp.Generate(read(t, model[0], system), roscpp.Options{Origin: system})
		if faults.Err() != nil {
			t.Fatal(faults)
		}
		write(t, others, files, false)
		if err := os.Rename(filepath.Join(others, model[1]), filepath.Join(src, model[1])); err != nil {
			t.Fatal(err)
		}
	}
	devel := catkin(t, ws)
	t.Run("machine", func(t *testing.T) {
		bin := filepath.Join(ws, "machine")
		sh(t, ".", "g++", "-std=c++17", "-O0", "-Wall", "-Wextra", "-Werror", "-I", filepath.Join(src, "lab_base/include"), "-o", bin, "testdata/machine.cpp")
		sh(t, ".", bin)
	})
	t.Run("others", func(t *testing.T) { compiled(t, others, devel) })
	t.Run("lab", func(t *testing.T) { station(t, src, filepath.Join(devel, "lib/lab_station/station_node")) })
}

// compiled compiles all nodes in a folder as one text.
func compiled(t *testing.T, dir, devel string) {
	args := []string{"-std=c++17", "-O0", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I", filepath.Join(devel, "include")}
	folders, err := filepath.Glob(filepath.Join(dir, "*", "include"))
	if err != nil || len(folders) < 5 {
		t.Fatal(folders, err)
	}
	var b strings.Builder
	for _, f := range folders {
		args = append(args, "-I", f)
		pkg := filepath.Base(filepath.Dir(f))
		if strings.HasSuffix(pkg, "_base") {
			continue
		}
		fmt.Fprintf(&b, "#include \"%s\"\n#include <%s/node.h>\n%s::Node node_%[2]s;\n", filepath.Join(dir, pkg, "src/framework.cpp"), pkg, pkg)
	}
	all := filepath.Join(dir, "all.cpp")
	if err := os.WriteFile(all, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	sh(t, dir, "g++", append(args, all)...)
}

// notices are what the overseer of a test has heard. The type of requests is known when the test runs.
type notices struct {
	sync.Mutex
	request, response *rosmsg.Message
	all               []heard
	changed           chan struct{}
}

type heard struct {
	node, cause string
	state       uint64
	every       wire.Duration
}

var overseer notices

type request struct{ v *rosmsg.Value }

func (q *request) value() *rosmsg.Value {
	if q.v == nil {
		q.v = overseer.request.New()
	}
	return q.v
}
func (q *request) Append(b []byte) []byte     { return q.value().Append(b) }
func (q *request) Decode(b []byte) error      { return q.value().Decode(b) }
func (q *request) Describe() wire.Description { return q.value().Describe() }

type response struct{}

func (*response) Append(b []byte) []byte     { return b }
func (*response) Decode([]byte) error        { return nil }
func (*response) Describe() wire.Description { return overseer.response.Describe() }

// graph is that of a test: a master, a node in Go, and nodes in C++.
type graph struct {
	t   *testing.T
	uri string
	n   *ros1.Node
	set *rosmsg.Set
}

// newGraph starts a master and a node, which serves as overseer.
func newGraph(t *testing.T, src string) *graph {
	m, err := master.Listen(master.Config{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- m.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	set, faults := rosmsg.Load(filepath.Join(src, "lab_msgs"), rosmsg.Debian)
	if faults.Err() != nil {
		t.Fatal(faults)
	}
	n, err := ros1.Dial(t.Context(), ros1.Config{Name: "go", Master: m.URI()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := n.Close(); err != nil {
			t.Error(err)
		}
	})
	g := &graph{t, m.URI(), n, set}
	svc, err := set.Service("lab_msgs/NotifyState")
	if err != nil {
		t.Fatal(err)
	}
	overseer.request, overseer.response, overseer.changed = svc.Request, svc.Response, make(chan struct{}, 1)
	if _, err := ros1.Serve(n, "/overseer/notify_state", svc.Describe(), func(q *request, _ *response) error {
		overseer.Lock()
		defer overseer.Unlock()
		every, _ := q.v.Field("every").Any().(wire.Duration)
		overseer.all = append(overseer.all, heard{q.v.Field("node").Any().(string), q.v.Field("cause").Any().(string), q.v.Field("state").Any().(uint64), every})
		select {
		case overseer.changed <- struct{}{}:
		default:
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return g
}

// states waits until a node has told of states, one after the other, among notices of the same state.
func (g *graph) states(want ...uint64) []heard {
	g.t.Helper()
	late := time.After(30 * time.Second)
	for {
		overseer.Lock()
		all := slices.Clone(overseer.all)
		overseer.Unlock()
		var got []uint64
		for _, h := range all {
			if len(got) == 0 || got[len(got)-1] != h.state {
				got = append(got, h.state)
			}
		}
		if slices.Equal(got, want) {
			return all
		}
		select {
		case <-overseer.changed:
		case <-late:
			g.t.Fatalf("the overseer has heard of the states %v, want %v", got, want)
		}
	}
}

// program is a node in C++.
type program struct {
	out  bytes.Buffer
	cmd  *exec.Cmd
	wait func() error
}

func (g *graph) start(name string, args ...string) *program {
	g.t.Helper()
	p := &program{cmd: exec.Command(name, args...)}
	home := g.t.TempDir()
	p.cmd.Env = append(os.Environ(), "ROS_MASTER_URI="+g.uri, "ROS_HOSTNAME=127.0.0.1", "ROS_HOME="+home, "ROS_LOG_DIR="+home)
	p.cmd.Stdout, p.cmd.Stderr, p.cmd.WaitDelay = &p.out, &p.out, 5*time.Second
	var err error
	if p.wait, err = child.Start(p.cmd); err != nil {
		g.t.Fatal(err)
	}
	g.t.Cleanup(func() {
		_ = p.cmd.Process.Kill() // it may have ended
		_ = p.wait()
		if g.t.Failed() {
			g.t.Logf("%s:\n%s", name, p.out.String())
		}
	})
	return p
}

// hear subscribes to a topic of any type.
func (g *graph) hear(topic string) <-chan string {
	g.t.Helper()
	c := make(chan string, 10_000)
	if _, err := g.n.SubscribeAny(topic, ros1.SubOptions{}, func(m *rosmsg.Value) { c <- m.String() }); err != nil {
		g.t.Fatal(err)
	}
	return c
}

// topic is one that the test publishes.
func (g *graph) topic(name, typ string) func(text string) {
	g.t.Helper()
	m, err := g.set.Type(typ)
	if err != nil {
		g.t.Fatal(err)
	}
	p, err := g.n.Advertise(name, m.New(), ros1.PubOptions{})
	if err != nil {
		g.t.Fatal(err)
	}
	return func(text string) {
		g.t.Helper()
		v := m.New()
		err := v.Set(text)
		if err == nil {
			err = p.Publish(v)
		}
		if err != nil {
			g.t.Fatal(err)
		}
	}
}

// until calls do until something has come that has a text in it.
func until(t *testing.T, c <-chan string, text string, do func()) string {
	t.Helper()
	late := time.After(30 * time.Second)
	for {
		do()
		select {
		case got := <-c:
			if strings.Contains(got, text) {
				return got
			}
		case <-late:
			t.Fatalf("nothing comes with %q", text)
		case <-time.After(2 * time.Millisecond): // then once more
		}
	}
}

const (
	stateInit = iota + 1
	stateRunning
	stateError
	stateClosing
	stateClosed
)

// bench is the station of a test, with what it publishes and hears.
type bench struct {
	*graph
	bin                         string
	report, again, pair, middle <-chan string
	limit, fresh, here, there   func(text string)
}

// station runs the station: every kind of thread, and each way through the life cycle.
func station(t *testing.T, src, bin string) {
	g := newGraph(t, src)
	for name, v := range map[string]any{"/station/notify_period": 0.02, "/station/critical": true, "/station/gain": 2.0} {
		if err := g.n.SetParam(t.Context(), name, v); err != nil {
			t.Fatal(err)
		}
	}
	b := &bench{graph: g, bin: bin, report: g.hear("/report"), again: g.hear("/again"), pair: g.hear("/pair"), middle: g.hear("/middle"),
		limit: g.topic("/limit", "lab_msgs/Reading"), fresh: g.topic("/fresh", "lab_msgs/Reading"),
		here: g.topic("/here", "geometry_msgs/PointStamped"), there: g.topic("/there", "geometry_msgs/PointStamped")}
	p := g.start(bin, "__name:=station")
	g.states(stateInit, stateRunning)
	b.messages(t)
	b.together(t)
	b.services(t)
	b.life(t, p)
	b.others(t)
}

// messages go through all kinds of threads.
func (b *bench) messages(t *testing.T) {
	begin := time.Now()
	number := func(text string) (n int) {
		_, after, _ := strings.Cut(text, "number: ")
		if _, err := fmt.Sscanf(after, "%d", &n); err != nil {
			t.Fatal(text, err)
		}
		return n
	}
	first := number(until(t, b.report, "number: ", func() {}))
	for last := first; last < first+20; {
		last = number(until(t, b.report, "number: ", func() {}))
	}
	if took := time.Since(begin); took < 100*time.Millisecond {
		t.Errorf("20 periods of 10 ms have taken %v", took)
	}
	// From a topic through a thread to the driver, from there to two threads, from one of them to a third and back out.
	until(t, b.again, "data: 6", func() { b.limit("{stamp: 1, value: 3}") })
	until(t, b.report, "0,6]", func() {})
	until(t, b.again, "data: -1", func() { b.limit("{stamp: 1, value: 60}") })
}

// together: messages are taken together that were made at the same time, or at about the same time, and no others.
func (b *bench) together(t *testing.T) {
	k := 0
	until(t, b.pair, "value: 7", func() {
		k++
		b.limit(fmt.Sprintf("{stamp: %d, value: 7}", 1000+k))
		b.fresh(fmt.Sprintf("{stamp: %d, value: 8}", 1000+k))
	})
	two := func(apart, x int) {
		k++
		b.here(fmt.Sprintf("{header: {stamp: {secs: %d, nsecs: 0}}, point: {x: %d}}", k, x))
		b.there(fmt.Sprintf("{header: {stamp: {secs: %d, nsecs: %d}}, point: {x: 0}}", k, apart))
	}
	until(t, b.middle, "x: 1", func() { two(4_000_000, 1) })
	for range 20 {
		two(6_000_000, 2)
	}
	for range 3 {
		two(4_000_000, 3)
	}
	late := time.After(30 * time.Second)
	for {
		select {
		case got := <-b.middle:
			if strings.Contains(got, "x: 2") {
				t.Errorf("messages 6 ms apart were taken together: %s", got)
			}
			if strings.Contains(got, "x: 3") {
				return
			}
		case <-late:
			t.Fatal("nothing more is taken together")
		}
	}
}

// number is a request, or an answer, of 8 bytes.
type number struct{ bits uint64 }

func (n *number) Append(b []byte) []byte { return binary.LittleEndian.AppendUint64(b, n.bits) }
func (n *number) Decode(b []byte) error {
	if len(b) != 8 {
		return fmt.Errorf("%d bytes", len(b))
	}
	n.bits = binary.LittleEndian.Uint64(b)
	return nil
}
func (*number) Describe() wire.Description { return wire.Description{} }

// services: the station asks a server in Go, and itself; who answers late, or not at all, costs it the model's time and no more. It answers
// a client in Go.
func (b *bench) services(t *testing.T) {
	double, err := b.set.Service("lab_msgs/Double")
	if err != nil {
		t.Fatal(err)
	}
	tune, err := b.set.Service("lab_msgs/Tune")
	if err != nil {
		t.Fatal(err)
	}
	sum := b.hear("/sum")
	until(t, sum, "value: -1", func() { b.fresh("{stamp: 1, value: 4}") }) // nobody serves
	late := make(chan struct{})
	if _, err := ros1.Serve(b.n, "/double", double.Describe(), func(q, a *number) error {
		x := math.Float64frombits(q.bits)
		if x == 13 {
			<-late
		}
		a.bits = math.Float64bits(2 * x)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	until(t, sum, "value: 10", func() { b.fresh("{stamp: 1, value: 5}") })
	until(t, sum, "value: -1", func() { b.fresh("{stamp: 1, value: -5}") }) // the clerk refuses
	until(t, sum, "value: -2", func() { b.fresh("{stamp: 1, value: 13}") })
	close(late)
	until(t, sum, "value: 12", func() { b.fresh("{stamp: 1, value: 6}") })
	var before, after number
	for _, a := range []*number{&before, &after} {
		if err := b.n.Call(t.Context(), "/tune", tune.Describe(), &number{100}, a); err != nil {
			t.Fatal(err)
		}
	}
	if after.bits < before.bits+100 || before.bits < 100 {
		t.Errorf("%d, and then %d", before.bits, after.bits)
	}
	var said *ros1.ErrService
	if err := b.n.Call(t.Context(), "/tune", tune.Describe(), &number{math.MaxUint64}, &after); !errors.As(err, &said) {
		t.Errorf("what the clerk refuses was answered: %v", err)
	}
}

// life: a fault leads to Error, its handler back to Init, and a signal to the end.
func (b *bench) life(t *testing.T, p *program) {
	b.limit("{stamp: 1, value: 101}")
	all := b.states(stateInit, stateRunning, stateError, stateInit, stateRunning)
	if k := slices.IndexFunc(all, func(h heard) bool { return h.state == stateError }); all[k].cause != "watch: too hot" || all[k].node != "/station" || all[k].every != (wire.Duration{Nsec: 20_000_000}) {
		t.Errorf("%+v", all[k])
	}
	if len(all) < 8 {
		t.Errorf("a critical node has told of its state %d times", len(all))
	}
	until(t, b.report, "0,0]", func() {})
	until(t, b.again, "data: 2", func() { b.limit("{stamp: 1, value: 1}") })
	if err := p.cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := p.wait(); err != nil {
		t.Error(err)
	}
	b.states(stateInit, stateRunning, stateError, stateInit, stateRunning, stateClosing, stateClosed)
	if out := p.out.String(); !strings.Contains(out, "error: watch: too hot\nprepared\n") || !strings.HasSuffix(out, "torn down\n") {
		t.Errorf("it has said %q", out)
	}
}

// others: another node of its name closes a node, and one with wrong parameters does not begin.
func (b *bench) others(t *testing.T) {
	old := b.start(b.bin, "__name:=station")
	until(t, b.report, "number: ", func() {})
	now := b.start(b.bin, "__name:=station")
	if err := old.wait(); err != nil || !strings.HasSuffix(old.out.String(), "torn down\n") {
		t.Errorf("%v: %q", err, old.out.String())
	}
	if err := b.n.SetParam(t.Context(), "/wrong/gain", -1.0); err != nil {
		t.Fatal(err)
	}
	wrong := b.start(b.bin, "__name:=wrong")
	if err := wrong.wait(); err == nil || !strings.Contains(wrong.out.String(), "error: gain is not positive\n") {
		t.Errorf("%v: %q", err, wrong.out.String())
	}
	if err := now.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := now.wait(); err != nil {
		t.Error(err)
	}
}
