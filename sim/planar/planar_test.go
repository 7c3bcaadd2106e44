package planar

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/nav"
	"pgregory.net/rapid"
)

// room is an empty hall, its walls 5 cm thick, with its south-west corner at the origin.
func room(t testing.TB, width, height float64) *nav.Grid {
	t.Helper()
	g, err := nav.NewGrid(int(math.Round(width/0.05)), int(math.Round(height/0.05)), 0.05, nav.Point{})
	if err != nil {
		t.Fatal(err)
	}
	for y := range g.Height {
		for x := range g.Width {
			g.Set(x, y, nav.Free)
			if x == 0 || y == 0 || x == g.Width-1 || y == g.Height-1 {
				g.Set(x, y, nav.Occupied)
			}
		}
	}
	return g
}

func world(t testing.TB, c Config) *World {
	t.Helper()
	w, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func add(t testing.TB, w *World, v Vehicle, at nav.Pose) *Body {
	t.Helper()
	b, err := w.Add(v, at)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func run(w *World, d time.Duration) { w.AdvanceTo(w.Now() + d) }

// A ray ends where a walk along it in tiny steps first meets a wall.
func TestCast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, err := nav.NewGrid(rapid.IntRange(1, 30).Draw(t, "width"), rapid.IntRange(1, 30).Draw(t, "height"), 0.1, nav.Point{X: -1, Y: 0.5})
		if err != nil {
			t.Fatal(err)
		}
		share := rapid.IntRange(0, 20).Draw(t, "walls")
		for i := range g.Cells {
			if rapid.IntRange(0, 99).Draw(t, "cell") < share {
				g.Cells[i] = nav.Occupied
			}
		}
		w := newWalls(g)
		p := nav.Point{X: -1 + rapid.Float64Range(0, 0.0999*float64(g.Width)).Draw(t, "x"), Y: 0.5 + rapid.Float64Range(0, 0.0999*float64(g.Height)).Draw(t, "y")}
		dy, dx := math.Sincos(rapid.Float64Range(-4, 4).Draw(t, "direction"))
		got := w.cast(p, dx, dy, 4)
		// Every cell that the ray touches is free before that, but for those of which it grazes a corner.
		const fine = 1e-4
		for s := 0.0; s < got-fine; s += 0.002 {
			q := nav.Point{X: p.X + s*dx, Y: p.Y + s*dy}
			x, y := g.CellOf(q)
			if c := g.Centre(x, y); max(math.Abs(q.X-c.X), math.Abs(q.Y-c.Y)) > 0.05-fine {
				continue // on a border, up to rounding
			}
			if g.At(x, y) >= nav.Wall {
				t.Fatalf("a wall at %g, before %g", s, got)
			}
			if !g.Has(x, y) && got < 4 {
				t.Fatalf("out of the map at %g, a wall at %g", s, got)
			}
		}
		if got < 4 {
			near := false
			for i := range 9 { // a corner of four cells is met but for rounding
				x, y := g.CellOf(nav.Point{X: p.X + got*dx + fine*float64(i%3-1), Y: p.Y + got*dy + fine*float64(i/3-1)})
				near = near || g.At(x, y) >= nav.Wall
			}
			if !near {
				t.Fatalf("no wall at %g", got)
			}
		}
	})
}

