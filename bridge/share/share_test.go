package share

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// addresses are one of each kind, and where a node finds what listens there.
func addresses(t *testing.T) map[string]string {
	dir := t.TempDir()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return map[string]string{"memory": "shm:" + filepath.Join(dir, "table"), "unix": "unix:" + filepath.Join(dir, "s"), "tcp": "tcp:" + l.Addr().String()}
}

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// each runs a test over every kind of address.
func each(t *testing.T, f func(t *testing.T, address string)) {
	for kind, a := range addresses(t) {
		t.Run(kind, func(t *testing.T) { f(t, a) })
	}
}

func TestBothWays(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		h := must[Hub](t)(Listen(address, []string{"drive", "lidar"}))
		defer h.Close()
		if err := h.Publish(node.System{State: "manual", Cause: "start"}); err != nil {
			t.Fatal(err)
		}
		l := must[Line](t)(Dial("lidar", address))
		defer l.Close()
		if m := must[Message](t)(l.Receive()); !m.Changed || m.Answer.System != (node.System{State: "manual", Cause: "start"}) {
			t.Errorf("%+v", m)
		}
		sent := node.Report{Notice: node.Notice{State: node.Error, Critical: true, Life: 7, Number: 8, Every: 9, Cause: "käputt"}}
		if err := l.Send(&sent); err != nil {
			t.Fatal(err)
		}
		sent.Node = 1
		if got := must[node.Report](t)(h.Receive()); got != sent {
			t.Errorf("%+v, want %+v", got, sent)
		}
		for i := range 1000 {
			ask := node.Report{Node: 1, Ask: node.Request{To: "auto", ID: uint64(i)}}
			if err := l.Send(&ask); err != nil {
				t.Fatal(err)
			}
			if got := must[node.Report](t)(h.Receive()); got != ask {
				t.Fatalf("%+v, want %+v", got, ask)
			}
			a := node.Answer{ID: uint64(i), Granted: i%2 == 0, Reason: "no", System: node.System{State: "auto", Index: 3, Number: uint64(i), Cause: "x"}}
			if err := h.Answer(1, a); err != nil {
				t.Fatal(err)
			}
			if m := must[Message](t)(l.Receive()); m.Changed || m.Answer != a {
				t.Fatalf("%+v, want %+v", m, a)
			}
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		if got := must[node.Report](t)(h.Receive()); got.Node != 1 || got.Notice.State != node.Lost {
			t.Errorf("a line that ends is reported as %+v", got)
		}
		again := must[Line](t)(Dial("lidar", address))
		if m := must[Message](t)(again.Receive()); m.Answer.System.State != "manual" {
			t.Errorf("%+v", m)
		}
		_ = h.Close()
		for {
			if _, err := again.Receive(); err != nil {
				if !errors.Is(err, ErrGone) {
					t.Error(err)
				}
				break
			}
		}
		_ = again.Close()
		if _, err := h.Receive(); !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
	})
}

// TestSlowReaders: however many states a node does not look at, it stays connected, and learns the last one.
func TestSlowReaders(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		h := must[Hub](t)(Listen(address, []string{"lidar"}))
		defer h.Close()
		l := must[Line](t)(Dial("lidar", address))
		defer l.Close()
		if err := l.Send(&node.Report{Ask: node.Request{To: "begin"}}); err != nil {
			t.Fatal(err)
		}
		must[node.Report](t)(h.Receive())
		const most = 20_000
		for i := range most {
			if err := h.Publish(node.System{State: "auto", Number: uint64(i + 1)}); err != nil {
				t.Fatal(err)
			}
		}
		for last := uint64(0); last < most; {
			m := must[Message](t)(l.Receive())
			if m.Answer.System.Number <= last {
				t.Fatalf("state %d comes after %d", m.Answer.System.Number, last)
			}
			last = m.Answer.System.Number
		}
	})
}

