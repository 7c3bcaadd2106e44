package steer

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/locate"
	"github.com/sinew-robotics/sinew/math/nav/route"
	"github.com/sinew-robotics/sinew/sim/planar/rooms"
)

// trip is what came of one.
type trip struct {
	reached       bool
	contacts      int
	closest       float64
	took, planned float64
	off, yaw      float64
	sway          float64 // sign changes of w per m
	accel, jerk   float64
	hard, plans   int
	cost          time.Duration
	note          string
	shift         float64
}

// drive makes a trip in a room.
func drive(t testing.TB, room *rooms.Room, number uint64, trace bool) (out trip) {
	world, err := room.World(number)
	if err != nil {
		t.Fatal(err)
	}
	from, to := room.Trip(number)
	r := newRig(t, world, from, number)
	if r.place, err = locate.New(room.Grid, locate.Params{}, number); err != nil {
		t.Fatal(err)
	}
	if err := r.place.Start(nav.Pose{X: from.X + 0.1, Y: from.Y - 0.08, Yaw: from.Yaw + 0.05}, 0.2, 0.15); err != nil {
		t.Fatal(err)
	}
	pilot, err := NewPilot(params())
	if err != nil {
		t.Fatal(err)
	}
	path := plan(t, room, from, to, nil)
	if path == nil {
		out.note = "no path"
		return out
	}
	want := Command{}
	begin := 0
	signs, sign, again := 0, 0.0, 0
	var costs []time.Duration
	r.still(t, 60)
	if err := pilot.Follow(path); err != nil {
		t.Fatal(err)
	}
	begin = r.ticks
	for r.ticks-begin < 50*180 {
		n := 0
		r.tick(t, func(s *State) nav.Twist {
			n = r.ticks
			if n%5 == 0 || n%5 == 2 {
				start := time.Now()
				want = pilot.Step(s, r.near)
				costs = append(costs, time.Since(start))
			}
			return want.Twist
		})
		if want.Blocked > 2.5 && n > again {
			again = n + 50*3
			out.plans++
			if p := plan(t, room, r.state.Pose, to, r); p != nil {
				if err := pilot.Follow(p); err != nil {
					t.Fatal(err)
				}
			}
		}
		if w := r.body.Twist().W; math.Abs(w) > 0.03 {
			if sign*w < 0 {
				signs++
			}
			sign = w
		}
		if every, _ := strconv.Atoi(os.Getenv("TRACE")); trace && n%max(every, 1) == 0 {
			d, _ := world.Clearance(r.body)
			p, k := r.body.Pose(), pilot
			line := fmt.Sprintf("%6.2f at %.2f %.2f %.2f v %.2f w %.2f want %.2f %.2f sent %.2f %.2f %v/%v share %.2f off %.2f", float64(n-begin)*0.02, p.X, p.Y, p.Yaw, r.body.Twist().V, r.body.Twist().W, want.V, want.W, r.sent.V, r.sent.W, want.Doing, want.Reason, k.share, k.offset)
			if k.leg < len(k.lanes) {
				l := &k.lanes[k.leg]
				w := &l.ways[k.at]
				_, y, yaw := l.errors(w, p)
				line += fmt.Sprintf(" leg %d at %d/%d errs %.3f %.3f curve %.2f top %.2f", k.leg, k.at, len(l.ways), y, yaw, w.curve, w.v)
			}
			fmt.Printf("%s guard %v/%v clear %.3f near %.3f loc %.3f movers %d\n", line, r.told.Doing, r.told.Reason, d, r.told.Clear, p.Dist(r.state.Pose), len(r.near.movers))
		}
		if c, last := r.body.Contacts(); c > out.contacts && out.note == "" {
			out.note = fmt.Sprintf("contact with %v at %.2f s %.2f", last.Kind, float64(n-begin)*0.02, last.Where)
		}
		out.contacts, _ = r.body.Contacts()
		if want.Doing == Arrived && r.body.Twist() == (nav.Twist{}) || out.contacts > 3 {
			break
		}
	}
	end := r.body.Pose()
	out.off, out.yaw = end.Dist(to), math.Abs(nav.Angle(end.Yaw-to.Yaw))
	out.reached = want.Doing == Arrived && out.off < 0.1 && out.yaw < 0.1
	out.closest, out.shift = r.body.Closest(), r.shift
	out.took, out.planned = float64(r.ticks-begin)*0.02, path.Time
	out.sway = float64(signs) / max(r.moved, 1)
	out.accel, out.jerk, out.hard = r.seat.accel, r.seat.jerk, r.hard
	slices.Sort(costs)
	out.cost = costs[len(costs)*99/100]
	if !out.reached && out.note == "" {
		e := to.Inv().Mul(end)
		for i := range world.People() {
			fmt.Printf("   person %d at %.2f speed %.2f\n", i, world.Person(i).At, world.Person(i).Speed)
		}
		out.note = fmt.Sprintf("goal off %.2f %.2f ", e.X, e.Y)
		out.note += fmt.Sprintf("%v %v left %.2f at %.2f leg %d of %d; guard %v %v", want.Doing, want.Reason, want.Left, end, pilot.leg, len(pilot.lanes), r.told.Doing, r.told.Reason)
	}
	return out
}

