package manager

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/manager/mock"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// trials is how many there are of each kind.
func trials(short, long int) int {
	if os.Getenv("SINEW_LONG") != "" {
		return long
	}
	return short
}

// watch is a mock's, with a hash of where its joints were.
type watch struct {
	*mock.Watch
	joints []string
	d      *mock.Driver
	hash   uint64
}

func newWatch(d *mock.Driver, joints []string) *watch {
	return &watch{Watch: mock.Watched(d, func(string) safety.AxisLimit { return limit() }), joints: joints, d: d}
}

func (w *watch) look() {
	w.Look()
	h := fnv.New64a()
	_ = binary.Write(h, binary.LittleEndian, w.hash)
	for _, j := range w.joints {
		_ = binary.Write(h, binary.LittleEndian, w.d.Position(j))
	}
	w.hash = h.Sum64()
}

// crowd is a robot with more controllers than joints can bear at once.
func crowd(t testing.TB) (*bench, *watch) {
	b := &bench{t: t, hw: arm(t, "arm", arm6, "position", "velocity"), made: map[string]*swing{}}
	c := Config{Components: []Component{{Driver: b.hw, Start: hw.Active}}, Limits: limits(arm6...)}
	add := func(name string, s swing) {
		c.Types = append(c.Types, Type{Name: name, New: func() Controller { k := s; b.made[name] = &k; return &k }})
		c.Controllers = append(c.Controllers, Entry{Name: name, Type: name, Start: Inactive})
	}
	add("in", swing{joints: arm6[:3], kind: "position", offers: true})
	add("outer", swing{joints: arm6[:3], kind: "position", out: "in/", speed: 2})
	add("all", swing{joints: arm6, kind: "position", speed: 1.3})
	add("wild", swing{joints: arm6[2:], kind: "position", speed: 40})
	add("left", swing{joints: arm6[:3], kind: "velocity", speed: 30})
	add("right", swing{joints: arm6[3:], kind: "velocity", speed: 3})
	add("slow", swing{joints: arm6[3:], kind: "position", speed: 1})
	c.Controllers[6].Period = 4 * time.Millisecond
	m, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	b.Manager = m
	return b, newWatch(b.hw, arm6)
}

var crowdNames = []string{"in", "outer", "all", "wild", "left", "right", "slow", "nobody"}

// some draws a few names.
func some(r *rand.Rand, n int) (list []string) {
	for range r.IntN(n + 1) {
		list = append(list, crowdNames[r.IntN(len(crowdNames))])
	}
	return list
}

func TestRandomSwitches(t *testing.T) {
	seed := fuzz.Seed()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	b, w := crowd(t)
	want, done, refused, i := uint64(trials(120, 10_000)), 0, 0, 0
	for ; b.switches < want && i < 100*int(want); i++ {
		s := Order{Verb: "switch", Activate: some(r, 3), Deactivate: some(r, 4), Strict: r.IntN(2) == 0}
		if r.IntN(20) == 0 {
			for _, l := range b.controllers {
				if l.state == Active {
					s.Deactivate = append(s.Deactivate, l.Name)
				}
			}
			s.Strict, s.Activate = false, crowdNames[2:3]
		}
		before := states(b.Manager)
		if err := b.Do(s); err != nil {
			refused++
			if states(b.Manager) != before {
				t.Fatalf("switch %d was refused and changed something: %v", i, err)
			}
		} else {
			done++
		}
		for range 1 + r.IntN(30) {
			b.cycles(1)
			w.look()
		}
		if w.Count > 0 {
			t.Fatalf("switch %d, %+v: outside the limits: %s", i, s, w.First)
		}
	}
	t.Logf("%d switches asked for: %d accepted, %d refused; %d took place, %d were given up", i, done, refused, b.switches, b.Manager.refused)
	if b.switches < want || refused == 0 {
		t.Fatalf("only %d of %d took place, %d were refused: the trial shows little", b.switches, i, refused)
	}
}

// states is what is active, as a text.
func states(m *Manager) (s string) {
	for _, l := range m.controllers {
		s += fmt.Sprintf("%s %v %v;", l.Name, l.state, l.io.Chained)
	}
	return s
}