// TestRead: an observer sees what the overseer knows, takes no node's place, and can tell when no overseer is there.
func TestRead(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		if _, err := Read("shm:/nothing/here", address); err == nil || !Absent(err) {
			t.Errorf("nobody listens: %v", err)
		}
		h := must[Hub](t)(Listen(address, []string{"a", "b"}))
		defer h.Close()
		l := must[Line](t)(Dial("b", address))
		if err := l.Send(&node.Report{Notice: node.Notice{State: node.Running}}); err != nil {
			t.Fatal(err)
		}
		_ = must[node.Report](t)(h.Receive())
		st := node.Status{State: node.Running, Notice: node.Notice{State: node.Running, Critical: true, Life: 7, Every: time.Second, Cause: strings.Repeat("x", 199)}, Restarts: 3, GaveUp: true}
		if err := errors.Join(h.Status(1, st), h.Publish(node.System{State: "auto", Number: 4, Cause: "b"})); err != nil {
			t.Fatal(err)
		}
		s := must[Snapshot](t)(Read("shm:/nothing/here", address))
		if !slices.Equal(s.Nodes, []string{"a", "b"}) || s.Statuses[0] != (node.Status{}) || s.Statuses[1] != st || s.System.State != "auto" || s.System.Number != 4 {
			t.Errorf("%+v", s)
		}
		if a, b := s.Lives[0], s.Lives[1]; a != (Liveness{Silent: -1}) || b.Pid != os.Getpid() || b.Silent < 0 || b.Silent > time.Minute {
			t.Errorf("%+v", s.Lives)
		}
		_ = l.Close()
		for must[node.Report](t)(h.Receive()).Notice.State != node.Lost {
		}
		if s := must[Snapshot](t)(Read(address)); s.Lives[1].Pid != 0 || s.Lives[1].Silent < 0 {
			t.Errorf("%+v", s.Lives)
		}
	})
	if _, err := Read("udp:x"); err == nil || !strings.Contains(err.Error(), "no address") {
		t.Error(err)
	}
}

func TestWhoIsRefused(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		if _, err := Dial("a", address); err == nil || !absent(err) {
			t.Errorf("nobody listens: %v", err)
		}
		h := must[Hub](t)(Listen(address, []string{"a", "b"}))
		defer h.Close()
		if _, err := Listen(address, []string{"a"}); err == nil {
			t.Error("a second overseer at one address")
		}
		l := must[Line](t)(Dial("a", "shm:/nothing/here", address))
		defer l.Close()
		for name, want := range map[string]string{"a": "two nodes have one name", "c": "it has a, b"} {
			if _, err := Dial(name, address, "shm:/nothing/here"); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
	for _, bad := range [][]string{nil, {""}, {"a", "a"}, {strings.Repeat("x", 48)}, make([]string, MostNodes+1)} {
		if _, err := Listen("shm:", bad); err == nil {
			t.Errorf("%.3q is taken", bad)
		}
	}
	for _, a := range []string{"tcp:0.0.0.0:0", "tcp:192.168.1.1:80", "tcp:localhost", "udp:127.0.0.1:1", "x"} {
		if _, err := Listen(a, []string{"a"}); err == nil {
			t.Errorf("%s is taken", a)
		}
		if _, err := Dial("a", a); err == nil {
			t.Errorf("%s is dialled", a)
		}
	}
}

// TestRecords holds each record against what was put in, and reads anything without harm.
func TestRecords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringN(1, 40, 199)
		var r record
		n := node.Report{Node: 3, Notice: node.Notice{State: node.State(rapid.IntRange(0, 6).Draw(t, "state")), Critical: rapid.Bool().Draw(t, "critical"),
			Life: rapid.Uint64().Draw(t, "life"), Number: rapid.Uint64().Draw(t, "number"), Every: 5, Cause: text.Draw(t, "cause")}}
		q := node.Report{Node: 3, Ask: node.Request{To: text.Draw(t, "to"), ID: rapid.Uint64().Draw(t, "id")}}
		for _, p := range []node.Report{n, q} {
			r.fromReport(&p)
			if got, err := r.report(3, ""); err != nil || got != p {
				t.Fatalf("%+v %v, want %+v", got, err, p)
			}
		}
		for i := range r {
			r[i] = rapid.Uint64().Draw(t, "word")
		}
		r[0] &= uint64(rapid.SampledFrom([]uint64{7, 0x3ff, ^uint64(0)}).Draw(t, "mask"))
		_, _ = r.report(0, "")
		_, _ = r.message(&node.System{})
		_, _ = r.status()
	})
	long := strings.Repeat("ä", 300)
	var r record
	r.fromReport(&node.Report{Notice: node.Notice{State: node.Error, Cause: long}})
	if got, err := r.report(0, ""); err != nil || got.Notice.Cause != long[:198] {
		t.Errorf("%d bytes, %v", len(got.Notice.Cause), err)
	}
}

