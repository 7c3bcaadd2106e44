package debug

import (
	"context"
	"flag"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/folder"
)

var recording = flag.String("recording", "", "a long recording of the demo, for the benchmarks; without it they make one of 10 s")

// recordDemo records a run of the demo.
func recordDemo(t testing.TB, p lemon.Params, length time.Duration) (file string) {
	t.Helper()
	dir := t.TempDir()
	if _, err := run.Do(context.Background(), lemon.Spec{}, run.Options{Order: run.Order{Seed: 3, Params: &p}, For: length, Out: folder.Place{Dir: dir}}); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "trace.mcap")
}

// openDemo opens a recording of the demo without its pictures.
func openDemo(t testing.TB, file string, o Options) *Session {
	t.Helper()
	r, err := run.Open([]run.Spec{lemon.Spec{}}, file)
	if err != nil {
		t.Fatal(err)
	}
	r.Without = []string{"vision"}
	m, err := Recorded(r)
	if err != nil {
		t.Fatal(err)
	}
	return openMaker(t, m, o)
}

// wander is a way through a run of the demo of half a second.
var wander = []string{"goto 0.4", "back 3", "goto 0.1", "stepr 5", "backr 7", "goto 0.3", "why robot.next_position_checked", "break port planning.target", "reverse",
	"reverse", "run", "delete all", "goto 0.45", "goto 0.2003:0", "stepr 4"}

func TestTheDemoGoesBackAndForth(t *testing.T) {
	p := lemon.DefaultParams()
	p.FrameRate = 10 // drawing pictures, over and over, is most of the work under the race detector
	file := recordDemo(t, p, time.Second/2)
	end := reactor.Tag{Time: reactor.Time(time.Second / 2)}
	for name, again := range map[string]func(o Options) *Session{
		"recorded": func(o Options) *Session { return openDemo(t, file, o) },
		"simulated": func(o Options) *Session {
			return openMaker(t, Simulated(lemon.Spec{}, run.Order{Seed: 3, Params: &p}, end, nil), o)
		},
	} {
		s := again(Options{Every: 20})
		for i, line := range wander {
			do(t, s, line)
			if i%7 != 0 || i == 0 {
				continue
			}
			fresh := again(Options{Every: 1 << 30})
			goPlace(t, fresh, placeOf(s))
			if d := cmp.Diff(state(fresh), state(s)); d != "" {
				t.Fatalf("%s, after %s: %s", name, line, d)
			}
		}
		for _, n := range s.notes {
			t.Errorf("%s: note: %s", name, n)
		}
	}
}

// BenchmarkReplay gives how many times faster than real time a recording runs in the debugger, keyframes included.
func BenchmarkReplay(b *testing.B) {
	file := *recording
	if file == "" {
		file = recordDemo(b, lemon.DefaultParams(), 10*time.Second)
	}
	var robot, wall time.Duration
	for b.Loop() {
		s := openDemo(b, file, Options{})
		begun := time.Now()
		do(b, s, "run")
		wall += time.Since(begun)
		robot += time.Duration(s.Status().Time)
		f := &s.frames
		b.ReportMetric(float64(f.bytes)/1e6, "MB-keyframes")
		b.ReportMetric(float64(len(f.all)), "keyframes")
	}
	b.ReportMetric(float64(robot)/float64(wall), "x-real")
}

// BenchmarkBack goes back a tag from places all over a run: ns/op is what the first step back at a place takes.
func BenchmarkBack(b *testing.B) {
	file := *recording
	if file == "" {
		file = recordDemo(b, lemon.DefaultParams(), 10*time.Second)
	}
	s := openDemo(b, file, Options{})
	do(b, s, "run")
	end := s.e.hist.tags
	worst, i := time.Duration(0), uint64(0)
	for b.Loop() {
		b.StopTimer()
		i++
		goPlace(b, s, place{1 + i*7919%end, 0})
		begun := time.Now()
		b.StartTimer()
		do(b, s, "back")
		worst = max(worst, time.Since(begun))
	}
	b.ReportMetric(float64(worst)/1e6, "ms-worst")
}
