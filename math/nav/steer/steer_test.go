package steer

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/route"
	"github.com/sinew-robotics/sinew/sim/planar"
	"github.com/sinew-robotics/sinew/sim/planar/rooms"
)

// straightAhead is a path of some metres from a pose.
func straightAhead(from nav.Pose, length float64, kind route.Kind) *route.Path {
	leg := route.Leg{Kind: kind}
	n := int(length/0.025) + 1
	dir := 1.0
	if kind == route.Backward {
		dir = -1
	}
	for i := range n + 1 {
		s := length * float64(i) / float64(n)
		leg.Ways = append(leg.Ways, route.Way{Pose: from.Mul(nav.Pose{X: dir * s}), S: s, Clear: 0.5})
	}
	return &route.Path{Legs: []route.Leg{leg}, Length: length}
}

// Whatever is wished, commands that are shaped move no seat by more than 1 m/s² and 2 m/s³.
func TestShapedIsComfortable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := nav.Comfort()
		s := seat{at: l.Seat}
		var m motion
		want := nav.Twist{}
		for range 40 {
			want = nav.Twist{V: rapid.Float64Range(-0.5, 1.2).Draw(t, "v"), W: rapid.Float64Range(-1.2, 1.2).Draw(t, "w")}
			for range rapid.IntRange(1, 60).Draw(t, "ticks") {
				for range 4 { // in steps of the world, as the seat measures
					m.toward(want, &l, 0.12, 0.005)
					s.add(m.twist, 0.005, false)
				}
			}
		}
		if s.accel > 1 || s.jerk > 2 {
			t.Fatalf("%g m/s² and %g m/s³", s.accel, s.jerk)
		}
	})
}

// A motion that is foreseen from the commands that were sent is where a vehicle with that delay and lag gets.
func TestForesee(t *testing.T) {
	n, err := NewEye(params())
	if err != nil {
		t.Fatal(err)
	}
	p := params().filled()
	rapid.Check(t, func(t *rapid.T) {
		var s State
		var truth motion
		var queue []nav.Twist
		l := nav.Comfort()
		var v, w nav.Shaper
		late := rapid.IntRange(0, 4).Draw(t, "ticks of delay")
		q := p
		q.Response.Delay = float64(late) * 0.02
		for i := range 100 {
			s.Time, s.Since = float64(i)*0.02, float64(i)*0.02
			s.Odometry, s.Twist = truth.at, truth.twist
			if i == 99 {
				break
			}
			shaped(&v, &w, nav.Twist{V: math.Sin(float64(i) / 9), W: math.Cos(float64(i) / 7)}, &l, 0.02)
			queue = append(queue, nav.Twist{V: v.V, W: w.V})
			s.Sent.Add(s.Time, queue[i])
			obeyed := nav.Twist{}
			if i >= late {
				obeyed = queue[i-late]
			}
			truth.lag(obeyed, q.Response.Lag, 0.01)
			truth.lag(obeyed, q.Response.Lag, 0.01)
		}
		got := foresee(&q, &s, &n.Near)
		for i := 99 - late; i < 99; i++ {
			truth.lag(queue[i], q.Response.Lag, 0.01)
			truth.lag(queue[i], q.Response.Lag, 0.01)
		}
		if got.at.Dist(truth.at) > 1e-6 || math.Abs(got.twist.V-truth.twist.V) > 1e-6 {
			t.Fatalf("%v, and not %v", got.at, truth.at)
		}
	})
}

// The prepared outline tells the distances that the plain one does, where they matter.
func TestShape(t *testing.T) {
	o := params().Outline
	s := newShape(o)
	rapid.Check(t, func(t *rapid.T) {
		p := nav.Point{X: rapid.Float64Range(-1.5, 2).Draw(t, "x"), Y: rapid.Float64Range(-1.5, 1.5).Draw(t, "y")}
		want := min(o.Distance(p), 0.5)
		if got := s.distance(p, 0.5); math.Abs(got-want) > 1e-9 && want > 0 || want < 0 && got > 0 {
			t.Fatalf("%v is %g from the outline, not %g", p, got, want)
		}
	})
}