func TestNothingAllocates(t *testing.T) {
	address := addresses(t)["memory"]
	h := must[Hub](t)(Listen(address, []string{"a"}))
	defer h.Close()
	l := must[Line](t)(Dial("a", address))
	defer l.Close()
	report := node.Report{Notice: node.Notice{State: node.Running, Cause: "same"}}
	s := node.System{State: "auto", Cause: "a"}
	_ = h.Publish(s)
	_, _ = l.Receive()
	if n := testing.AllocsPerRun(1000, func() {
		_ = l.Send(&report)
		_, _ = h.Receive()
		_ = h.Answer(0, node.Answer{Granted: true, System: s})
		_, _ = l.Receive()
		_ = h.Publish(s)
		_, _ = l.Receive()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestFilesThatAreRefused opens whatever is no table.
func TestFilesThatAreRefused(t *testing.T) {
	dir := t.TempDir()
	whole := make([]uint64, sizeOf(2))
	m := memory{whole, 2}
	m.format([]string{"a", "b"})
	if _, names, err := inspect(whole); err != nil || len(names) != 2 {
		t.Fatal(err)
	}
	for i := range whole[:headWords] {
		if i >= 4 {
			break
		}
		changed := append([]uint64(nil), whole...)
		changed[i] ^= 1 << 33
		if _, _, err := inspect(changed); err == nil {
			t.Errorf("a header with word %d changed is taken", i)
		}
	}
	changed := append([]uint64(nil), whole...)
	changed[m.block(1)] ^= 0x100
	if _, _, err := inspect(changed); err == nil {
		t.Error("a name that does not match is taken")
	}
	for _, n := range []int{0, 1, headWords, len(whole) - 1, sizeOf(1)} {
		if _, _, err := inspect(whole[:n]); err == nil {
			t.Errorf("%d words are taken", n)
		}
	}
	if _, _, err := inspect(append(whole, 0)); err == nil {
		t.Error("a word too many is taken")
	}
	file := func(name string, size int64, mode os.FileMode) string {
		f := must[*os.File](t)(os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_RDWR, mode))
		defer f.Close()
		if err := errors.Join(f.Truncate(size), f.Chmod(mode)); err != nil {
			t.Fatal(err)
		}
		return f.Name()
	}
	for _, p := range []string{file("empty", 0, 0o600), file("odd", 4097, 0o600), file("zero", int64(8*len(whole)), 0o600), file("huge", 1<<40, 0o600),
		file("open", int64(8*len(whole)), 0o666), dir, "/dev/null", "/dev/zero"} {
		if _, err := Read(p); err == nil {
			t.Errorf("%s is taken", p)
		} else if strings.Contains(fmt.Sprint(err), "cut off") {
			t.Errorf("%s: %v", p, err)
		}
	}
}

func FuzzInspect(f *testing.F) {
	whole := make([]uint64, sizeOf(1))
	m := memory{whole, 1}
	m.format([]string{"a"})
	f.Add(uint16(0), uint64(0))
	f.Add(uint16(1), uint64(1)<<32)
	f.Add(uint16(headWords+cellWords+blockUp), uint64(1)<<63)
	fuzz.Run(f, func(t *testing.T, at uint16, xor uint64) {
		w := append([]uint64(nil), whole...)
		w[int(at)%len(w)] ^= xor
		m, _, err := inspect(w)
		if err != nil {
			return
		}
		var r record
		for range upSlots + 2 { // whatever is in it, it empties
			_, _ = m.up(0).pop(&r)
			_, _ = m.down(0).pop(&r)
			_ = m.up(0).push(&r)
		}
		if c := m.systemCell(); !c.busy() {
			_, _ = c.read(&r)
			_, _ = r.message(&node.System{})
		}
	})
}
