package parts

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/reactor"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// sample is what is sent.
type sample struct {
	Number int
	Values [3]float64
}

// half is one process's view of a program: a sender in a group, and two receivers of what it sends.
type half struct {
	p    *reactor.Program
	ask  *reactor.PhysicalAction[int]
	got  chan string
	link *Links
}

// where says who runs what.
var where = map[string][]string{"left": {"group.sender"}, "right": {"first", "second"}}

func makeHalf(t *testing.T, name, dir string, parts map[string][]string) *half {
	t.Helper()
	h := &half{got: make(chan string, 1000)}
	m := reactor.NewMain("main")
	group := &struct {
		reactor.Reactor
		Out reactor.Out[sample]
	}{}
	reactor.Init(m, "group", group)
	sender := &struct {
		reactor.Reactor
		Ask reactor.PhysicalAction[int]
		Out reactor.Out[sample]
	}{}
	reactor.Init(group, "sender", sender)
	sender.Reaction("send").On(&sender.Ask).Sets(&sender.Out).Do(func() {
		sender.Out.Set(sample{sender.Ask.Get(), [3]float64{1, 2, 3}})
	})
	h.ask = &sender.Ask
	reactor.Connect(&sender.Out, &group.Out)
	for _, name := range []string{"first", "second"} {
		r := &struct {
			reactor.Reactor
			In reactor.In[sample]
		}{}
		reactor.Init(m, name, r)
		r.Reaction("note").On(&r.In).Do(func() { h.got <- fmt.Sprint(name, " ", r.In.Get().Number, r.In.Get().Values[2]) })
		reactor.Connect(&group.Out, &r.In)
	}
	c := Config{Name: name, Parts: parts, Dir: dir, Wrong: func(err error) { h.got <- err.Error() }}
	var err error
	if h.p, err = reactor.Build(m, reactor.Options{Elsewhere: c.Elsewhere()}); err != nil {
		t.Fatal(err)
	}
	if h.link, err = Open(h.p, c); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.link.Close() })
	return h
}

// runs drives a program until the test ends.
func (h *half) runs(t *testing.T) {
	mail, over := make(chan struct{}, 1), make(chan struct{})
	h.p.Enclaves[0].OnMail(func() {
		select {
		case mail <- struct{}{}:
		default:
		}
	})
	h.p.Start()
	var all sync.WaitGroup
	all.Go(func() {
		for {
			for h.p.Enclaves[0].Step(nil) {
			}
			select {
			case <-mail:
			case <-over:
				return
			}
		}
	})
	t.Cleanup(func() { close(over); all.Wait() })
}

func (h *half) hear(t *testing.T, want ...string) {
	t.Helper()
	var all []string
	for range want {
		select {
		case s := <-h.got:
			all = append(all, s)
		case <-time.After(time.Minute):
			t.Fatalf("heard %q, want %q", all, want)
		}
	}
	if slices.Sort(all); !slices.Equal(all, want) {
		t.Errorf("heard %q, want %q", all, want)
	}
}

// TestBetweenTwo: what one process sends arrives in the other, which outlives the one that sends.
func TestBetweenTwo(t *testing.T) {
	dir := t.TempDir()
	right := makeHalf(t, "right", dir, where)
	right.runs(t)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := right.link.Await(gone); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "right is not connected with left") {
		t.Error(err)
	}
	for range 2 {
		left := makeHalf(t, "left", dir, where)
		if err := errors.Join(left.link.Await(t.Context()), right.link.Await(t.Context())); err != nil {
			t.Fatal(err)
		}
		left.runs(t)
		for n := range 3 {
			left.ask.Schedule(n, 0)
			right.hear(t, fmt.Sprint("first ", n, " 3"), fmt.Sprint("second ", n, " 3"))
		}
		if c := left.link.Counts(); c.Sent != 3 || c.Lost != 0 {
			t.Errorf("%+v", c)
		}
		if _, err := Open(left.p, left.link.c); err == nil || !strings.Contains(err.Error(), "another process is left") {
			t.Error(err)
		}
		if err := left.link.Close(); err != nil {
			t.Error(err)
		}
	}
	if c := right.link.Counts(); c.Received != 6 || c.Missed != 0 || c.Refused != 0 {
		t.Errorf("%+v", c)
	}
}

