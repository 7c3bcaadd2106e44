package managed

import (
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/manager/mock"
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