// The clearance is the least distance between points of the outline's border and of the walls' cells.
func TestClearance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, err := nav.NewGrid(60, 60, 0.05, nav.Point{})
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, 6).Draw(t, "walls") {
			g.Set(rapid.IntRange(0, 59).Draw(t, "i"), rapid.IntRange(0, 59).Draw(t, "j"), nav.Occupied)
		}
		w, err := New(Config{Map: g})
		if err != nil {
			t.Fatal(err)
		}
		at := nav.Pose{X: rapid.Float64Range(0, 3).Draw(t, "x"), Y: rapid.Float64Range(0, 3).Draw(t, "y"), Yaw: rapid.Float64Range(-4, 4).Draw(t, "yaw")}
		v := Wheelchair()
		b, err := w.Add(v, at)
		want := math.Inf(1)
		for i, c := range g.Cells {
			if c < nav.Wall {
				continue
			}
			m := g.Centre(i%g.Width, i/g.Width)
			const n = 10
			for k := range (n + 1) * 4 { // around the cell's border
				u := (float64(k/4)/n - 0.5) * g.Cell
				p := [4]nav.Point{{X: u, Y: -g.Cell / 2}, {X: u, Y: g.Cell / 2}, {X: -g.Cell / 2, Y: u}, {X: g.Cell / 2, Y: u}}[k%4]
				want = min(want, v.Outline.Distance(at.Inv().Apply(m.Add(p))))
			}
		}
		const grain = 0.006 // between the points of the comparison
		if err != nil {
			if want > grain {
				t.Fatalf("%v, but it is %g away", err, want)
			}
			return
		}
		got, what := w.Clearance(b)
		if want = min(want, farthest); got < want-grain || got > want+1e-9 {
			t.Fatalf("clearance %g (%v), not %g", got, what, want)
		}
	})
}

// Without slip the wheelchair does what its wheels are told, behind their lag, and its encoders say how far it went.
func TestDrives(t *testing.T) {
	v := Wheelchair()
	v.Slip, v.Uneven = 0, 0
	w := world(t, Config{Map: room(t, 20, 20)})
	b := add(t, w, v, nav.Pose{X: 3, Y: 10})
	b.Command(0.5, 0.5)
	run(w, 120*time.Millisecond)
	if s := b.Twist().V; math.Abs(s-0.5*(1-1/math.E)) > 0.02 {
		t.Errorf("after one lag it does %.3f m/s", s)
	}
	run(w, 10*time.Second)
	if p := b.Pose(); math.Abs(p.X-(3+0.5*10.0)) > 0.02 || math.Abs(p.Y-10) > 1e-9 {
		t.Errorf("after 10 s at 0.5 m/s it is at %v", p)
	}
	l, r := b.Counts()
	if got, want := float64(l)/1024*2*math.Pi*v.Radius, b.Pose().X-3; l != r || math.Abs(got-want) > 0.0011 {
		t.Errorf("counts %d and %d: %.4f m, but it went %.4f m", l, r, got, want)
	}
	b.Command(-0.28, 0.28)
	run(w, 2*time.Second)
	if s := b.Twist(); math.Abs(s.V) > 1e-3 || math.Abs(s.W-1) > 1e-3 {
		t.Errorf("on the spot it does %v", s)
	}
	b.Command(0, 0)
	run(w, time.Second)
	if s := b.Twist(); s != (nav.Twist{}) {
		t.Errorf("told to stand it does %v", s)
	}
	b.Command(1.2, 1.2)
	last, most := 0.0, 0.0
	for range 100 {
		w.Step()
		most = max(most, (b.Twist().V-last)/w.step.Seconds())
		last = b.Twist().V
	}
	if limit := 2 * v.Force / v.Mass; most > limit+1e-9 || most < 0.99*limit {
		t.Errorf("it accelerates by %.2f m/s², the motors give %.2f", most, limit)
	}
	b.Command(math.NaN(), math.Inf(1))
	run(w, 5*time.Second)
	if s := b.Twist(); s != (nav.Twist{}) {
		t.Errorf("commands that are no numbers move it: %v", s)
	}
}

// With slip the way that the encoders tell is off by about 2 % of the distance, and never by nothing.
func TestOdometryDrifts(t *testing.T) {
	sum, n := 0.0, 20
	for seed := range n {
		w := world(t, Config{Map: room(t, 18, 18), Seed: uint64(seed)})
		b := add(t, w, Wheelchair(), nav.Pose{X: 7, Y: 3})
		b.Command(0.784, 0.816)
		odometry, l, r := b.Pose(), int32(0), int32(0)
		for range 200 * 12 {
			w.Step()
			nl, nr := b.Counts()
			k := 2 * math.Pi * 0.17 / 1024
			dl, dr := float64(nl-l)*k, float64(nr-r)*k
			odometry = odometry.Mul(nav.Twist{V: (dl + dr) / 2, W: (dr - dl) / 0.56}.Over(1))
			l, r = nl, nr
		}
		if c, last := b.Contacts(); c > 0 {
			t.Fatal(last)
		}
		off := odometry.Dist(b.Pose()) / 9.6
		sum += off
		if off == 0 || off > 0.12 {
			t.Errorf("seed %d: odometry is off by %.1f %%", seed, 100*off)
		}
	}
	if mean := sum / float64(n); mean < 0.01 || mean > 0.04 {
		t.Errorf("odometry is off by %.2f %% of the way on average", 100*mean)
	} else {
		t.Logf("odometry is off by %.2f %% of the way on average", 100*mean)
	}
}

