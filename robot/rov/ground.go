package rov

import (
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Ground is a vehicle's surroundings besides water: the bottom, a height field drawn from the world's seed, and pillars that
// stand on it. The zero value is open water.
type Ground struct {
	Depth   float64  // m, mean depth of the bottom; 0: open water, in which nothing echoes
	Relief  float64  // m, standard deviation of the bottom's depth, below a fifth of Depth
	Pillars []Pillar // obstacles; only above a bottom
}

// Pillar is a vertical cylinder from the bottom to the surface.
type Pillar struct {
	North, East float64 // m, of its axis
	Radius      float64 // m
}

// MaxPillars is the greatest number of pillars.
const MaxPillars = 64

// Places and sizes of the pillars from Scatter, in m.
const (
	scatterNear, scatterFar = 4, 16
	scatterGap              = 2.5 // between two pillars
	thinnest, thickest      = 0.3, 0.8
)

// Scatter draws up to n pillars around the place north, east 0, at least 4 m from it, with 2.5 m of water between any two. It
// draws fewer than n if no more fit.
func Scatter(n int, seed uint64) (all []Pillar) {
	from := newSource(seed, forPillars)
draw:
	for range 50 * n {
		if len(all) == min(n, MaxPillars) {
			break
		}
		// Uniform over the ring's area.
		distance := math.Sqrt(scatterNear*scatterNear + float64(from.unit()*(scatterFar*scatterFar-scatterNear*scatterNear)))
		sin, cos := math.Sincos(2 * math.Pi * from.unit())
		p := Pillar{North: distance * cos, East: distance * sin, Radius: thinnest + float64(from.unit()*(thickest-thinnest))}
		for _, o := range all {
			if math.Hypot(p.North-o.North, p.East-o.East) < p.Radius+o.Radius+scatterGap {
				continue draw
			}
		}
		all = append(all, p)
	}
	return all
}

func (g *Ground) check(l *faultList) {
	l.between("WorldConfig.Ground.Depth", g.Depth, 0, 12000, "m")
	l.between("WorldConfig.Ground.Relief", g.Relief, 0, g.Depth/5, "m")
	if len(g.Pillars) > MaxPillars {
		l.addf("WorldConfig.Ground.Pillars are %d: at most %d", len(g.Pillars), MaxPillars)
	}
	if len(g.Pillars) > 0 && g.Depth == 0 {
		l.addf("WorldConfig.Ground.Pillars stand on nothing: give Ground.Depth")
	}
	for i, p := range g.Pillars {
		what := fmt.Sprintf("WorldConfig.Ground.Pillars[%d]", i)
		l.between(what+".North", p.North, -1e6, 1e6, "m")
		l.between(what+".East", p.East, -1e6, 1e6, "m")
		l.between(what+".Radius", p.Radius, 0.01, 1000, "m")
	}
}

// wave is one of the waves of the bottom: its slope along north and east, and its phase.
type wave struct{ n, e, phase float64 }

// waves is the number of waves of the bottom.
const waves = 8

// Wavelengths, m.
const shortest, longest = 4.0, 24.0

// Seabed is a Ground with its bottom drawn. It does not change.
type Seabed struct {
	ground Ground
	waves  [waves]wave
	height float64 // m, of each wave
	slope  float64 // greatest slope of the bottom
}

// Bed draws the bottom. Equal grounds and seeds give equal seabeds.
func (g Ground) Bed(seed uint64) *Seabed {
	g.Pillars = append([]Pillar(nil), g.Pillars...)
	b := &Seabed{ground: g, height: g.Relief * math.Sqrt(2.0/waves)}
	from := newSource(seed, forBottom)
	for i := range b.waves {
		k := 2 * math.Pi / (shortest * math.Pow(longest/shortest, from.unit()))
		sin, cos := math.Sincos(2 * math.Pi * from.unit())
		b.waves[i] = wave{n: k * cos, e: k * sin, phase: 2 * math.Pi * from.unit()}
		b.slope += float64(b.height * k)
	}
	return b
}

// Open reports whether there is only water.
func (b *Seabed) Open() bool { return b.ground.Depth == 0 }

// Pillars returns the obstacles. They must not be changed.
func (b *Seabed) Pillars() []Pillar { return b.ground.Pillars }

// At returns the depth of the bottom at a place, m, and its slopes to the north and to the east.
func (b *Seabed) At(north, east float64) (depth, byNorth, byEast float64) {
	depth = b.ground.Depth
	if b.height == 0 {
		return depth, 0, 0
	}
	for i := range b.waves {
		w := &b.waves[i]
		sin, cos := math.Sincos(float64(w.n*north) + float64(w.e*east) + w.phase)
		depth += float64(b.height * sin)
		byNorth += float64(b.height * cos * w.n)
		byEast += float64(b.height * cos * w.e)
	}
	return depth, byNorth, byEast
}

// Near holds a vehicle's true distances from the ground, which no sensor knows. In open water both are +Inf.
type Near struct {
	Altitude  float64 // m, of its origin above the bottom
	Clearance float64 // m, from its hull, a sphere around the whole vehicle, to the nearest ground; below 0 if they overlap
}

// near finds the point nearest to a sphere of radius around p; away is the direction in WORLD from there.
func (b *Seabed) near(p spatial.Vec3, radius float64) (n Near, away spatial.Vec3) {
	if b.Open() {
		return Near{math.Inf(1), math.Inf(1)}, away
	}
	depth, byNorth, byEast := b.At(p.X, p.Y)
	n.Altitude = depth - p.Z
	away = spatial.V(byNorth, byEast, -1)
	away = away.Scale(1 / away.Norm())
	n.Clearance = float64(n.Altitude*-away.Z) - radius // to the tangent plane of the bottom below
	for _, o := range b.ground.Pillars {
		x, y := p.X-o.North, p.Y-o.East
		d := math.Hypot(x, y)
		if c := d - o.Radius - radius; c < n.Clearance && d > 0 {
			n.Clearance, away = c, spatial.V(x/d, y/d, 0)
		}
	}
	return n, away
}

// Steps of a ray, and the distance from the bottom at which it ends.
const (
	mostStrides = 20000
	echoWithin  = 1e-4 // m
)

// Cast returns the distance of the first echo of a beam from p along a unit vector, or far if nothing echoes before. The
// surface does not echo: the beam leaves the water there.
func (b *Seabed) Cast(p, along spatial.Vec3, far float64) float64 {
	if b.Open() {
		return far
	}
	most := far
	if along.Z < 0 {
		most = min(most, max(0, p.Z/-along.Z))
	}
	hit := most
	for _, o := range b.ground.Pillars {
		hit = min(hit, o.cast(p, along, most))
	}
	// Within this share of the height above the bottom there is only water.
	share := 1 / math.Sqrt(1+float64(b.slope*b.slope))
	s := 0.0
	for range mostStrides {
		q := p.Add(along.Scale(s))
		depth, _, _ := b.At(q.X, q.Y)
		d := depth - q.Z
		if d <= echoWithin {
			return min(hit, s)
		}
		if s += float64(d * share); s >= hit {
			break
		}
	}
	if hit == most {
		return far
	}
	return hit
}

// cast returns the distance to a pillar, or most if the beam does not meet it before.
func (o *Pillar) cast(p, along spatial.Vec3, most float64) float64 {
	x, y := p.X-o.North, p.Y-o.East
	a := float64(along.X*along.X) + float64(along.Y*along.Y)
	half := float64(x*along.X) + float64(y*along.Y)
	c := float64(x*x) + float64(y*y) - float64(o.Radius*o.Radius)
	if c <= 0 {
		return 0
	}
	if d := float64(half*half) - float64(a*c); d >= 0 && half < 0 {
		return min(most, c/(math.Sqrt(d)-half)) // the nearer root, without cancellation
	}
	return most
}

// Under a hull the ground yields like a spring with a damper, per kg of the vehicle.
const (
	groundSpring = 400.0 // 1/s²
	groundDamper = 28.0  // 1/s
)

// push returns the ground's force on the vehicle, in ROBOT, N.
func (w *World) push() spatial.Vec3 {
	near, away := w.bed.near(w.state.P, w.hull)
	w.near = near
	if !(near.Clearance < 0) {
		return spatial.Vec3{}
	}
	turn := w.state.Q.Rot()
	closing := max(0, -away.Dot(turn.Apply(w.state.Lin)))
	f := w.vehicle.Mass * (float64(groundSpring*-near.Clearance) + float64(groundDamper*closing))
	return turn.ApplyT(away.Scale(f))
}

// MaxBeams is the greatest number of a sonar's beams.
const MaxBeams = 16

// Beam returns the direction of beam i of a sonar in its own frame, from the leftmost (port) to the rightmost.
func (s *Sonar) Beam(i int) spatial.Vec3 {
	angle := 0.0
	if s.Beams > 1 {
		angle = s.Span * (float64(i)/float64(s.Beams-1) - 0.5)
	}
	sin, cos := math.Sincos(angle)
	return spatial.V(cos, sin, 0)
}
