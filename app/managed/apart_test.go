package managed

import (
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/manager/mock"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
)

// async gives the components of a description threads of their own.
func async(description, attributes string) string {
	return strings.ReplaceAll(description, `type="system"`, `type="system" is_async="true" `+attributes)
}

// TestOwnThreads drives hardware on threads of its own, in logical time: the goal is reached, and the recording replays to the
// bit without it.
func TestOwnThreads(t *testing.T) {
	for name, p := range map[string]Params{
		"mock":      {URDF: async(homemade(3, "sinew/mock", `<param name="calculate_dynamics">true</param>`, func(int) string { return "" }), `rw_rate="250"`), Text: moved(3, "1ms")},
		"slow":      {URDF: async(homemade(3, "sinew/mock", `<param name="calculate_dynamics">true</param>`, func(int) string { return "" }), `rw_rate="50"`), Text: moved(3, "2ms")},
		"dynamixel": {URDF: async(homemade(6, "sinew/dynamixel", `<param name="port">sim</param>`, func(i int) string { return `<param name="id">` + string(rune('0'+i)) + `</param>` }), `rw_rate="250"`), Text: moved(6, "1ms")},
	} {
		t.Run(name, func(t *testing.T) {
			p.File, p.Name = name+".urdf", name+".yaml"
			v := drive(t, p, 1)
			if v.GivenUp != 0 || len(v.GoalsFailed) > 0 || v.MissedCycles != 0 || v.LimitViolations != 0 || v.GoalError == nil || *v.GoalError > 0.02 {
				t.Errorf("%+v", v)
			} else {
				t.Logf("goals reached within %.2g rad", *v.GoalError)
			}
		})
	}
}

// TestOwnThreadsKeepLimitsOnTheClock: however late the threads are on this machine, the hardware sees no command outside the limits at
// the times at which it is told them; and what happened replays.
func TestOwnThreadsKeepLimitsOnTheClock(t *testing.T) {
	p := Params{URDF: async(homemade(3, "sinew/mock", `<param name="calculate_dynamics">true</param>`, func(int) string { return "" }), `rw_rate="500"`), Text: moved(3, "1ms"), File: "a.urdf", Name: "a.yaml"}
	if v := onClock(t, Spec{}, p); v.LimitViolations != 0 {
		t.Errorf("%d outside the limits: %s", v.LimitViolations, v.First)
	}
}

// TestAThreadThatHangs: the tenth command of hardware on a thread of its own hangs. The manager goes on and tells the age of
// the last reading; the thread's own watchdog halts the hardware, which ends the hang.
func TestAThreadThatHangs(t *testing.T) {
	s := withDriver("test/hanging", func(d *mock.Driver) hw.Driver { return &hanging{Driver: d, halted: make(chan struct{})} })
	p := Params{URDF: async(homemade(2, "test/hanging", "", func(int) string { return "" }), `rw_rate="200"`), Text: "emergency: 150ms\n" + moved(2, "5ms"), File: "a.urdf", Name: "a.yaml"}
	v := onClock(t, s, p)
	events := strings.Join(v.Events, "\n")
	if !strings.Contains(events, "its thread is late or dead") {
		t.Errorf("the events do not say that the thread hangs:\n%s", events)
	}
	t.Log(events)
}

// TestTheScreenFollowsTheManagersTags: at the tags of a component's thread the manager may be at work, so nothing is shown of it.
func TestTheScreenFollowsTheManagersTags(t *testing.T) {
	p := Params{URDF: async(homemade(2, "sinew/mock", "", func(int) string { return "" }), ""), Text: moved(2, "1ms"), File: "a.urdf", Name: "a.yaml"}
	inst, err := Spec{}.Make(run.Order{Params: &p, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	hub, err := view.NewHub(inst.Scene)
	if err != nil {
		t.Fatal(err)
	}
	r := inst.State[len(inst.State)-1].(*robot)
	s := newScreen(hub, r)
	s.listing(r.r.List())
	var shown []string
	for i, e := range inst.Program.Enclaves {
		was := s.next
		s.AtTag(e, reactor.Record{Tag: reactor.Tag{Time: reactor.Time(i+1) * reactor.Time(time.Second)}})
		if s.next != was {
			shown = append(shown, e.Name)
		}
	}
	if len(inst.Program.Enclaves) != 2 || strings.Join(shown, " ") != Program {
		t.Errorf("of %d enclaves %q were shown", len(inst.Program.Enclaves), shown)
	}
}
