package locate

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/match"
)

// plan draws walls, given as rectangles x0, y0, x1, y1 in m, on a floor of width by height metres.
func plan(t testing.TB, cell, width, height float64, walls ...[4]float64) *nav.Grid {
	t.Helper()
	g, err := nav.NewGrid(int(math.Round(width/cell)), int(math.Round(height/cell)), cell, nav.Point{X: -1, Y: -2})
	if err != nil {
		t.Fatal(err)
	}
	walls = append(walls, [4]float64{0, 0, width, 0.1}, [4]float64{0, height - 0.1, width, height}, [4]float64{0, 0, 0.1, height}, [4]float64{width - 0.1, 0, width, height})
	for i := range g.Cells {
		g.Cells[i] = nav.Free
	}
	paint(g, nav.Occupied, walls...)
	return g
}

// paint sets the cells of rectangles, given from the grid's corner on.
func paint(g *nav.Grid, v int8, walls ...[4]float64) {
	for i := range g.Cells {
		p := g.Centre(i%g.Width, i/g.Width).Sub(g.Origin)
		for _, w := range walls {
			if p.X > w[0] && p.Y > w[1] && p.X < w[2] && p.Y < w[3] {
				g.Cells[i] = v
			}
		}
	}
}

// home is a floor of 20 by 15 m: rooms of different shapes, doors, a corridor, some furniture.
func home(t testing.TB, cell float64) *nav.Grid {
	return plan(t, cell, 20, 15,
		[4]float64{7, 0, 7.1, 3}, [4]float64{7, 4.2, 7.1, 6}, // between two rooms below
		[4]float64{0, 6, 3, 6.1}, [4]float64{4.2, 6, 12, 6.1}, [4]float64{13.2, 6, 20, 6.1}, // the corridor's walls
		[4]float64{0, 8.2, 8, 8.3}, [4]float64{9.2, 8.2, 15, 8.3}, [4]float64{16.2, 8.2, 20, 8.3},
		[4]float64{11, 8.3, 11.1, 15},
		[4]float64{1, 1, 2.6, 1.8}, [4]float64{5.5, 0.1, 7, 0.9}, [4]float64{15, 2, 16, 4}, [4]float64{18.8, 0.1, 20, 2.5},
		[4]float64{2, 12, 4.5, 13}, [4]float64{0.1, 14, 1.2, 15}, [4]float64{13, 11, 13.6, 13.5}, [4]float64{17, 14.2, 20, 15})
}

// tour leads through all rooms of home and back.
var tour = []nav.Point{{X: 2, Y: 1}, {X: 2.6, Y: 5}, {X: 7.6, Y: 5.1}, {X: 7.6, Y: 8}, {X: 6, Y: 9}, {X: 7.6, Y: 7}, {X: 7.6, Y: 5.1}, {X: 11.6, Y: 5.1}, {X: 11.6, Y: 2}, {X: 8, Y: 1.6}, {X: 4, Y: 1.6}, {X: 2, Y: 1}}

// drive is a simulated vehicle with two TiM561 at opposite corners.
type drive struct {
	world  *nav.Caster
	random *rand.Rand
	truth  nav.Pose
	odom   nav.Pose
	time   float64
	slip   float64 // part of the way that odometry tells too much
	hidden float64 // part of the beams that end at people
	scans  []nav.Scan
	way    []nav.Point
}

func newDrive(world *nav.Grid, at nav.Pose, seed uint64, way []nav.Point) *drive {
	d := &drive{world: nav.NewCaster(world, false), random: rand.New(rand.NewPCG(seed, 7)), truth: at, way: way}
	d.odom = nav.Pose{X: 3, Y: -1, Yaw: 1}
	for _, mount := range []nav.Pose{{X: 0.7, Y: 0.3, Yaw: math.Pi / 4}, {X: -0.3, Y: -0.3, Yaw: -math.Pi * 3 / 4}} {
		d.scans = append(d.scans, nav.Scan{Mount: mount, First: -math.Pi * 3 / 4, Step: math.Pi * 1.5 / 810, Min: 0.05, Max: 10, Turn: 0.05, Ranges: make([]float64, 811)})
	}
	return d
}

