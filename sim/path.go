package sim

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Path is a motion through space. At is a pure function: position in m and velocity in m/s at time t since
// the start, both in the base frame.
type Path interface {
	At(t time.Duration) (pos, vel spatial.Vec3)
}

// Still stays at a point.
type Still struct{ P spatial.Vec3 }

// At implements Path.
func (s Still) At(time.Duration) (pos, vel spatial.Vec3) { return s.P, spatial.Vec3{} }

// Circle goes round Center in the horizontal plane, counter-clockwise as seen from above, starting at +x.
type Circle struct {
	Center spatial.Vec3
	Radius float64       // m
	Period time.Duration // of one round; 0: standing still
}

// At implements Path.
func (c Circle) At(t time.Duration) (pos, vel spatial.Vec3) {
	w := pulsation(c.Period)
	s, k := math.Sincos(phase(t, c.Period))
	r := c.Radius
	return c.Center.Add(spatial.V(r*k, r*s, 0)), spatial.V(-r*w*s, r*w*k, 0)
}

// Sine swings through Center: Center + Amplitude·sin(2π t/Period).
type Sine struct {
	Center    spatial.Vec3
	Amplitude spatial.Vec3  // m, from the centre to one end of the line
	Period    time.Duration // of one swing there and back; 0: standing still
}

// At implements Path.
func (l Sine) At(t time.Duration) (pos, vel spatial.Vec3) {
	s, k := math.Sincos(phase(t, l.Period))
	return l.Center.Add(l.Amplitude.Scale(s)), l.Amplitude.Scale(pulsation(l.Period) * k)
}

// Eight is a horizontal figure of eight: A·sin θ along y, B·sin 2θ along x, with θ = 2π t/Period.
type Eight struct {
	Center spatial.Vec3
	A, B   float64 // m
	Period time.Duration
}

// At implements Path.
func (e Eight) At(t time.Duration) (pos, vel spatial.Vec3) {
	w, th := pulsation(e.Period), phase(t, e.Period)
	s1, k1 := math.Sincos(th)
	s2, k2 := math.Sincos(2 * th)
	return e.Center.Add(spatial.V(e.B*s2, e.A*s1, 0)), spatial.V(2*w*e.B*k2, w*e.A*k1, 0)
}

func pulsation(period time.Duration) float64 {
	if period <= 0 {
		return 0
	}
	return 2 * math.Pi / period.Seconds()
}

// phase reduces t to one period before converting it to a float, so that late rounds are as exact as the
// first.
func phase(t, period time.Duration) float64 {
	if period <= 0 {
		return 0
	}
	return 2 * math.Pi * float64(t%period) / float64(period)
}

// Waypoints visits points one after the other, repeatedly. Each leg is a rest-to-rest minimum-jerk motion
// (Flash and Hogan 1985) of duration Leg, followed by a rest of Dwell. With fewer than two points it stands
// still; without a point it stays at the origin.
type Waypoints struct {
	Points []spatial.Vec3
	Leg    time.Duration
	Dwell  time.Duration
}

// At implements Path.
func (w Waypoints) At(t time.Duration) (pos, vel spatial.Vec3) {
	n := len(w.Points)
	switch {
	case n == 0:
		return
	case n == 1 || w.Leg <= 0 || w.Dwell < 0 || t < 0:
		return w.Points[0], vel
	}
	slot := w.Leg + w.Dwell
	k := int(t / slot % time.Duration(n))
	from, to := w.Points[k], w.Points[(k+1)%n]
	in := t % slot
	if in >= w.Leg {
		return to, vel
	}
	s := float64(in) / float64(w.Leg)
	d := to.Sub(from)
	rate := 30 * s * s * (1 - s) * (1 - s) / w.Leg.Seconds()
	return from.Add(d.Scale(s * s * s * (10 - 15*s + 6*s*s))), d.Scale(rate)
}

// Wander is a smooth random motion that never leaves a box and never exceeds its speed and acceleration: a
// uniform cubic B-spline whose control points are hashes of the seed and their index. The curve lies in the
// hull of its control points, its velocity in that of their first differences over the knot spacing h, and
// its acceleration in that of the second differences over h² (de Boor, "A Practical Guide to Splines"). With
// the box's diagonal D, h ≥ D/v and h ≥ √(2D/a) therefore keep the limits for every seed and all time.
type Wander struct {
	lo, size spatial.Vec3
	h        time.Duration
	seed     uint64
}

