package coordination

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor/exec"
)

func TestRunReportsEveryExperiment(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	got := map[string]bench.Result{}
	o := Options{Options: bench.Options{Quick: true}, Out: out, For: 20 * time.Millisecond, tiny: true}
	if err := Run(o, func(r bench.Result) {
		if _, twice := got[r.Name]; twice {
			t.Errorf("two figures are called %s", r.Name)
		}
		got[r.Name] = r
	}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"cyclictest/idle/1000/go-one-sleep", "cyclictest/idle/1000/go-two-sleeps", "cyclictest/idle/1000/go-sleep-then-spin",
		"cyclictest/idle/1000/lua-collector-free", "cyclictest/idle/1000/lua-collector-off", "cyclictest/idle/1000/lua-collector-controlled",
		"roundtrip/idle/go", "roundtrip/idle/go-sleeping", "roundtrip/idle/lua", "roundtrip/idle/one-processor/go", "tracker/idle/go", "tracker/warm/lua-fitted-step", "chart/idle/go",
		"chart/idle/lua", "chart/mem-low/missed", "update/idle/nothing", "update/idle/script/missed", "update/idle/chart-apart/lost"} {
		if r, ok := got["coordination/"+name]; !ok || r.Value < 0 || math.IsNaN(r.Value) {
			t.Errorf("%s: got %+v, %v", name, r, ok)
		}
	}
	for _, file := range []string{"report.html", "coordination.json", "cyclictest-idle.csv", "roundtrip-idle.csv", "tracker-idle.csv", "chart-idle.csv"} {
		if b, err := os.ReadFile(filepath.Join(out, file)); err != nil || len(b) < 100 {
			t.Errorf("%s has %d bytes: %v", file, len(b), err)
		}
	}
}

func TestOnlySomeExperiments(t *testing.T) {
	var names []string
	o := Options{Options: bench.Options{Quick: true}, Only: []string{Chart}, For: 5 * time.Millisecond, tiny: true}
	if err := Run(o, func(r bench.Result) { names = append(names, r.Name) }); err != nil {
		t.Fatal(err)
	}
	if len(names) == 0 || slices.ContainsFunc(names, func(n string) bool { return !strings.HasPrefix(n, "coordination/chart/") }) {
		t.Errorf("the chart alone gives %q", names)
	}
}

func TestAPartThatFailsCostsNoOther(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	x := &experiments{o: Options{Out: out}, Book: book.Book{Name: "coordination", Emit: func(bench.Result) {}}}
	err := x.all([]book.Experiment{{Name: "first", Run: func() error { return errors.New("no peer") }}, {Name: "second", Run: func() error {
		x.bar("b", "what the second part has to reach", 1, 2, "×")
		return nil
	}}})
	if err == nil || err.Error() != "first: no peer" {
		t.Errorf("got %v", err)
	}
	page, err := os.ReadFile(filepath.Join(out, "report.html"))
	if text := string(page); err != nil || !strings.Contains(text, "no peer") || !strings.Contains(text, "what the second part has to reach") {
		t.Errorf("the report does not have both: %v", err)
	}
}

func TestStatsAreMediansOverRounds(t *testing.T) {
	w := &way{}
	w.add([][]float64{{1, 2, 3}})
	w.add([][]float64{{10, 20, 90}})
	w.add([][]float64{{2, 3, 4}})
	want := stats{avg: 3, p50: 3, p99: 4, p999: 4, worst: 90}
	if got := w.stats(0); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := middle([]float64{4, 1, 3, 2}); got != 2.5 {
		t.Errorf("the middle of 1 to 4 is %g, want 2.5", got)
	}
}

func TestSamplerKeepsSamplesEvenly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		room, n := 2*rapid.IntRange(1, 20).Draw(t, "half the room"), rapid.IntRange(1, 2000).Draw(t, "samples")
		s := sampler{stride: 1, kept: make([]float64, 0, room)}
		for i := range n {
			s.add(float64(i))
		}
		if len(s.kept) > room || n >= room && len(s.kept) < room/2 {
			t.Fatalf("%d of %d samples are kept in room for %d", len(s.kept), n, room)
		}
		for i := 2; i < len(s.kept); i++ {
			if s.kept[i]-s.kept[i-1] != s.kept[1]-s.kept[0] {
				t.Fatalf("kept unevenly: %v", s.kept)
			}
		}
		if all := s.all(); all[len(all)-1] != float64(n-1) {
			t.Fatalf("the worst of 0 to %d is %g", n-1, all[len(all)-1])
		}
	})
}

