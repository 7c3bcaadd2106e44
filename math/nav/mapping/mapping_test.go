package mapping

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/match"
)

// floor is 20 by 15 m with two rooms and a way round: a ring of corridors, its inside walled off.
func floor(t testing.TB) *nav.Grid {
	t.Helper()
	g, err := nav.NewGrid(1000, 750, 0.02, nav.Point{X: -2, Y: -2})
	if err != nil {
		t.Fatal(err)
	}
	walls := [][4]float64{{0, 0, 20, 0.1}, {0, 14.9, 20, 15}, {0, 0, 0.1, 15}, {19.9, 0, 20, 15},
		{0, 10, 3, 10.1}, {4.2, 10, 9, 10.1}, {10.2, 10, 20, 10.1}, // rooms above
		{7, 10.1, 7.1, 15}, {1, 12, 2.5, 13}, {5.6, 14.2, 7, 15}, {14, 12, 15, 14.9}, {17, 10.1, 19.9, 10.9},
		{3.5, 3, 16.5, 3.1}, {3.5, 6.9, 16.5, 7}, {3.5, 3, 3.6, 7}, {16.4, 3, 16.5, 7}, // the ring's inside
		{9, 0.1, 9.6, 0.7}, {19.3, 6, 19.9, 8}, {0.1, 6, 0.5, 7.2}}
	for i := range g.Cells {
		g.Cells[i] = nav.Free
		p := g.Centre(i%g.Width, i/g.Width).Sub(g.Origin)
		for _, w := range walls {
			if p.X > w[0] && p.Y > w[1] && p.X < w[2] && p.Y < w[3] {
				g.Cells[i] = nav.Occupied
			}
		}
	}
	return g
}

// record drives around the ring and through the rooms, with odometry that errs by 2 % of the way and 1° each metre.
type record struct {
	caster *nav.Caster
	random *rand.Rand
	truth  nav.Pose
	odom   nav.Pose
	time   float64
	scans  []nav.Scan
	way    []nav.Point
}

func newRecord(g *nav.Grid, seed uint64) *record {
	d := &record{caster: nav.NewCaster(g, false), random: rand.New(rand.NewPCG(seed, 1))}
	d.way = []nav.Point{{X: 15.5, Y: -0.5}, {X: 16.2, Y: 6}, {X: 8, Y: 6.6}, {X: 7.6, Y: 9.5}, {X: 10, Y: 11}, {X: 7.6, Y: 9.5}, {X: 7.6, Y: 6.6},
		{X: 1.6, Y: 6.6}, {X: 1.6, Y: 9.5}, {X: 3.5, Y: 10}, {X: 1.6, Y: 9.5}, {X: 1.6, Y: 6.6}, {X: -0.2, Y: 6.2}, {X: -0.2, Y: 0}, {X: 4, Y: -0.5}, {X: 7, Y: -0.5}}
	for _, mount := range []nav.Pose{{X: 0.7, Y: 0.3, Yaw: math.Pi / 4}, {X: -0.3, Y: -0.3, Yaw: -math.Pi * 3 / 4}} {
		d.scans = append(d.scans, nav.Scan{Mount: mount, First: -math.Pi * 3 / 4, Step: math.Pi * 1.5 / 810, Min: 0.05, Max: 10, Turn: 0.05, Ranges: make([]float64, 811)})
	}
	return d
}

// next goes on by 0.2 s; false at the end of the way.
func (d *record) next() bool {
	for len(d.way) > 0 && d.way[0].Sub(d.truth.Point()).Norm() < 0.3 {
		d.way = d.way[1:]
	}
	if len(d.way) == 0 {
		return false
	}
	p := d.truth.Inv().Apply(d.way[0])
	a := math.Atan2(p.Y, p.X)
	twist := nav.Twist{V: 0.8 * max(math.Cos(a), 0) * max(math.Cos(a), 0), W: min(max(2*a, -0.8), 0.8)}
	const dt = 0.2
	d.time += dt
	d.truth = d.truth.Mul(twist.Over(dt))
	d.odom = d.odom.Mul(nav.Twist{V: 1.02*twist.V + 0.01*d.random.NormFloat64()*twist.V, W: twist.W*1.01 + twist.V*math.Pi/180}.Over(dt))
	for k := range d.scans {
		s := &d.scans[k]
		s.Time = d.time
		for i := range s.Ranges {
			at := d.truth.Mul(twist.Over(-s.Turn * (1 - float64(i)/810))).Mul(s.Mount)
			s.Ranges[i] = d.caster.Cast(at.Point(), at.Yaw+s.First+float64(i)*s.Step, 10) + 0.02*d.random.NormFloat64()
		}
	}
	return true
}