// A vehicle that runs into something stops there, says so once, and can back away.
func TestContacts(t *testing.T) {
	for _, c := range []struct {
		name string
		c    Config
		what Kind
	}{
		{"wall", Config{}, Wall},
		{"box", Config{Boxes: []Box{{At: nav.Pose{X: 6, Y: 5.1, Yaw: 0.6}, Length: 1, Width: 0.4}}}, Furniture},
		{"person", Config{Walks: []Walk{{Way: []nav.Point{{X: 6, Y: 5.2}}}}}, Person},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.c.Map = room(t, 10, 10)
			w := world(t, c.c)
			b := add(t, w, Wheelchair(), nav.Pose{X: 2, Y: 5})
			b.Command(1, 1)
			for range 2000 {
				w.Step()
				if d, _ := w.Clearance(b); d < 0 || d == 0 {
					t.Fatalf("%g from the obstacle", d)
				}
			}
			n, last := b.Contacts()
			if d, what := w.Clearance(b); n != 1 || last.Kind != c.what || what.Kind != c.what || d > 0.02 || b.Twist() != (nav.Twist{}) || b.Closest() != 0 {
				t.Fatalf("%d contacts, the last %v; %g from %v at %v, closest %g", n, last, d, what, b.Twist(), b.Closest())
			}
			b.Command(-0.5, -0.5)
			run(w, time.Second)
			if d, _ := w.Clearance(b); d < 0.3 {
				t.Errorf("it backed away by %g m", d)
			}
		})
	}
}

// A wheel that is stuck turns the vehicle about itself; one that skids lets it turn too.
func TestWheelFaults(t *testing.T) {
	v := Wheelchair()
	v.Slip, v.Uneven = 0, 0
	for _, f := range []func(*Body){func(b *Body) { b.Stick(Left, true) }, func(b *Body) { b.Skid(Left, 0.5) }} {
		w := world(t, Config{Map: room(t, 20, 20)})
		b := add(t, w, v, nav.Pose{X: 10, Y: 10})
		f(b)
		b.Command(0.4, 0.4)
		run(w, 2*time.Second)
		l, r := b.Counts()
		if s := b.Twist(); s.W < 0.3 || r == 0 {
			t.Errorf("it does %v, counts %d and %d", s, l, r)
		}
	}
}

