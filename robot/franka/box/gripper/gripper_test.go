package gripper

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/robot/franka"
)

// order carries a command out and returns how it ended, after at most ten seconds of the device's.
func order(t testing.TB, d Device, q franka.GripperRequest) (s franka.GripperStatus, ms int) {
	t.Helper()
	s, done := d.Do(&q)
	for ; !done && ms < 10_000; ms += Cycle {
		s, done = d.Step()
	}
	if !done {
		t.Fatalf("%v does not end", q.Kind)
	}
	return s, ms
}

func grasp(width float64) franka.GripperRequest {
	return franka.GripperRequest{Kind: franka.GripperGrasp, Width: width, Inner: 0.005, Outer: 0.005, Speed: 0.1, Force: 60}
}

func TestHandGrasps(t *testing.T) {
	for _, c := range []struct {
		object, width float64
		want          franka.GripperStatus
	}{
		{0.03, 0.03, franka.GripperSuccess},
		{0.03, 0.026, franka.GripperSuccess},
		{0.03, 0.04, franka.GripperUnsuccessful},
		{0.03, 0.02, franka.GripperUnsuccessful},
		{0, 0.03, franka.GripperUnsuccessful},
		{0.03, 0.09, franka.GripperFail},
		{0.03, math.NaN(), franka.GripperFail},
	} {
		h := NewHand()
		if err := h.Object(c.object); err != nil {
			t.Fatal(err)
		}
		s, _ := order(t, h, grasp(c.width))
		if st := h.State(); s != c.want || st.Grasped != (c.want == franka.GripperSuccess) {
			t.Errorf("an object of %g m grasped as %g m: %d, %+v", c.object, c.width, s, st)
		}
	}
	h := NewHand()
	if err := h.Object(0.03); err != nil {
		t.Fatal(err)
	}
	if _, ms := order(t, h, grasp(0.03)); ms < 490 || ms > 520 {
		t.Errorf("50 mm at 100 mm/s take %d ms", ms)
	}
	// What is held gives way to the force, comes off a stronger pull, and the fingers close.
	if w := h.State().Width; math.Abs(w-0.0297) > 1e-6 {
		t.Errorf("pressed to %g m", w)
	}
	if err := h.Pull(50); err != nil || h.object == 0 {
		t.Errorf("50 N pull off what 60 N hold at both sides: %v", err)
	}
	if err := h.Pull(70); err != nil || h.object != 0 {
		t.Errorf("70 N do not: %v", err)
	}
	for range 100 {
		h.Step()
	}
	if st := h.State(); st.Grasped || st.Width != 0 {
		t.Errorf("without the object: %+v", st)
	}
	if err := h.Object(0.01); err == nil {
		t.Error("an object between closed fingers")
	}
}

func TestHandMoves(t *testing.T) {
	h := NewHand()
	move := func(w float64) franka.GripperRequest {
		return franka.GripperRequest{Kind: franka.GripperMove, Width: w, Speed: 0.05}
	}
	if s, ms := order(t, h, move(0.03)); s != franka.GripperSuccess || ms != 1000 || h.State().Width != 0.03 {
		t.Errorf("a move: %d after %d ms, %+v", s, ms, h.State())
	}
	if err := h.Object(0.02); err != nil {
		t.Fatal(err)
	}
	if s, _ := order(t, h, move(0.01)); s != franka.GripperUnsuccessful || h.State().Width != 0.02 {
		t.Errorf("into an object: %d, %+v", s, h.State())
	}
	if s, _ := order(t, h, franka.GripperRequest{Kind: franka.GripperHoming}); s != franka.GripperSuccess || h.State().Width != widest {
		t.Errorf("homing: %d, %+v", s, h.State())
	}
	h.Break(true)
	if s, _ := order(t, h, move(0)); s != franka.GripperFail {
		t.Errorf("broken: %d", s)
	}
	h.Break(false)
	m := move(0)
	if _, done := h.Do(&m); done {
		t.Fatal("a move ends at once")
	}
	h.Step()
	h.Break(true)
	if s, done := h.Step(); !done || s != franka.GripperFail {
		t.Errorf("breaks while it moves: %d, %v", s, done)
	}
}