func TestBarsSayWhatWasReached(t *testing.T) {
	var said []string
	x := &experiments{refused: map[string]bool{"mlockall refused": true}, Book: book.Book{Emit: func(r bench.Result) { said = append(said, r.Note) }}}
	x.bar("a", "first", 1, 1, "×")
	x.bar("b", "second", 1.01, 1, "×")
	x.bar("c", "third", math.NaN(), 1, "×")
	if want := []string{"first; at most 1: met", "second; at most 1: not met", "third; at most 1: not measured"}; !slices.Equal(said, want) {
		t.Errorf("got %q, want %q", said, want)
	}
	if c := x.circumstances(); !slices.Contains(c, "Warning: mlockall refused.") {
		t.Errorf("what was refused is not said: %q", c)
	}
}

func TestLoadEndsWithItsPrograms(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	end, err := start([]string{"echo begun >" + mark + "; sleep 3600", "while :; do sleep 3600; done"})
	if err != nil {
		t.Fatal(err)
	}
	end() // waits for them
	if _, err := os.Stat(mark); err != nil {
		t.Errorf("the load has not begun: %v", err)
	}
}

func TestLawsAgreeAndAllocateNothing(t *testing.T) {
	for _, name := range []string{"without", "fitted", "default"} {
		scripted, err := inLua(name)
		if err != nil {
			t.Fatal(err)
		}
		for k := range poses {
			from, to := pose(k, 0), pose(k, 0.3)
			want, _ := inGo(&from, &to)
			if got, err := scripted(&from, &to); err != nil || got != want {
				t.Fatalf("%s, pose %d: got %+v, %v, want %+v", name, k, got, err, want)
			}
		}
		for _, law := range []law{inGo, scripted} {
			var v spatial.Twist
			from, to := pose(1, 0), pose(1, 0.3)
			if n := testing.AllocsPerRun(100, func() { v, err = law(&from, &to) }); n != 0 || err != nil {
				t.Errorf("%s: %g allocations, %v, %v", name, n, err, v)
			}
		}
	}
}

func TestRespondersAnswerEveryRequest(t *testing.T) {
	for _, scripted := range []bool{false, true} {
		q, r, p, err := newTrip(scripted, 100)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := exec.Run(context.Background(), p, exec.Options{Timeout: 50 * asks}); err != nil || r.fault != nil {
			t.Fatal(err, r.fault)
		}
		if len(q.req) < 49 || int64(len(q.req)) < q.number-1 {
			t.Errorf("scripted %v: %d of %d requests were answered", scripted, len(q.req), q.number)
		}
	}
}

func TestChartsPutLowMemoryFirst(t *testing.T) {
	inGo, err := graspInGo()
	if err != nil {
		t.Fatal(err)
	}
	_, scripted, err := graspInLua(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []*grasp{inGo, scripted} {
		_ = g.take(g.contact)
		if err := g.in(g.Node("root.operational.grasping.grasp")); err != nil {
			t.Error(err)
		}
		_ = g.take(g.released)
		_ = g.Send(g.contact)
		_ = g.take(g.memLow)
		if err := g.in(g.low); err != nil {
			t.Errorf("beside e_contact: %v", err)
		}
		_ = g.take(g.memOK)
		if err := g.in(g.approach); err != nil {
			t.Error(err)
		}
	}
}

func TestMemLowIsEnteredInTime(t *testing.T) {
	x := &experiments{o: Options{Options: bench.Options{Seed: 3}}}
	u, err := x.running(true, 100, 20)
	if err != nil || u.back != 20 {
		t.Fatalf("entered and left %d times of 20: %v", u.back, err)
	}
	if u.most < 0.65 || u.most > 0.95 {
		t.Errorf("mem_low comes with %.0f %% of the heap in use, which is not near 70", 100*u.most)
	}
	if u, err = x.running(false, 100, 0); err != nil || u.most > 0.65 {
		t.Errorf("with the collector %.0f %% of the heap are in use: %v", 100*u.most, err)
	}
}

func TestHistogramHasGaps(t *testing.T) {
	w := &way{name: "a", columns: [][]float64{{1, 1, 100}}}
	p := histogram("", []*way{w}, 0)
	if y := p.Series[0].Y; len(y) != 6 || y[0] != 2 || !math.IsNaN(y[2]) || y[3] != 1 {
		t.Errorf("got %v", y)
	}
}