// makeMap maps a drive, of so many turns at most.
func makeMap(t testing.TB, g *nav.Grid, seed uint64, turns int) (*Mapper, *record) {
	t.Helper()
	m, err := New(Params{})
	if err != nil {
		t.Fatal(err)
	}
	d := newRecord(g, seed)
	if err := m.Move(d.time, d.odom); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < turns && d.next(); i++ {
		if err := m.Move(d.time, d.odom); err != nil {
			t.Fatal(err)
		}
		if _, err := m.Add(d.scans); err != nil {
			t.Fatal(err)
		}
	}
	return m, d
}

// The map's walls are where walls are, though odometry ends far off, and where walls were seen there are some.
func TestMap(t *testing.T) {
	world := floor(t)
	m, d := makeMap(t, world, 3, 1e9)
	g, err := m.Grid()
	if err != nil {
		t.Fatal(err)
	}
	// The map begins with the first scan kept, which was at the first pose but for one step.
	path := m.Path(nil)
	first := newRecord(world, 3)
	first.next()
	truth := nav.NewField(world, 2, false)
	sum, n, far := 0.0, 0, 0.0
	for i, c := range g.Cells {
		if c < nav.Wall {
			continue
		}
		d := math.Abs(truth.At(first.truth.Apply(g.Centre(i%g.Width, i/g.Width))))
		sum, n, far = sum+d*d, n+1, max(far, d)
	}
	rms := math.Sqrt(sum / float64(n))
	made := nav.NewField(g, 2, false)
	there, walls := 0, 0
	for i, c := range world.Cells {
		x, y := i%world.Width, i/world.Width
		if c < nav.Wall || world.At(x-1, y) != nav.Free && world.At(x+1, y) != nav.Free && world.At(x, y-1) != nav.Free && world.At(x, y+1) != nav.Free {
			continue
		}
		walls++
		if made.At(first.truth.Inv().Apply(world.Centre(x, y))) < 0.1 {
			there++
		}
	}
	end := first.truth.Mul(m.Pose())
	t.Logf("%+v; %d scans kept; walls %.3f m rms off, %.3f at most, %d cells; %.1f %% of the true walls are there; the end is off by %.3f m, by odometry %.2f m",
		m.Report(), len(path), rms, far, n, 100*float64(there)/float64(walls), end.Dist(d.truth), d.odom.Dist(d.truth))
	if rms > 0.05 || float64(there) < 0.75*float64(walls) || end.Dist(d.truth) > 0.1 || m.Report().Loops == 0 {
		t.Error("the map is wrong")
	}
}

// The same drive gives the same map.
func TestSameAgain(t *testing.T) {
	world := floor(t)
	cells := func() []int8 {
		m, _ := makeMap(t, world, 2, 60)
		g, err := m.Grid()
		if err != nil {
			t.Fatal(err)
		}
		return g.Cells
	}
	if a, b := cells(), cells(); !slices.Equal(a, b) {
		t.Error("the maps differ")
	}
}

// A graph of which every tie is what the true poses say settles on those, however wrong it begins.
func TestGraph(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 60).Draw(t, "poses")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		truth := []nav.Pose{{}}
		for range n - 1 {
			truth = append(truth, truth[len(truth)-1].Mul(nav.Pose{X: 0.3 * r.Float64(), Y: 0.05 * r.NormFloat64(), Yaw: 0.3 * r.NormFloat64()}))
		}
		var g graph
		for i, p := range truth {
			if i > 0 {
				p = nav.Pose{X: p.X + 0.1*r.NormFloat64(), Y: p.Y + 0.1*r.NormFloat64(), Yaw: p.Yaw + 0.05*r.NormFloat64()}
			}
			g.add(p)
		}
		for k := range truth {
			for _, back := range []int{1, 3, 8} {
				if k >= back {
					g.tie(k-back, k, truth[k-back].Inv().Mul(truth[k]), match.Diagonal(0.02, 0.01), false)
				}
			}
		}
		for range rapid.IntRange(0, 4).Draw(t, "loops") {
			if a, b := r.IntN(n), r.IntN(n); a < b {
				g.tie(a, b, truth[a].Inv().Mul(truth[b]), match.Diagonal(0.01, 0.01), true)
			}
		}
		g.settle()
		for i, p := range g.poses {
			if p.Dist(truth[i]) > 1e-3 || math.Abs(nav.Angle(p.Yaw-truth[i].Yaw)) > 1e-3 {
				t.Fatalf("pose %d of %d is %v, not %v", i, n, p, truth[i])
			}
		}
	})
}

// Without scans there is no map, and parameters are refused all at once.
func TestRefused(t *testing.T) {
	m, err := New(Params{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Grid(); err == nil {
		t.Error("a map was made of nothing")
	}
	if v, err := m.Add([]nav.Scan{{}}); err != nil || v[0] != match.Absurd {
		t.Errorf("%v, %v", v, err)
	}
	_, err = New(Params{Cell: -1, Points: 3, Step: math.NaN(), Most: 1})
	if err == nil || len(err.(interface{ Unwrap() []error }).Unwrap()) != 4 {
		t.Errorf("four faults: %v", err)
	}
}
