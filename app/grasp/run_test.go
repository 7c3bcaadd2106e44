package grasp

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// params are those of the example.
func params(t testing.TB, failure string) *Params {
	t.Helper()
	p := DefaultParams()
	p.Failure = failure
	if err := p.Read("../../examples/grasp"); err != nil {
		t.Fatal(err)
	}
	return &p
}

// grasp runs the program.
func grasp(t testing.TB, seed uint64, p *Params, out string) *Summary {
	t.Helper()
	o := run.Options{Order: run.Order{Params: p, Seed: seed}, For: Longest}
	if out != "" {
		o.Out = folder.Place{Dir: out}
	}
	r, err := run.Do(t.Context(), Spec{}, o)
	if err != nil {
		t.Fatal(err)
	}
	return r.Value.(*Summary)
}

// long is whether the long versions of tests run.
func long() bool { return os.Getenv("SINEW_LONG") != "" }

// story is what the chart did, to be read when it failed.
func story(v *Summary) string {
	var b strings.Builder
	for _, l := range append(v.States, v.Said...) {
		fmt.Fprintf(&b, "%.3f %s\n", l.At, l.Text)
	}
	return b.String()
}

// check is what must hold of every run, whatever goes wrong.
func check(t *testing.T, seed uint64, v *Summary) {
	t.Helper()
	if v.Violations > 0 || v.Reason == "" || v.ForcePeak > 30 {
		t.Errorf("seed %d, %s: %d limit violations, %.1f N, ended by %q\n%s", seed, v.Failure, v.Violations, v.ForcePeak, v.Reason, story(v))
	}
}

// TestGrasps grasps objects of many kinds at many places, every second one while something goes wrong.
func TestGrasps(t *testing.T) {
	n := uint64(6)
	if long() {
		n = 100
	}
	grasped := uint64(0)
	for seed := uint64(1); seed <= n; seed++ {
		failure := ""
		if seed%2 == 0 {
			failure = anyFailure
		}
		v := grasp(t, seed, params(t, failure), "")
		check(t, seed, v)
		if v.Grasped {
			grasped++
		} else {
			t.Errorf("seed %d, %s: not grasped: %s, %.3f m off\n%s", seed, v.Failure, v.Reason, v.Off, story(v))
		}
		t.Logf("seed %d, %s: %.1f s, %d attempts, %d faults, %d recovered, %.1f N", seed, v.Failure, v.Time, v.Attempts, v.Faults, v.Recovered, v.ForcePeak)
	}
	t.Logf("%d of %d grasped", grasped, n)
}

// TestFailures has each thing go wrong by itself. An object that is not there is given up, all others are grasped.
func TestFailures(t *testing.T) {
	seeds := uint64(1)
	if long() {
		seeds = 5
	}
	for i, x := range mishaps() {
		if !long() && i%4 != 0 { // TestGrasps has others
			continue
		}
		for seed := uint64(101); seed < 101+seeds; seed++ {
			v := grasp(t, seed, params(t, x.name), "")
			check(t, seed, v)
			if there := x.name != "object.gone"; v.Grasped != there {
				t.Errorf("%s, seed %d: grasped %v: %s, %.3f m off\n%s", x.name, seed, v.Grasped, v.Reason, v.Off, story(v))
			}
			t.Logf("%s, seed %d: %.1f s, %d attempts, %d faults, %d recovered, %s", x.name, seed, v.Time, v.Attempts, v.Faults, v.Recovered, v.Reason)
		}
	}
}

// TestReplay repeats a run from its recording, to the bit, and the run itself.
func TestReplay(t *testing.T) {
	dir := t.TempDir()
	a := grasp(t, 4, params(t, "wire.silent"), dir+"/a")
	r, err := run.Replay(t.Context(), []run.Spec{Spec{}}, dir+"/a")
	if err != nil || !r.Same() {
		t.Errorf("the replay differs: %v, %+v", err, r)
	}
	if b := grasp(t, 4, params(t, "wire.silent"), ""); b.OutputHash != a.OutputHash {
		t.Errorf("the hash is %s, then %s", a.OutputHash, b.OutputHash)
	}
}

// TestAllocs lets cycles of a travelling arm allocate nothing once they have begun.
func TestAllocs(t *testing.T) {
	i, err := Spec{}.Make(run.Order{Params: params(t, ""), Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	i.Program.Start()
	step := func() {
		e, at := i.Program.Earliest()
		if err := i.World.AdvanceTo(at.Time); err != nil {
			t.Fatal(err)
		}
		e.Step(nil)
		i.Program.FinishTag()
	}
	for range 300 { // on the way to the object, from 0.9 s to 2 s
		step()
	}
	if n := testing.AllocsPerRun(100, step); n > 0 {
		t.Errorf("a cycle allocates %g times", n)
	}
}

// TestParams refuses charts that are none, and numbers that cannot be.
func TestParams(t *testing.T) {
	for _, bad := range []func(*Params){
		func(p *Params) { p.Chart = nil },
		func(p *Params) { p.Chart = []Text{{"a.lua", "return 7"}} },
		func(p *Params) { p.Chart = []Text{{"a.lua", "x ="}} },
		func(p *Params) {
			p.Chart = []Text{{"a.lua", "error('no')"}, {"b.lua", "return require('rfsm').state{}"}}
		},
		func(p *Params) { p.Failure = "unknown" },
		func(p *Params) { p.Period = time.Second },
	} {
		p := params(t, "")
		bad(p)
		if _, err := (Spec{}).Make(run.Order{Params: p}); err == nil {
			t.Error("no error")
		}
	}
	p := DefaultParams()
	if err := p.Read(t.TempDir()); err == nil {
		t.Error("an empty folder is read")
	}
}

// TestTroubleTwice has a person make each mistake of the scripts, end it and make it again.
func TestTroubleTwice(t *testing.T) {
	for _, x := range mishaps() {
		if !strings.HasPrefix(x.name, "script.") {
			continue
		}
		var told []string
		r := &Rig{trouble: func(name string) { told = append(told, name) }}
		for _, on := range []bool{true, false, true} {
			x.set(r, on)
		}
		name := strings.TrimPrefix(x.name, "script.")
		if want := []string{name, "", name}; !slices.Equal(told, want) {
			t.Errorf("%s: told %q, want %q", x.name, told, want)
		}
	}
}
