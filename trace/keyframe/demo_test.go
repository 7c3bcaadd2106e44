package keyframe_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/folder"
	"github.com/sinew-robotics/sinew/trace/keyframe"
	"github.com/sinew-robotics/sinew/trace/record"
)

// demo is the lemon demo in lock-step, or its replay, driven step by step.
type demo struct {
	step   *exec.Stepper
	rec    *record.Recorder
	keeper *keyframe.Keeper
	figure func() map[string]float64
}

func newDemo(t testing.TB, params *lemon.Params, in *record.Inputs) *demo {
	t.Helper()
	i, err := lemon.Spec{}.Make(run.Order{Params: params, Seed: 7, Replay: in != nil})
	if err != nil {
		t.Fatal(err)
	}
	if i.Close != nil {
		t.Cleanup(func() {
			if err := i.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	d := &demo{figure: i.Measure}
	if d.rec, err = record.New(i.Program, nil, record.Options{}); err != nil {
		t.Fatal(err)
	}
	if err = i.Watch(d.rec, nil); err != nil {
		t.Fatal(err)
	}
	if in != nil {
		if err := in.Inject(i.Program); err != nil {
			t.Fatal(err)
		}
	}
	d.step = exec.NewStepper(i.Program, i.World, reactor.Tag{Time: reactor.Time(time.Minute)})
	roots := append(append(i.Program.State(), i.State...), d.step.State()...)
	if d.keeper, err = keyframe.NewKeeper(append(roots, d.rec)); err != nil {
		t.Fatal(err)
	}
	return d
}

// state is the hash of all output so far and the figures measured.
func (d *demo) state() string { return fmt.Sprint(d.rec.Hash(), " ", d.figure()) }

// run continues to a time, or to the end.
func (d *demo) run(t testing.TB, to time.Duration) string {
	t.Helper()
	for {
		_, tag, ok, err := d.step.Next()
		if err != nil {
			t.Fatal(err)
		}
		if !ok || tag.Time > reactor.Time(to) {
			return d.state()
		}
		if err := d.step.Step(); err != nil {
			t.Fatal(err)
		}
	}
}

// again checks that the program does from every keyframe on what it did the first time, in any order.
func again(t *testing.T, d *demo, times []time.Duration) {
	t.Helper()
	states := make([]string, len(times))
	images := make([]*keyframe.Image, len(times))
	for i, at := range times {
		states[i] = d.run(t, at)
		images[i] = d.keeper.Take()
		t.Logf("at %v: %d bytes", at, images[i].Bytes())
	}
	last := len(times) - 1
	for n, i := range []int{last - 1, 0, last - 1, 1, last} {
		d.keeper.Restore(images[i])
		if got := d.state(); got != states[i] {
			t.Errorf("restored to %v: %s, was %s", times[i], got, states[i])
		}
		for j := i + 1; j <= last; j++ {
			if got := d.run(t, times[j]); got != states[j] {
				t.Errorf("visit %d: from %v to %v: %s, was %s", n, times[i], times[j], got, states[j])
			}
		}
	}
}

const ms = time.Millisecond

// quick is the demo with fewer pictures, which take most of its time.
func quick() lemon.Params {
	p := lemon.DefaultParams()
	p.FrameRate = 10
	return p
}

func TestDemo(t *testing.T) {
	for _, path := range []string{"cartesian", "joint"} {
		t.Run(path, func(t *testing.T) {
			p := quick()
			p.Path = path
			again(t, newDemo(t, &p, nil), []time.Duration{0, 300 * ms, 500 * ms, 550 * ms, 800 * ms})
		})
	}
}

func TestReplay(t *testing.T) {
	dir := t.TempDir()
	p := quick()
	if _, err := run.Do(t.Context(), lemon.Spec{}, run.Options{Order: run.Order{Params: &p, Seed: 7}, For: 500 * ms, Out: folder.Place{Dir: dir}}); err != nil {
		t.Fatal(err)
	}
	in, err := record.ReadInputs(filepath.Join(dir, "trace.mcap"))
	if err != nil {
		t.Fatal(err)
	}
	d := newDemo(t, &p, in)
	again(t, d, []time.Duration{0, 210 * ms, 211 * ms, 350 * ms, 2000 * ms})
	d.run(t, time.Minute)
	if got := d.rec.Hash(); got != in.Hash {
		t.Errorf("the replay's hash is %s, the recorded one %s", got, in.Hash)
	}
}

// BenchmarkDemo measures taking and restoring images of the demo.
func BenchmarkDemo(b *testing.B) {
	p := lemon.DefaultParams()
	d := newDemo(b, &p, nil)
	at := time.Second
	d.run(b, at)
	d.keeper.Take()
	var images []*keyframe.Image
	b.Run("take", func(b *testing.B) {
		bytes := 0
		for range b.N {
			b.StopTimer()
			at += 40 * ms
			d.run(b, at)
			b.StartTimer()
			im := d.keeper.Take()
			bytes += im.Bytes()
			images = append(images, im)
			images = images[max(0, len(images)-50):]
		}
		b.ReportMetric(float64(bytes)/float64(b.N), "bytes/image")
	})
	b.Run("restore", func(b *testing.B) {
		for i := range b.N {
			d.keeper.Restore(images[i*7%len(images)])
		}
	})
}