// turn lets 1/15 s pass, in steps of odometry of a third of that, and scans during the last 50 ms.
func (d *drive) turn(l *Locator) {
	twist := d.steer()
	const dt = 1.0 / 45
	for range 3 {
		d.time += dt
		d.truth = d.truth.Mul(twist.Over(dt))
		told := nav.Twist{V: twist.V * (1 + d.slip + 0.03*d.random.NormFloat64()), W: twist.W*(1+0.03*d.random.NormFloat64()) + 0.01*twist.V}
		d.odom = d.odom.Mul(told.Over(dt))
		if l != nil {
			if err := l.Move(d.time, d.odom); err != nil {
				panic(err)
			}
		}
	}
	for k := range d.scans {
		s := &d.scans[k]
		s.Time = d.time
		people := int(d.hidden * 811)
		begin := d.random.IntN(811)
		for i := range s.Ranges {
			ago := s.Turn * (1 - float64(i)/810)
			at := d.truth.Mul(twist.Over(-ago)).Mul(s.Mount)
			r := d.world.Cast(at.Point(), at.Yaw+s.First+float64(i)*s.Step, 10)
			if (i-begin+811)%811 < people {
				r = min(r, 0.8+0.3*math.Sin(float64(i)/15))
			}
			s.Ranges[i] = r + 0.02*d.random.NormFloat64()
		}
	}
	if l != nil {
		l.See(d.scans)
	}
}

// steer turns towards the next point of the way, and drives at up to 0.8 m/s.
func (d *drive) steer() nav.Twist {
	for len(d.way) > 0 && d.way[0].Sub(d.truth.Point()).Norm() < 0.3 {
		d.way = d.way[1:]
	}
	if len(d.way) == 0 {
		return nav.Twist{}
	}
	p := d.truth.Inv().Apply(d.way[0])
	a := math.Atan2(p.Y, p.X)
	return nav.Twist{V: 0.8 * max(math.Cos(a), 0) * max(math.Cos(a), 0), W: min(max(2*a, -0.8), 0.8)}
}

// errors sums how far estimates are off.
type errs struct {
	n         int
	way, turn float64
	most      float64
	converged int
}

func (e *errs) add(est Estimate, truth nav.Pose) {
	e.n++
	if est.State == Converged {
		e.converged++
	}
	d, a := est.Pose.Dist(truth), nav.Angle(est.Pose.Yaw-truth.Yaw)
	e.way += d * d
	e.turn += a * a
	e.most = max(e.most, d)
}

func (e *errs) rmse() (way, turn float64) {
	n := float64(max(e.n, 1))
	return math.Sqrt(e.way / n), math.Sqrt(e.turn/n) * 180 / math.Pi
}