// TestSlowReader: the oldest makes room, and both ends know how many.
func TestSlowReader(t *testing.T) {
	left := makeHalf(t, "left", t.TempDir(), where)
	out := left.link.ports["group.sender.out"]
	a, b := net.Pipe()
	r := &reader{conn: a, ports: []*port{out}, numbers: make([]uint64, 1), wake: make(chan struct{}, 1), done: make(chan struct{})}
	lost := uint64(0)
	for range Queue + 5 {
		lost += r.put(0)
	}
	if lost != 5 {
		t.Errorf("%d are lost", lost)
	}
	if n := testing.AllocsPerRun(Queue, func() { r.put(0) }); n > 0 {
		t.Errorf("a message allocates %v times", n)
	}
	r.finish()
	var all sync.WaitGroup
	all.Go(func() { _ = r.write(); _ = a.Close() })
	right := makeHalf(t, "right", t.TempDir(), where)
	if err := right.link.messages(bufio.NewReader(b), []*source{{port: right.link.ports["group.sender.out"]}}); err == nil {
		t.Error("no end")
	}
	all.Wait()
	if c := right.link.Counts(); c.Received != Queue || c.Missed != 5+Queue+1 {
		t.Errorf("%+v", c)
	}
}

// TestOthersAreRefused: processes that run another program, that nobody knows, or that say nothing sensible.
func TestOthersAreRefused(t *testing.T) {
	dir := t.TempDir()
	left := makeHalf(t, "left", dir, where)
	kind := left.link.ports["group.sender.out"].kind()
	for _, c := range []struct {
		said any
		want string
	}{
		{"hello", "another protocol"},
		{hello{"sinew-parts-0", "right", nil}, "another protocol"},
		{hello{greeting, "middle", nil}, `no process \"middle\"`},
		{hello{greeting, "right", []wanted{{"group.sender.in", kind}}}, "no port group.sender.in that others read"},
		{hello{greeting, "right", []wanted{{"group.sender.out", kind + 1}}}, "another type"},
		{hello{greeting, "right", []wanted{{"group.sender.out", kind}}}, `{"Fault":""}`},
	} {
		conn, err := net.Dial("unix", left.link.c.socket("left"))
		if err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(c.said)
		_, _ = conn.Write(append(text, '\n'))
		if line, err := bufio.NewReader(conn).ReadString('\n'); err != nil || !strings.Contains(line, c.want) {
			t.Errorf("%v: %q %v", c.said, line, err)
		}
		_ = conn.Close()
	}
	for _, bad := range []Config{{Name: "middle", Parts: where}, {Name: "a", Parts: map[string][]string{"a": {"x"}, "b": {"x"}}}} {
		if err := bad.Validate(); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

// FuzzMessages: whatever comes over a connection, nothing but whole messages is offered.
func FuzzMessages(f *testing.F) {
	f.Add([]byte{4, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 8, 1, 16, 2})
	f.Add(bytes.Repeat([]byte{0}, head))
	f.Add(bytes.Repeat([]byte{255}, 2*head))
	m := reactor.NewMain("main")
	r := &struct {
		reactor.Reactor
		Out reactor.Out[sample]
	}{}
	reactor.Init(m, "r", r)
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		f.Fatal(err)
	}
	out, err := newPort(p.Ports()[0])
	if err != nil {
		f.Fatal(err)
	}
	in := bufio.NewReader(nil)
	fuzz.Run(f, func(t *testing.T, data []byte) {
		l := &Links{p: p}
		in.Reset(bytes.NewReader(data))
		if err := l.messages(in, []*source{{port: out}}); err == nil {
			t.Error("no end")
		}
		if c := l.Counts(); int(c.Received)*head > len(data) || c.Refused > c.Received {
			t.Errorf("%+v from %d bytes", c, len(data))
		}
	})
}

// TestAnnouncedBytes: memory is taken for the bytes that come, not for those that are announced.
func TestAnnouncedBytes(t *testing.T) {
	short := make([]byte, head+100)
	binary.LittleEndian.PutUint32(short, longest)
	in := bufio.NewReader(nil)
	const times = 1000
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range times {
		in.Reset(bytes.NewReader(short))
		if err := new(Links).messages(in, []*source{{}}); !errors.Is(err, io.EOF) || in.Buffered() > 0 {
			t.Fatal(err, in.Buffered())
		}
	}
	runtime.ReadMemStats(&after)
	got := (after.TotalAlloc - before.TotalAlloc) / times
	if got == 0 || got > 1<<14 {
		t.Errorf("%d bytes are taken for 100", got)
	}
}