func TestSwitchesReplayToTheBit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type step struct {
			wait int
			o    Order
		}
		name := rapid.SampledFrom(crowdNames)
		steps := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) step {
			return step{rapid.IntRange(0, 20).Draw(t, "wait"), Order{Verb: rapid.SampledFrom(verbs).Draw(t, "verb"),
				Name: name.Draw(t, "name"), Activate: rapid.SliceOfN(name, 0, 3).Draw(t, "activate"), State: "inactive",
				Deactivate: rapid.SliceOfN(name, 0, 3).Draw(t, "deactivate"), Strict: rapid.Bool().Draw(t, "strict"),
				Parameter: "speed", Value: "0.7"}}
		}), 1, 20).Draw(t, "steps")
		run := func() (string, uint64) {
			b, w := crowd(quiet{})
			said := ""
			for _, s := range steps {
				said += fmt.Sprintln(b.Do(s.o))
				for range s.wait + 1 {
					b.cycles(1)
					w.look()
				}
			}
			if w.Count > 0 {
				t.Fatalf("outside the limits: %s", w.First)
			}
			return said + states(b.Manager) + fmt.Sprint(b.log), w.hash
		}
		said, hash := run()
		again, same := run()
		if said != again || hash != same {
			t.Fatalf("two runs differ:\n%s\n%s", said, again)
		}
	})
}

// quiet is a testing.TB for what cannot fail.
type quiet struct{ testing.TB }

func TestFaultsBringTheRobotToRest(t *testing.T) {
	kinds := []string{"hardware error", "late", "nan reading", "frozen", "lost", "panic", "budget", "nan command"}
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) {
			seed := fuzz.Seed()
			r := rand.New(rand.NewPCG(seed, 0))
			worst := 0
			for i := range trials(20, 1000) {
				stop, why := fault(t, r, kind)
				if worst = max(worst, stop); t.Failed() {
					t.Fatalf("trial %d of seed %d: %s", i, seed, why)
				}
			}
			t.Logf("at rest after %d cycles at most", worst)
		})
	}
}

// fault makes a robot of two arms fail at a random cycle and tells how many cycles the healthy arm took to come to rest.
func fault(t *testing.T, r *rand.Rand, kind string) (stop int, why string) {
	left, right := arm(t, "left", arm6[:3], "position"), arm(t, "right", arm6[3:], "position")
	b := &bench{t: t, made: map[string]*swing{}}
	c := Config{Limits: limits(arm6...), Components: []Component{{Driver: left, Start: hw.Active, Frozen: 5}, {Driver: right, Start: hw.Active, Frozen: 5}}}
	c.Types = []Type{{Name: "swing", New: func() Controller { s := &swing{joints: arm6, kind: "position", speed: 3}; b.made["a"] = s; return s }}}
	c.Controllers = []Entry{{Name: "a", Type: "swing", Start: Active, Budget: time.Millisecond}}
	m, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	b.Manager = m
	w := newWatch(right, arm6[3:])
	for range 10 + r.IntN(3000) {
		b.cycles(1)
		w.look()
	}
	b.log = b.log[:0]
	switch kind {
	case "hardware error":
		left.Fail(mock.Error)
	case "nan reading":
		left.Fail(mock.NaN)
	case "frozen":
		left.Fail(mock.Frozen)
	case "lost":
		left.Fail(mock.Lost)
	case "late":
		m.components[0].Lost = 2 // two readings that come too late are borne, the third is not
		left.Fail(mock.Lost)
	case "panic":
		b.made["a"].fail = "panic"
	case "nan command":
		b.made["a"].fail = "nan"
	case "budget":
		b.Late = func() LateSet { return LateSet{1} }
	}
	// From full speed within jerk and acceleration, and as long as a failure takes to be noticed. A frozen reading is
	// noticed while commands change, at the latest when the swing has turned.
	l := limit()
	most := int((l.V/l.A+l.A/l.J)/1e-3) + 20
	if kind == "frozen" {
		most += 100
	}
	for stop = 0; ; stop++ {
		b.cycles(1)
		w.look()
		if m.find("a").state != Active && w.Rest() {
			break
		}
		if stop > most {
			t.Errorf("not at rest after %d cycles", most)
			break
		}
	}
	if w.Count > 0 {
		t.Errorf("outside the limits: %s", w.First)
	}
	if len(b.log) == 0 || slices.ContainsFunc(b.log, func(s string) bool { return len(s) > 200 || slices.Contains([]byte(s), '\n') }) {
		t.Errorf("the cause is not told in a line: %q", b.log)
	}
	return stop, fmt.Sprint(b.log)
}