func locator(t testing.TB, g *nav.Grid, seed uint64) *Locator {
	t.Helper()
	l, err := New(g, Params{}, seed)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func begin() nav.Pose { return nav.Pose{X: 2, Y: 1, Yaw: 0.5} }

// From a rough start the pose is known to centimetres all along, and in a world that the map has not quite right.
func TestFollows(t *testing.T) {
	for _, c := range []struct {
		name  string
		cell  float64 // of the world; the map's are 0.05 m
		world func(g *nav.Grid)
		set   func(d *drive)
		each  func(d *drive, i int)
		way   float64 // m
		turn  float64 // degrees
	}{
		{"as mapped", 0.05, nil, nil, nil, 0.01, 0.2},
		{"finer than mapped", 0.03, nil, nil, nil, 0.03, 0.5},
		{"people", 0.05, nil, func(d *drive) { d.hidden = 0.4 }, nil, 0.04, 0.8},
		{"a new wall and one less", 0.03, func(g *nav.Grid) {
			paint(g, nav.Occupied, [4]float64{3.5, 2.2, 5, 2.3}, [4]float64{9, 7.8, 14, 8.2})
			paint(g, nav.Free, [4]float64{7, 0.1, 7.1, 3})
		}, nil, nil, 0.05, 1},
		{"slip", 0.05, nil, func(d *drive) { d.slip = 0.3 }, nil, 0.05, 1},
		{"one scanner dead", 0.03, nil, nil, func(d *drive, i int) { clear(d.scans[1].Ranges) }, 0.04, 0.8},
	} {
		t.Run(c.name, func(t *testing.T) {
			world := home(t, c.cell)
			if c.world != nil {
				c.world(world)
			}
			d := newDrive(world, begin(), 1, tour)
			if c.set != nil {
				c.set(d)
			}
			l := locator(t, home(t, 0.05), 1)
			at := begin()
			if err := l.Start(nav.Pose{X: at.X + 0.2, Y: at.Y - 0.15, Yaw: at.Yaw + 0.1}, 0.3, 0.2); err != nil {
				t.Fatal(err)
			}
			var e errs
			for i := range 300 {
				d.turn(nil)
				if c.each != nil {
					c.each(d, i)
				}
				if err := l.Move(d.time, d.odom); err != nil {
					t.Fatal(err)
				}
				l.See(d.scans)
				if i > 5 {
					e.add(l.Estimate(), d.truth)
				}
				if len(d.way) == 0 {
					break
				}
			}
			way, turn := e.rmse()
			t.Logf("rmse %.4f m, %.3f°, most %.3f m, converged in %d of %d; %v", way, turn, e.most, e.converged, e.n, l.Estimate())
			if way > c.way || turn > c.turn || e.converged < e.n*95/100 {
				t.Error("too far off, or not converged")
			}
		})
	}
}

// On a map that was made of scans, in which each wall is a band of the cells in which beams ended, the pose is as good: the
// band's faces are not taken for walls.
func TestPainted(t *testing.T) {
	fine := home(t, 0.02)
	g, err := nav.NewGrid(410, 310, 0.05, nav.Point{X: -1.23, Y: -2.31})
	if err != nil {
		t.Fatal(err)
	}
	for i := range g.Cells {
		if x, y := fine.CellOf(g.Centre(i%g.Width, i/g.Width)); fine.At(x, y) == nav.Free {
			g.Cells[i] = nav.Free
		}
	}
	r := rand.New(rand.NewPCG(3, 1))
	for i, c := range fine.Cells {
		x, y := i%fine.Width, i/fine.Width
		if c < nav.Wall || fine.At(x-1, y) != nav.Free && fine.At(x+1, y) != nav.Free && fine.At(x, y-1) != nav.Free && fine.At(x, y+1) != nav.Free {
			continue
		}
		for range 4 {
			p := fine.Centre(x, y)
			u, v := g.CellOf(nav.Point{X: p.X + 0.02*r.NormFloat64(), Y: p.Y + 0.02*r.NormFloat64()})
			g.Set(u, v, nav.Occupied)
		}
	}
	if !painted(g) || painted(home(t, 0.05)) {
		t.Error("a map was taken for one of the other kind")
	}
	d := newDrive(home(t, 0.03), begin(), 1, slices.Clone(tour))
	l := locator(t, g, 1)
	if err := l.Start(begin(), 0.2, 0.1); err != nil {
		t.Fatal(err)
	}
	var e errs
	for i := range 300 {
		d.turn(l)
		if i > 5 {
			e.add(l.Estimate(), d.truth)
		}
	}
	way, turn := e.rmse()
	t.Logf("rmse %.4f m, %.3f°, most %.3f m, converged in %d of %d", way, turn, e.most, e.converged, e.n)
	if way > 0.03 || turn > 0.5 || e.converged < e.n*95/100 {
		t.Error("too far off, or not converged")
	}
}

// Wherever the vehicle wakes up, even among people, it either says where it is, and is right, or says that it does not know.
// With SINEW_LONG it wakes up 300 times.
func TestKidnapped(t *testing.T) {
	runs := 9
	if os.Getenv("SINEW_LONG") != "" {
		runs = 300
	}
	world, g := home(t, 0.03), home(t, 0.05)
	random := rand.New(rand.NewPCG(5, 5))
	field := nav.NewField(g, 2, false)
	wrong, found, scans := 0, 0, 0
	for run := range runs {
		var at nav.Pose
		for at = (nav.Pose{}); field.At(at.Point()) < 0.6; {
			at = nav.Pose{X: g.Origin.X + 20*random.Float64(), Y: g.Origin.Y + 15*random.Float64(), Yaw: 6 * random.Float64()}
		}
		d := newDrive(world, at, uint64(run), nil)
		d.hidden = 0.15 * float64(run%3)
		l := locator(t, g, uint64(run))
		var e Estimate
		for range 100 {
			d.turn(l)
			scans++
			if e = l.Estimate(); e.State == Converged {
				break
			}
		}
		if e.State == Converged {
			found++
			if off := e.Pose.Dist(d.truth); off > 0.15 { // the other face of a wall at most
				wrong++
				t.Logf("at %v it is sure to be at %v: %+v", at, e.Pose, e)
			}
		} else {
			t.Logf("at %v it is %v, %d places, fit %.2f", at, e.State, e.Places, e.Fit)
		}
	}
	t.Logf("%d of %d found, %d wrong, %d scans", found, runs, wrong, scans)
	if wrong > 0 || found < runs*8/10 {
		t.Error("too few, or wrong")
	}
}

// In a house of two rooms that are turned copies of each other, but for a cupboard, nobody can tell where he is; one who
// drives past the cupboard can.
func TestAmbiguous(t *testing.T) {
	g := plan(t, 0.05, 12.1, 7.4, [4]float64{6, 0, 6.1, 2}, [4]float64{6, 3.2, 6.1, 4.2}, [4]float64{6, 5.4, 6.1, 7.4},
		[4]float64{2, 2, 3, 2.6}, [4]float64{9.1, 4.8, 10.1, 5.4}, [4]float64{0.1, 6, 0.6, 7}, [4]float64{11.5, 0.4, 12, 1.4},
		[4]float64{0.1, 3, 0.4, 4.2})
	d := newDrive(g, nav.Pose{X: 0.8, Y: -0.6, Yaw: 0.4}, 3, nil)
	l := locator(t, g, 3)
	for range 60 {
		d.turn(l)
	}
	e, places := l.Estimate(), l.Places(nil)
	if e.State != Ambiguous || len(places) != 2 || min(places[0].Pose.Dist(d.truth), places[1].Pose.Dist(d.truth)) > 0.05 {
		t.Fatalf("%+v, with places %v", e, places)
	}
	d.way = []nav.Point{{X: 0.3, Y: 1.5}, {X: 0.6, Y: 4}}
	way := 0.0
	for was := d.truth; l.Estimate().State == Ambiguous && len(d.way) > 0; was = d.truth {
		d.turn(l)
		way += was.Dist(d.truth)
	}
	if e = l.Estimate(); e.State != Converged || e.Pose.Dist(d.truth) > 0.05 {
		t.Errorf("%+v, truly at %v", e, d.truth)
	}
	t.Logf("told apart after %.1f m", way)
}

// One who is carried away notices, and finds the new place; one who is told a wrong start as well.
func TestLostLater(t *testing.T) {
	g := home(t, 0.05)
	d := newDrive(g, begin(), 9, slices.Clone(tour))
	l := locator(t, g, 9)
	if err := l.Start(begin(), 0.1, 0.1); err != nil {
		t.Fatal(err)
	}
	for range 30 {
		d.turn(l)
	}
	if e := l.Estimate(); e.State != Converged || e.Pose.Dist(d.truth) > 0.05 {
		t.Fatalf("%+v, truly at %v", e, d.truth)
	}
	d.truth, d.way = nav.Pose{X: 14, Y: 8, Yaw: 2}, nil
	sure, turns := 0, 0
	for range 150 {
		d.turn(l)
		turns++
		if e := l.Estimate(); e.State == Converged {
			if e.Pose.Dist(d.truth) < 0.1 {
				break
			}
			sure++
		}
	}
	e := l.Estimate()
	t.Logf("found after %d scans; for %d it was wrongly sure", turns, sure)
	if e.State != Converged || e.Pose.Dist(d.truth) > 0.1 || sure > 15 {
		t.Errorf("%+v, truly at %v", e, d.truth)
	}
}

// Frozen scans, blind ones and old ones are named and not used; without any the pose goes on with odometry, and is doubted
// when it has gone far.
func TestWithoutScans(t *testing.T) {
	g := home(t, 0.05)
	for _, c := range []struct {
		want  match.Verdict
		spoil func(s *nav.Scan, was []float64)
	}{
		{match.Frozen, func(s *nav.Scan, was []float64) { copy(s.Ranges, was) }},
		{match.Blind, func(s *nav.Scan, _ []float64) {
			for i := range s.Ranges {
				s.Ranges[i] = math.Inf(1)
			}
		}},
		{match.Blind, func(s *nav.Scan, _ []float64) {
			for i := range s.Ranges {
				s.Ranges[i] = math.NaN()
			}
		}},
		{match.Untimely, func(s *nav.Scan, _ []float64) { s.Time += 3 }},
		{match.Untimely, func(s *nav.Scan, _ []float64) { s.Time -= 100 }},
		{match.Absurd, func(s *nav.Scan, _ []float64) { s.Mount.Yaw = math.NaN() }},
		{match.Absurd, func(s *nav.Scan, _ []float64) { s.Ranges = nil }},
	} {
		d := newDrive(g, begin(), 4, slices.Clone(tour))
		l := locator(t, g, 4)
		if err := l.Start(begin(), 0.1, 0.1); err != nil {
			t.Fatal(err)
		}
		for range 20 {
			d.turn(l)
		}
		was := [][]float64{slices.Clone(d.scans[0].Ranges), slices.Clone(d.scans[1].Ranges)}
		from, doubted := d.truth, 0.0
		for range 400 {
			d.turn(nil)
			if err := l.Move(d.time, d.odom); err != nil {
				t.Fatal(err)
			}
			scans := slices.Clone(d.scans)
			for k := range scans {
				scans[k].Ranges = slices.Clone(scans[k].Ranges)
				c.spoil(&scans[k], was[k])
			}
			for k, v := range l.See(scans) {
				if v != c.want {
					t.Fatalf("scan %d is %v, not %v", k, v, c.want)
				}
			}
			if l.Estimate().State != Converged {
				doubted = l.Estimate().Pose.Dist(from)
				break
			}
		}
		e := l.Estimate()
		t.Logf("%v: doubted after %.1f m, by then off by %.3f m", c.want, doubted, e.Pose.Dist(d.truth))
		if doubted == 0 || e.Pose.Dist(d.truth) > 0.5 {
			t.Errorf("%v: %+v, truly at %v", c.want, e, d.truth)
		}
	}
}

// The same seed gives the same to the bit, and a scan takes no memory, in any state.
func TestSameAgainWithoutMemory(t *testing.T) {
	g := home(t, 0.05)
	run := func() (all []Estimate) {
		d := newDrive(g, begin(), 2, slices.Clone(tour))
		l := locator(t, g, 2)
		for range 60 {
			d.turn(l)
			all = append(all, l.Estimate())
		}
		if n := testing.AllocsPerRun(20, func() { d.turn(l) }); n != 0 {
			t.Errorf("%g allocations a scan when it is %v", n, l.Estimate().State)
		}
		l.Search()
		if n := testing.AllocsPerRun(20, func() { d.turn(l) }); n != 0 {
			t.Errorf("%g allocations a scan of a search", n)
		}
		return all
	}
	if a, b := run(), run(); !slices.Equal(a, b) {
		t.Error("two runs differ")
	}
}

// Odometry that is refused or has begun anew is told of, and the pose stays.
func TestOdometryAnew(t *testing.T) {
	g := home(t, 0.05)
	d := newDrive(g, begin(), 6, slices.Clone(tour))
	l := locator(t, g, 6)
	if err := l.Start(begin(), 0.1, 0.1); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		d.turn(l)
	}
	if err := l.Move(d.time-1, d.odom); err == nil {
		t.Error("odometry of earlier was taken")
	}
	if err := l.Move(d.time+1, nav.Pose{X: math.NaN()}); err == nil {
		t.Error("odometry that is not finite was taken")
	}
	was := l.Estimate().Pose
	d.odom = nav.Pose{}
	d.time += 0.01
	if err := l.Move(d.time, d.odom); err == nil {
		t.Error("a jump was not told of")
	}
	if now := l.Estimate().Pose; now.Dist(was) > 1e-9 {
		t.Errorf("from %v to %v", was, now)
	}
	if at := l.At(d.odom); at.Dist(was) > 1e-9 {
		t.Errorf("At gives %v, not %v", at, was)
	}
	for range 40 {
		d.turn(l)
	}
	if e := l.Estimate(); e.State != Converged || e.Pose.Dist(d.truth) > 0.05 {
		t.Errorf("%+v, truly at %v", e, d.truth)
	}
}

