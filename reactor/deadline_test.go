package reactor

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// alert is a reactor with deadlines on everything that can trigger.
type alert struct {
	Reactor
	T, Back    Timer
	A          Action[int]
	Day, Night Mode
}

func TestOverdueSeesWhatIsPendingAndNothingElse(t *testing.T) {
	m := NewMain("m")
	r := &alert{}
	Init(m, "r", r)
	r.Day.Initial()
	r.T.Set(1*ms, 2*ms)
	r.Back.Set(4*ms, 0)
	none := func() {}
	r.Day.Reaction("day").On(&r.T).Deadline(1*ms, none).Do(none)
	r.Night.Reaction("night").On(&r.T).Deadline(1*ms, none).Do(none)
	r.Reaction("plan").On(&r.Back).Sets(&r.A, &r.Night).Do(func() { r.A.Schedule(0, 6*ms); r.Night.Reset() })
	r.Reaction("act").On(&r.A).Deadline(500*time.Microsecond, none).Do(none)
	p, err := Build(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	e := p.Enclaves[0]
	var rang []Time
	e.OnDeadline(func(limit Time) { rang = append(rang, limit) })
	p.Start()
	e.StopAt(Tag{Time: Time(11 * ms)})
	look := func(now time.Duration, want string, next time.Duration) {
		t.Helper()
		got := ""
		at := e.Overdue(Time(now), func(x *Watch, at Time, running bool) {
			got += fmt.Sprintf("%s at %v ", x.Path, at)
		})
		if got != want {
			t.Errorf("at %v: %q, want %q", now, got, want)
		}
		if wants := Time(next); next < 0 && at != Forever || next >= 0 && at != wants {
			t.Errorf("at %v: next %v, want %v", now, at, wants)
		}
	}
	look(1*ms, "", 2*ms+1)
	look(2*ms+1, "r.day at 1ms ", -1) // the next tick is not queued yet
	look(3*ms, "", -1)                // once is enough
	if !e.Step(nil) {
		t.Fatal("no tag")
	}
	look(3*ms, "", 4*ms+1)
	e.Step(nil) // 3 ms
	e.Step(nil) // 4 ms: night falls, the action is scheduled for 10 ms
	look(4*ms, "", 6*ms+1)
	look(11*ms, "r.night at 5ms r.act at 10ms ", -1)
	for e.Step(nil) {
	}
	look(time.Hour, "", -1)
	if d := cmp.Diff(Time(2*ms), rang[0]); d != "" {
		t.Error(d)
	}
}
