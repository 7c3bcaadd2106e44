package nav

import "math"

// Point is a place in the plane, in m.
type Point struct{ X, Y float64 }

// Sub returns a-b.
func (a Point) Sub(b Point) Point { return Point{a.X - b.X, a.Y - b.Y} }

// Add returns a+b.
func (a Point) Add(b Point) Point { return Point{a.X + b.X, a.Y + b.Y} }

// Dot returns the scalar product.
func (a Point) Dot(b Point) float64 { return float64(a.X*b.X) + float64(a.Y*b.Y) }

// Norm returns the length of a.
func (a Point) Norm() float64 { return math.Sqrt(a.Dot(a)) }

// Pose is the pose of a frame in another: its origin in m and its yaw in rad.
type Pose struct{ X, Y, Yaw float64 }

// Point returns the origin of a.
func (a Pose) Point() Point { return Point{a.X, a.Y} }

// Apply returns a point of the frame a in the frame in which a is given.
func (a Pose) Apply(p Point) Point {
	s, c := math.Sincos(a.Yaw)
	return Point{a.X + float64(c*p.X) - float64(s*p.Y), a.Y + float64(s*p.X) + float64(c*p.Y)}
}

// Mul returns the pose b of the frame a in the frame in which a is given. Its yaw is within (-π, π].
func (a Pose) Mul(b Pose) Pose {
	p := a.Apply(b.Point())
	return Pose{p.X, p.Y, Angle(a.Yaw + b.Yaw)}
}

// Inv returns the frame in which a is given, as seen from a.
func (a Pose) Inv() Pose {
	s, c := math.Sincos(a.Yaw)
	return Pose{-float64(c*a.X) - float64(s*a.Y), float64(s*a.X) - float64(c*a.Y), Angle(-a.Yaw)}
}

// Dist returns the distance between the origins of a and b.
func (a Pose) Dist(b Pose) float64 { return a.Point().Sub(b.Point()).Norm() }

// Finite reports whether all numbers of a are finite.
func (a Pose) Finite() bool { return a.X-a.X == 0 && a.Y-a.Y == 0 && a.Yaw-a.Yaw == 0 }

// Angle returns an angle within (-π, π].
func Angle(a float64) float64 {
	if a > -math.Pi && a <= math.Pi {
		return a
	}
	a = math.Mod(a, 2*math.Pi)
	switch {
	case a > math.Pi:
		return a - 2*math.Pi
	case a <= -math.Pi:
		return a + 2*math.Pi
	}
	return a
}

// Twist is the velocity of BASE: forward in m/s and turning in rad/s.
type Twist struct{ V, W float64 }

// Over returns the pose of a vehicle with a constant twist after dt seconds, in the present BASE; the way is an arc.
func (t Twist) Over(dt float64) Pose {
	a := t.W * dt
	if math.Abs(a) < 1e-6 {
		return Pose{t.V * dt, t.V * dt * a / 2, a}
	}
	s, c := math.Sincos(a)
	return Pose{t.V / t.W * s, t.V / t.W * (1 - c), Angle(a)}
}

// Scan is one turn of a laser scanner.
type Scan struct {
	Mount       Pose      // the scanner in BASE
	First, Step float64   // direction of the first beam, and from each to the next
	Min, Max    float64   // bounds of the measured distances
	Ranges      []float64 // m; +Inf if nothing was seen, NaN if a beam is invalid
	Turn        float64   // seconds from the first beam to the last
	Time        float64   // seconds, time of the last beam on the odometry's clock
}

// Seen returns the end of beam i in BASE, and whether the beam saw anything.
func (s *Scan) Seen(i int) (Point, bool) {
	r := s.Ranges[i]
	if !(r >= s.Min && r <= s.Max) {
		return Point{}, false
	}
	sin, cos := math.Sincos(s.First + float64(i)*s.Step)
	return s.Mount.Apply(Point{r * cos, r * sin}), true
}

// Outline is the border of a vehicle seen from above: a convex polygon in BASE, counterclockwise.
type Outline []Point

// Distance returns the distance in m of a point in BASE from the outline, negative within it.
func (o Outline) Distance(p Point) float64 {
	inside, least := true, math.Inf(1) // the square of the distance
	for i, a := range o {
		b := o[0]
		if i+1 < len(o) {
			b = o[i+1]
		}
		e, d := b.Sub(a), p.Sub(a)
		if e.X*d.Y-e.Y*d.X < 0 {
			inside = false
		}
		if along := d.Dot(e); !(along <= 0) {
			t, all := 1.0, e.Dot(e)
			if !(along >= all) {
				t = along / all
			}
			d = d.Sub(Point{t * e.X, t * e.Y})
		}
		least = min(least, d.Dot(d))
	}
	least = math.Sqrt(least)
	if inside {
		return -least
	}
	return least
}

// Radii returns the radius of the largest circle around BASE's origin within the outline, and of the smallest around it.
func (o Outline) Radii() (inner, outer float64) {
	for _, p := range o {
		outer = max(outer, p.Norm())
	}
	return -o.Distance(Point{}), outer
}