// NewWander returns the motion of the given seed in the box between corners lo and hi, at most maxSpeed m/s
// and maxAcc m/s².
func NewWander(lo, hi spatial.Vec3, maxSpeed, maxAcc float64, seed uint64) (*Wander, error) {
	size := hi.Sub(lo)
	if !size.Finite() || !lo.Finite() || size.X < 0 || size.Y < 0 || size.Z < 0 {
		return nil, fmt.Errorf("sim: wander: box from %v to %v: every number must be finite and the second corner the greater", lo, hi)
	}
	if !(maxSpeed > 0) || !(maxAcc > 0) {
		return nil, fmt.Errorf("sim: wander: speed %g m/s, acceleration %g m/s²: both must be positive", maxSpeed, maxAcc)
	}
	d := size.Norm()
	h := max(d/maxSpeed, math.Sqrt(2*d/maxAcc), 1e-3)
	if h > 1e6 {
		return nil, fmt.Errorf("sim: wander: box of %g m at %g m/s and %g m/s² is too slow to move: raise the limits", d, maxSpeed, maxAcc)
	}
	return &Wander{lo: lo, size: size, h: time.Duration(math.Ceil(h * 1e9)), seed: seed}, nil
}

// At implements Path. It takes times before 0 as 0.
func (w *Wander) At(t time.Duration) (pos, vel spatial.Vec3) {
	t = max(t, 0)
	k := uint64(t / w.h)
	u := float64(t%w.h) / float64(w.h)
	r := 1 - u
	b := [4]float64{r * r * r / 6, (3*u*u*u - 6*u*u + 4) / 6, (3*r*r*r - 6*r*r + 4) / 6, u * u * u / 6}
	db := [4]float64{-r * r / 2, (3*u*u - 4*u) / 2, -(3*r*r - 4*r) / 2, u * u / 2}
	ih := 1 / w.h.Seconds()
	for i := range b {
		p := w.control(k + uint64(i))
		pos = pos.Add(p.Scale(b[i]))
		vel = vel.Add(p.Scale(db[i] * ih))
	}
	return pos, vel
}

func (w *Wander) control(k uint64) spatial.Vec3 {
	return w.lo.Add(spatial.V(
		w.size.X*unitFloat(mix(w.seed, 3*k)),
		w.size.Y*unitFloat(mix(w.seed, 3*k+1)),
		w.size.Z*unitFloat(mix(w.seed, 3*k+2))))
}

// PathNames lists the names that NamedPath accepts.
func PathNames() []string {
	return []string{"still", "circle", "sine", "eight", "waypoints", "wander"}
}

// NamedPath returns a ready path in front of an xArm 7 by its name; the seed matters only for "wander".
// None is faster than 0.30 m/s or leaves x 0.33 to 0.57, y ±0.20, z 0.05 to 0.15 m.
func NamedPath(name string, seed uint64) (Path, error) {
	c := spatial.V(0.45, 0, 0.08)
	switch name {
	case "still":
		return Still{c}, nil
	case "circle":
		return Circle{Center: c, Radius: 0.12, Period: 5 * time.Second}, nil
	case "sine":
		return Sine{Center: c, Amplitude: spatial.V(0, 0.15, 0), Period: 4 * time.Second}, nil
	case "eight":
		return Eight{Center: c, A: 0.18, B: 0.09, Period: 8 * time.Second}, nil
	case "waypoints":
		return Waypoints{
			Points: []spatial.Vec3{c, {X: 0.36, Y: 0.15, Z: 0.06}, {X: 0.54, Y: 0.15, Z: 0.12}, {X: 0.54, Y: -0.15, Z: 0.06}, {X: 0.36, Y: -0.15, Z: 0.10}},
			Leg:    2 * time.Second, Dwell: time.Second,
		}, nil
	case "wander":
		return NewWander(spatial.V(0.33, -0.20, 0.05), spatial.V(0.57, 0.20, 0.15), 0.30, 0.5, seed)
	}
	return nil, fmt.Errorf("sim: no path is called %q: take one of %s", name, strings.Join(PathNames(), ", "))
}
