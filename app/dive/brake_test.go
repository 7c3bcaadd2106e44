package dive

import (
	"encoding/json"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/study/scenario"
)

// The brake holds from the first cycle after it was pressed to the first after it was released, whatever is pressed how
// often.
func TestTheBrakeHoldsUntilItIsReleased(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b brake
		b.init()
		held := false
		for at := reactor.Time(0); at < 40; at++ {
			before := held
			switch rapid.IntRange(0, 3).Draw(t, "order") {
			case 0:
				b.set(at, true)
				held = true
			case 1:
				b.set(at, false)
				held = false
			}
			if b.on(at) != before { // orders of this tag count from the next on
				t.Fatalf("at %d it holds: %v, want %v", at, b.on(at), before)
			}
			if b.held() != held || b.on(at+1) != held {
				t.Fatalf("after %d it is pressed: %v, want %v", at, b.held(), held)
			}
		}
	})
}

// stoppedFlight is a run in lock-step with the emergency stop pressed twice and released once.
func stoppedFlight(t *testing.T, look func(s *session, at time.Duration)) *session {
	t.Helper()
	s := &session{p: DefaultParams(), seed: 1}
	if err := s.prepare(); err != nil {
		t.Fatal(err)
	}
	press := func(on bool) func() error {
		return func() error { s.estop.Pressed.Schedule(on, 0); return nil }
	}
	err := s.fly(t, 8*time.Second, "", 0, 0, func(at time.Duration) { look(s, at) },
		run.Event{At: 1500 * time.Millisecond, Do: press(true)}, run.Event{At: 2 * time.Second, Do: press(true)},
		run.Event{At: 3 * time.Second, Do: press(false)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The emergency stop sets all thrusters to zero at once and leaves them there until it is released; then the law goes on
// within the thrusters' rates, and what happened is in the result.
func TestTheEmergencyStopStopsTheThrusters(t *testing.T) {
	moved := 0.0
	var before []float64
	s := stoppedFlight(t, func(s *session, at time.Duration) {
		if at == 1500*time.Millisecond && slices.Max(s.thrust.limits.Last) == 0 {
			t.Error("nothing is to be stopped")
		}
		if at > 1525*time.Millisecond && at <= 3*time.Second && slices.ContainsFunc(s.thrust.limits.Last, func(f float64) bool { return f != 0 }) {
			t.Errorf("%v: stopped, the thrusters get %v", at, s.thrust.limits.Last)
		}
		if at > 3025*time.Millisecond {
			for i, f := range s.thrust.limits.Last {
				moved = max(moved, math.Abs(f))
				if before != nil && math.Abs(f-before[i]) > s.thrust.limits.Rate(i)*0.025+1e-9 {
					t.Errorf("%v: thruster %d goes from %g to %g N in a cycle", at, i, before[i], f)
				}
			}
		}
		before = slices.Clone(s.thrust.limits.Last)
	})
	if moved == 0 {
		t.Error("released, the law does not go on")
	}
	r := s.result()
	if r.Thrusters.Stops != 1 {
		t.Errorf("%d stops", r.Thrusters.Stops)
	}
	var said []string
	for _, e := range r.Events {
		said = append(said, e.Text)
	}
	if len(said) != 3 || !strings.Contains(said[0], "emergency stop: ") || !strings.Contains(said[2], "released") || r.Events[0].T != 1.5 {
		t.Errorf("the result says %v", r.Events)
	}
}

// The end of a run is no stop.
func TestStopsAreThoseOfTheLaw(t *testing.T) {
	r, _, err := Virtual(t.Context(), Case{Params: DefaultParams(), Seed: 1, For: 2 * time.Second})
	if err != nil || r.Thrusters.Stops != 0 || r.Thrusters.Commands == 0 {
		t.Errorf("%+v, %v", r.Thrusters, err)
	}
}

// An emergency stop that comes as the page's button sends it is recorded, and the run replays to the bit.
func TestAStoppedRunReplays(t *testing.T) {
	inst, err := Spec{}.Make(run.Order{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := &scenario.Run{Program: Program, Seed: 1, For: 3 * time.Second}
	for _, o := range inst.Orders {
		if o.Kind == "stop" {
			r.Sets = append(r.Sets, scenario.Set{At: 1500 * time.Millisecond, Door: o.Path, Value: json.RawMessage(o.Example)})
		}
	}
	if len(r.Sets) != 1 || r.Sets[0].Door != estopPressed || string(r.Sets[0].Value) != "true" {
		t.Fatalf("the page's stop button sends %+v", r.Sets)
	}
	file := filepath.Join(t.TempDir(), "trace.mcap")
	out, err := r.Do(t.Context(), []run.Spec{Spec{}}, file)
	if err != nil {
		t.Fatal(err)
	}
	if out.Status != scenario.Passed || out.Figures["stops"] != 1 {
		t.Errorf("%+v", out)
	}
	replayed(t, file, out.Hash)
}

// Events beyond those that are kept are counted, and a page that watches is told each.
func TestAlarmsThatAreTooMany(t *testing.T) {
	var a alarms
	a.add(project.Event{})
	a.keep()
	for range 2 * mostAlarms {
		a.add(project.Event{Path: "x"})
	}
	if n := len(a.take()); n != mostAlarms || a.count() != 2*mostAlarms+1 {
		t.Errorf("%d waited, %d in all", n, a.count())
	}
	a.add(project.Event{Path: "y"})
	if got := a.take(); len(got) != 1 || got[0].Path != "y" {
		t.Errorf("then %v", got)
	}
	if got := a.take(); len(got) != 0 {
		t.Errorf("then %v", got)
	}
	if n := testing.AllocsPerRun(100, func() { a.add(project.Event{}); a.take() }); n != 0 {
		t.Errorf("%g allocations an event", n)
	}
}
