package wheelchair

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/study/scenario"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// failing is a Spec whose surroundings fail from one time to another.
type failing struct {
	Spec
	what     string // "" for nothing
	from, to time.Duration
}

// Make implements run.Spec.
func (f failing) Make(o run.Order) (*run.Instance, error) {
	i, err := f.Spec.Make(o)
	if err != nil || o.Replay {
		return i, err
	}
	for _, x := range i.Failures {
		if x.Name == f.what {
			i.Script(run.Event{At: f.from, Do: x.Begin})
			if f.to > 0 {
				i.Script(run.Event{At: f.to, Do: x.End})
			}
			return i, nil
		}
	}
	if f.what != "" {
		return nil, fmt.Errorf("there is no failure %q", f.what)
	}
	return i, nil
}

// drive runs the program in memory; dir is the run folder, "" for none.
func drive(t *testing.T, s run.Spec, p Params, seed uint64, long time.Duration, dir string) *Summary {
	t.Helper()
	out, err := run.Do(t.Context(), s, run.Options{Order: run.Order{Params: &p, Seed: seed}, For: long, Out: folder.Place{Dir: dir}, Progress: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	v := out.Value.(*Summary)
	v.print(t.Output())
	t.Log(strings.Join(v.Said, "\n"))
	return v
}

// free drives a person about in the corridor, where there is room.
func free(mode, script string) Params {
	p := DefaultParams()
	p.Mode, p.Map, p.Joypad, p.Start = mode, "corridor", script, &Place{2, 1.6, 0}
	return p
}

// TestAuto drives to a goal through a door, and is replayed; a beginning of it for any number of workers: always the same to the bit.
func TestAuto(t *testing.T) {
	p := DefaultParams()
	dir := t.TempDir()
	a := drive(t, Spec{}, p, 1, 90*time.Second, dir+"/a")
	if !a.Reached || a.Collisions > 0 || a.Accel > 1 || a.Jerk > 2 || *a.RMSE > 0.05 || *a.YawRMSE > 1.5 {
		t.Errorf("%+v", a.Figures)
	}
	r, err := run.Replay(t.Context(), []run.Spec{Spec{}}, dir+"/a")
	if err != nil || !r.Same() {
		t.Errorf("the replay differs: %v, %+v", err, r)
	}
	first := ""
	for _, workers := range []int{1, 2, 8} {
		p.Workers = workers
		b := drive(t, Spec{}, p, 1, 4*time.Second, "")
		if first == "" {
			first = b.OutputHash
		}
		if b.OutputHash != first {
			t.Errorf("with %d workers the hash is %s, not %s", workers, b.OutputHash, first)
		}
	}
}

// TestModes drives by hand: the chair goes forward where the stick says so, and stands when it is let go.
func TestModes(t *testing.T) {
	for _, mode := range []string{"native", "manual", "assisted"} {
		t.Run(mode, func(t *testing.T) {
			v := drive(t, Spec{}, free(mode, "0.5 ly 0.7\n3.5 ly 0\n"), 1, 6*time.Second, "")
			if v.Path < 1 || v.Collisions > 0 || v.Accel > 1 || v.Jerk > 2 {
				t.Errorf("%+v", v.Figures)
			}
		})
	}
}

// TestOverride takes the stick while the computer drives: the wheels follow within a cycle, smoothly.
func TestOverride(t *testing.T) {
	p := DefaultParams()
	p.Map, p.Joypad, p.Trip = "corridor", "4 ly -0.8\n7 ly 0\n9 x 1\n", 1
	v := drive(t, Spec{}, p, 1, 90*time.Second, "")
	if v.Overrides != 1 || v.Jerk > 2 || v.Accel > 1 || !v.Reached {
		t.Errorf("%+v", v.Figures)
	}
}

// TestByHand drives the same way with the program that was written by hand.
func TestByHand(t *testing.T) {
	p := DefaultParams()
	v := drive(t, Spec{Old: true}, p, 1, 60*time.Second, "")
	if v.Collisions > 0 || !v.Reached {
		t.Errorf("%+v", v.Figures)
	}
}

// scripted is a Spec in whose surroundings somebody does things.
type scripted struct {
	Spec
	do func(s *session) []run.Event
}

// Make implements run.Spec.
func (x scripted) Make(o run.Order) (*run.Instance, error) {
	s, i, err := x.open(o)
	if err == nil && !o.Replay {
		i.Script(x.do(s)...)
	}
	return i, err
}

// TestEmergencyStop stops the wheelchair by the page and by the kit's own button while a stick is held. It stops as fast as the
// motors can, neither a button of the joypad nor another mode lets it drive, and it drives again when the page releases it. A stop
// wins over each other wish that comes within the same 20 ms, before it or after it.
func TestEmergencyStop(t *testing.T) {
	type does = func(*session) error
	wish := func(m messages.DrivingState) does {
		return func(s *session) error { return s.give(s.people.seam.DeliverWish(m)) }
	}
	page := func(s *session) error { return s.give(s.people.seam.DeliverStop(struct{}{})) }
	button := func(s *session) error { s.rig.Kit.Press(); return nil }
	assisted, manual := wish(messages.DrivingStateAssisted), wish(messages.DrivingStateManual)
	for _, x := range []struct {
		by, mode string
		press    []does
	}{
		{"page", "native", []does{page}}, {"page", "manual", []does{page}}, {"kit", "assisted", []does{button}},
		{"page before assisted", "manual", []does{page, assisted}}, {"page after assisted", "manual", []does{assisted, page}},
	} {
		t.Run(x.by+" "+x.mode, func(t *testing.T) {
			v := drive(t, scripted{do: func(s *session) (all []run.Event) {
				at := func(t time.Duration, do ...does) {
					for _, f := range do {
						all = append(all, run.Event{At: t, Do: func() error { return f(s) }})
					}
				}
				at(3*time.Second, x.press...)
				at(5*time.Second, assisted)
				at(6*time.Second, manual)
				return all
			}}, free(x.mode, "0.5 ly 0.7\n4 b 1\n4.2 b 0\n"), 1, 9*time.Second, "")
			before, braking := v.moved(0, 3*time.Second), v.moved(3*time.Second, 3500*time.Millisecond)
			standing, after := v.moved(3500*time.Millisecond, 6*time.Second), v.moved(6500*time.Millisecond, 9*time.Second)
			t.Logf("%.2f m, %.2f m until it stood, %.3f m while it was to stand, %.2f m after", before, braking, standing, after)
			if before < 0.5 || braking > 0.15 || standing > 0.01 || after < 0.5 {
				t.Error("it did not drive, stop, stand and drive on")
			}
			if !v.says("halted") || v.says("in the way") {
				t.Error("it does not say why it stands")
			}
		})
	}
}

// TestAlarm looks at what the page says when nodes have ended for good: of critical ones that no release helps.
func TestAlarm(t *testing.T) {
	joy, guard, over := &node.Watched{Name: "joy"}, &node.Watched{Name: "guard", Critical: true}, &node.Watched{Name: decider, Critical: true}
	const native, halted = messages.DrivingStateNative, messages.DrivingStateHalted
	const released, nothing, mute = "emergency stop: nothing drives until it is released", "nothing but native can be chosen until the program is started again", "the kit is mute"
	for _, x := range []struct {
		state messages.DrivingState
		gone  []*node.Watched
		fault nav.Fault
		want  string
	}{
		{native, nil, 0, ""},
		{native, nil, nav.KitMute, mute},
		{native, []*node.Watched{joy}, 0, "the node joy has ended for good"},
		{native, []*node.Watched{joy}, nav.KitMute, "the node joy has ended for good; " + mute},
		{native, []*node.Watched{guard, joy}, nav.NodeGone | nav.KitMute, "the node guard has ended for good: " + nothing + "; " + mute},
		{halted, nil, nav.KitMute, released},
		{halted, []*node.Watched{joy}, nav.KitMute, "the node joy has ended for good; " + released},
		{halted, []*node.Watched{joy, guard}, nav.NodeGone, "the node guard has ended for good: " + nothing},
		{halted, []*node.Watched{guard, over}, 0, "the node overseer has ended for good: nothing drives until the program is started again"},
	} {
		var n moment
		n.turns(x.state)
		n.reports(&nav.Driving{Fault: x.fault})
		for _, w := range x.gone {
			n.ends(w)
		}
		if got := n.words(); got.Alarm != x.want || got.Long != x.state.String() {
			t.Errorf("%v, %d ended, %v: %+v", x.state, len(x.gone), x.fault, got)
		}
	}
}

// TestStopButton presses the page's button: what it sends stops the wheelchair on its way to a goal.
func TestStopButton(t *testing.T) {
	inst, err := Spec{}.Make(run.Order{Seed: 1, Replay: true})
	if err != nil {
		t.Fatal(err)
	}
	r := &scenario.Run{Program: Program, Seed: 1, For: 6 * time.Second}
	for _, o := range inst.Orders {
		if o.Kind == "stop" {
			r.Sets = append(r.Sets, scenario.Set{At: 3 * time.Second, Door: o.Path, Value: json.RawMessage(o.Example)})
		}
	}
	out, err := r.Do(t.Context(), []run.Spec{Spec{}}, "")
	if err != nil || len(r.Sets) != 1 {
		t.Fatal(err, r.Sets)
	}
	if way := out.Figures["path_m"]; out.Figures["emergency_stops"] != 1 || way < 0.3 || way > 1 {
		t.Errorf("%+v", out)
	}
}
