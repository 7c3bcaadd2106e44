package steer

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/match"
	"github.com/sinew-robotics/sinew/sim/planar"
	"github.com/sinew-robotics/sinew/sim/planar/rooms"
)

// hall is a room without people, with a wheelchair that has seen it.
func hall(t testing.TB, name string, at nav.Pose, boxes ...planar.Box) *rig {
	t.Helper()
	room, err := rooms.New(name)
	if err != nil {
		t.Fatal(err)
	}
	world, err := planar.New(planar.Config{Map: room.Grid, Seed: 1, Boxes: boxes})
	if err != nil {
		t.Fatal(err)
	}
	r := newRig(t, world, at, 1)
	r.still(t, 20)
	return r
}

// push drives straight on for some seconds.
func (r *rig) push(t testing.TB, seconds float64, want nav.Twist) {
	for range int(seconds / tickLength.Seconds()) {
		r.tick(t, func(*State) nav.Twist { return want })
	}
}

// unhurt fails where the vehicle touched something.
func (r *rig) unhurt(t testing.TB) {
	t.Helper()
	if n, last := r.body.Contacts(); n > 0 {
		t.Errorf("%d contacts, the last with %v at %v, %.2f", n, last.Kind, last.At, last.Where)
	}
}

// stands fails where the vehicle moves.
func (r *rig) stands(t testing.TB, why Reason) {
	t.Helper()
	if v := r.body.Twist(); math.Abs(v.V) > 0.02 || math.Abs(v.W) > 0.02 {
		t.Errorf("it moves by %v: %v", v, r.told)
	}
	if r.told.Reason != why {
		t.Errorf("it stands because %v, not because %v", r.told.Reason, why)
	}
}

// Whatever happens to the scanners, the vehicle slows, stops, says why, touches nothing, and goes on when they are well again.
func TestScannerFaults(t *testing.T) {
	for _, c := range []struct {
		name  string
		fault func(r *rig, keep [2][]float64, i int, s *nav.Scan)
		why   Reason
	}{
		{"silent", func(r *rig, _ [2][]float64, i int, s *nav.Scan) { s.Ranges = nil }, Silent},
		{"blinded", func(r *rig, _ [2][]float64, i int, s *nav.Scan) {
			s.Ranges = make([]float64, len(s.Ranges))
			for k := range s.Ranges {
				s.Ranges[k] = math.NaN()
			}
		}, Silent},
		{"sees nothing", func(r *rig, _ [2][]float64, i int, s *nav.Scan) {
			s.Ranges = make([]float64, len(s.Ranges))
			for k := range s.Ranges {
				s.Ranges[k] = math.Inf(1)
			}
		}, Silent},
		{"frozen", func(r *rig, keep [2][]float64, i int, s *nav.Scan) { s.Ranges = keep[i] }, Silent},
		{"an hour ahead", func(r *rig, _ [2][]float64, i int, s *nav.Scan) { s.Time += 3600 }, Silent},
		{"ten seconds late", func(r *rig, _ [2][]float64, i int, s *nav.Scan) { s.Time -= 10 }, Silent},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := hall(t, "people", nav.Pose{X: 3, Y: 6, Yaw: 0.02})
			r.push(t, 3, nav.Twist{V: 0.9})
			var keep [2][]float64
			for i, l := range r.lidars {
				var s nav.Scan
				l.Latest(&s)
				keep[i] = append([]float64(nil), s.Ranges...)
			}
			v := r.body.Twist().V
			from := r.body.Pose()
			r.blind = func(i int, s *nav.Scan) { c.fault(r, keep, i, s) }
			r.push(t, 5, nav.Twist{V: 0.9})
			r.stands(t, c.why)
			r.unhurt(t)
			if r.hard > 0 {
				t.Errorf("%d emergency stops", r.hard)
			}
			if far := r.body.Pose().Dist(from); far > 2.2 || v < 0.85 {
				t.Errorf("from %g m/s it went on for %g m", v, far)
			}
			t.Logf("from %.2f m/s it went on for %.2f m: %v", v, r.body.Pose().Dist(from), r.told)
			r.blind = nil
			r.push(t, 2, nav.Twist{V: 0.9})
			if r.body.Twist().V < 0.3 {
				t.Errorf("scanners are well again, and it moves by %v: %v", r.body.Twist(), r.told)
			}
		})
	}
}

// With one of two scanners dead the vehicle drives where the other sees, and not where neither does. The front one sees all
// but what is behind on the right, the rear one all but what is ahead on the left.
func TestOneScannerDead(t *testing.T) {
	for _, c := range []struct {
		dead int
		want nav.Twist
		goes bool
	}{
		{0, nav.Twist{V: 0.9}, false},
		{0, nav.Twist{V: -0.3}, true},
		{0, nav.Twist{W: 0.8}, false},
		{1, nav.Twist{V: 0.9}, true},
		{1, nav.Twist{V: -0.3}, false},
		{1, nav.Twist{W: -0.8}, false},
	} {
		r := hall(t, "people", nav.Pose{X: 6, Y: 6, Yaw: 0.4})
		r.blind = func(i int, s *nav.Scan) {
			if i == c.dead {
				s.Ranges = nil
			}
		}
		r.push(t, 3, nav.Twist{})
		from := r.body.Pose()
		r.push(t, 3, c.want)
		r.unhurt(t)
		if c.goes {
			if r.body.Pose().Dist(from) < 0.5 {
				t.Errorf("with scanner %d dead, %v brings it to %.2f: %v", c.dead, c.want, r.body.Pose(), r.told)
			}
			continue
		}
		r.stands(t, Blind)
	}
}

