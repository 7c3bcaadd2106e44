package route

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/sim/planar"
)

// chair are the parameters of the simulated wheelchair.
func chair() Params { return Params{Outline: planar.Wheelchair().Outline, Limits: nav.Comfort()} }

// hall is a free map of so many m each way, with walls around.
func hall(width, height float64) *nav.Grid {
	g, err := nav.NewGrid(int(math.Round(width/0.05)), int(math.Round(height/0.05)), 0.05, nav.Point{X: -1, Y: -2})
	if err != nil {
		panic(err)
	}
	for i := range g.Cells {
		g.Cells[i] = nav.Free
		if x, y := i%g.Width, i/g.Width; x == 0 || y == 0 || x == g.Width-1 || y == g.Height-1 {
			g.Cells[i] = nav.Occupied
		}
	}
	return g
}

// build occupies a rectangle, turned by yaw, with its middle at x, y.
func build(g *nav.Grid, x, y, yaw, length, width float64) {
	at := nav.Pose{X: x, Y: y, Yaw: yaw}.Inv()
	for i := range g.Cells {
		if p := at.Apply(g.Centre(i%g.Width, i/g.Width)); math.Abs(p.X) <= length/2 && math.Abs(p.Y) <= width/2 {
			g.Cells[i] = nav.Occupied
		}
	}
}

// apart is the distance of two segments.
func apart(a, b, c, d nav.Point) float64 {
	cross := func(p, q, r nav.Point) float64 { return (q.X-p.X)*(r.Y-p.Y) - (q.Y-p.Y)*(r.X-p.X) }
	if cross(a, b, c)*cross(a, b, d) < 0 && cross(c, d, a)*cross(c, d, b) < 0 {
		return 0
	}
	to := func(p, q, r nav.Point) float64 { // squared
		e := r.Sub(q)
		t := min(max(p.Sub(q).Dot(e)/e.Dot(e), 0), 1)
		d := p.Sub(nav.Point{X: q.X + t*e.X, Y: q.Y + t*e.Y})
		return d.Dot(d)
	}
	return math.Sqrt(min(to(a, c, d), to(b, c, d), to(c, a, b), to(d, a, b)))
}

// distance is how far an outline is from what is occupied or unknown and from seen points, at most Far: every side of the one
// against every side of the other.
func distance(g *nav.Grid, o nav.Outline, at nav.Pose, seen []nav.Point) float64 {
	best := Far
	corners := make([]nav.Point, 0, 8)
	for _, c := range o {
		corners = append(corners, at.Apply(c))
	}
	sin, cos := math.Sincos(at.Yaw)
	off := func(p nav.Point) float64 { // from the outline
		d := p.Sub(at.Point())
		return o.Distance(nav.Point{X: cos*d.X + sin*d.Y, Y: cos*d.Y - sin*d.X})
	}
	side := func(a, b nav.Point) {
		if off(a) <= 0 || b.Sub(a).Norm() < 1e-6 && off(b) <= 0 { // of a square, b begins the next side
			best = 0
		}
		for i, c := range corners {
			best = min(best, apart(a, b, c, corners[(i+1)%len(corners)]))
		}
	}
	_, outer := o.Radii()
	x0, y0 := g.CellOf(nav.Point{X: at.X - outer - Far, Y: at.Y - outer - Far})
	x1, y1 := g.CellOf(nav.Point{X: at.X + outer + Far, Y: at.Y + outer + Far})
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			if v := g.At(x, y); v >= nav.Wall || v == nav.Unknown {
				c, h := g.Centre(x, y), g.Cell/2
				if c.Sub(at.Point()).Norm()-outer > best+g.Cell || off(c) > best+g.Cell {
					continue
				}
				q := [4]nav.Point{{X: c.X - h, Y: c.Y - h}, {X: c.X + h, Y: c.Y - h}, {X: c.X + h, Y: c.Y + h}, {X: c.X - h, Y: c.Y + h}}
				for i := range q {
					side(q[i], q[(i+1)%4])
				}
				for _, p := range corners {
					if math.Abs(p.X-c.X) < h && math.Abs(p.Y-c.Y) < h {
						best = 0
					}
				}
			}
		}
	}
	for _, p := range seen {
		side(p, nav.Point{X: p.X + 1e-9, Y: p.Y})
	}
	return best
}