// Where odometry is silent for a second and a half while the vehicle drives on, the pose is doubted by as much as it may be off;
// it is found again within a second once odometry is back, and within 8 s where odometry does not count the way in between.
func TestOdometrySilent(t *testing.T) {
	g := home(t, 0.05)
	for _, counted := range []bool{true, false} {
		for seed := range uint64(5) {
			d := newDrive(g, begin(), seed, slices.Clone(tour))
			l := locator(t, g, seed)
			if err := l.Start(begin(), 0.1, 0.1); err != nil {
				t.Fatal(err)
			}
			for range 40 {
				d.turn(l)
			}
			was, begun := d.odom, d.time
			for d.time-begun < 1.5 {
				d.turn(nil)
				l.See(d.scans)
				e := l.Estimate()
				off, sd := e.Pose.Dist(d.truth), math.Sqrt(max(e.Cov[0][0], e.Cov[1][1]))
				if d.time-begun > patience+0.1 && off > 2*sd || e.State == Converged && off > 0.3 {
					t.Fatalf("seed %d: %.2f s without odometry it is off by %.2f m, and thinks by %.2f m: %v", seed, d.time-begun, off, sd, e.State)
				}
			}
			gap := l.Estimate().Pose.Dist(d.truth)
			if !counted {
				d.odom = was
			}
			back, long := d.time, 1.0
			if !counted {
				long = 8
			}
			for d.time-back < long {
				d.turn(l)
			}
			e := l.Estimate()
			t.Logf("seed %d, the way is counted: %t: off by %.2f m at the end of the silence, %.3f m %g s later", seed, counted, gap, e.Pose.Dist(d.truth), long)
			if e.State != Converged || e.Pose.Dist(d.truth) > 0.05 {
				t.Errorf("%+v, truly at %v", e, d.truth)
			}
		}
	}
}

// Every fault of the parameters is told at once.
func TestParams(t *testing.T) {
	g := home(t, 0.05)
	_, err := New(g, Params{Least: 5, Sigma: -1, Step: math.NaN(), Work: 3}, 0)
	if err == nil || len(err.(interface{ Unwrap() []error }).Unwrap()) != 4 {
		t.Errorf("four faults: %v", err)
	}
	blank, _ := nav.NewGrid(4, 4, 0.05, nav.Point{})
	if _, err := New(blank, Params{}, 0); err == nil {
		t.Error("a map of unknown cells was taken")
	}
}

func BenchmarkSee(b *testing.B) {
	g := home(b, 0.05)
	d := newDrive(g, begin(), 1, tour)
	l := locator(b, g, 1)
	_ = l.Start(begin(), 0.1, 0.1)
	for b.Loop() {
		b.StopTimer()
		if len(d.way) == 0 {
			d.way = tour
		}
		d.turn(nil)
		_ = l.Move(d.time, d.odom)
		b.StartTimer()
		l.See(d.scans)
	}
}
