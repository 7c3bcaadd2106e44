package sim

import (
	"math"

	"github.com/sinew-robotics/sinew/math/perception"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// palette is a body's colour at 256 strengths of light, from facing away from the light to facing it.
type palette [256]RGB

func newPalette(c RGB) *palette {
	p := new(palette)
	for i := range p {
		s := float64(i) / 255
		k := 0.48 + 0.52*s*(0.6+0.4*s)
		p[i] = RGB{dim(c.R, k), dim(c.G, k), dim(c.B, k)}
	}
	return p
}

// dim keeps colours away from the ends of the scale, so that noise does not cross them.
func dim(c uint8, k float64) uint8 {
	return uint8(math.Max(12, math.Min(243, math.Round(float64(c)*k))))
}

// light is the direction towards the lamp in the base frame.
func light() spatial.Vec3 { u, _ := spatial.V(0.30, -0.25, 0.90).Unit(); return u }

// drawn is a primitive prepared for one frame, in the camera's coordinates.
type drawn struct {
	shape  Shape
	hull   quadric // of an ellipsoid: the ellipsoid itself; of a box: the sphere around it
	colors *palette
	toLamp spatial.Vec3

	rot  spatial.Rot  // box: orientation of the camera relative to the box
	eye  spatial.Vec3 // box: the camera's place in the box's frame
	half spatial.Vec3
	face [6]RGB // box: colours of −x, +x, −y, +y, −z, +z

	shade  quadric // its shadow on the table, a flat ellipsoid
	shadow float64 // darkness of the shadow, 0 to 1
}

// prepare sets b up for a camera whose inverse pose is cam. It reports false if the body is not to be
// drawn.
func (b *drawn) prepare(p *Primitive, colors *palette, cam spatial.Pose, table float64) bool {
	pose := cam.Mul(p.Pose)
	b.shape, b.colors, b.toLamp = p.Shape, colors, cam.R.Apply(light())
	size := p.Size
	if p.Shape == Box {
		r := p.Size.Norm()
		size = spatial.V(r, r, r)
		b.rot, b.half, b.eye = pose.R, p.Size, pose.R.ApplyT(pose.P).Neg()
		for i := range b.face {
			n := pose.R.Col(i / 2).Scale(float64(2*(i%2) - 1))
			b.face[i] = colors[lampIndex(n.Dot(b.toLamp))]
		}
	}
	var ok bool
	b.hull, ok = newQuadric(pose, size)
	b.prepareShadow(p, cam, table)
	return ok
}

// prepareShadow puts a soft spot on the table where the lamp's ray through the body's middle ends; the
// higher the body, the fainter the spot.
func (b *drawn) prepareShadow(p *Primitive, cam spatial.Pose, table float64) {
	const flat = 1e-3
	l := light()
	up := p.Pose.P.Z - table
	b.shadow = 0
	if up < 0 || up > 0.6 {
		return
	}
	foot := p.Pose.P.Sub(l.Scale(up / l.Z))
	foot.Z = table
	x := p.Pose.R.Col(0)
	spot := spatial.Pose{P: foot, R: spatial.RotZ(math.Atan2(x.Y, x.X))}
	var ok bool
	b.shade, ok = newQuadric(cam.Mul(spot), spatial.V(p.Size.X*1.25, p.Size.Y*1.25, flat))
	if ok {
		b.shadow = 0.5 / (1 + up/0.15)
	}
}

func lampIndex(cos float64) int { return int(127.5 + 127.4*math.Max(-1, math.Min(1, cos))) }

// drawRow draws the body's part of a row at height y over anything farther away.
func (b *drawn) drawRow(row []byte, inv []float64, in *perception.Intrinsics, y float64) {
	u0, u1 := b.hull.span(in, y)
	if u0 >= u1 {
		return
	}
	if b.shape == Box {
		b.boxRow(row, inv, in, y, u0, u1)
		return
	}
	b.ellipsoidRow(row, inv, in, y, u0, u1)
}

func (b *drawn) ellipsoidRow(row []byte, inv []float64, in *perception.Intrinsics, y float64, u0, u1 int) {
	g := &b.hull
	dx, ik := 1/in.Fx, 1/g.k
	a0 := spatial.V(g.a[1]*y+g.a[2], g.a[3]*y+g.a[4], g.a[4]*y+g.a[5]) // A·(0, y, 1)
	b0 := g.ac.Y*y + g.ac.Z
	for u := u0; u < u1; u++ {
		x := (float64(u) - in.Cx) * dx
		ad := spatial.V(a0.X+g.a[0]*x, a0.Y+g.a[1]*x, a0.Z+g.a[2]*x)
		bb := b0 + g.ac.X*x
		disc := bb*bb - (ad.X*x+ad.Y*y+ad.Z)*g.k
		if disc < 0 || bb <= 0 {
			continue
		}
		w := (bb + math.Sqrt(disc)) * ik
		if w <= inv[u] {
			continue
		}
		t := 1 / w
		n := spatial.V(t*ad.X-g.ac.X, t*ad.Y-g.ac.Y, t*ad.Z-g.ac.Z)
		cos := n.Dot(b.toLamp) / math.Sqrt(n.Dot(n))
		c := &b.colors[int(127.5+127.4*cos)&255]
		inv[u] = w
		p := row[3*u : 3*u+3 : 3*u+3]
		p[0], p[1], p[2] = c.R, c.G, c.B
	}
}

// boxRow intersects each ray with the box's three pairs of faces.
func (b *drawn) boxRow(row []byte, inv []float64, in *perception.Intrinsics, y float64, u0, u1 int) {
	o, h := [3]float64{b.eye.X, b.eye.Y, b.eye.Z}, [3]float64{b.half.X, b.half.Y, b.half.Z}
	for u := u0; u < u1; u++ {
		x := (float64(u) - in.Cx) / in.Fx
		dv := b.rot.ApplyT(spatial.V(x, y, 1))
		d := [3]float64{dv.X, dv.Y, dv.Z}
		near, far, face := 0.0, math.Inf(1), -1
		for i := range d {
			t0, t1, f := (-h[i]-o[i])/d[i], (h[i]-o[i])/d[i], 2*i
			if t0 > t1 {
				t0, t1, f = t1, t0, f+1
			}
			if t0 > near {
				near, face = t0, f
			}
			if t1 < far {
				far = t1
			}
		}
		if face < 0 || near > far || 1/near <= inv[u] {
			continue
		}
		inv[u] = 1 / near
		p := row[3*u : 3*u+3 : 3*u+3]
		p[0], p[1], p[2] = b.face[face].R, b.face[face].G, b.face[face].B
	}
}

// shadowRow darkens the table under the body, most in the middle of the spot and not at all at its rim.
func (b *drawn) shadowRow(row []byte, inv []float64, in *perception.Intrinsics, y float64) {
	if b.shadow == 0 {
		return
	}
	g := &b.shade
	u0, u1 := g.span(in, y)
	b0 := g.ac.Y*y + g.ac.Z
	a0 := spatial.V(g.a[1]*y+g.a[2], g.a[3]*y+g.a[4], g.a[4]*y+g.a[5])
	for u := u0; u < u1; u++ {
		x := (float64(u) - in.Cx) / in.Fx
		ad := spatial.V(a0.X+g.a[0]*x, a0.Y+g.a[1]*x, a0.Z+g.a[2]*x)
		bb := b0 + g.ac.X*x
		t := 1 / inv[u]
		m := 1 - (t*t*(ad.X*x+ad.Y*y+ad.Z) - 2*t*bb + g.k + 1) // 1 in the middle, 0 at the rim
		if !(m > 0) {
			continue
		}
		k := 256 - int(256*b.shadow*m*m)
		p := row[3*u : 3*u+3 : 3*u+3]
		p[0], p[1], p[2] = byte(int(p[0])*k>>8), byte(int(p[1])*k>>8), byte(int(p[2])*k>>8)
	}
}