// faults finds all that is wrong with a path: its ends, its joints, what cannot be driven without a stop, and too little
// clearance.
func faults(g *nav.Grid, p Params, from, to nav.Pose, seen []nav.Point, path *Path) (wrong []string) {
	say := func(format string, args ...any) {
		if len(wrong) < 8 {
			wrong = append(wrong, fmt.Sprintf(format, args...))
		}
	}
	from.Yaw, to.Yaw = nav.Angle(from.Yaw), nav.Angle(to.Yaw) // of many turns the direction is what Angle makes of it
	same := func(a, b nav.Pose) bool { return a.Dist(b) < 1e-6 && math.Abs(nav.Angle(a.Yaw-b.Yaw)) < 1e-6 }
	tight := p.Tight
	if tight == 0 {
		tight = 0.03
	}
	floor := min(tight, distance(g, p.Outline, from, seen)-0.001)
	length, at := 0.0, from
	_, outer := p.Outline.Radii()
	for n := range path.Legs {
		l := &path.Legs[n]
		if len(l.Ways) < 2 || l.Ways[0].S != 0 {
			say("leg %d: %d ways, the first at %g", n, len(l.Ways), l.Ways[0].S)
			return wrong
		}
		if !same(at, l.Ways[0].Pose) {
			say("leg %d begins at %v, not at %v", n, l.Ways[0].Pose, at)
		}
		if n > 0 && l.Kind == path.Legs[n-1].Kind {
			say("legs %d and %d are both %v", n-1, n, l.Kind)
		}
		last := len(l.Ways) - 1
		at = l.Ways[last].Pose
		if l.Kind != Turn {
			length += l.Ways[last].S
			if l.Ways[0].Curvature != 0 || l.Ways[last].Curvature != 0 {
				say("leg %d begins or ends in a curve: %g, %g", n, l.Ways[0].Curvature, l.Ways[last].Curvature)
			}
		}
		for i := range l.Ways {
			w := &l.Ways[i]
			d := distance(g, p.Outline, w.Pose, seen)
			if math.Abs(d-w.Clear) > 1e-6 {
				say("leg %d, %g: clearance %g, truly %g at %v", n, w.S, w.Clear, d, w.Pose)
			}
			if d < floor-1e-9 {
				say("leg %d, %g: clearance %g below %g at %v", n, w.S, d, floor, w.Pose)
			}
			before := floor
			if floor < tight && d >= tight+slack {
				floor = tight
			}
			if i == 0 {
				continue
			}
			step(l, i, outer, say)
			b := &l.Ways[i-1]
			mid := nav.Pose{X: (w.X + b.X) / 2, Y: (w.Y + b.Y) / 2, Yaw: b.Yaw + nav.Angle(w.Yaw-b.Yaw)/2}
			if d > 0.05 {
				continue
			}
			if d := distance(g, p.Outline, mid, seen); d < before-0.005 {
				say("leg %d, after %g: clearance %g below %g at %v", n, b.S, d, floor, mid)
			}
		}
	}
	if !same(at, to) {
		say("it ends at %v, not at %v", at, to)
	}
	if math.Abs(length-path.Length) > 1e-9 {
		say("it says %g m and has %g", path.Length, length)
	}
	return wrong
}

// step looks at what lies between two ways.
func step(l *Leg, i int, outer float64, say func(string, ...any)) {
	a, b := &l.Ways[i-1], &l.Ways[i]
	ds, chord, turn := b.S-a.S, a.Dist(b.Pose), nav.Angle(b.Yaw-a.Yaw)
	if !(ds > 0) || a.Curvature-a.Curvature != 0 {
		say("%v, %g: a step of %g, curvature %g", l.Kind, a.S, ds, a.Curvature)
		return
	}
	if l.Kind == Turn {
		if chord > 1e-9 || math.Abs(math.Abs(turn)-ds) > 1e-6 || ds*outer > Spacing+1e-6 {
			say("a turn at %g moves by %g and turns by %g within %g", a.S, chord, turn, ds)
		}
		return
	}
	sign := 1.0
	if l.Kind == Backward {
		sign = -1
	}
	mean := (a.Curvature + b.Curvature) / 2
	switch {
	case ds > Spacing+1e-6:
		say("%v, %g: %g to the next way", l.Kind, a.S, ds)
	case math.Abs(chord-ds) > 2e-4*ds:
		say("%v, %g: a chord of %g, %g told", l.Kind, a.S, chord, ds)
	case math.Abs(turn-sign*mean*ds) > 2e-3:
		say("%v, %g: it turns by %g, and a curvature of %g says %g", l.Kind, a.S, turn, mean, sign*mean*ds)
	case math.Abs(b.Curvature-a.Curvature) > 0.75:
		say("%v, %g: the curvature jumps from %g to %g", l.Kind, a.S, a.Curvature, b.Curvature)
	case math.Abs(mean) > 3:
		say("%v, %g: a curvature of %g", l.Kind, a.S, mean)
	}
	if chord > 1e-4 {
		if slip := nav.Angle(math.Atan2(sign*(b.Y-a.Y), sign*(b.X-a.X)) - a.Yaw - turn/2); math.Abs(slip) > 0.005 {
			say("%v, %g: it slips by %g rad", l.Kind, a.S, slip)
		}
	}
}

