package view

import (
	"context"
	"encoding/json"
	"io"
	"math"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/spatial"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestNothingAllocates: what a control cycle calls allocates nothing, watched or not.
func TestNothingAllocates(t *testing.T) {
	s := newShow()
	curve := s.hub.Series("error")
	for _, watchers := range []int32{0, 1} {
		s.hub.watchers.Store(watchers)
		n := testing.AllocsPerRun(200, func() {
			s.step(time.Second)
			curve.Add(time.Second, 1)
		})
		if n != 0 {
			t.Errorf("with %d watchers: %v allocations a step", watchers, n)
		}
	}
}

// frames decodes what one reader gets.
func frame(t interface{ Fatal(...any) }, r *reader) map[string]any {
	b := r.frame()
	if b == nil {
		return nil
	}
	var m map[string]any
	if err := json.Unmarshal(b, &m); err != nil {
		t.Fatal(err, string(b))
	}
	return m
}

func TestFrameSaysWhatChanged(t *testing.T) {
	s := newShow()
	s.hub.watchers.Store(1)
	r := s.hub.reader()
	if m := frame(t, r); m != nil {
		t.Fatal("a frame of nothing:", m)
	}
	s.step(2 * time.Second)
	s.hub.Status("all \"well\"")
	m := frame(t, r)
	if m["t"] != 2.0 || len(m["links"].([]any)) != 56 || len(m["q"].([]any)) != 7 || len(m["markers"].([]any)) != 4 || len(m["paths"].([]any)) != 1 ||
		len(m["points"].([]any)) != 3 || m["status"] != "all \"well\"" {
		t.Fatal(m)
	}
	if m := frame(t, r); m != nil {
		t.Fatal("it was said twice:", m)
	}
	s.hub.Pose("nobody", spatial.Identity())
	s.hub.Point("nothing", 0, 1)
	s.hub.Links(0, make([]spatial.Pose, 99))
	s.hub.Joints(0, nil)
	_ = frame(t, r)
	s.hub.Point("error", 3*time.Second, math.NaN())
	if p := frame(t, r)["points"].([]any)[0].([]any); p[2] != nil {
		t.Fatal("NaN became", p)
	}
	if b, err := json.Marshal(s.hub.hello()); err != nil || !strings.Contains(string(b), `"program":"follow the lemon"`) {
		t.Fatal(err, string(b))
	}
}

// TestLatePage: a page that is opened late gets the curves from before at once, and an alarm until it ends.
func TestLatePage(t *testing.T) {
	s := newShow()
	for i := range 2 * ringSize {
		s.hub.Point("error", time.Duration(i)*4*time.Millisecond, float64(i))
	}
	s.hub.Alarm("")
	s.hub.Alarm("stopped")
	s.hub.watchers.Store(1)
	r := s.hub.reader()
	m := frame(t, r)
	if p := m["points"].([]any)[0].([]any); len(p) != 1+ringSize || p[len(p)-1] != float64(2*ringSize-1) {
		t.Fatalf("%d numbers, the last %v", len(p), p[len(p)-1])
	}
	if m["alarm"] != "stopped" {
		t.Fatal(m["alarm"])
	}
	s.hub.Alarm("stopped")
	if m := frame(t, r); m != nil {
		t.Fatal("the alarm came twice:", m)
	}
	s.hub.Alarm("")
	if m := frame(t, r); m["alarm"] != "" {
		t.Fatal("the alarm stays:", m)
	}
}

// TestRingKeepsOrder: whatever the reader's pace, it sees samples in order, never one twice, and the newest.
func TestRingKeepsOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newShow()
		s.hub.watchers.Store(1)
		e := s.hub.Series("error")
		var at uint64
		last, n := time.Duration(-1), 0
		for range rapid.IntRange(1, 6).Draw(t, "reads") {
			for range rapid.IntRange(0, 2*ringSize).Draw(t, "writes") {
				e.Add(time.Duration(n), float64(n))
				n++
			}
			at = e.since(at, func(x time.Duration, v float64) {
				if x <= last || float64(x) != v {
					t.Fatalf("sample %v, %v after %v", x, v, last)
				}
				last = x
			})
			if int(last) != n-1 {
				t.Fatalf("the newest of %d samples is %v", n, last)
			}
		}
	})
}

// TestManyHands writes and reads from several goroutines; the race detector and the checks on torn values watch.
func TestManyHands(t *testing.T) {
	s := newShow()
	s.hub.watchers.Store(1)
	var wg sync.WaitGroup
	e := s.hub.Series("error")
	for w := range 2 {
		wg.Go(func() {
			p := make([]spatial.Pose, 8)
			for i := range 5000 {
				for k := range p {
					p[k] = spatial.Pose{P: spatial.V(float64(i), float64(i), float64(i)), R: spatial.IdentityRot()}
				}
				s.hub.Links(time.Duration(i), p)
				if w == 0 {
					e.Add(time.Duration(i), float64(i))
				}
			}
		})
	}
	wg.Go(func() {
		dst := make([]float64, 56)
		var seen, at uint64
		for range 3000 {
			if v, fresh := s.hub.links.read(seen, dst); fresh {
				seen = v
				for k := 0; k < 56; k += 7 {
					if dst[k] != dst[0] || dst[k+1] != dst[0] {
						t.Error("a torn pose", dst)
						return
					}
				}
			}
			at = e.since(at, func(x time.Duration, v float64) {
				if float64(x) != v {
					t.Error("a torn sample", x, v)
				}
			})
		}
	})
	wg.Wait()
}

