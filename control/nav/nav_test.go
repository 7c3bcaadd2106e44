package nav

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	plane "github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/locate"
	"github.com/sinew-robotics/sinew/math/nav/route"
	"github.com/sinew-robotics/sinew/math/nav/steer"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
)

// outline is that of a small cart.
func outline() plane.Outline {
	return plane.Outline{{X: -0.2, Y: -0.2}, {X: 0.3, Y: -0.2}, {X: 0.3, Y: 0.2}, {X: -0.2, Y: 0.2}}
}

// floor is a hall of 7 m by 5 m with a wall across it that has a gap, and things by which one place differs from another.
func floor(t testing.TB) *plane.Grid {
	t.Helper()
	g, err := plane.NewGrid(140, 100, 0.05, plane.Point{})
	if err != nil {
		t.Fatal(err)
	}
	fill := func(x0, y0, x1, y1 int, v int8) {
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				g.Set(x, y, v)
			}
		}
	}
	fill(0, 0, 140, 100, plane.Occupied)
	fill(3, 3, 137, 97, plane.Free)
	fill(70, 0, 73, 55, plane.Occupied)
	fill(70, 80, 73, 100, plane.Occupied)
	fill(3, 70, 15, 80, plane.Occupied)
	fill(110, 3, 118, 12, plane.Occupied)
	fill(125, 60, 137, 66, plane.Occupied)
	return g
}

// cart is a vehicle that does what a guard makes of a Drive's commands, with a scanner at each end.
type cart struct {
	reactor.Reactor
	Command  reactor.In[Velocity]
	Driving  reactor.In[Driving]
	Place    reactor.In[Place]
	Way      reactor.In[Answer]
	Odometry reactor.Out[Odometry]
	Scans    reactor.Out[Scans]
	Around   reactor.Out[steer.Around]
	Goal     reactor.Out[Goal]
	Here     reactor.Out[Goal]
	Map      reactor.Out[Map]
	Sent     reactor.Out[Velocity]
	tick     reactor.Timer

	grid   *plane.Grid
	caster *plane.Caster
	field  *plane.Field
	eye    *Eye
	guard  *steer.Guard
	want   plane.Twist
	twist  plane.Twist
	at     plane.Pose // in MAP, in truth
	from   plane.Pose // where the frame of odometry began
	n      int

	goal  plane.Pose
	mute  float64 // s, from when on no odometry comes; 0 for never
	loses float64 // s, when somebody says that nobody knows where it is; 0 for never
	other float64 // s, when another map is meant; 0 for never

	told    Driving
	place   Place
	answers []Answer
	said    []string // what it was about, in turn
	nearest float64  // m, of BASE to a wall
}

const beat = 20 * time.Millisecond