// drawHall draws a small map with things in it, turned anyhow.
func drawHall(t *rapid.T) *nav.Grid {
	g := hall(rapid.Float64Range(3, 6).Draw(t, "width"), rapid.Float64Range(3, 6).Draw(t, "height"))
	for range rapid.IntRange(0, 4).Draw(t, "things") {
		build(g, rapid.Float64Range(-1, 5).Draw(t, "x"), rapid.Float64Range(-2, 4).Draw(t, "y"), rapid.Float64Range(0, math.Pi).Draw(t, "yaw"),
			rapid.Float64Range(0.05, 2).Draw(t, "length"), rapid.Float64Range(0.05, 0.6).Draw(t, "thickness"))
	}
	return g
}

// drawPose draws a pose; every so often one whose numbers all but vanish.
func drawPose(t *rapid.T, what string) nav.Pose {
	draw := func(name string, low, high float64) float64 {
		return rapid.OneOf(rapid.Float64Range(low, high), rapid.Float64Range(low, high), rapid.SampledFrom([]float64{0, 1, 1e-302, -1e-302, 1e-17, 1e-10, 2e-9})).Draw(t, what+name)
	}
	return nav.Pose{X: draw(" x", -0.8, 4.8), Y: draw(" y", -1.8, 3.8), Yaw: draw(" yaw", -4, 4)}
}

// Every path can be driven and keeps its clearance, by another way of measuring it; the same request gives the same path,
// whatever the planner was asked before; and where there is none, there is a reason.
func TestPaths(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		g := drawHall(t)
		p := chair()
		p.Tight = rapid.SampledFrom([]float64{0, 0.05, 0.1}).Draw(t, "tight")
		p.Work = 800
		if rapid.Bool().Draw(t, "small") {
			p.Outline = nav.Outline{{X: -0.2, Y: -0.2}, {X: 0.2, Y: -0.25}, {X: 0.3, Y: 0}, {X: 0.2, Y: 0.25}, {X: -0.2, Y: 0.2}}
		}
		from, to := drawPose(t, "from"), drawPose(t, "to")
		var seen []nav.Point
		for range rapid.IntRange(0, 3).Draw(t, "seen") {
			seen = append(seen, drawPose(t, "seen").Point())
		}
		r, err := New(g, p)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Plan(to, from, nil); err != nil { // another request, of which something is kept
			told(t, g, p, err)
		}
		path, err := r.Plan(from, to, seen)
		fresh, _ := New(g, p)
		again, errAgain := fresh.Plan(from, to, seen)
		if !reflect.DeepEqual(path, again) || !reflect.DeepEqual(err, errAgain) {
			t.Fatalf("another path by a new planner: %v, %v", err, errAgain)
		}
		if err != nil {
			told(t, g, p, err)
			return
		}
		found++
		for _, f := range faults(g, p, from, to, visible(g, seen), path) {
			t.Error(f)
		}
	})
	if found == 0 {
		t.Error("no path was found at all")
	}
}

// TestBendOfAFewCentimetres: the goal is so near that the curvature of a bend to it swings between two ways, which said less than half
// of the turn between them.
func TestBendOfAFewCentimetres(t *testing.T) {
	g := hall(3, 3.5)
	build(g, 1, 1, 1, 1, 0.6)
	p := chair()
	p.Work = 800
	p.Outline = nav.Outline{{X: -0.2, Y: -0.2}, {X: 0.2, Y: -0.25}, {X: 0.3, Y: 0}, {X: 0.2, Y: 0.25}, {X: -0.2, Y: 0.2}}
	from, to := nav.Pose{Y: 1, Yaw: 1.041015625}, nav.Pose{X: 0.0625, Y: 1, Yaw: 2e-9}
	r, err := New(g, p)
	if err != nil {
		t.Fatal(err)
	}
	path, err := r.Plan(from, to, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults(g, p, from, to, nil, path) {
		t.Error(f)
	}
}

// visible leaves out points that lie in walls.
func visible(g *nav.Grid, seen []nav.Point) (out []nav.Point) {
	for _, p := range seen {
		if v := g.At(g.CellOf(p)); v != nav.Unknown && v < nav.Wall {
			out = append(out, p)
		}
	}
	return out
}

// told checks that an error says all that it should.
func told(t interface{ Fatalf(string, ...any) }, g *nav.Grid, p Params, err error) {
	var no *NoWay
	if !errors.As(err, &no) || no.Do == "" || !strings.Contains(err.Error(), no.Why.String()) {
		t.Fatalf("%v is no NoWay that says why and what to do", err)
	}
	if no.Escape != nil && (len(no.Escape.Legs) != 1 || no.Why != StartTouch) {
		t.Fatalf("%v: an escape of %d legs", err, len(no.Escape.Legs))
	}
}