// What appears at the outline's edge begins a stop within one cycle of the scan that shows it.
func TestAppears(t *testing.T) {
	for _, v := range []float64{0.3, 0.6, 0.9} {
		r := hall(t, "people", nav.Pose{X: 3, Y: 6, Yaw: 0}, planar.Box{Length: 0.3, Width: 0.6, Gone: true})
		r.push(t, 3, nav.Twist{V: v})
		// Far enough ahead that there is a chance at all: as far as the vehicle gets until a scan has shown it and wheels obey,
		// a third of a second, and the kit's hardest stop.
		p := r.body.Pose().Mul(nav.Pose{X: 0.8 + 0.15 + 0.02 + 0.33*v + v*v/4, Y: 0.1})
		box := r.world.AddBox(planar.Box{At: p, Length: 0.3, Width: 0.6})
		shown := -1
		for i := range 100 {
			before := r.seen
			r.tick(t, func(*State) nav.Twist { return nav.Twist{V: v} })
			if shown < 0 && before != r.seen && i > 3 { // a scan that began after it appeared
				shown = i
			}
			if r.told.Doing == Stopping || r.told.Doing == Waiting {
				if shown < 0 {
					shown = i
				}
				if late := i - shown; late > 2 {
					t.Errorf("at %g m/s the stop began %d ms late", v, 20*late)
				}
				break
			}
			if i == 99 {
				t.Errorf("at %g m/s there was no stop", v)
			}
		}
		r.push(t, 2, nav.Twist{V: v})
		r.unhurt(t)
		_ = box
		t.Logf("at %g m/s: clearance %.3f, %d emergency stops", v, r.body.Closest(), r.hard)
	}
}

// Odometry that is wrong, late or gone, and wishes that are no numbers, never end in a contact.
func TestOdometryFaults(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(r *rig)
		why  Reason
	}{
		{"left wheel stuck", func(r *rig) { r.body.Stick(planar.Left, true) }, Free},
		{"right wheel slips by a third", func(r *rig) { r.body.Skid(planar.Right, 0.33) }, Free},
		{"both slip by a third", func(r *rig) { r.body.Skid(planar.Right, 0.33); r.body.Skid(planar.Left, 0.33) }, Free},
		{"gone", func(r *rig) { r.kit.Faults.Mute = true }, Odometry},
		{"not finite", func(r *rig) { r.state.Odometry.X = math.NaN() }, Odometry},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := hall(t, "clutter", nav.Pose{X: 1.6, Y: 1.2, Yaw: 0.3})
			r.push(t, 1.5, nav.Twist{V: 0.6, W: 0.1})
			c.do(r)
			r.push(t, 6, nav.Twist{V: 0.7})
			r.unhurt(t)
			if c.why != Free {
				r.stands(t, c.why)
			}
			t.Logf("at %.2f, clearance %.3f: %v, %d emergency stops, shift %.3f", r.body.Pose(), r.body.Closest(), r.told, r.hard, r.shift)
		})
	}
	// A wheel that slips turns the vehicle towards the wall of a corridor, and odometry says that it goes straight on.
	for _, much := range []float64{0.1, 0.2, 0.33, 0.5} {
		for _, v := range []float64{0.3, 0.6, 0.9} {
			r := hall(t, "corridor", nav.Pose{X: 2, Y: 1.6})
			r.push(t, 2, nav.Twist{V: v})
			r.body.Skid(planar.Left, much)
			r.push(t, 8, nav.Twist{V: v})
			r.unhurt(t)
			t.Logf("%.2f at %g m/s: clearance %.3f, %d emergency stops, shift %.3f", much, v, r.body.Closest(), r.hard, r.shift)
		}
	}
	r := hall(t, "people", nav.Pose{X: 3, Y: 6})
	r.push(t, 2, nav.Twist{V: math.NaN(), W: math.Inf(1)})
	r.stands(t, Unordinary)
}

// A Near tells what became of scans, and takes none that makes no sense.
func TestVerdicts(t *testing.T) {
	n, err := NewEye(params())
	if err != nil {
		t.Fatal(err)
	}
	if got := n.See([]nav.Scan{{}, {}, {}}); len(got) != 2 {
		t.Errorf("%d verdicts of two scanners", len(got))
	}
	if err := n.Move(1, nav.Pose{X: math.NaN()}); err == nil {
		t.Error("odometry that is not finite was taken")
	}
	if err := n.Move(1, nav.Pose{}); err != nil {
		t.Error(err)
	}
	s := nav.Scan{First: math.NaN(), Ranges: make([]float64, 100), Max: 10, Time: 1}
	if got := n.See([]nav.Scan{s}); got[0] != match.Absurd {
		t.Errorf("a scan in no direction is %v", got[0])
	}
}