// Without noise each distance is the true one from where the scanner was at that moment; with it the noise has its deviation.
func TestLidar(t *testing.T) {
	v := Wheelchair()
	v.Slip, v.Uneven = 0, 0
	s := TiM561(WheelchairScanners()[0])
	s.Sigma, s.Grain = 0, 0
	w := world(t, Config{Map: room(t, 8, 8), Boxes: []Box{{At: nav.Pose{X: 6, Y: 4, Yaw: 0.3}, Length: 0.8, Width: 0.3}}})
	b := add(t, w, v, nav.Pose{X: 3, Y: 4})
	exact, err := w.AddLidar(b, s)
	if err != nil {
		t.Fatal(err)
	}
	s.Sigma = 0.02
	noisy, err := w.AddLidar(b, s)
	if err != nil {
		t.Fatal(err)
	}
	b.Command(-0.28, 0.28) // 1 rad/s
	run(w, 3*time.Second)
	w.AdvanceTo(time.Duration(45)*s.Turn + 52*time.Millisecond)
	var a, n nav.Scan
	scans, began := exact.Latest(&a)
	noisy.Latest(&n)
	if scans != 46 || began != 45*s.Turn || math.Abs(a.Turn-0.05) > 1e-4 {
		t.Fatalf("%d scans, the last began at %v, over %g s", scans, began, a.Turn)
	}
	var sum, square float64
	for i, r := range a.Ranges {
		age := (w.Now() - began - time.Duration(float64(i)*a.Turn/810*1e9)).Seconds()
		at := b.Pose().Mul(b.Twist().Over(-age)).Mul(a.Mount)
		if want := w.Look(b, at.Point(), at.Yaw+a.First+float64(i)*a.Step, 10); math.Abs(r-want) > 0.02*want {
			t.Errorf("beam %d: %g, not %g", i, r, want)
		}
		d := n.Ranges[i] - r
		sum, square = sum+d, square+d*d
	}
	mean := sum / 811
	if sigma := math.Sqrt(square/811 - mean*mean); math.Abs(mean) > 0.004 || math.Abs(sigma-0.02) > 0.003 {
		t.Errorf("noise of %.4f ± %.4f m", mean, sigma)
	}
	// What stands nearer than the scanner measures, or farther, is not seen.
	far := world(t, Config{Map: room(t, 40, 4)})
	l, err := far.AddLidar(add(t, far, v, nav.Pose{X: 20, Y: 2}), TiM561(nav.Pose{X: 0.75}))
	if err != nil {
		t.Fatal(err)
	}
	run(far, 100*time.Millisecond)
	if l.Latest(&a); !math.IsInf(a.Ranges[405], 1) || math.Abs(a.Ranges[405+270]-1.95) > 0.1 {
		t.Errorf("ahead %g, to the left %g", a.Ranges[405], a.Ranges[405+270])
	}
}

// demo is a world with everything in it.
func demo(t testing.TB, seed uint64) (*World, *Body) {
	w := world(t, Config{
		Map: room(t, 12, 12), Seed: seed, Boxes: []Box{{At: nav.Pose{X: 6, Y: 8, Yaw: 0.5}, Length: 1, Width: 0.5}},
		Walks: []Walk{{Way: []nav.Point{{X: 2, Y: 2}, {X: 10, Y: 2}}, Heed: 0.5}, {Way: []nav.Point{{X: 10, Y: 10}, {X: 2, Y: 9}}, Wait: 1}},
	})
	b := add(t, w, Wheelchair(), nav.Pose{X: 5, Y: 5})
	for _, m := range WheelchairScanners() {
		if _, err := w.AddLidar(b, TiM561(m)); err != nil {
			t.Fatal(err)
		}
	}
	add(t, w, Wheelchair(), nav.Pose{X: 8, Y: 5}).Command(0.1, 0.2)
	return w, b
}

// Equal worlds that are driven equally are equal; another seed makes another world.
func TestRepeats(t *testing.T) {
	hash := func(seed uint64) (hs []uint64) {
		w, b := demo(t, seed)
		for i := range 600 {
			b.Command(0.3+0.1*math.Sin(float64(i)/50), 0.3)
			w.Step()
			hs = append(hs, w.Hash())
		}
		return hs
	}
	a, b, c := hash(1), hash(1), hash(2)
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("step %d differs", i)
		}
		if a[i] == c[i] {
			t.Fatalf("step %d is the same with another seed", i)
		}
	}
}

func TestAStepAllocatesNothing(t *testing.T) {
	w, b := demo(t, 1)
	b.Command(0.2, 0.3)
	var s nav.Scan
	if n := testing.AllocsPerRun(500, func() { w.Step(); w.lidars[0].Latest(&s); w.Hash() }); n != 0 {
		t.Errorf("%g allocations a step", n)
	}
}

