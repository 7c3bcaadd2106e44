package route

import (
	"container/heap"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/sim/planar/rooms"
)

// In each room trips are found and drivable, through doors with 3.5 cm beside. With SINEW_LONG all hundred are tried.
func TestRooms(t *testing.T) {
	trips := uint64(5)
	if os.Getenv("SINEW_LONG") != "" {
		trips = 100
	}
	for _, name := range rooms.Names() {
		r, err := rooms.New(name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := New(r.Grid, chair())
		if err != nil {
			t.Fatal(err)
		}
		for n := range trips {
			from, to := r.Trip(n)
			path, err := p.Plan(from, to, nil)
			if err != nil {
				t.Errorf("%s: trip %d: %v", name, n, err)
				continue
			}
			for _, f := range faults(r.Grid, chair(), from, to, nil, path) {
				t.Errorf("%s: trip %d: %s", name, n, f)
			}
			if p.search.looked > 6000 {
				t.Errorf("%s: trip %d: %d states", name, n, p.search.looked)
			}
			if c := path.Clear(); name == "doors" && c < 0.035 {
				t.Errorf("doors: trip %d: %.3f m beside it", n, c)
			}
		}
	}
}

// A door of 75 cm, anywhere and from either side, is driven through in its middle and straight, with the outline's length of
// straight way from where it begins to where it ends.
func TestDoor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at, thick := rapid.IntRange(20, 60).Draw(t, "door"), rapid.IntRange(1, 6).Draw(t, "thickness")
		from := nav.Pose{X: rapid.Float64Range(0, 0.6).Draw(t, "x"), Y: rapid.Float64Range(-1, 2).Draw(t, "y"), Yaw: rapid.Float64Range(-3, 3).Draw(t, "yaw")}
		to := nav.Pose{X: 4.5 + rapid.Float64Range(0, 0.5).Draw(t, "to x"), Y: rapid.Float64Range(-1, 2).Draw(t, "to y"), Yaw: rapid.Float64Range(-3, 3).Draw(t, "to yaw")}
		if rapid.Bool().Draw(t, "back") {
			from, to = to, from
		}
		throughDoor(t, at, thick, from, to)
	})
}

// A curve whose last way alone is between the jambs is no way in: what follows would begin there aslant.
func TestDoorIsNotEnteredAslant(t *testing.T) {
	throughDoor(t, 23, 3, nav.Pose{X: 0.267578125, Yaw: -0.00011854266907090658}, nav.Pose{X: 4.60986328125, Y: -1})
}