// plan finds a path, with what stands near that the map lacks, and says how long that took.
func plan(t testing.TB, room *rooms.Room, from, to nav.Pose, r *rig) *route.Path {
	var seen []nav.Point
	if r != nil {
		f := nav.NewField(room.Grid, 1, true)
		k := r.state.Pose.Mul(r.near.track.Frame(r.state.Odometry).Inv())
		points := r.near.Points(nil)
		for _, p := range r.near.People(r.state.Time, nil) {
			for i := range 12 {
				y, x := math.Sincos(float64(i) * math.Pi / 6)
				points = append(points, nav.Point{X: p.At.X + p.Radius*x, Y: p.At.Y + p.Radius*y})
			}
		}
		for _, p := range points {
			if q := k.Apply(p); f.At(q) > 0.15 {
				seen = append(seen, q)
			}
		}
	}
	if os.Getenv("STANDIN") != "" && r == nil {
		return standIn(room, from, to, nav.Comfort())
	}
	p, err := route.New(room.Grid, route.Params{Outline: params().Outline, Limits: nav.Comfort()})
	if err != nil {
		t.Fatal(err)
	}
	path, err := p.Plan(from, to, seen)
	if err != nil {
		if os.Getenv("HARD") != "" {
			fmt.Println("  ", err)
		}
	}
	return path
}

// still lets ticks pass without a wish, until the place is known.
func (r *rig) still(t testing.TB, n int) {
	for range n {
		r.tick(t, func(*State) nav.Twist { return nav.Twist{} })
	}
}

// TestRunner drives many trips: TRIPS=doors:0-20 prints each, and TRACE=1 what goes on.
func TestRunner(t *testing.T) {
	spec := os.Getenv("TRIPS")
	if spec == "" {
		t.Skip("give TRIPS=room:from-to")
	}
	for _, one := range strings.Split(spec, ",") {
		name, span, _ := strings.Cut(one, ":")
		a, b, found := strings.Cut(span, "-")
		lo, _ := strconv.Atoi(a)
		hi := lo + 1
		if found {
			hi, _ = strconv.Atoi(b)
		}
		room, err := rooms.New(name)
		if err != nil {
			t.Fatal(err)
		}
		var all []trip
		reached, contacts, hard := 0, 0, 0
		for n := lo; n < hi; n++ {
			o := drive(t, room, uint64(n), os.Getenv("TRACE") != "")
			all = append(all, o)
			if o.reached {
				reached++
			}
			contacts += o.contacts
			hard += o.hard
			fmt.Printf("%s %3d ok %-5v hit %d close %.3f took %.1f plan %.1f ratio %.2f off %.3f %.3f sway %.2f a %.2f j %.2f hard %d plans %d shift %.3f p99 %v %s\n", name, n, o.reached, o.contacts, o.closest, o.took, o.planned, o.took/max(o.planned, 1), o.off, o.yaw, o.sway, o.accel, o.jerk, o.hard, o.plans, o.shift, o.cost.Round(10*time.Microsecond), o.note)
		}
		mean := func(f func(*trip) float64) (m, most float64) {
			for i := range all {
				m += f(&all[i]) / float64(len(all))
				most = max(most, f(&all[i]))
			}
			return m, most
		}
		ratio, worst := mean(func(o *trip) float64 { return o.took / max(o.planned, 1) })
		sway, worstSway := mean(func(o *trip) float64 { return o.sway })
		_, accel := mean(func(o *trip) float64 { return o.accel })
		_, jerk := mean(func(o *trip) float64 { return o.jerk })
		least := slices.MinFunc(all, func(a, b trip) int { return cmp.Compare(a.closest, b.closest) }).closest
		fmt.Printf("== %s: reached %d of %d, contacts %d, least clearance %.3f, ratio %.2f (worst %.2f), sway %.2f (%.2f), a %.2f j %.2f hard %d\n", name, reached, len(all), contacts, least, ratio, worst, sway, worstSway, accel, jerk, hard)
	}
}