// From any speed, on any way that is long enough, and from rest on any way at all, the pilot's law comes to rest within 3 cm of
// the end, forward and backward, and never beyond the limits of its speeds.
func TestComesToRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, err := NewPilot(params())
		if err != nil {
			t.Fatal(err)
		}
		kind := rapid.SampledFrom([]route.Kind{route.Forward, route.Backward}).Draw(t, "kind")
		length := rapid.Float64Range(0.1, 6).Draw(t, "length")
		if err := p.Follow(straightAhead(nav.Pose{}, length, kind)); err != nil {
			t.Fatal(err)
		}
		k := &p.lanes[0]
		m := motion{at: nav.Pose{Y: rapid.Float64Range(-0.05, 0.05).Draw(t, "y"), Yaw: rapid.Float64Range(-0.1, 0.1).Draw(t, "yaw")}}
		at := 0
		for range 50 * 60 {
			at = k.advance(at, m.at)
			m.toward(p.law(k, at, &m, m.at, policy{1, 0}), &p.p.Limits, p.p.Response.Lag, 0.02)
		}
		if x, _, _ := k.errors(&k.ways[len(k.ways)-1], m.at); math.Abs(x) > 0.03 || !m.still() {
			t.Fatalf("it ends %g m beyond the end, and moves by %v", x, m.twist)
		}
	})
}

// A vehicle that stands in the middle of a path, with room, takes no memory in any step, and each step is quick.
func TestNoMemory(t *testing.T) {
	room, err := rooms.New("people")
	if err != nil {
		t.Fatal(err)
	}
	world, err := room.World(1)
	if err != nil {
		t.Fatal(err)
	}
	r := newRig(t, world, nav.Pose{X: 6, Y: 6}, 1)
	r.still(t, 60)
	pilot, err := NewPilot(params())
	if err != nil {
		t.Fatal(err)
	}
	r.state.Pose, r.state.Doubt = r.body.Pose(), 0.01
	if err := pilot.Follow(straightAhead(r.body.Pose(), 4, route.Forward)); err != nil {
		t.Fatal(err)
	}
	assist, err := NewAssist(params())
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range r.lidars {
		l.Latest(&r.scans[i])
	}
	for name, step := range map[string]func(){
		"Pilot":  func() { pilot.Step(&r.state, &r.near.Near) },
		"Assist": func() { assist.Step(nav.Twist{V: 0.9, W: 0.02}, &r.state, &r.near.Near) },
		"Guard":  func() { r.guard.Check(nav.Twist{V: 0.9, W: 0.2}, &r.state, &r.near.Near) },
		"Near":   func() { r.near.See(r.scans) },
	} {
		if n := testing.AllocsPerRun(20, step); n != 0 {
			t.Errorf("%s takes memory %g times a step", name, n)
		}
	}
}

// Parameters and paths that make no sense are told with all their faults.
func TestFaultyParams(t *testing.T) {
	_, err := NewGuard(Params{Period: 7, Response: Response{Delay: -1, Lag: 9}, Scanners: 99, Limits: nav.Limits{V: 1}})
	if err == nil {
		t.Fatal("no error")
	}
	for _, s := range []string{"outline", "Period", "Delay", "Lag", "scanners", "Accel", "Jerk"} {
		if !strings.Contains(err.Error(), s) {
			t.Errorf("%q lacks %s", err, s)
		}
	}
	p, err := NewPilot(params())
	if err != nil {
		t.Fatal(err)
	}
	bad := straightAhead(nav.Pose{}, 1, route.Forward)
	bad.Legs[0].Ways[3].X = math.NaN()
	for _, path := range []*route.Path{nil, {Legs: []route.Leg{{}}}, bad} {
		if p.Follow(path) == nil {
			t.Errorf("%v was taken", path)
		}
	}
	near, err := NewEye(params())
	if err != nil {
		t.Fatal(err)
	}
	if c := p.Step(&State{}, &near.Near); c.Doing != Arrived {
		t.Errorf("without a path it is %v", c.Doing)
	}
}