// throughDoor plans through a door in a wall across a hall, by the cells where it begins and of the wall's thickness.
func throughDoor(t rapid.TB, at, thick int, from, to nav.Pose) {
	g := hall(7, 5)
	for y := range g.Height {
		for x := range thick {
			if y < at || y >= at+15 {
				g.Set(70+x, y, nav.Occupied)
			}
		}
	}
	r, err := New(g, chair())
	if err != nil {
		t.Fatal(err)
	}
	path, err := r.Plan(from, to, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults(g, chair(), from, to, nil, path) {
		t.Error(f)
	}
	if c := path.Clear(); c < 0.04 {
		t.Errorf("%.3f m beside it", c)
	}
	begin, end := g.Origin.X+70*g.Cell, g.Origin.X+float64(70+thick)*g.Cell
	for _, l := range path.Legs {
		for _, w := range l.Ways {
			front, back := w.Apply(nav.Point{X: 0.8}).X, w.Apply(nav.Point{X: -0.3}).X
			if min(front, back) < end && max(front, back) > begin && math.Abs(math.Sin(w.Yaw)) > 0.011 {
				t.Fatalf("%v between the jambs is not straight", w)
			}
		}
	}
}

// Each reason for which there is no way is told, with its place and what to do.
func TestNoWay(t *testing.T) {
	g := hall(6, 4)
	build(g, 2, 0, 0, 0.1, 4)     // a wall across, with
	build(g, 3.5, -1.5, 0, 3, .1) // a lane behind it that is too narrow
	p := chair()
	free, beyond := nav.Pose{X: 0.3, Y: 0, Yaw: 1.5708}, nav.Pose{X: 3.5, Y: 0}
	for _, c := range []struct {
		from, to nav.Pose
		seen     []nav.Point
		work     int
		why      Why
		text     string
	}{
		{from: nav.Pose{X: math.NaN()}, to: free, why: Invalid, text: "start of finite numbers"},
		{from: free, to: nav.Pose{Yaw: math.Inf(1)}, why: Invalid, text: "goal of finite numbers"},
		{from: free, to: nav.Pose{X: 40}, why: Outside, text: "x from -1.00 to 5.00"},
		{from: nav.Pose{X: 2}, to: free, why: StartWall, text: "find the place on the map anew"},
		{from: nav.Pose{X: 1.18}, to: free, why: StartTouch, text: "drive backward along Escape"},
		{from: free, to: nav.Pose{X: 1.8}, why: GoalWall, text: "such as"},
		{from: free, to: nav.Pose{X: 1.13}, why: GoalTight, text: "such as 1.08, 0.00, 0.000"},
		{from: free, to: beyond, why: Unreachable, text: "walls lie between"},
		{from: nav.Pose{X: 3.5, Y: -1}, to: nav.Pose{X: 3.5, Y: 1}, seen: row(nav.Point{X: 2, Y: 0}, nav.Point{X: 5, Y: 0}), why: Unreachable, text: "make room"},
		{from: nav.Pose{X: 2.45}, to: nav.Pose{X: 2.45, Y: 0.3, Yaw: -1.5708}, work: 1, why: Bound, text: "raise Work"},
	} {
		q := p
		q.Work = c.work
		r, err := New(g, q)
		if err != nil {
			t.Fatal(err)
		}
		_, err = r.Plan(c.from, c.to, c.seen)
		var no *NoWay
		if !errors.As(err, &no) || no.Why != c.why || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%v to %v: %v, want %v with %q", c.from, c.to, err, c.why, c.text)
			continue
		}
		if c.why == StartTouch {
			l := no.Escape.Legs[0]
			last := l.Ways[len(l.Ways)-1]
			if d := distance(g, p.Outline, last.Pose, nil); d < 0.03 || math.Abs(last.Clear-d) > 1e-6 || l.Kind != Backward {
				t.Errorf("the escape %v ends at %v, %.3f m from walls", l.Kind, last, d)
			}
			if _, err := r.Plan(last.Pose, free, nil); err != nil {
				t.Errorf("after the escape: %v", err)
			}
		}
	}
	// Nearly touching is no fault: there is a way, which begins with little room.
	r, _ := New(g, p)
	for _, x := range []float64{1.1495, 1.14} {
		from := nav.Pose{X: x}
		path, err := r.Plan(from, free, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range faults(g, p, from, free, nil, path) {
			t.Error(f)
		}
		if path.Legs[0].Kind != Backward {
			t.Errorf("%.1f mm before a wall it begins %v", 1150-1000*x, path.Legs[0].Kind)
		}
	}
	if path, err := r.Plan(free, free, nil); err != nil || len(path.Legs) != 0 || path.Time != 0 {
		t.Errorf("to where it is: %v, %v", path, err)
	}
}

// row is a row of seen points.
func row(a, b nav.Point) (points []nav.Point) {
	for i := range 101 {
		u := float64(i) / 100
		points = append(points, nav.Point{X: a.X + u*(b.X-a.X), Y: a.Y + u*(b.Y-a.Y)})
	}
	return points
}

// What scans have seen is driven round, and forgotten when it is gone.
func TestSeen(t *testing.T) {
	g := hall(7, 4)
	r, err := New(g, chair())
	if err != nil {
		t.Fatal(err)
	}
	from, to := nav.Pose{X: 0, Y: 0}, nav.Pose{X: 4.5, Y: 0}
	free, err := r.Plan(from, to, nil)
	if err != nil {
		t.Fatal(err)
	}
	box := row(nav.Point{X: 2, Y: -0.4}, nav.Point{X: 2, Y: 0.3})
	round, err := r.Plan(from, to, box)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults(g, chair(), from, to, box, round) {
		t.Error(f)
	}
	if !(round.Length > free.Length+0.05) || math.Abs(free.Length-4.5) > 0.01 {
		t.Errorf("%.3f m without and %.3f m with a box in the way", free.Length, round.Length)
	}
	if again, err := r.Plan(from, to, nil); err != nil || again.Length != free.Length {
		t.Errorf("when it is gone: %v, %v", again, err)
	}
}

// The times of legs are those of a trapezoid of acceleration where there is a closed form.
func TestTime(t *testing.T) {
	m := nav.Comfort()
	leg := Leg{Kind: Forward}
	for i := range 201 {
		leg.Ways = append(leg.Ways, Way{S: float64(i) * 0.02, Pose: nav.Pose{X: float64(i) * 0.02}})
	}
	if got, want := leg.time(&m), 4/m.V+m.V/m.Accel+m.Accel/m.Jerk; math.Abs(got-want) > 0.01 || math.Abs(rest(4, m.V, m.Accel, m.Jerk)-want) > 1e-9 {
		t.Errorf("4 m take %.3f s and %.3f s, want %.3f", got, rest(4, m.V, m.Accel, m.Jerk), want)
	}
	if got, want := rest(0.01, 1, 1, 1), 4*math.Cbrt(0.005); got != want {
		t.Errorf("1 cm takes %g s, want %g", got, want)
	}
	if got, want := rest(0.5, 10, 0.5, 5), 2+0.1; math.Abs(got-want) > 1e-9 {
		t.Errorf("without reaching full speed %g s, want %g", got, want)
	}
	for i := range leg.Ways {
		leg.Ways[i].Curvature = 2 * math.Sin(float64(i)/200*math.Pi)
	}
	if got := leg.time(&m); got < 4/m.Speed(1.5) {
		t.Errorf("a sharp curve takes %.3f s", got)
	}
}

// Nothing that a search does often takes memory.
func TestAllocations(t *testing.T) {
	g := hall(5, 4)
	build(g, 2, 0, 0.5, 0.4, 0.4)
	r, err := New(g, chair())
	if err != nil {
		t.Fatal(err)
	}
	r.space.see([]nav.Point{{X: 1, Y: 0.4}})
	if n := testing.AllocsPerRun(100, func() {
		r.space.clear(nav.Pose{X: 0.9, Yaw: 0.2}, Far)
		r.space.overlap(nav.Pose{X: 0.9, Yaw: 0.2})
		r.check(Forward, r.swerves[0], 0.01)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

// All that is wrong with parameters is told at once.
func TestParams(t *testing.T) {
	g := hall(3, 3)
	_, err := New(g, Params{Outline: nav.Outline{{X: 1}, {X: 2, Y: 1}, {X: 1, Y: 2}}, Room: 0.01, Tight: 0.02, Work: -1})
	for _, want := range []string{"BASE in it", "Room is 0.01", "Work is -1", "limit V is 0"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: nothing of %q", err, want)
		}
	}
	if _, err := New(nil, chair()); err == nil {
		t.Error("a planner without a map")
	}
	if _, err := New(g, Params{Outline: nav.Outline{{X: -1, Y: -1}, {X: -1, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: -1}}, Limits: nav.Comfort()}); err == nil || !strings.Contains(err.Error(), "counterclockwise at corner 0") {
		t.Errorf("a clockwise outline: %v", err)
	}
}

// stop is a state of the exhaustive search: standing at a lattice's point, turned by so many sixteenths.
type stop struct {
	x, y, yaw int
	cost      float64
}

type stops []stop

func (s stops) Len() int           { return len(s) }
func (s stops) Less(i, j int) bool { return s[i].cost < s[j].cost }
func (s stops) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s *stops) Push(x any)        { *s = append(*s, x.(stop)) }
func (s *stops) Pop() any          { o := *s; x := o[len(o)-1]; *s = o[:len(o)-1]; return x }

// exhaust finds the quickest way of all that consist of turns on the spot by sixteenths and straight legs between points 15 cm
// apart, each driven from rest to rest: a search without any of the planner's shortcuts, with the clearance measured otherwise.
func exhaust(g *nav.Grid, p Params, from, to nav.Pose) float64 {
	const grid, turns, tight = 0.15, 16, 0.035
	ways := [turns][2]int{{1, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 1}, {-1, 2}, {-1, 1}, {-2, 1}, {-1, 0}, {-2, -1}, {-1, -1}, {-1, -2}, {0, -1}, {1, -2}, {1, -1}, {2, -1}}
	known := map[[3]int]bool{}
	free := func(s stop) bool {
		k := [3]int{s.x, s.y, s.yaw}
		v, ok := known[k]
		if !ok {
			d := ways[(s.yaw+turns)%turns]
			v = distance(g, p.Outline, nav.Pose{X: from.X + float64(s.x)*grid, Y: from.Y + float64(s.y)*grid, Yaw: math.Atan2(float64(d[1]), float64(d[0]))}, nil) >= tight
			known[k] = v
		}
		return v
	}
	best := map[[3]int]float64{}
	todo := &stops{{}}
	gx, gy := int(math.Round((to.X-from.X)/grid)), int(math.Round((to.Y-from.Y)/grid))
	for todo.Len() > 0 {
		s := heap.Pop(todo).(stop)
		k := [3]int{s.x, s.y, s.yaw}
		if _, done := best[k]; done {
			continue
		}
		best[k] = s.cost
		if s.x == gx && s.y == gy && s.yaw == 0 {
			return s.cost
		}
		for _, side := range [2]int{1, -1} {
			for n := 1; n <= turns/2; n++ {
				next := stop{s.x, s.y, (s.yaw + side*n + 2*turns) % turns, s.cost + rest(float64(n)*2*math.Pi/turns, p.Limits.W, p.Limits.Alpha, p.Limits.Angular)}
				if !free(next) {
					break
				}
				heap.Push(todo, next)
			}
			v := p.Limits.V
			if side < 0 {
				v = p.Limits.Back
			}
			d := ways[s.yaw]
			for n := 1; ; n++ {
				next := stop{s.x + side*n*d[0], s.y + side*n*d[1], s.yaw, s.cost + rest(float64(n)*grid*math.Hypot(float64(d[0]), float64(d[1])), v, p.Limits.Accel, p.Limits.Jerk)}
				if !free(next) {
					break
				}
				heap.Push(todo, next)
			}
		}
	}
	return math.Inf(1)
}

// On small maps no path takes more than 1.5 times as long as the quickest with stops that an exhaustive search finds, and a
// second; and where that finds one, there is one. With SINEW_LONG many maps are tried.
func TestExhaustive(t *testing.T) {
	maps := 6
	if os.Getenv("SINEW_LONG") != "" {
		maps = 300
	}
	for seed := range maps {
		random := rand.New(rand.NewPCG(uint64(seed), 13))
		draw := func(low, high float64) float64 { return low + (high-low)*random.Float64() }
		g := hall(4, 4)
		for range random.IntN(4) {
			build(g, draw(-0.5, 2.5), draw(-1.5, 1.5), draw(0, math.Pi), draw(0.05, 1), draw(0.05, 0.4))
		}
		p := chair()
		r, err := New(g, p)
		if err != nil {
			t.Fatal(err)
		}
		for range 8 {
			from := nav.Pose{X: draw(-0.6, 2), Y: draw(-1.6, 1.6)}
			to := nav.Pose{X: from.X + 0.15*float64(random.IntN(25)-12), Y: from.Y + 0.15*float64(random.IntN(25)-12)}
			if distance(g, p.Outline, from, nil) < 0.035 || !g.Has(g.CellOf(to.Point())) || distance(g, p.Outline, to, nil) < 0.035 {
				continue
			}
			least := exhaust(g, p, from, to)
			path, err := r.Plan(from, to, nil)
			switch {
			case least == math.Inf(1):
			case err != nil:
				t.Errorf("seed %d: there is a way of %.1f s from %v to %v: %v", seed, least, from, to, err)
			case path.Time > 1.5*least+1:
				t.Errorf("seed %d: %.2f s from %v to %v, and %.2f s by an exhaustive search", seed, path.Time, from, to, least)
			}
			break
		}
	}
}

// blocked makes a planner on a map of 3.2 by 3.2 m, four cells to a bit, which is set where they are occupied.
func blocked(t *testing.T, blocks [32]byte, p Params) *Planner {
	g, err := nav.NewGrid(32, 32, 0.1, nav.Point{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range g.Cells {
		g.Cells[i] = nav.Free
		if k := i / 4; blocks[k/8]>>(k%8)&1 == 1 {
			g.Cells[i] = nav.Occupied
		}
	}
	r, err := New(g, p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Whatever a map and poses are, there is a path that can be driven, or a reason. A planner serves several inputs with its map,
// as it serves many trips.
func FuzzPlan(f *testing.F) {
	f.Add([]byte{0x0f, 0xf0, 1, 2, 3, 4}, 0.5, 0.5, 0.0, 2.5, 2.5, 1.0)
	f.Add([]byte{}, 1.0, 1.0, 9.0, 1.0, 1.0, -9.0)
	f.Add([]byte{0, 0, 0, 24, 0, 0, 0, 0}, math.NaN(), 1.0, 0.0, 1.0, math.Inf(1), 1.0)
	f.Add([]byte{0, 0, 0, 0, 24, 24}, 1.0, 1.0, 0.1, 2.1, 2.0, 3.1)
	p := chair()
	p.Work = 30
	p.Outline = nav.Outline{{X: -0.2, Y: -0.2}, {X: 0.3, Y: -0.2}, {X: 0.3, Y: 0.2}, {X: -0.2, Y: 0.2}}
	planners := map[[32]byte]*Planner{}
	fuzz.Run(f, func(t *testing.T, cells []byte, x, y, yaw, u, v, end float64) {
		var blocks [32]byte // the bits of blocks of cells
		copy(blocks[:], cells)
		r := planners[blocks]
		if r == nil {
			r = blocked(t, blocks, p)
			if len(planners) == 16 {
				clear(planners)
			}
			planners[blocks] = r
		}
		g := r.grid
		from, to := nav.Pose{X: x, Y: y, Yaw: yaw}, nav.Pose{X: u, Y: v, Yaw: end}
		path, err := r.Plan(from, to, []nav.Point{{X: 1.5, Y: 1.6}, {X: x + 0.6, Y: y}})
		if err != nil {
			told(t, g, p, err)
			return
		}
		seen := visible(g, []nav.Point{{X: 1.5, Y: 1.6}, {X: x + 0.6, Y: y}})
		for _, f := range faults(g, p, from, to, seen, path) {
			t.Error(f)
		}
	})
}

func BenchmarkPlan(b *testing.B) {
	for _, name := range rooms.Names() {
		r, err := rooms.New(name)
		if err != nil {
			b.Fatal(err)
		}
		p, err := New(r.Grid, chair())
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			worst := time.Duration(0)
			for i := range b.N {
				from, to := r.Trip(uint64(i % 100))
				begin := time.Now()
				if _, err := p.Plan(from, to, nil); err != nil {
					b.Fatal(err)
				}
				worst = max(worst, time.Since(begin))
			}
			b.ReportMetric(float64(worst.Microseconds())/1000, "worst-ms")
		})
	}
}

// BenchmarkAgain plans from places along a way to the same goal, with points that scans see on the way.
func BenchmarkAgain(b *testing.B) {
	r, err := rooms.New("doors")
	if err != nil {
		b.Fatal(err)
	}
	p, err := New(r.Grid, chair())
	if err != nil {
		b.Fatal(err)
	}
	from, to := r.Trip(8)
	path, err := p.Plan(from, to, nil)
	if err != nil {
		b.Fatal(err)
	}
	var ways []Way
	for _, l := range path.Legs {
		ways = append(ways, l.Ways...)
	}
	seen := row(nav.Point{X: 7, Y: 5.2}, nav.Point{X: 7.3, Y: 5.2})
	for _, c := range []struct {
		name string
		seen []nav.Point
	}{{"free", nil}, {"seen", seen}} {
		b.Run(c.name, func(b *testing.B) {
			for i := range b.N {
				if _, err := p.Plan(ways[i*37%(len(ways)/4)].Pose, to, c.seen); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
