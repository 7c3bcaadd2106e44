package managed

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/run"
)

// person moves the example's arm by hand, without the file's script.
type person struct {
	t    *testing.T
	r    *robot
	prog *reactor.Program
	now  reactor.Time
}

func newPerson(t *testing.T) *person {
	t.Helper()
	p := example(t)
	p.Text, _, _ = strings.Cut(p.Text, "script:")
	i, err := Spec{}.Make(run.Order{Params: &p, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	h := &person{t: t, r: i.State[len(i.State)-1].(*robot), prog: i.Program}
	h.prog.Start()
	h.pass(50 * time.Millisecond)
	return h
}

// pass lets logical time pass.
func (h *person) pass(d time.Duration) {
	for end := h.now + reactor.Time(d); h.now < end; h.prog.Step(nil) {
		_, tag := h.prog.Earliest()
		h.now = tag.Time
	}
}

// sends sends a value to a door and returns why it was refused, "" if it was taken.
func sends[T any](h *person, path string, v T) string {
	h.t.Helper()
	id := slices.IndexFunc(h.prog.Doors(), func(d reactor.Door) bool { return d.Path == path })
	r := h.prog.Submit(id, func(at unsafe.Pointer) { *(*T)(at) = v })
	h.pass(2 * time.Millisecond)
	if _, err, done := r.Outcome(); !done {
		h.t.Fatalf("%s: not taken", path)
	} else if err != nil {
		return err.Error()
	}
	return ""
}

func (h *person) moves(m Move) string { h.t.Helper(); return sends(h, movesDoor, m) }

// at is where a joint is, and speed how fast it is in the next 10 ms.
func (h *person) at(joint string) float64 { return h.r.drivers[0].Position(joint) }

func (h *person) speed(joint string) float64 {
	was := h.at(joint)
	h.pass(10 * time.Millisecond)
	return (h.at(joint) - was) / 0.01
}

func (h *person) ordered(o manager.Order) {
	h.t.Helper()
	if why := sends(h, ordersDoor, o); why != "" {
		h.t.Fatalf("%+v: %s", o, why)
	}
	h.pass(20 * time.Millisecond)
}

// A slider's goal is reached, its speed is kept, and the other joints stay where they are.
func TestGoalByHand(t *testing.T) {
	h := newPerson(t)
	elbow, lift := h.at("elbow"), h.at("shoulder_lift")
	if why := h.moves(Move{Controller: "arm", Joints: []string{"elbow"}, Position: []float64{elbow + 0.3}, Time: time.Second}); why != "" {
		t.Fatal(why)
	}
	h.pass(500 * time.Millisecond)
	if v := h.speed("elbow"); math.Abs(v-0.3) > 0.1 {
		t.Errorf("half-way the elbow moves at %.3f rad/s, not 0.3", v)
	}
	h.pass(time.Second)
	if e := math.Abs(h.at("elbow") - elbow - 0.3); e > 1e-3 {
		t.Errorf("the elbow is %.4f rad from its goal", e)
	}
	if e := math.Abs(h.at("shoulder_lift") - lift); e > 1e-6 {
		t.Errorf("the shoulder, which nobody moved, moved by %g rad", e)
	}
}

// A joint moves while it is held, and comes to rest when it is let go, and also when the page falls silent.
func TestJogOfAJoint(t *testing.T) {
	for _, silent := range []bool{false, true} {
		h := newPerson(t)
		m := Move{Controller: "arm", Joints: []string{"wrist_1"}, Position: []float64{2.7}, Time: 5 * time.Second, Hold: true}
		for range 20 {
			if why := h.moves(m); why != "" {
				t.Fatal(why)
			}
			h.pass(48 * time.Millisecond)
		}
		if v := h.speed("wrist_1"); v < 0.3 {
			t.Errorf("it is held and moves at %.3f rad/s", v)
		}
		if silent {
			h.pass(patience)
		} else if why := h.moves(Move{Controller: "arm"}); why != "" {
			t.Fatal(why)
		}
		h.pass(200 * time.Millisecond)
		if v := h.speed("wrist_1"); math.Abs(v) > 1e-6 {
			t.Errorf("it was let go (silent: %v) and still moves at %.4f rad/s", silent, v)
		}
		if at := h.at("wrist_1"); at > 1.5 {
			t.Errorf("it went on to %.3f rad", at)
		}
	}
}

// The tip is jogged through the servo, as long as it is held; an emergency stop wins, and says what has to be done.
func TestJogOfTheTip(t *testing.T) {
	h := newPerson(t)
	up := Move{Controller: "servo", Twist: [6]float64{0, 0, 0.05}}
	if why := h.moves(up); !strings.Contains(why, "servo is inactive: activate it first") {
		t.Errorf("before it is active: %q", why)
	}
	h.ordered(manager.Order{Verb: "switch", Activate: []string{"servo"}, Deactivate: []string{"arm"}, Strict: true})
	if why := h.moves(Move{Controller: "arm", Joints: []string{"elbow"}, Position: []float64{1}}); !strings.Contains(why, "arm is inactive") {
		t.Errorf("past the servo: %q", why)
	}
	was := h.at("elbow")
	for range 10 {
		if why := h.moves(up); why != "" {
			t.Fatal(why)
		}
		h.pass(48 * time.Millisecond)
	}
	if math.Abs(h.at("elbow")-was) < 0.01 {
		t.Error("the tip is held upward and the elbow stands")
	}
	h.ordered(manager.Order{Verb: "stop"})
	h.pass(300 * time.Millisecond)
	if why := h.moves(up); !strings.Contains(why, "resume") {
		t.Errorf("after the stop: %q", why)
	}
	if v := h.speed("elbow"); math.Abs(v) > 1e-6 {
		t.Errorf("stopped, and the elbow moves at %.4f rad/s", v)
	}
	h.ordered(manager.Order{Verb: "resume"})
	h.ordered(manager.Order{Verb: "activate", Name: "servo"})
	if why := h.moves(up); why != "" {
		t.Error("after the release:", why)
	}
}

// Where the wrist is almost above the shoulder the servo holds the tip that would come closer to that singular posture, lets it
// leave, and moves it both ways where the arm is bent.
func TestJogNearASingularity(t *testing.T) {
	for _, c := range []struct {
		elbow, up float64
		stands    bool
	}{{1.27, 0.05, true}, {1.27, -0.05, false}, {2, 0.05, false}, {2, -0.05, false}} {
		h := newPerson(t)
		if why := h.moves(Move{Controller: "arm", Joints: []string{"elbow", "wrist_1"}, Position: []float64{c.elbow, 0.79}}); why != "" {
			t.Fatal(why)
		}
		h.pass(3 * time.Second)
		h.ordered(manager.Order{Verb: "switch", Activate: []string{"servo"}, Deactivate: []string{"arm"}, Strict: true})
		was := h.at("elbow")
		for range 20 {
			if why := h.moves(Move{Controller: "servo", Twist: [6]float64{0, 0, c.up}}); why != "" {
				t.Fatal(why)
			}
			h.pass(48 * time.Millisecond)
		}
		if d := math.Abs(h.at("elbow") - was); c.stands != (d < 1e-6) || !c.stands && d < 0.04 {
			t.Errorf("elbow at %.2f rad, tip by %+.2f m/s: the elbow moved by %.3g rad", c.elbow, c.up, d)
		}
		l := h.r.r.List()
		i := slices.IndexFunc(l.Controllers, func(c manager.ControllerListing) bool { return c.Name == "servo" })
		if why := l.Controllers[i].Restraint; c.stands != strings.HasPrefix(why, "the tip stands: the arm is near a singular posture") {
			t.Errorf("elbow at %.2f rad, tip by %+.2f m/s: the listing says %q", c.elbow, c.up, why)
		}
	}
}

// What cannot be done is refused as a whole, with the reason.
func TestMovesThatAreRefused(t *testing.T) {
	h := newPerson(t)
	for _, c := range []struct {
		m    Move
		want string
	}{
		{Move{Controller: "nobody", Position: []float64{1}, Joints: []string{"elbow"}}, `no controller "nobody" that takes goals`},
		{Move{Controller: "arm", Position: []float64{1}}, "1 positions of 0 joints"},
		{Move{Controller: "arm", Twist: [6]float64{1}}, `no controller "arm" that takes twists`},
		{Move{Controller: "arm", Position: []float64{1}, Joints: []string{"elbow"}, Twist: [6]float64{1}}, "at once"},
	} {
		if why := h.moves(c.m); !strings.Contains(why, c.want) {
			t.Errorf("%+v: %q, not %q", c.m, why, c.want)
		}
	}
}