// People are found where they are, walking as they do, and nobody else.
func TestPeople(t *testing.T) {
	room, err := rooms.New("people")
	if err != nil {
		t.Fatal(err)
	}
	found, missed, wrong := 0, 0, 0
	for seed := range uint64(2) {
		world, err := room.World(seed)
		if err != nil {
			t.Fatal(err)
		}
		from, _ := room.Trip(seed)
		r := newRig(t, world, from, seed)
		for i := range 500 {
			r.tick(t, func(*State) nav.Twist { return nav.Twist{V: 0.4, W: 0.3 * math.Sin(float64(i)/100)} })
			if i < 100 || i%10 > 0 {
				continue
			}
			k := r.body.Pose().Mul(r.near.track.Frame(r.state.Odometry).Inv())
			people := r.near.People(r.state.Time, nil)
			for j := range world.People() {
				p := world.Person(j)
				d := p.At.Sub(r.body.Pose().Point())
				hidden := world.Look(r.body, r.body.Pose().Point(), math.Atan2(d.Y, d.X), 10) < d.Norm()-0.4
				if d.Norm() > 4.5 || p.Speed.Norm() < 0.6 || hidden {
					continue
				}
				if slices.ContainsFunc(people, func(q Walker) bool { return k.Apply(q.At).Sub(p.At).Norm() < 0.4 }) {
					found++
				} else {
					missed++
				}
			}
			for _, q := range people {
				nearest := 9.0
				for j := range world.People() {
					nearest = min(nearest, world.Person(j).At.Sub(k.Apply(q.At)).Norm())
				}
				if nearest > 0.6 {
					wrong++
				}
			}
		}
	}
	t.Logf("%d found, %d missed, %d where nobody is", found, missed, wrong)
	if found < 50 || missed > found/5 || wrong > found/4 {
		t.Error("too few are found, or too many who are not there")
	}
}

// How long steps take, with people around and two scanners: BENCH of what runs in a control cycle.
func BenchmarkSteps(b *testing.B) {
	room, err := rooms.New("doors")
	if err != nil {
		b.Fatal(err)
	}
	world, err := planar.New(planar.Config{Map: room.Grid, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	r := newRig(b, world, nav.Pose{X: 3.6, Y: 3.475}, 1)
	r.still(b, 60)
	pilot, err := NewPilot(params())
	if err != nil {
		b.Fatal(err)
	}
	assist, err := NewAssist(params())
	if err != nil {
		b.Fatal(err)
	}
	r.state.Pose, r.state.Doubt = r.body.Pose(), 0.01
	if err := pilot.Follow(straightAhead(r.body.Pose(), 4, route.Forward)); err != nil {
		b.Fatal(err)
	}
	for i, l := range r.lidars {
		l.Latest(&r.scans[i])
	}
	at, still := r.near.track.Last()
	for _, c := range []struct {
		name string
		step func()
	}{
		{"Pilot", func() { pilot.Step(&r.state, &r.near.Near) }},
		{"Assist", func() { assist.Step(nav.Twist{V: 0.9, W: 0.02}, &r.state, &r.near.Near) }},
		{"Guard", func() { r.guard.Check(nav.Twist{V: 0.9, W: 0.2}, &r.state, &r.near.Near) }},
		{"Near", func() {
			at += 0.02
			if err := r.near.Move(at, still); err != nil {
				b.Fatal(err)
			}
			for i := range r.scans {
				r.scans[i].Time = at
			}
			r.near.See(r.scans)
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				start := time.Now()
				c.step()
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
		})
	}
}
