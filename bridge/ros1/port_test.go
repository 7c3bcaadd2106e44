package ros1

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/record"
)

// counter answers each array of bytes with their number and sum, and stops the program after some.
type counter struct {
	reactor.Reactor
	In  reactor.In[stdmsgs.UInt8MultiArray]
	Out reactor.Out[stdmsgs.String]
	n   int
}

func program(t *testing.T, replay bool) (p *reactor.Program, in *In[stdmsgs.UInt8MultiArray], out *Out[stdmsgs.String], said *[]string) {
	m := reactor.NewMain("m")
	in, out = NewIn[stdmsgs.UInt8MultiArray](m, "in", "/bytes"), NewOut[stdmsgs.String](m, "out", "/sums")
	c := &counter{}
	reactor.Init(m, "c", c)
	said = &[]string{}
	c.Reaction("count").On(&c.In).Sets(&c.Out).Do(func() {
		c.n++
		sum := 0
		for _, b := range c.In.Get().Data {
			sum += int(b)
		}
		x := fmt.Sprint(c.n, sum)
		*said = append(*said, x)
		c.Out.Set(stdmsgs.String{Data: x})
		if c.n == 20 {
			c.RequestStop()
		}
	})
	reactor.Connect(&in.Out, &c.In)
	reactor.Connect(&c.Out, &out.In)
	p, err := reactor.Build(m, reactor.Options{Replay: replay})
	if err != nil {
		t.Fatal(err)
	}
	return p, in, out, said
}

// TestPorts: a program in a graph is recorded, and replayed without one.
func TestPorts(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	a, b := dial(t, uri, "program"), dial(t, uri, "peer")
	p, in, out, said := program(t, false)
	if _, err := in.Connect(a, SubOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Connect(a, PubOptions{Overflow: Wait}); err == nil {
		t.Error("a program waits for the network")
	}
	if _, err := out.Connect(a, PubOptions{Queue: 100}); err != nil {
		t.Fatal(err)
	}
	got := make(chan string, 100)
	s, err := Subscribe(b, "/sums", SubOptions{}, func(m *stdmsgs.String) { got <- m.Data })
	if err != nil {
		t.Fatal(err)
	}
	pub, err := b.Advertise("/bytes", &stdmsgs.UInt8MultiArray{}, PubOptions{})
	if err != nil {
		t.Fatal(err)
	}
	until(t, "connected", func() bool { return pub.Subscribers() == 1 && s.Publishers() == 1 })
	file := filepath.Join(t.TempDir(), "a.mcap")
	done := make(chan string, 1)
	go func() { done <- recorded(t, p, file, exec.Options{Clock: exec.Real}) }()
	var want []string
	for i := range 20 {
		m := &stdmsgs.UInt8MultiArray{Data: bytes.Repeat([]byte{byte(i)}, i)}
		want = append(want, fmt.Sprint(i+1, i*i))
		if err := pub.Publish(m); err != nil {
			t.Fatal(err)
		}
		if x := wait(t, got); x != want[i] {
			t.Errorf("%s instead of %s", x, want[i])
		}
	}
	hash := wait(t, done)
	if fmt.Sprint(*said) != fmt.Sprint(want) || in.Message.Refused() != 0 || out.Lost() != 0 {
		t.Error(*said, in.Message.Refused(), out.Lost())
	}
	inputs, err := record.ReadInputs(file)
	if err != nil {
		t.Fatal(err)
	}
	p, _, _, said = program(t, true)
	if err := inputs.Inject(p); err != nil {
		t.Fatal(err)
	}
	if again := recorded(t, p, filepath.Join(t.TempDir(), "b.mcap"), exec.Options{}); again != hash || fmt.Sprint(*said) != fmt.Sprint(want) {
		t.Errorf("the replay says %v, hash %s, not %s", *said, again, hash)
	}
}

// recorded runs a program, and gives the hash of what it did.
func recorded(t *testing.T, p *reactor.Program, file string, o exec.Options) string {
	f, err := os.Create(file)
	if err != nil {
		t.Error(err)
		return ""
	}
	w, err := trace.NewWriter(f, trace.Options{Wait: true})
	if err != nil {
		t.Error(err)
		return ""
	}
	r, err := record.New(p, w, record.Options{})
	if err != nil {
		t.Error(err)
		return ""
	}
	if _, err := exec.Run(t.Context(), p, o); err != nil {
		t.Error(err)
	}
	if r.Close() != nil || w.Close() != nil || f.Close() != nil {
		t.Error("the recording cannot be ended")
	}
	return r.Hash()
}

// TestPublishDoesNotAllocate: neither encoding, queueing nor writing a message does, nor receiving one.
func TestPublishDoesNotAllocate(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	n, err := Dial(t.Context(), Config{Name: "n", Master: uri, Check: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = n.Close() }()
	p, err := n.Advertise("x", &stdmsgs.UInt8MultiArray{}, PubOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan int, 1)
	if _, err := Subscribe(n, "x", SubOptions{}, func(m *stdmsgs.UInt8MultiArray) { got <- len(m.Data) }); err != nil {
		t.Fatal(err)
	}
	until(t, "connected", func() bool { return p.Subscribers() == 1 })
	m := &stdmsgs.UInt8MultiArray{Data: make([]byte, 100)}
	m.Layout.Dim = []stdmsgs.MultiArrayDimension{{Label: "row", Size: 100}}
	one := func() {
		if p.Publish(m) != nil || <-got != 100 {
			t.Error("it does not come")
		}
	}
	for range 100 {
		one()
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const runs = 5000
	for range runs {
		one()
	}
	runtime.ReadMemStats(&after)
	if all := after.Mallocs - before.Mallocs; all > runs/100 { // of the runtime itself
		t.Errorf("%d allocations for %d messages", all, runs)
	}
}
