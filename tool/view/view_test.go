package view_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/show"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestNothingAllocates: what a control cycle calls allocates nothing, watched or not.
func TestNothingAllocates(t *testing.T) {
	s := show.New()
	curve := s.Hub.Series("error")
	for watchers := range 2 {
		if watchers > 0 {
			s.Hub.Enter()
		}
		n := testing.AllocsPerRun(200, func() {
			s.Step(time.Second)
			curve.Add(time.Second, 1)
		})
		if n != 0 {
			t.Errorf("with %d watchers: %v allocations a step", watchers, n)
		}
	}
}

// frames decodes what one reader gets.
func frame(t interface{ Fatal(...any) }, r *view.Frames) map[string]any {
	b := r.Frame(nil)
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
	s := show.New()
	s.Hub.Enter()
	r, _ := s.Hub.Frames()
	if m := frame(t, r); m != nil {
		t.Fatal("a frame of nothing:", m)
	}
	s.Step(2 * time.Second)
	s.Hub.Status("all \"well\"")
	m := frame(t, r)
	if m["t"] != 2.0 || len(m["links"].([]any)) != 56 || len(m["q"].([]any)) != 7 || len(m["markers"].([]any)) != 4 || len(m["paths"].([]any)) != 1 ||
		len(m["points"].([]any)) != 3 || m["status"] != "all \"well\"" {
		t.Fatal(m)
	}
	if m := frame(t, r); m != nil {
		t.Fatal("it was said twice:", m)
	}
	s.Hub.Pose("nobody", spatial.Identity())
	s.Hub.Point("nothing", 0, 1)
	s.Hub.Links(0, make([]spatial.Pose, 99))
	s.Hub.Joints(0, nil)
	_ = frame(t, r)
	s.Hub.Point("error", 3*time.Second, math.NaN())
	if p := frame(t, r)["points"].([]any)[0].([]any); p[2] != nil {
		t.Fatal("NaN became", p)
	}
	if b, err := json.Marshal(s.Hub.Describe()); err != nil || !strings.Contains(string(b), `"program":"follow the lemon"`) {
		t.Fatal(err, string(b))
	}
}

// TestLatePage: a page that is opened late gets the curves from before at once, and an alarm until it ends.
func TestLatePage(t *testing.T) {
	s := show.New()
	for i := range 2 * view.RingSize {
		s.Hub.Point("error", time.Duration(i)*4*time.Millisecond, float64(i))
	}
	s.Hub.Alarm("")
	s.Hub.Alarm("stopped")
	s.Hub.Enter()
	r, _ := s.Hub.Frames()
	m := frame(t, r)
	if p := m["points"].([]any)[0].([]any); len(p) != 1+view.RingSize || p[len(p)-1] != float64(2*view.RingSize-1) {
		t.Fatalf("%d numbers, the last %v", len(p), p[len(p)-1])
	}
	if m["alarm"] != "stopped" {
		t.Fatal(m["alarm"])
	}
	s.Hub.Alarm("stopped")
	if m := frame(t, r); m != nil {
		t.Fatal("the alarm came twice:", m)
	}
	s.Hub.Alarm("")
	if m := frame(t, r); m["alarm"] != "" {
		t.Fatal("the alarm stays:", m)
	}
}