// run drives for some seconds from a place, known or not.
func run(t *testing.T, c *cart, at plane.Pose, known bool, long time.Duration, workers int) *cart {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	c.grid = floor(t)
	c.caster, c.field = plane.NewCaster(c.grid, false), plane.NewField(c.grid, 1, false)
	c.at, c.from, c.nearest = at, at, 1
	p := steer.Params{Outline: outline(), Period: beat.Seconds()}
	var err error
	c.eye, err = NewEye(p)
	must(err)
	c.guard, err = steer.NewGuard(p)
	must(err)
	m := reactor.NewMain("cart")
	reactor.Init(m, "cart", c)
	c.tick.Set(beat, beat)
	c.Reaction("tick").On(&c.tick).Sets(&c.Odometry, &c.Scans, &c.Around, &c.Goal, &c.Here, &c.Map, &c.Sent).Do(c.step)
	c.Reaction("command").On(&c.Command).Do(func() { c.want = c.Command.Ref().Twist })
	c.Reaction("driving").On(&c.Driving).Do(func() {
		c.told = *c.Driving.Ref()
		if line := fmt.Sprint(c.told.Doing, " ", c.told.Reason, " ", c.told.Fault); len(c.said) == 0 || c.said[len(c.said)-1] != line {
			c.said = append(c.said, line)
		}
	})
	c.Reaction("place").On(&c.Place).Do(func() { c.place = *c.Place.Ref() })
	c.Reaction("way").On(&c.Way).Do(func() { c.answers = append(c.answers, c.Way.Get().Clone()) })
	lc := LocateConfig{Grid: c.grid, Seed: 1}
	if known {
		lc.Start = &at
	}
	l, err := NewLocate(m, "locate", lc)
	must(err)
	d, err := NewDrive(m, "drive", DriveConfig{Grid: c.grid, Steer: p})
	must(err)
	plan, err := NewPlan(m, "plan", c.grid, route.Params{Outline: outline(), Limits: plane.Comfort()})
	must(err)
	d.Connect(plan)
	reactor.Connect(&c.Odometry, &l.Odometry)
	reactor.Connect(&c.Scans, &l.Scans)
	reactor.Connect(&c.Here, &l.Here)
	reactor.Connect(&c.Map, &l.Map)
	reactor.Connect(&l.Place, &d.Place)
	reactor.Connect(&l.Place, &c.Place)
	reactor.Connect(&c.Odometry, &d.Odometry)
	reactor.Connect(&c.Around, &d.Around)
	reactor.Connect(&c.Goal, &d.Goal)
	reactor.Connect(&c.Sent, &d.Sent)
	reactor.Connect(&d.Command, &c.Command)
	reactor.Connect(&d.Driving, &c.Driving)
	reactor.Connect(&d.Way, &c.Way)
	prog, err := reactor.Build(m, reactor.Options{Workers: workers})
	must(err)
	_, err = exec.Run(t.Context(), prog, exec.Options{Timeout: long})
	must(err)
	return c
}

// step lets 20 ms pass, tells what there is to tell, and takes the guard's command.
func (c *cart) step() {
	now, dt := c.Elapsed().Seconds(), beat.Seconds()
	c.n++
	_, sent := c.eye.State.Sent.Last()
	k := 1 - math.Exp(-dt/0.12)
	c.twist = plane.Twist{V: c.twist.V + float64(k*(sent.V-c.twist.V)), W: c.twist.W + float64(k*(sent.W-c.twist.W))}
	c.at = c.at.Mul(c.twist.Over(dt))
	c.nearest = min(c.nearest, c.field.At(c.at.Point()))
	if c.mute == 0 || now < c.mute {
		o := Odometry{Pose: c.from.Inv().Mul(c.at), Twist: c.twist, Time: now}
		c.Odometry.Set(o)
		c.eye.Move(&o)
	}
	if c.n%4 == 0 {
		var s Scans
		for i := range s {
			v := plane.Scan{Mount: plane.Pose{X: 0.2 - 0.3*float64(i), Yaw: math.Pi * float64(i)}, First: -2.2, Step: 4.4 / 400, Min: 0.05, Max: 10, Ranges: make([]float64, 401), Time: now}
			c.caster.Scan(c.at, &v)
			s[i].Set(&v)
		}
		c.Scans.Set(s)
		c.eye.See(&s)
		c.Around.Set(c.eye.Near.Around)
	}
	switch now {
	case 0.2:
		c.Goal.Set(Goal{Pose: c.goal, Number: 1})
	case c.loses:
		c.Here.Set(Goal{})
	case c.other:
		c.Map.Set(Map{Width: 1})
	}
	at := c.eye.At(c.Elapsed())
	twist, _ := c.guard.Check(c.want, at, c.eye.Near)
	at.Sent.Add(at.Time, twist)
	c.Sent.Set(Velocity{Twist: twist, Time: at.Time})
}

// far is how far a pose is from another, in m and rad.
func far(a, b plane.Pose) (float64, float64) { return a.Dist(b), math.Abs(plane.Angle(a.Yaw - b.Yaw)) }