func TestPumpHoldsAPart(t *testing.T) {
	c := NewCup()
	vacuum := franka.GripperRequest{Kind: franka.GripperVacuum, Vacuum: 60, Timeout: 1000}
	if s, ms := order(t, c, vacuum); s != franka.GripperUnsuccessful || ms < 1000 || ms > 1000+2*Cycle {
		t.Errorf("without a part: %d after %d ms", s, ms)
	}
	if err := c.Object(1); err != nil {
		t.Fatal(err)
	}
	if s, _ := order(t, c, vacuum); s != franka.GripperSuccess || !c.State().Present || !c.State().InRange || c.State().Vacuum < 500 {
		t.Errorf("with one: %d, %+v", s, c.State())
	}
	pumped := 0
	for range 2000 {
		c.Step()
		if st := c.State(); !st.InRange || st.Vacuum > 700 {
			t.Fatalf("held: %+v", st)
		} else if st.Power > 0 {
			pumped++
		}
	}
	if pumped == 0 || pumped > 1000 {
		t.Errorf("it pumps in %d of 2000 cycles", pumped)
	}
	if err := c.Pull(80); err != nil || !c.part {
		t.Errorf("80 N pull it off: %v", err)
	}
	if s, _ := order(t, c, franka.GripperRequest{Kind: franka.GripperDropOff, Timeout: 1000}); s != franka.GripperSuccess || !c.State().Detached || c.part {
		t.Errorf("dropped: %d, %+v", s, c.State())
	}
	if err := c.Object(1); err != nil {
		t.Fatal(err)
	}
	if s, _ := order(t, c, vacuum); s != franka.GripperSuccess || c.State().Detached {
		t.Errorf("again: %d, %+v", s, c.State())
	}
	if err := c.Pull(300); err != nil {
		t.Error(err)
	}
	for range 100 {
		c.Step()
	}
	if st := c.State(); st.InRange || st.Present || st.Vacuum > 100 {
		t.Errorf("the part is lost: %+v", st)
	}
	for _, q := range []franka.GripperRequest{{Kind: franka.GripperVacuum, Timeout: 1}, {Kind: franka.GripperVacuum, Vacuum: 1, Profile: 4}, {Kind: franka.GripperDropOff, Timeout: -1}} {
		if s, _ := order(t, c, q); s != franka.GripperFail {
			t.Errorf("%+v: %d", q, s)
		}
	}
}

// TestDevicesKeepTheirBounds whatever is asked of them, and are the same for the same orders.
func TestDevicesKeepTheirBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hands, cups := [2]*Hand{NewHand(), NewHand()}, [2]*Cup{NewCup(), NewCup()}
		odd := rapid.OneOf(rapid.Float64Range(-0.01, 0.1), rapid.Float64())
		for range rapid.IntRange(1, 30).Draw(t, "orders") {
			q := franka.GripperRequest{
				Kind: rapid.SampledFrom([]franka.GripperKind{franka.GripperHoming, franka.GripperGrasp, franka.GripperMove, franka.GripperStop}).Draw(t, "hand"), Width: odd.Draw(t, "width"),
				Speed: odd.Draw(t, "speed"), Inner: odd.Draw(t, "inner"), Outer: odd.Draw(t, "outer"), Force: rapid.Float64Range(-1, 150).Draw(t, "force"),
			}
			v := franka.GripperRequest{
				Kind:   rapid.SampledFrom([]franka.GripperKind{franka.GripperVacuum, franka.GripperDropOff, franka.GripperStop}).Draw(t, "cup"),
				Vacuum: rapid.Uint8().Draw(t, "vacuum"), Profile: rapid.Uint8Range(0, 4).Draw(t, "profile"), Timeout: rapid.Int64().Draw(t, "timeout"),
			}
			object, pull, steps := odd.Draw(t, "object"), odd.Draw(t, "pull"), rapid.IntRange(0, 60).Draw(t, "steps")
			for i := range 2 {
				for d, o := range map[Device]franka.GripperRequest{hands[i]: q, cups[i]: v} {
					_ = d.Scene().Object(object) // what cannot be is refused
					d.Do(&o)
					for range steps {
						d.Step()
					}
					_ = d.Scene().Pull(1000 * pull)
				}
			}
			h, c := hands[0].State(), cups[0].State()
			if !(h.Width >= 0 && h.Width <= widest) || h.Grasped && hands[0].force == 0 || !(cups[0].vacuum >= 0 && cups[0].vacuum <= deepest) || c.Power < 0 || c.Power > 100 {
				t.Fatalf("after %+v and %+v: %+v, %+v", q, v, h, c)
			}
			if *hands[0] != *hands[1] || *cups[0] != *cups[1] {
				t.Fatal("equal orders, unequal devices")
			}
		}
	})
}
