package record

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/trace"
)

// block takes as long to encode as until says.
type block struct{ N int32 }

// until is what encoding a block waits for.
var until func()

func (b *block) AppendTrace(dst []byte) []byte {
	if until != nil {
		until()
	}
	return append(dst, byte(b.N))
}
func (b *block) DecodeTrace(data []byte) error { b.N = int32(data[0]); return nil }

// sender sends a value at every tick.
type sender[T any] struct {
	reactor.Reactor
	T     reactor.Timer
	Out   reactor.Out[T]
	Free  reactor.In[T] // nobody is connected to it
	Spare reactor.In[T] // nobody need be
	n     byte
}

func newSender[T any](m *reactor.Main, name string, make func(n byte) T) *sender[T] {
	s := &sender[T]{}
	reactor.Init(m, name, s)
	s.T.Set(0, time.Millisecond)
	s.Spare.Optional()
	s.Reaction("send").On(&s.T, &s.Free, &s.Spare).Sets(&s.Out).Do(func() {
		s.n++
		s.Out.Set(make(s.n))
	})
	s.Isolate()
	return s
}

func build(t *testing.T, m *reactor.Main) *reactor.Program {
	t.Helper()
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func record(t *testing.T, p *reactor.Program, sink io.Writer, o Options) (*Recorder, *trace.Writer) {
	t.Helper()
	w, err := trace.NewWriter(sink, trace.Options{Wait: true, Plain: true, ChunkSize: 4096})
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(p, w, o)
	if err != nil {
		t.Fatal(err)
	}
	return r, w
}

// TestEnclavesDoNotWaitForEachOthersValues lets one enclave encode until another one has been recorded.
func TestEnclavesDoNotWaitForEachOthersValues(t *testing.T) {
	m := reactor.NewMain("main")
	newSender(m, "slow", func(n byte) block { return block{int32(n)} })
	newSender(m, "quick", func(n byte) byte { return n })
	p := build(t, m)
	var file bytes.Buffer
	r, w := record(t, p, &file, Options{Trace: []string{"*"}})
	begun, recorded := make(chan struct{}), make(chan struct{})
	until = func() { close(begun); <-recorded; until = nil }
	p.Start()
	gone := make(chan struct{})
	go func() { defer close(gone); p.Enclaves[1].Step(nil) }()
	<-begun
	done := make(chan struct{})
	go func() { defer close(done); p.Enclaves[2].Step(nil); r.EnclaveHash(2) }()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Error("an enclave waits for another one's value to be encoded")
	}
	close(recorded)
	<-gone
	<-done
	if err := errors.Join(r.Close(), w.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestLargeValuesOfEnclaves records values larger than a chunk beside small ones: all are there, in order, and the
// recording is the same each time.
func TestLargeValuesOfEnclaves(t *testing.T) {
	run := func() (string, []byte) {
		m := reactor.NewMain("main")
		newSender(m, "big", func(n byte) (v [3 * large]byte) {
			for i := range v {
				v[i] = n
			}
			return v
		})
		newSender(m, "small", func(n byte) byte { return n })
		p := build(t, m)
		var file bytes.Buffer
		r, w := record(t, p, &file, Options{Trace: []string{"*"}})
		p.Run(reactor.Tag{Time: reactor.Time(100 * time.Millisecond)})
		hash := r.Hash()
		if err := errors.Join(r.Close(), w.Close()); err != nil {
			t.Fatal(err)
		}
		return hash, file.Bytes()
	}
	hash, file := run()
	if h, again := run(); h != hash || !bytes.Equal(file, again) {
		t.Error("two runs differ")
	}
	f, err := trace.NewReader("test", bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for {
		msg, err := f.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		name := msg.Channel.Topic
		if name != "big.out" && name != "small.out" {
			continue
		}
		seen[name]++
		if last := msg.Data[len(msg.Data)-1]; name == "big.out" && (int(last) != seen[name] || len(msg.Data) < 3*large) {
			t.Fatalf("message %d of %s ends with %d, %d bytes", seen[name], name, last, len(msg.Data))
		}
	}
	if seen["big.out"] != 101 || seen["small.out"] != 101 || f.Report() != "" {
		t.Errorf("%v recorded; %s", seen, f.Report())
	}
}

// TestTwoRecorders see the same run.
func TestTwoRecorders(t *testing.T) {
	m := reactor.NewMain("main")
	newSender(m, "a", func(n byte) byte { return n })
	newSender(m, "b", func(n byte) [2]byte { return [2]byte{n, n} })
	p := build(t, m)
	var one, two bytes.Buffer
	r1, w1 := record(t, p, &one, Options{Trace: []string{"*"}})
	r2, w2 := record(t, p, &two, Options{Trace: []string{"*"}})
	n := 0
	if err := Tap(r1, "a.out", func(reactor.Tag, *byte) { n++ }); err != nil {
		t.Fatal(err)
	}
	res, err := exec.Run(context.Background(), p, exec.Options{Timeout: 10 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if w := strings.Join(res.Warnings, "\n"); !strings.Contains(w, "a.free: input is read but nothing is connected to it") ||
		!strings.Contains(w, "b.free: ") || strings.Contains(w, "spare") {
		t.Errorf("the run's warnings are %q", w)
	}
	if err := errors.Join(r1.Close(), r2.Close(), w1.Close(), w2.Close()); err != nil {
		t.Fatal(err)
	}
	if n != 11 || r1.Hash() != r2.Hash() || !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Errorf("%d values, hashes %s and %s, %d and %d bytes", n, r1.Hash(), r2.Hash(), one.Len(), two.Len())
	}
}

// TestATagIsRecordedWithoutAllocating has two enclaves.
func TestATagIsRecordedWithoutAllocating(t *testing.T) {
	m := reactor.NewMain("main")
	newSender(m, "vector", func(n byte) [3]float64 { return [3]float64{float64(n)} })
	newSender(m, "small", func(n byte) float64 { return float64(n) })
	p := build(t, m)
	w, err := trace.NewWriter(io.Discard, trace.Options{Wait: true, Plain: true, ChunkTime: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(p, w, Options{Trace: []string{"*"}})
	if err != nil {
		t.Fatal(err)
	}
	r.lanes[1].last, r.lanes[2].last = 1e18, 1e18 // no checks, whose texts are new
	p.Start()
	for range 200 {
		p.Step(nil)
	}
	if n := testing.AllocsPerRun(500, func() { p.Step(nil) }); n != 0 {
		t.Errorf("%g allocations a tag", n)
	}
	if err := errors.Join(r.Close(), w.Close()); err != nil {
		t.Fatal(err)
	}
}