// A goal beyond the gap is reached, where the place is known and where it has first to be found, the same with any number of
// workers.
func TestArrives(t *testing.T) {
	for name, known := range map[string]bool{"known": true, "unknown": false} {
		t.Run(name, func(t *testing.T) {
			var first plane.Pose
			for _, workers := range []int{1, 2} {
				c := run(t, &cart{goal: plane.Pose{X: 5.5, Y: 3.4, Yaw: 0.5}}, plane.Pose{X: 1.5, Y: 1.5, Yaw: 1}, known, 70*time.Second, workers)
				if d, yaw := far(c.at, c.goal); d > 0.1 || yaw > 0.1 || c.told.Doing != steer.Arrived || math.Abs(c.twist.V)+math.Abs(c.twist.W) > 1e-6 {
					t.Fatalf("at %.3f with %v, off by %.3f m and %.3f rad, %v: %v", c.at, c.twist, d, yaw, c.told, c.said)
				}
				if c.nearest < 0.2 || len(c.answers) == 0 || c.answers[0].Path.Length < 4 {
					t.Errorf("as near as %.3f m to a wall, ways %d", c.nearest, len(c.answers))
				}
				if sought := strings.Contains(strings.Join(c.said, "\n"), steer.Lost.String()); sought == known {
					t.Errorf("with a place that is %s it said %v", name, c.said)
				}
				if first == (plane.Pose{}) {
					first = c.at
				} else if c.at != first {
					t.Errorf("with %d workers it ends at %v, not at %v", workers, c.at, first)
				}
			}
		})
	}
}

// What makes driving impossible is told, and the cart stands.
func TestFaults(t *testing.T) {
	goal := plane.Pose{X: 5.5, Y: 3.4}
	for name, c := range map[string]struct {
		cart
		why   steer.Reason
		fault Fault
	}{
		"a goal in a wall":   {cart{goal: plane.Pose{X: 3.55, Y: 1}}, steer.Obstacle, NoWay},
		"odometry ends":      {cart{goal: goal, mute: 5}, steer.Odometry, 0},
		"the map is another": {cart{goal: goal, other: 5}, steer.Lost, 0},
	} {
		t.Run(name, func(t *testing.T) {
			x := run(t, &c.cart, plane.Pose{X: 1.5, Y: 2, Yaw: 0.2}, true, 12*time.Second, 1)
			if x.told.Reason != c.why || x.told.Fault != c.fault {
				t.Errorf("it says %+v: %v", x.told, x.said)
			}
			if name != "the map is another" && (math.Abs(x.twist.V) > 1e-3 || math.Abs(x.twist.W) > 1e-3) {
				t.Errorf("it moves by %v", x.twist)
			}
			if name == "the map is another" && x.place.Known() {
				t.Errorf("the place is %v", x.place)
			}
		})
	}
}

// Somebody who says that nobody knows where the cart is makes it look, find its place again, and get on.
func TestSearch(t *testing.T) {
	c := run(t, &cart{goal: plane.Pose{X: 5.5, Y: 3.4, Yaw: 0.5}, loses: 6}, plane.Pose{X: 1.5, Y: 1.5, Yaw: 1}, true, 70*time.Second, 1)
	said := strings.Join(c.said, "\n")
	if d, _ := far(c.at, c.goal); d > 0.1 || !strings.Contains(said, steer.Lost.String()) || c.place.State != locate.Converged {
		t.Errorf("%.3f m from the goal, %v:\n%s", d, c.place.State, said)
	}
}

// A seeker turns and drives by turns, and changes as soon as nothing of what it wants passes.
func TestSeeker(t *testing.T) {
	var s seeker
	var at steer.State
	kinds := map[plane.Twist]float64{}
	for i := range 3000 {
		at.Time = 1 + 0.05*float64(i)
		c := s.step(&at)
		if c.Doing != steer.Following || c.Reason != steer.Lost {
			t.Fatalf("%+v", c)
		}
		kinds[c.Twist] += 0.05
		at.Sent.Add(at.Time, c.Twist)
	}
	if len(kinds) != 4 {
		t.Errorf("it did %v", kinds)
	}
	s, at = seeker{}, steer.State{Time: 1}
	first := s.step(&at).Twist
	if at.Time += 1.4; s.step(&at).Twist != first {
		t.Error("it gave up too early")
	}
	if at.Time += 0.2; s.step(&at).Twist == first {
		t.Error("where nothing passes it goes on all the same")
	}
}

