package dive

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/run"
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
	if err := s.build(simulated, projectOptions(), nil); err != nil {
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

// An emergency stop that comes through the page's button is recorded, and the run replays to the bit.
func TestAStoppedRunReplays(t *testing.T) {
	dir := t.TempDir()
	var c Spec
	c.hooks.ready = func(s *session) {
		var stop []bool
		for _, o := range s.buttons() {
			if o.Kind == "stop" {
				var on bool
				if err := json.Unmarshal([]byte(o.Example), &on); err != nil || o.Path != estopPressed {
					t.Errorf("%+v: %v", o, err)
				}
				stop = append(stop, on)
			}
		}
		if len(stop) != 1 || !stop[0] {
			t.Errorf("the page's stop button sends %v", stop)
		}
		s.estop.Pressed.Schedule(true, time.Second+500*time.Millisecond)
	}
	r, err := flown(t, c, DefaultParams(), 1, 3*time.Second, dir)
	if err != nil {
		t.Fatal(err)
	}
	if r.Thrusters.Stops != 1 {
		t.Errorf("%d stops", r.Thrusters.Stops)
	}
	replayed(t, dir, r.OutputHash)
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