// What is wrong with a world is said, all at once.
func TestFaults(t *testing.T) {
	_, err := New(Config{Step: time.Second, Map: room(t, 5, 5), Boxes: []Box{{}}, Walks: []Walk{{}, {Way: []nav.Point{{}}, Speed: -1}}})
	for _, want := range []string{"steps of 1s", "box 0", "person 0 has no way", "person 1"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: nothing of %q", err, want)
		}
	}
	w := world(t, Config{Map: room(t, 5, 5)})
	for _, at := range []nav.Pose{{X: 0.2, Y: 2}, {X: math.NaN()}} {
		if _, err := w.Add(Wheelchair(), at); err == nil {
			t.Errorf("a vehicle is put at %v", at)
		}
	}
	if _, err := w.Add(Vehicle{Outline: nav.Outline{{}, {Y: 1}, {X: 1}}}, nav.Pose{X: 2, Y: 2}); err == nil {
		t.Error("a vehicle of nothing, inside out, is taken")
	}
	if _, err := w.AddLidar(nil, Scanner{}); err == nil {
		t.Error("a scanner of nothing is taken")
	}
}

// People walk round a vehicle that stands in their way, however it stands, without coming nearer than they want.
func TestPeopleMakeWay(t *testing.T) {
	for i := range 12 {
		w := world(t, Config{Map: room(t, 12, 12), Walks: []Walk{{Way: []nav.Point{{X: 2, Y: 6.1}, {X: 10, Y: 6.1}}, Heed: 0.5}}})
		b := add(t, w, Wheelchair(), nav.Pose{X: 6, Y: 5.6 + 0.07*float64(i), Yaw: math.Pi / 6 * float64(i)})
		there := 0
		for range 30 * 200 {
			w.Step()
			if d, _ := w.Clearance(b); d < shy-0.01 {
				t.Fatalf("%d: a person is %g m from the vehicle", i, d)
			}
			if x := w.Person(0).At.X; there%2 == 0 && x > 9 || there%2 == 1 && x < 3 {
				there++
			}
		}
		if n, _ := b.Contacts(); n > 0 || there < 3 {
			t.Errorf("%d: %d contacts; got to an end %d times", i, n, there)
		}
	}
}

// BenchmarkSecond is a second of simulated time: a wheelchair with two scanners among people.
func BenchmarkSecond(b *testing.B) {
	w, body := demo(b, 1)
	body.Command(0.05, 0.06)
	for b.Loop() {
		run(w, time.Second)
	}
}

// A box that appears is seen and near, and one that is gone is neither. A scan says when its last beam was measured.
func TestBoxesComeAndGo(t *testing.T) {
	w := world(t, Config{Map: room(t, 8, 8), Boxes: []Box{{At: nav.Pose{X: 4.3, Y: 4}, Length: 0.4, Width: 2, Gone: true}}})
	b := add(t, w, Wheelchair(), nav.Pose{X: 3, Y: 4})
	l, err := w.AddLidar(b, TiM561(nav.Pose{X: 0.75}))
	if err != nil {
		t.Fatal(err)
	}
	ahead := func() float64 {
		var s nav.Scan
		before, _ := l.Latest(&s)
		for {
			w.Step()
			n, began := l.Latest(&s)
			if n < before+2 { // one that began after the last change
				continue
			}
			if want := began.Seconds() + s.Turn; math.Abs(s.Time-want) > 1e-9 || w.Now().Seconds()-s.Time > 2*w.StepSize().Seconds() {
				t.Errorf("at %v a scan that began at %v says %g s", w.Now(), began, s.Time)
			}
			return s.Ranges[405]
		}
	}
	for _, c := range []struct {
		there       bool
		seen, clear float64
	}{{false, 8 - 0.05 - 3.75, 1}, {true, 4.1 - 3.75, 0.3}, {false, 8 - 0.05 - 3.75, 1}} {
		w.ShowBox(0, c.there)
		if _, there := w.Box(0); there != c.there || w.Boxes() != 1 || w.Bodies()[0] != b {
			t.Error("the world does not say what is there")
		}
		if r := ahead(); math.Abs(r-c.seen) > 0.15 {
			t.Errorf("with the box %v a beam ahead has %g m, not %g", c.there, r, c.seen)
		}
		if d, _ := w.Clearance(b); math.Abs(d-c.clear) > 1e-9 {
			t.Errorf("with the box %v the way is clear for %g m, not %g", c.there, d, c.clear)
		}
	}
}