// TestRingKeepsOrder: whatever the reader's pace, it sees samples in order, never one twice, and the newest.
func TestRingKeepsOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := show.New()
		s.Hub.Enter()
		e := s.Hub.Series("error")
		var at uint64
		last, n := time.Duration(-1), 0
		for range rapid.IntRange(1, 6).Draw(t, "reads") {
			for range rapid.IntRange(0, 2*view.RingSize).Draw(t, "writes") {
				e.Add(time.Duration(n), float64(n))
				n++
			}
			at = e.Since(at, func(x time.Duration, v float64) {
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
	s := show.New()
	s.Hub.Enter()
	var wg sync.WaitGroup
	e := s.Hub.Series("error")
	for w := range 2 {
		wg.Go(func() {
			p := make([]spatial.Pose, 8)
			for i := range 5000 {
				for k := range p {
					p[k] = spatial.Pose{P: spatial.V(float64(i), float64(i), float64(i)), R: spatial.IdentityRot()}
				}
				s.Hub.Links(time.Duration(i), p)
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
			if v, fresh := s.Hub.ReadLinks(seen, dst); fresh {
				seen = v
				for k := 0; k < 56; k += 7 {
					if dst[k] != dst[0] || dst[k+1] != dst[0] {
						t.Error("a torn pose", dst)
						return
					}
				}
			}
			at = e.Since(at, func(x time.Duration, v float64) {
				if float64(x) != v {
					t.Error("a torn sample", x, v)
				}
			})
		}
	})
	wg.Wait()
}

func TestProgramFaults(t *testing.T) {
	p := show.Program()
	p.Links[1].Shapes[0].Size[0] = math.NaN()
	p.Markers[1].Name = "lemon"
	p.Plots[1].Series[0] = "error"
	_, err := view.NewHub(p)
	if err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("want three faults, got %v", err)
	}
}

func BenchmarkUnwatched(b *testing.B) {
	s := show.New()
	e := s.Hub.Series("error")
	for b.Loop() {
		e.Add(0, 1)
	}
}

func BenchmarkWatched(b *testing.B) {
	s := show.New()
	s.Hub.Enter()
	for b.Loop() {
		s.Step(time.Second)
	}
}

func BenchmarkFrame(b *testing.B) {
	s := show.New()
	s.Hub.Enter()
	r, _ := s.Hub.Frames()
	b.ReportAllocs()
	for b.Loop() {
		for k := range 8 {
			s.Step(time.Duration(k) * 4 * time.Millisecond)
		}
		r.Frame(nil)
	}
}

// TestSetBack: when a run goes back in time its curves begin anew, and pages see the earlier time.
func TestSetBack(t *testing.T) {
	s := show.New()
	s.Hub.Enter()
	r, _ := s.Hub.Frames()
	e := s.Hub.Series("error")
	for i := range 100 {
		e.Add(time.Duration(i)*time.Second, 1)
	}
	s.Hub.Time(99 * time.Second)
	frame(t, r)
	e.Add(200*time.Second, 1) // nobody sees it before the run is set back
	for i := 50; i < 53; i++ {
		e.Add(time.Duration(i)*time.Second, 2)
	}
	s.Hub.Time(52 * time.Second)
	m := frame(t, r)
	if m["t"] != 52.0 || fmt.Sprint(m["points"]) != "[[0 50 2 51 2 52 2]]" {
		t.Error(m)
	}
	late, _ := s.Hub.Frames()
	if m := frame(t, late); fmt.Sprint(m["points"]) != "[[0 50 2 51 2 52 2]]" {
		t.Error("a page that opens later gets", m["points"])
	}
}

func TestPathAndPoseOf(t *testing.T) {
	s := show.New()
	if _, ok := s.Hub.PoseOf("tool"); ok {
		t.Error("a pose before it was set")
	}
	s.Hub.Enter()
	want := spatial.Pose{P: spatial.V(1, 2, 3), R: spatial.RotX(0.3)}
	s.Hub.Pose("tool", want)
	if got, ok := s.Hub.PoseOf("tool"); !ok || got.P != want.P || math.Abs(got.R.Quat().X-want.R.Quat().X) > 1e-12 {
		t.Error(got, want)
	}
	if _, ok := s.Hub.PoseOf("nobody"); ok {
		t.Error("a marker that is not there")
	}
	r, _ := s.Hub.Frames()
	for _, n := range []int{0, 1, 2, view.MaxPath, view.MaxPath + 1, 3*view.MaxPath + 7} {
		p := make([]spatial.Vec3, n)
		for i := range p {
			p[i] = spatial.V(float64(i), 0, float64(-i))
		}
		s.Hub.Path("plan", p)
		s.Hub.Path("nothing", p)
		got := frame(t, r)["paths"].([]any)[0].(map[string]any)["points"].([]any)
		if len(got) > 3*view.MaxPath || len(got) < min(3*n, view.MaxPath) {
			t.Fatal(n, "points became", len(got)/3)
		}
		for i := 0; i < len(got); i += 3 {
			if i > 0 && got[i].(float64) <= got[i-3].(float64) || got[i].(float64) != -got[i+2].(float64) {
				t.Fatal(n, "points:", got[:i+3])
			}
		}
		if n > 0 && got[len(got)-3] != float64(n-1) {
			t.Error("the last of", n, "is", got[len(got)-3])
		}
	}
}

// TestBoard: a page gets the listing once, and the values of each change, NaN as null.
func TestBoard(t *testing.T) {
	h, err := view.NewHub(view.Program{Name: "arm", Board: &view.Board{Orders: "robot.order", Joints: []view.BoardJoint{{Name: "a", Unit: "rad", Lower: math.Inf(-1), Upper: 1, Velocity: 2}}}})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(h.Describe())
	if want := `"joints":[{"name":"a","unit":"rad","lower":null,"upper":1,"velocity":2}]`; err != nil || !strings.Contains(string(text), want) {
		t.Errorf("%s, %v: no %s", text, err, want)
	}
	h.Enter()
	defer h.Leave()
	r, _ := h.Frames()
	h.Listing(map[string]int{"revision": 3})
	h.Values(3, []float64{0.5, math.NaN()})
	if m := string(r.Frame(nil)); !strings.Contains(m, `"listing":{"revision":3}`) || !strings.Contains(m, `"values":[3,0.5,null]`) {
		t.Error(m)
	}
	h.Values(3, []float64{0.25, 1})
	if m := string(r.Frame(nil)); strings.Contains(m, "listing") || !strings.Contains(m, `"values":[3,0.25,1.00000]`) {
		t.Error(m)
	}
	if n := testing.AllocsPerRun(100, func() { h.Values(3, []float64{1, 2}) }); n != 0 {
		t.Errorf("values allocate %v times", n)
	}
	h.Listing(map[string]float64{"max": math.Inf(1)})
	r.Frame(nil)
	if rows, _, _ := h.Events(0, nil); len(rows) != 1 || rows[0].Kind != "fault" || !strings.Contains(rows[0].Text, "cannot be shown") {
		t.Error("a listing that is no JSON is passed over:", rows)
	}
}

// TestForget: a run that is set back to its beginning has its robot in place still, and neither curves nor events.
func TestForget(t *testing.T) {
	s := show.New()
	h := s.Hub
	if h.Placed() {
		t.Error("placed before anything was")
	}
	h.Enter()
	defer h.Leave()
	for i := range 3 {
		s.Step(time.Duration(i) * time.Second)
	}
	h.Image([]byte("jpeg"), view.Detection{})
	h.Event(view.Event{Kind: "note", Text: "here"})
	h.Forget()
	r, _ := h.Frames()
	m := string(r.Frame(nil))
	if !h.Placed() || !strings.Contains(m, `"t":0.000000,"links":[`) || strings.Contains(m, "points\":[[") {
		t.Error(m)
	}
	if head, _ := r.Picture(); head != nil {
		t.Error("a picture is left")
	}
	if rows, next, lost := h.Events(0, nil); len(rows) != 0 || next != 0 || lost != 0 {
		t.Error("events are left:", rows, next, lost)
	}
	s.Step(time.Second)
	if m := string(r.Frame(nil)); !strings.Contains(m, `[0,1.00000`) {
		t.Error("what comes then is not shown:", m)
	}
}
