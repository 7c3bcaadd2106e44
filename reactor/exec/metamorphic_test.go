package exec

import (
	"flag"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/reactor"
)

var (
	graphs = flag.Int("graphs", 1000, "how many random programs to compare")
	seed   = flag.Uint64("seed", 1, "seed of the first random program")
	each   = flag.Bool("each", false, "run each random program with every number of workers on the real clock; otherwise they take turns")
)

// skew is a clock for runs that have none: logical time and up to two ticks, as the enclave and its tag say.
func skew(e *reactor.Enclave) reactor.Time {
	tag := e.Tag()
	x := uint64(max(tag.Time, 0))*2654435761 + uint64(tag.Microstep)*40503 + uint64(e.ID)*97
	return max(tag.Time, 0) + reactor.Time(x>>7%8)*reactor.Time(tick/4)
}

// weather is a World that schedules physical actions whenever its time has come.
type weather struct {
	g    *generator
	now  reactor.Time
	left int
}

func (w *weather) NextEvent() reactor.Time {
	if w.left == 0 {
		return reactor.Forever
	}
	return w.now + reactor.Time(tick/8) + reactor.Time(w.left%5)*reactor.Time(tick/3)
}

func (w *weather) AdvanceTo(t reactor.Time) error {
	if w.left > 0 && t >= w.NextEvent() {
		w.left--
		for i, c := range w.g.cells {
			if c.world && (i+w.left)%3 == 0 {
				c.P.Schedule(w.left, 0)
			}
		}
	}
	w.now = t
	return nil
}

// variant is one way to run a program.
type variant struct {
	clock   Clock
	workers int
}

var variants = []variant{{Fast, 1}, {Fast, 2}, {Fast, 8}, {LockStep, 1}, {LockStep, 2}, {LockStep, 8}, {Real, 1}, {Real, 2}, {Real, 8}}

// run runs a random program and records it.
func (v variant) run(t *testing.T, seed uint64, verbose bool) (*recorder, random, Result) {
	t.Helper()
	m := randomProgram(seed)
	p := build(t, m.Main, v.workers)
	rec := record(p, verbose)
	o := Options{Clock: v.clock, Timeout: 10 * tick, Grace: time.Minute, Split: true}
	switch {
	case !m.world:
	case v.clock == Fast:
		p.SetClock(skew)
	case v.clock == Real:
		o.Started = func(int64) {
			for _, c := range m.cells {
				if c.world {
					c.P.Schedule(1, 0)
				}
			}
		}
	}
	if v.clock == LockStep {
		o.World = &weather{g: m.generator, left: 6}
	}
	return rec, m, mustRun(t, p, o)
}

// again replays a recording on the fast clock.
func (r *recorder) again(t *testing.T, seed uint64, workers int, verbose bool) *recorder {
	t.Helper()
	p, err := reactor.Build(randomProgram(seed).Main, reactor.Options{Workers: workers, Replay: true})
	if err != nil {
		t.Fatal(err)
	}
	rec := record(p, verbose)
	r.inject(p)
	mustRun(t, p, Options{Split: true})
	return rec
}

// shown counts what the random programs had in them.
type shown struct {
	values, reactions, misses, doors uint64
	enclaves, modal, worlds, runs    int
}

// TestOneProgramOneHistory runs random programs with 1, 2 and 8 workers on all clocks; on the real clock the numbers of
// workers take turns from program to program unless -each says otherwise. The history depends on nothing but
// the program and what came in through its doors: on a clock that does not vary it is the same for any number of
// workers; without doors it is the same on all clocks; and a replay repeats every run.
func TestOneProgramOneHistory(t *testing.T) {
	var all shown
	begun, graphs, tried := time.Now(), *graphs, variants
	if detectsRaces() {
		graphs = (graphs + 3) / 4
		tried = slices.DeleteFunc(slices.Clone(variants), func(v variant) bool { return v.workers == 1 && v.clock != Real }) // one thread
	}
	for s := *seed; s < *seed+uint64(graphs); s++ {
		all.compare(t, s, tried)
	}
	t.Logf("-seed=%d -graphs=%d: %d runs in %v: %d reactions, %d port values, %d misses, %d values through doors; %d programs with enclaves, %d with modes, %d with doors",
		*seed, graphs, all.runs, time.Since(begun).Round(time.Millisecond), all.reactions, all.values, all.misses, all.doors, all.enclaves, all.modal, all.worlds)
	if n := uint64(graphs); n >= 50 && (all.values < 50*n || all.enclaves < graphs/8 || all.modal < graphs/2 || all.worlds < graphs/3 || all.misses < n || all.doors < n) {
		t.Errorf("the programs show little: %+v", all)
	}
}

// detectsRaces reports whether this is a build with the race detector, which takes several times as long and needs
// fewer programs to find races.
func detectsRaces() bool {
	info, _ := debug.ReadBuildInfo()
	return info != nil && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// compare runs one program in several variants.
func (all *shown) compare(t *testing.T, seed uint64, tried []variant) {
	want := map[Clock]string{}
	for i, v := range tried {
		if v.clock == Real && !*each && i%3 != int(seed%3) {
			continue // it takes as long as it says
		}
		rec, m, res := v.run(t, seed, false)
		all.runs++
		all.values += uint64(rec.diary.sets)
		all.reactions += res.Counters.Reactions
		all.misses += uint64(len(rec.misses))
		all.doors += uint64(len(rec.inputs))
		got := rec.diary.digest()
		if i == 0 {
			all.describe(m)
		}
		clock := v.clock
		if !m.world {
			clock = Fast // the same for all
		}
		if was, ok := want[clock]; ok && was != got && !(m.world && clock == Real) {
			explain(t, seed, v)
		}
		want[clock] = got
		if m.world && (v.workers == 1 || v.clock == Real) {
			all.runs++
			if rec.again(t, seed, 1+i%3, false).diary.digest() != got {
				unlike(t, seed, v)
			}
		}
	}
}

func (all *shown) describe(m random) {
	for n, is := range map[*int]bool{&all.enclaves: m.isolated, &all.modal: m.modal, &all.worlds: m.world} {
		if is {
			*n++
		}
	}
}

// explain runs the pair again and shows the difference.
func explain(t *testing.T, seed uint64, v variant) {
	t.Helper()
	first, _, _ := variant{v.clock, 1}.run(t, seed, true)
	if !randomProgram(seed).world {
		first, _, _ = variants[0].run(t, seed, true)
	}
	rec, _, _ := v.run(t, seed, true)
	t.Fatalf("-graphs=1 -seed=%d: %v clock with %d workers differs (-1 worker +this):\n%s", seed, v.clock, v.workers,
		cmp.Diff(first.diary.log, rec.diary.log))
}

// unlike runs a variant and replays it until they differ, which on the real clock they need not do again.
func unlike(t *testing.T, seed uint64, v variant) {
	t.Helper()
	for range 100 {
		rec, _, _ := v.run(t, seed, true)
		if d := cmp.Diff(rec.diary.log, rec.again(t, seed, 1, true).diary.log); d != "" {
			t.Fatalf("-graphs=1 -seed=%d: %v clock with %d workers: the replay differs (-recorded +replayed):\n%s", seed, v.clock, v.workers, d)
		}
	}
	t.Fatalf("-graphs=1 -seed=%d: %v clock with %d workers: a replay differed; 100 more did not", seed, v.clock, v.workers)
}