// Where scans correct odometry again and again, commands become slow for two seconds, on the same curve.
func TestSlip(t *testing.T) {
	place := func(n int, slips float64) *Place {
		// Odometry says 5 cm from scan to scan; in truth it is less.
		return &Place{Pose: plane.Pose{X: 0.05 * (1 - slips) * float64(n)}, Odometry: plane.Pose{X: 0.05 * float64(n)}, Time: 0.1 * float64(n), State: locate.Converged}
	}
	for slips, slow := range map[float64]bool{0: false, 0.05: false, 0.5: true} {
		var s slip
		for n := 1; n < 20; n++ {
			s.see(place(n, slips))
		}
		want := plane.Twist{V: 0.6, W: -0.3}
		c := steer.Command{Twist: want, Doing: steer.Following}
		s.slow(&c, 1.9)
		if slow != (c.Twist != want) {
			t.Errorf("with a slip of %g it wants %v", slips, c)
		}
		if slow && (math.Abs(c.V) > slipSpeed+1e-9 || math.Abs(c.W) > slipTurn+1e-9 || math.Abs(c.V*want.W-c.W*want.V) > 1e-12 || c.Reason != steer.Odometry) {
			t.Errorf("slowed to %v", c)
		}
		c = steer.Command{Twist: want}
		if s.slow(&c, 1.9+slipStays+0.1); c.Twist != want {
			t.Errorf("it is still slow: %v", c)
		}
	}
}

// Scans keep their beams, as far as there is room for them.
func TestScans(t *testing.T) {
	from := plane.Scan{Mount: plane.Pose{X: 1, Yaw: 2}, First: -1, Step: 0.01, Min: 0.1, Max: 9, Turn: 0.06, Time: 3, Ranges: make([]float64, Beams+5)}
	for i := range from.Ranges {
		from.Ranges[i] = float64(i) / 8 // which is as exact with 32 bits
	}
	var s Scan
	s.Set(&from)
	var to plane.Scan
	s.To(&to)
	if len(to.Ranges) != Beams || to.Mount != from.Mount || to.Time != from.Time || to.Step != from.Step {
		t.Errorf("%d beams, %+v", len(to.Ranges), to.Mount)
	}
	for i, r := range to.Ranges {
		if r != from.Ranges[i] {
			t.Fatalf("beam %d: %g", i, r)
		}
	}
	var v Views
	v.Fresh()
	scans := &Scans{s, s}
	if n := testing.AllocsPerRun(20, func() { v.Take(scans) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

// A copy of an answer shares nothing with it; maps differ by their cells; each fault has its words.
func TestMessages(t *testing.T) {
	a := Answer{Path: route.Path{Legs: []route.Leg{{Ways: []route.Way{{S: 1}, {S: 2}}}}}}
	b := a.Clone()
	b.Path.Legs[0].Ways[0].S = 5
	if b.Path.Legs = b.Path.Legs[:0]; a.Path.Legs[0].Ways[0].S != 1 {
		t.Error("a copy shares its ways")
	}
	g := floor(t)
	before := MapOf(g)
	if g.Set(50, 50, plane.Occupied); MapOf(g) == before {
		t.Error("a map with another cell is the same")
	}
	if got := (KitMute | NoJoypad).String(); got != "the kit is mute, the joypad is unplugged" || Fault(0).String() != "" {
		t.Errorf("%q", got)
	}
	p := Place{Pose: plane.Pose{X: 1, Yaw: math.Pi / 2}, Odometry: plane.Pose{X: 4}, State: locate.Converged}
	if at := p.At(plane.Pose{X: 5}); math.Abs(at.X-1) > 1e-12 || math.Abs(at.Y-1) > 1e-12 || !p.Known() {
		t.Errorf("a metre farther it is at %v", at)
	}
}
