package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/show"
)

// plant is a small program with something of all that a page can look at and reach.
type plant struct {
	reactor.Reactor
	Tick   reactor.Timer
	Goal   reactor.PhysicalAction[spatial.Vec3]
	Halt   reactor.PhysicalAction[bool]
	Film   reactor.PhysicalAction[film]
	Gain   reactor.Parameter[float64]
	Wave   [10]*wave
	Place  reactor.Out[spatial.Vec3]
	now    atomic.Int64 // physical time
	late   atomic.Bool
	misses int
	halted atomic.Bool
	goals  []spatial.Vec3
	n      int
}

// film is large.
type film []byte

func (f film) Clone() film { return bytes.Clone(f) }

type wave struct {
	reactor.Reactor
	In    reactor.In[spatial.Vec3]
	Value reactor.Out[spatial.Pose]
}

func newPlant(t testing.TB) (*plant, *reactor.Program) {
	t.Helper()
	m := reactor.NewMain("main")
	r := &plant{}
	reactor.Init(m, "plant", r)
	r.Tick.Set(0, 4*time.Millisecond)
	r.Gain.Define(2, reactor.ParamInfo{Unit: "1/s", Help: "how eagerly", Min: 0, Max: 10})
	r.Reaction("beat").On(&r.Tick).Sets(&r.Place).Do(func() {
		r.n++
		r.Place.Set(spatial.V(float64(r.n), r.Gain.Get(), 0))
	})
	r.Reaction("hear").On(&r.Goal).Deadline(time.Millisecond, func() { r.misses++ }).Do(func() { r.goals = append(r.goals, r.Goal.Get()) })
	r.Reaction("halt").On(&r.Halt).Do(func() { r.halted.Store(r.Halt.Get()) })
	r.Reaction("see").On(&r.Film).Do(func() {})
	for i := range r.Wave {
		w := &wave{}
		reactor.Init(m, fmt.Sprintf("wave%d", i), w)
		w.Reaction("swing").On(&w.In).Sets(&w.Value).Do(func() {
			w.Value.Set(spatial.Pose{P: w.In.Get(), R: spatial.IdentityRot()})
		})
		r.Wave[i] = w
		reactor.Connect(&r.Place, &w.In)
	}
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.SetClock(func(*reactor.Enclave) reactor.Time { return reactor.Time(r.now.Load()) })
	return r, p
}

// running is a plant that runs behind a page.
type running struct {
	plant *plant
	p     *reactor.Program
	bus   *live.Bus
	hub   *view.Hub
	srv   *Server
	mu    sync.Mutex // held while the program runs a tag
}

// run serves a plant that is stepped 250 times a second until the test ends.
func run(t *testing.T, change func(*Config)) *running {
	t.Helper()
	r := &running{}
	r.plant, r.p = newPlant(t)
	var err error
	if r.bus, err = live.New(r.p); err != nil {
		t.Fatal(err)
	}
	r.p.Observe(r.bus)
	r.hub = show.New().Hub
	c := Config{Hub: r.hub, Program: r.p, Bus: r.bus, Clock: "lock-step", Addr: "127.0.0.1:0"}
	if change != nil {
		change(&c)
	}
	if r.srv, err = Serve(c); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.srv.Close(); err != nil {
			t.Error(err)
		}
	})
	r.p.Start()
	if d, ok := c.Control.(*driver); ok && d.tick != nil {
		d.tick = r.step
		t.Cleanup(func() {
			_ = r.srv.Close() // ends what runs
			d.ended.Wait()
		})
		return r
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(4 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				r.step()
			}
		}
	}()
	t.Cleanup(func() { close(stop); <-stopped })
	return r
}

// step runs the next tag and returns its time.
func (r *running) step() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, tag := r.p.Earliest()
	at := tag.Time
	if r.plant.late.Load() {
		at += reactor.Time(time.Second)
	}
	r.plant.now.Store(int64(at))
	r.p.Step(nil)
	r.hub.Time(time.Duration(tag.Time))
	return int64(tag.Time)
}

// browser is a page's end of a connection.
type browser struct {
	t   *testing.T
	ctx context.Context
	c   *websocket.Conn
	id  int
}

// liveAt is where a page connects, with a token if there is one.
func liveAt(s *Server, token string) string {
	url := strings.Replace(s.Address(), "http", "ws", 1) + "live"
	if token != "" {
		url += "?token=" + token
	}
	return url
}

func browse(t *testing.T, s *Server) *browser {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	c, _, err := websocket.Dial(ctx, liveAt(s, s.Token()), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.CloseNow() })
	c.SetReadLimit(8 << 20)
	return &browser{t: t, ctx: ctx, c: c}
}

// until reads until a message of that type for which ok, if not nil, is true.
func (b *browser) until(kind string, ok func(m map[string]any) bool) map[string]any {
	b.t.Helper()
	for {
		typ, data, err := b.c.Read(b.ctx)
		if err != nil {
			b.t.Fatalf("waiting for %s: %v", kind, err)
		}
		m := map[string]any{"type": "bytes", "n": len(data)}
		if typ == websocket.MessageText {
			m = nil
			if err := json.Unmarshal(data, &m); err != nil {
				b.t.Fatalf("%v: %s", err, data)
			}
		}
		if m["type"] == kind && (ok == nil || ok(m)) {
			return m
		}
	}
}

func (b *browser) tell(text string) {
	b.t.Helper()
	if err := b.c.Write(b.ctx, websocket.MessageText, []byte(text)); err != nil {
		b.t.Fatal(err)
	}
}

// ask sends a request, fields as JSON without braces, and waits for its reply.
func (b *browser) ask(fields string) map[string]any {
	b.t.Helper()
	b.id++
	b.tell(fmt.Sprintf(`{"id":%d,%s}`, b.id, fields))
	return b.until("reply", func(m map[string]any) bool { return m["id"] == float64(b.id) })
}

// must asks for what works.
func (b *browser) must(fields string) map[string]any {
	b.t.Helper()
	m := b.ask(fields)
	if m["error"] != nil {
		b.t.Fatalf("%s: %v", fields, m["error"])
	}
	return m
}
