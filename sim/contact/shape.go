package contact

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Kind is the kind of a Shape.
type Kind uint8

// The kinds, each about its middle.
const (
	Box      Kind = iota // Half is half its length along x, y and z
	Cylinder             // its axis is z: Half.X is the radius, Half.Z half the height; Half.Y is unused
)

// Shape is a convex shape in its own frame, m.
type Shape struct {
	Kind Kind
	Half spatial.Vec3
}

// Radius returns the radius of a sphere around the middle that contains the shape.
func (s *Shape) Radius() float64 {
	if s.Kind == Cylinder {
		return math.Hypot(s.Half.X, s.Half.Z)
	}
	return s.Half.Norm()
}

// depth returns how deep p, in the shape's frame, is inside, m, with the outward normal of the nearest face; false
// outside.
func (s *Shape) depth(p spatial.Vec3) (deep float64, normal spatial.Vec3, inside bool) {
	z := s.Half.Z - math.Abs(p.Z)
	if z <= 0 {
		return 0, normal, false
	}
	if s.Kind == Cylinder {
		r := math.Sqrt(float64(p.X*p.X) + float64(p.Y*p.Y))
		side := s.Half.X - r
		switch {
		case side <= 0:
			return 0, normal, false
		case side < z && r > 0:
			return side, spatial.V(p.X/r, p.Y/r, 0), true
		}
		return z, spatial.V(0, 0, math.Copysign(1, p.Z)), true
	}
	x, y := s.Half.X-math.Abs(p.X), s.Half.Y-math.Abs(p.Y)
	switch {
	case x <= 0 || y <= 0:
		return 0, normal, false
	case x < y && x < z:
		return x, spatial.V(math.Copysign(1, p.X), 0, 0), true
	case y < z:
		return y, spatial.V(0, math.Copysign(1, p.Y), 0), true
	}
	return z, spatial.V(0, 0, math.Copysign(1, p.Z)), true
}

// rim is the number of points that represent each end of a cylinder.
const rim = 12

// points returns the surface points at which contacts are detected: the corners of a box and a grid over its two faces
// along y, or the two rims of a cylinder and the middles of its ends.
func (s *Shape) points() (all []spatial.Vec3) {
	h := s.Half
	if s.Kind == Cylinder {
		for _, z := range [2]float64{-h.Z, h.Z} {
			for i := range rim {
				sin, cos := math.Sincos(2 * math.Pi * float64(i) / rim)
				all = append(all, spatial.V(h.X*cos, h.X*sin, z))
			}
			all = append(all, spatial.V(0, 0, z))
		}
		return all
	}
	for _, y := range [2]float64{-1, 1} {
		for x := -1.0; x <= 1; x++ {
			for z := -1.0; z <= 1; z++ {
				all = append(all, spatial.V(h.X*x, h.Y*y, h.Z*z))
			}
		}
	}
	return all
}

// inertia returns the principal moments of a homogeneous body of that mass, kg·m².
func (s *Shape) inertia(mass float64) spatial.Vec3 {
	h := s.Half
	if s.Kind == Cylinder {
		side := mass * (float64(h.X*h.X)/4 + float64(h.Z*h.Z)/3)
		return spatial.V(side, side, mass*h.X*h.X/2)
	}
	x, y, z := h.X*h.X, h.Y*h.Y, h.Z*h.Z
	return spatial.V(mass*(y+z)/3, mass*(x+z)/3, mass*(x+y)/3)
}
