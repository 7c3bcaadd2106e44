package managed

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/mock"
	"github.com/sinew-robotics/sinew/control/manager/urdf"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// onClock runs a robot on the real clock and replays it.
func onClock(t *testing.T, s Spec, p Params) *Summary {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	out, err := run.Do(t.Context(), s, run.Options{Order: run.Order{Params: &p, Seed: 1, Real: true}, For: 300 * time.Millisecond, Out: folder.Place{Dir: dir}})
	if err != nil {
		t.Fatal(err)
	}
	again, err := run.Replay(t.Context(), []run.Spec{s}, filepath.Join(dir, "trace.mcap"))
	if err != nil {
		t.Fatal(err)
	}
	if !again.Same() {
		t.Errorf("the replay differs: %+v", again)
	}
	return out.Value.(*Summary)
}

// hanging is hardware whose tenth command hangs until it is halted.
type hanging struct {
	*mock.Driver
	halted chan struct{}
	writes int
}

func (h *hanging) Write(command []float64) error {
	if h.writes++; h.writes == 10 {
		<-h.halted
	}
	return h.Driver.Write(command)
}

// Halt is what the watchdog's thread calls.
func (h *hanging) Halt() error {
	select {
	case <-h.halted:
	default:
		close(h.halted)
	}
	return h.Driver.Halt()
}

// withDriver is a program with a driver of its own, made of a mock with positions.
func withDriver(plugin string, of func(*mock.Driver) hw.Driver) Spec {
	return Spec{Drivers: map[string]func(*urdf.Component, time.Duration) (hw.Driver, error){
		plugin: func(k *urdf.Component, period time.Duration) (hw.Driver, error) {
			c := mock.Config{Name: k.Name, Period: period, Dynamics: true}
			for _, j := range k.Joints {
				c.Joints = append(c.Joints, mock.Joint{Name: j.Name, Commands: []string{"position"}, States: []string{"position", "velocity"}})
			}
			d, err := mock.New(c)
			return of(d), err
		}}}
}

// TestAHangingCycleHaltsTheHardware: the program hangs in a driver until the hardware is halted from outside the program;
// then the component has failed, and the events say so. Without the emergency path the test would not end.
func TestAHangingCycleHaltsTheHardware(t *testing.T) {
	s := withDriver("test/hanging", func(d *mock.Driver) hw.Driver { return &hanging{Driver: d, halted: make(chan struct{})} })
	p := Params{URDF: homemade(2, "test/hanging", "", func(int) string { return "" }), Text: "emergency: 20ms\n" + moved(2, "10ms"), File: "a.urdf", Name: "a.yaml"}
	v := onClock(t, s, p)
	if events := strings.Join(v.Events, "\n"); !strings.Contains(events, "was halted from outside the program") {
		t.Errorf("the events do not say that the hardware was halted:\n%s", events)
	}
}

// dawdler is a controller that uses up its budget in its fifth update.
type dawdler struct {
	manager.Controller
	updates int
}

// budget is the dawdler's.
const budget = 5 * time.Millisecond

func (d *dawdler) Update(io *manager.IO) error {
	if d.updates++; d.updates == 5 {
		for begun := monotonic(); monotonic()-begun <= budget; { // no sleep: what counts is the time that passes here
		}
	}
	return d.Controller.Update(io)
}

// TestABudgetIsWatched: a controller that takes longer than its budget on the real clock is taken out, and its fallback
// takes over. The replay says the same without looking at a clock.
func TestABudgetIsWatched(t *testing.T) {
	var hold manager.Type
	for _, k := range Types() {
		if k.Name == "joint_states" {
			hold = k
		}
	}
	s := Spec{Controllers: []manager.Type{{Name: "dawdler", Help: "too slow", New: func() manager.Controller { return &dawdler{Controller: hold.New()} }}}}
	p := Params{URDF: homemade(2, "sinew/mock", "", func(int) string { return "" }), File: "a.urdf", Name: "a.yaml", Text: `period: 10ms
joint_limits:
  joint1: {max_acceleration: 6}
  joint2: {max_acceleration: 6}
controllers:
  - {name: slow, type: dawdler, start: active, budget: 5ms, fallback_controllers: [states]}
  - {name: states, type: joint_states, start: inactive}
`}
	v := onClock(t, s, p)
	if events := strings.Join(v.Events, "\n"); !strings.Contains(events, "slow") || !strings.Contains(events, "budget") {
		t.Errorf("the events do not tell of the budget:\n%s", events)
	} else {
		t.Log(events)
	}
}
