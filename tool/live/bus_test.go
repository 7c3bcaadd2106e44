package live

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/live/plant"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// newBus makes a bus that observes p.
func newBus(t testing.TB, p *reactor.Program) *Bus {
	t.Helper()
	b, err := New(p)
	if err != nil {
		t.Fatal(err)
	}
	p.Observe(b)
	return b
}

func run(t testing.TB, p *reactor.Program, length time.Duration) {
	t.Helper()
	if _, err := exec.Run(context.Background(), p, exec.Options{Timeout: length}); err != nil {
		t.Error(err)
	}
}

func id(t testing.TB, b *Bus, name string) int {
	t.Helper()
	ids := b.Find(name)
	if len(ids) != 1 {
		t.Fatalf("%s is found as %v", name, ids)
	}
	return ids[0]
}

// soon is a context for what must not take long.
func soon(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func TestTopics(t *testing.T) {
	b := newBus(t, plant.New(t, time.Millisecond))
	var names []string
	for _, x := range b.Topics() {
		names = append(names, x.Kind+" "+x.Name+" "+x.Type)
		if got, ok := b.Topic(x.ID); !ok || got.Name != x.Name {
			t.Errorf("%s is not found by its id", x.Name)
		}
	}
	want := []string{"port plant.out plant.Reading", "port plant.heard plant.Reading", "port far.in plant.Reading", "port far.out float64",
		"door door/plant.goal plant.Reading", "door door/plant.gain float64", "door door/plant.eye float64", "door door/plant.hand bool",
		"command command/plant.hand float64"}
	if d := cmp.Diff(want, names); d != "" {
		t.Error(d)
	}
	for pattern, n := range map[string]int{"plant.out": 1, "out": 2, "hand": 2, "door/*": 4, "nosuch": 0, "": 0} {
		if ids := b.Find(pattern); len(ids) != n {
			t.Errorf("%q finds %d topics, want %d", pattern, len(ids), n)
		}
	}
}

func TestWatchSeesEverything(t *testing.T) {
	p := plant.New(t, time.Millisecond)
	b := newBus(t, p)
	out, far, hand := id(t, b, "plant.out"), id(t, b, "far.out"), id(t, b, "command/plant.hand")
	w := b.Watch(Options{}, out, far, hand, out, -1, 10000)
	defer w.Close()
	run(t, p, 99*time.Millisecond)
	seen := map[int]int{}
	for seen[far] < 99 || seen[out] < 100 {
		batch, lost, err := w.Next(soon(t))
		if err != nil || lost > 0 {
			t.Fatal(lost, err)
		}
		last := int64(-1)
		for _, m := range batch {
			seen[m.Topic]++
			if m.Time < last {
				t.Fatal("not in the order of time")
			}
			last = m.Time
			if m.Topic != out {
				continue
			}
			var v plant.Reading
			if err := b.Topics()[0].Codec.Decode(m.Data, unsafe.Pointer(&v)); err != nil {
				t.Fatal(err)
			}
			if v.N != seen[out] || m.Time != int64(v.N-1)*1e6 || m.Wall < time.Now().Add(-time.Minute).UnixNano() {
				t.Fatalf("%+v at %v", v, m)
			}
		}
	}
	if seen[hand] != 100 {
		t.Errorf("%d commands", seen[hand])
	}
}

// TestSlowWatch: a watch that is never read loses what does not fit, and says how much; the latest value is there
// all the same.
func TestSlowWatch(t *testing.T) {
	p := plant.New(t, time.Millisecond)
	b := newBus(t, p)
	out := id(t, b, "plant.out")
	slow, newest, bare := b.Watch(Options{Queue: 4096}, out), b.Watch(Options{Latest: true}, out), b.Watch(Options{Bare: true}, out)
	defer slow.Close()
	defer newest.Close()
	defer bare.Close()
	run(t, p, 999*time.Millisecond)
	n := 0
	var lost uint64
	for n+int(lost) < 1000 {
		batch, l, err := slow.Next(soon(t))
		if err != nil {
			t.Fatal(err)
		}
		n, lost = n+len(batch), lost+l
	}
	if n == 0 || n > 4096/32 || n+int(lost) != 1000 || b.Lost() != lost {
		t.Errorf("%d came, %d lost, %d said", n, lost, b.Lost())
	}
	batch, lost, err := newest.Next(soon(t))
	if err != nil || lost > 0 || len(batch) != 1 || batch[0].Time != 999e6 {
		t.Errorf("%v %d %v", batch, lost, err)
	}
	batch, _, err = bare.Next(soon(t))
	if err != nil || len(batch) != 1000 || len(batch[0].Data) != 0 {
		t.Errorf("%d messages, %v", len(batch), err)
	}
}

func TestWatchCloses(t *testing.T) {
	b := newBus(t, plant.New(t, time.Millisecond))
	w := b.Watch(Options{}, 0)
	ended := make(chan error)
	go func() {
		_, _, err := w.Next(context.Background())
		ended <- err
	}()
	w.Close()
	w.Close()
	if err := <-ended; !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
	if b.Watchers() != 0 || b.plan.Load() != nil {
		t.Error("somebody is still said to watch")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	w = b.Watch(Options{}, 0)
	defer w.Close()
	if _, _, err := w.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestAtTagDoesNotAllocate, whoever watches and however slow they are.
func TestAtTagDoesNotAllocate(t *testing.T) {
	p := plant.New(t, time.Millisecond)
	b := newBus(t, p)
	p.Start()
	for range 100 {
		p.Step(nil)
	}
	allocs := func(what string) {
		t.Helper()
		if n := testing.AllocsPerRun(1000, func() { p.Step(nil) }); n != 0 {
			t.Errorf("%s: %v allocations a tag", what, n)
		}
	}
	allocs("nobody watches")
	var all []int
	for _, x := range b.Topics() {
		all = append(all, x.ID)
	}
	for _, o := range []Options{{}, {Latest: true}, {Queue: 4096}, {Bare: true}} {
		w := b.Watch(o, all...)
		defer w.Close()
	}
	r := b.Rates()
	defer r.Close()
	for range 100 {
		p.Step(nil)
	}
	allocs("watched")
}

// TestManyWatch: watchers come, read and go while an enclave each runs on its thread.
func TestManyWatch(t *testing.T) {
	p := plant.New(t, 50*time.Microsecond)
	b := newBus(t, p)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var watchers sync.WaitGroup
	for i := range 4 {
		watchers.Go(func() {
			n := 0
			for round := 0; (round < 10 || n == 0) && ctx.Err() == nil; round++ {
				w := b.Watch(Options{Latest: i == 0, Queue: 1 << 14}, b.Find([]string{"*", "out", "door/*", "*"}[i])...)
				r := b.Rates()
				for range 3 {
					ctx, cancel := context.WithTimeout(ctx, 30*time.Millisecond)
					batch, _, _ := w.Next(ctx)
					cancel()
					for _, m := range batch {
						x, ok := b.Topic(m.Topic)
						if !ok || len(m.Data) != x.Codec.Size(b.values[m.Topic]) {
							t.Errorf("topic %d: %d bytes", m.Topic, len(m.Data))
						}
					}
					n += len(batch) + len(r.Read()) + len(r.Misses())
					b.Params()
				}
				r.Close()
				w.Close()
			}
			if n == 0 {
				t.Error("a watcher saw nothing")
			}
		})
	}
	go func() { watchers.Wait(); cancel() }()
	if _, err := exec.Run(ctx, p, exec.Options{Clock: exec.Real, Started: b.Started}); err != nil {
		t.Error(err)
	}
	watchers.Wait()
	if origin, ok := b.Origin(); !ok || time.Since(time.Unix(0, origin)) > time.Minute {
		t.Error(origin, ok)
	}
}

func TestRates(t *testing.T) {
	p := plant.New(t, time.Millisecond)
	b := newBus(t, p)
	r := b.Rates()
	defer r.Close()
	run(t, p, 99*time.Millisecond)
	counts := map[string]Count{}
	for end := time.Now().Add(time.Minute); counts["plant.out"].Last == "" && time.Now().Before(end); runtime.Gosched() {
		for _, c := range r.Read() {
			x, _ := b.Topic(c.Topic)
			counts[x.Name] = c
		}
	}
	if c := counts["plant.out"]; c.N != 100 || c.Last != `{"N":1,"P":{"X":1,"Y":0,"Z":0}}` {
		t.Errorf("%+v", c)
	}
	if c := counts["plant.heard"]; c.N != 0 || c.Last != "" {
		t.Errorf("%+v", c)
	}
	if c := r.Counters(); c.Tags < 100 || c.Reactions < 199 {
		t.Errorf("%+v", c)
	}
	other := b.Rates()
	if c := other.Read()[0]; c.N != 0 || c.Last == "" {
		t.Errorf("counting anew: %+v", c)
	}
	other.Close()
	other.Close()
	if b.plan.Load() == nil {
		t.Error("nobody counts, though one does")
	}
}

func TestPublish(t *testing.T) {
	p := plant.New(t, time.Millisecond)
	b := newBus(t, p)
	w := b.Watch(Options{}, id(t, b, "plant.heard"))
	defer w.Close()
	goal, err1 := b.Send(t.Context(), "goal", []byte(`{"N": 7, "P": {"Y": 0.5}}`))
	_, err2 := b.Send(t.Context(), "door/plant.gain", []byte("3.5"))
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	run(t, p, 9*time.Millisecond)
	batch, _, err := w.Next(soon(t))
	if err != nil || len(batch) != 1 {
		t.Fatal(batch, err)
	}
	if tag, err := goal.Wait(t.Context()); err != nil || int64(tag.Time) != batch[0].Time || tag.Microstep != batch[0].Microstep {
		t.Errorf("taken at %v, %v; heard at %d:%d", tag, err, batch[0].Time, batch[0].Microstep)
	}
	var v plant.Reading
	x, _ := b.Topic(batch[0].Topic)
	if err := x.Codec.Decode(batch[0].Data, unsafe.Pointer(&v)); err != nil || v.N != 7 || v.P.Y != 0.5 {
		t.Errorf("%+v %v", v, err)
	}
	want := []Param{{"plant.gain", "float64", []byte("3.5"), "1/s", "of the loop", 0, 10, []byte("2"), false}}
	if d := cmp.Diff(want, b.Params()); d != "" {
		t.Error(d)
	}
	if o := b.Orders(); len(o) != 1 || o[0].Path != "plant.goal" || string(o[0].Example) != `{"N":0,"P":{"X":0,"Y":0,"Z":0}}` {
		t.Errorf("%+v", o)
	}
	for _, c := range []struct{ name, text, want string }{
		{"plant.out", "1", "a port gets its values from reactions"},
		{"plant.hand", "1", "its kind is actuator"},
		{"nosuch", "1", "those that take values are plant.goal, plant.gain"},
		{"*", "1", "more than one"},
		{"", "1", "there is none"},
		{"gain", "11", "11 is out of range; give a number from 0 to 10 1/s"},
		{"gain", `"NaN"`, "NaN is out of range"},
		{"goal", `{"M": 1, "N": 0.5}`, "1:2: M: there is no such field"},
		{"goal", `{"M": 1, "N": 0.5}`, "1:15: N: 0.5 is no whole number"},
		{"goal", `{"N": 1}`, "it is not taken: the program is over"},
	} {
		if _, err := b.Publish(t.Context(), c.name, []byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v, want %q in it", c.name, c.text, err, c.want)
		}
	}
}