func serve(t *testing.T, h *Hub) *Server {
	t.Helper()
	s, err := Serve(Config{Hub: h, Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		http.DefaultClient.CloseIdleConnections()
	})
	return s
}

func TestLiveOverWebSocket(t *testing.T) {
	s := newShow()
	srv := serve(t, s.hub)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	c, _, err := websocket.Dial(ctx, liveAt(srv, srv.Token()), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.CloseNow() }()
	c.SetReadLimit(1 << 20)
	if _, m, err := c.Read(ctx); err != nil || !strings.Contains(string(m), `"type":"hello"`) {
		t.Fatal(err, string(m))
	}
	jpeg, seen := picture(0)
	got, images := 0, 0
	for k := 0; got < 3 || images < 1; k++ { // the server's ticks pace this loop
		s.step(time.Duration(k) * 40 * time.Millisecond)
		s.hub.Image(jpeg, seen)
		kind, m, err := c.Read(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if kind == websocket.MessageBinary {
			images++
			if len(m) != len(jpeg) {
				t.Fatal("the image has", len(m), "bytes, not", len(jpeg))
			}
		} else if strings.Contains(string(m), `"links"`) {
			got++
		}
	}
}

// TestStalledBrowser: a browser that reads nothing costs the program nothing, and Close does not wait for it.
func TestStalledBrowser(t *testing.T) {
	s := newShow()
	srv := serve(t, s.hub)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	c, _, err := websocket.Dial(ctx, liveAt(srv, srv.Token()), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.CloseNow() }()
	jpeg := make([]byte, 8<<20) // more than the sockets take
	for k := range 20000 {
		s.step(time.Duration(k) * 4 * time.Millisecond)
		if k%1000 == 0 {
			s.hub.Image(jpeg, Detection{})
		}
	}
	if !s.hub.Watched() {
		t.Fatal("nobody watched")
	}
}

func get(t *testing.T, url, host string) (int, http.Header, string) {
	t.Helper()
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if host != "" {
		req.Host = host
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, res.Header, string(b)
}

func TestPageIsServed(t *testing.T) {
	srv := serve(t, newShow().hub)
	if code, h, body := get(t, srv.Address(), ""); code != 200 || !strings.Contains(body, `src="app.js"`) || h.Get("Content-Security-Policy") == "" {
		t.Error(code, h)
	}
	if code, h, _ := get(t, srv.Address()+"app.js", ""); code != 200 || !strings.HasPrefix(h.Get("Content-Type"), "text/javascript") {
		t.Error(code, h)
	}
	if code, _, _ := get(t, srv.Address()+"../server.go", ""); code != 404 {
		t.Error("a file outside the page:", code)
	}
	if code, _, _ := get(t, srv.Address(), "evil.example"); code != 403 {
		t.Error("another host's name was served:", code)
	}
	total := 0
	for name, f := range srv.files {
		if name != "/" {
			total += len(f.gzip())
		}
	}
	t.Logf("the page is %d bytes compressed", total)
	if total > 1<<20 {
		t.Errorf("the page is %d bytes compressed, over 1 MB", total)
	}
}

func TestClosedByDefault(t *testing.T) {
	srv := serve(t, newShow().hub)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_, res, err := websocket.Dial(ctx, liveAt(srv, srv.Token()),
		&websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"https://evil.example"}}})
	if err == nil || res == nil || res.StatusCode != 403 {
		t.Errorf("a foreign page was let in: %v", err)
	}
}

func TestProgramFaults(t *testing.T) {
	p := program()
	p.Links[1].Shapes[0].Size[0] = math.NaN()
	p.Markers[1].Name = "lemon"
	p.Plots[1].Series[0] = "error"
	_, err := NewHub(p)
	if err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("want three faults, got %v", err)
	}
}

func BenchmarkUnwatched(b *testing.B) {
	s := newShow()
	e := s.hub.Series("error")
	for b.Loop() {
		e.Add(0, 1)
	}
}

func BenchmarkWatched(b *testing.B) {
	s := newShow()
	s.hub.watchers.Store(1)
	for b.Loop() {
		s.step(time.Second)
	}
}

func BenchmarkFrame(b *testing.B) {
	s := newShow()
	s.hub.watchers.Store(1)
	r := s.hub.reader()
	b.ReportAllocs()
	for b.Loop() {
		for k := range 8 {
			s.step(time.Duration(k) * 4 * time.Millisecond)
		}
		r.frame()
	}
}
