package kinematics

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

type vec = spatial.Vec3

// turned is a joint at its present position: its frame in the previous joint's frame.
type turned struct {
	rot spatial.Rot
	pos vec
}

func (c *Chain) turn(d *Data, q []float64) {
	for i := range c.joints {
		j, t := &c.joints[i], &d.turned[i]
		if j.prismatic {
			t.rot, t.pos = j.rot, j.pos.Add(j.rot.Col(2).Scale(q[i]))
			continue
		}
		s, co := math.Sincos(q[i])
		a, b := &j.rot, &t.rot
		b[0], b[1], b[2] = co*a[0]+s*a[1], co*a[1]-s*a[0], a[2]
		b[3], b[4], b[5] = co*a[3]+s*a[4], co*a[4]-s*a[3], a[5]
		b[6], b[7], b[8] = co*a[6]+s*a[7], co*a[7]-s*a[6], a[8]
		t.pos = j.pos
	}
}

// body is the scratch memory of the dynamics for one link, in its joint frame.
type body struct {
	force, torque vec // RNEA: on the link from its joint, about the joint frame's origin

	ang, lin       vec // ABA: velocity of the link at its origin
	biasAng        vec // acceleration from the velocities, with biasLin
	biasLin        vec
	inertia        articulated
	pAng, pLin     vec // bias force
	uAng, uLin     vec // inertia times axis
	scale, residue float64
}

// RNEA writes into tau the joint torques (N·m, or N for prismatic joints) that give accelerations ddq at positions q
// and velocities dq under c.Gravity (recursive Newton–Euler, Featherstone 2008, table 5.1). Friction, damping and
// armature are left to the caller.
func (c *Chain) RNEA(d *Data, q, dq, ddq, tau []float64) {
	n := len(c.joints)
	q, dq, ddq, tau = q[:n], dq[:n], ddq[:n], tau[:n]
	c.turn(d, q)
	var w, dw vec        // angular velocity and acceleration of the link
	a := c.Gravity.Neg() // acceleration of its origin, minus gravity
	for i := range c.joints {
		j, t, b := &c.joints[i], &d.turned[i], &d.bodies[i]
		p := t.pos
		a = timesT(&t.rot, a.Add(dw.Cross(p)).Add(w.Cross(w.Cross(p))))
		w = timesT(&t.rot, w)
		dw = timesT(&t.rot, dw)
		if j.prismatic {
			a.X += 2 * w.Y * dq[i]
			a.Y -= 2 * w.X * dq[i]
			a.Z += ddq[i]
		} else {
			dw.X += w.Y * dq[i]
			dw.Y -= w.X * dq[i]
			dw.Z += ddq[i]
			w.Z += dq[i]
		}
		r := j.com
		b.force = a.Add(dw.Cross(r)).Add(w.Cross(w.Cross(r))).Scale(j.mass)
		b.torque = j.central.times(dw).Add(w.Cross(j.central.times(w))).Add(r.Cross(b.force))
	}
	var f, m vec
	for i := n - 1; i >= 0; i-- {
		t, b := &d.turned[i], &d.bodies[i]
		f, m = f.Add(b.force), m.Add(b.torque)
		if c.joints[i].prismatic {
			tau[i] = f.Z
		} else {
			tau[i] = m.Z
		}
		f = times(&t.rot, f)
		m = times(&t.rot, m).Add(t.pos.Cross(f))
	}
}

func (t *Tensor) times(v vec) vec {
	return vec{
		X: t.XX*v.X + t.XY*v.Y + t.XZ*v.Z,
		Y: t.XY*v.X + t.YY*v.Y + t.YZ*v.Z,
		Z: t.XZ*v.X + t.YZ*v.Y + t.ZZ*v.Z,
	}
}

// ABA writes into ddq the accelerations that torques tau cause at positions q and velocities dq under c.Gravity
// (articulated bodies, Featherstone 2008, table 7.1). Armature is the inertia of each motor seen at its joint, kg·m²
// (kg for prismatic joints); nil means none. Friction and damping are left to the caller, which can treat damping b
// implicitly over a step h by adding h·b to the armature.
func (c *Chain) ABA(d *Data, q, dq, tau, armature, ddq []float64) {
	n := len(c.joints)
	q, dq, tau, ddq = q[:n], dq[:n], tau[:n], ddq[:n]
	c.turn(d, q)
	c.outward(d, dq)
	for i := n - 1; i >= 0; i-- {
		var motor float64
		if armature != nil {
			motor = armature[i]
		}
		c.inward(d, i, tau[i], motor)
	}
	var dw vec
	a := c.Gravity.Neg()
	for i := range c.joints {
		t, b := &d.turned[i], &d.bodies[i]
		a = timesT(&t.rot, a.Add(dw.Cross(t.pos))).Add(b.biasLin)
		dw = timesT(&t.rot, dw).Add(b.biasAng)
		ddq[i] = (b.residue - b.uAng.Dot(dw) - b.uLin.Dot(a)) * b.scale
		if c.joints[i].prismatic {
			a.Z += ddq[i]
		} else {
			dw.Z += ddq[i]
		}
	}
}

// outward is the first pass of ABA: velocities, bias accelerations, each body's own inertia and bias force.
func (c *Chain) outward(d *Data, dq []float64) {
	var w, v vec
	for i := range c.joints {
		j, t, b := &c.joints[i], &d.turned[i], &d.bodies[i]
		v = timesT(&t.rot, v.Add(w.Cross(t.pos)))
		w = timesT(&t.rot, w)
		if j.prismatic {
			v.Z += dq[i]
			b.biasAng, b.biasLin = vec{}, vec{X: w.Y * dq[i], Y: -w.X * dq[i]}
		} else {
			w.Z += dq[i]
			b.biasAng, b.biasLin = vec{X: w.Y * dq[i], Y: -w.X * dq[i]}, vec{X: v.Y * dq[i], Y: -v.X * dq[i]}
		}
		b.ang, b.lin = w, v
		h := j.first
		b.inertia = articulated{
			i: j.origin,
			h: spatial.Rot{0, -h.Z, h.Y, h.Z, 0, -h.X, -h.Y, h.X, 0},
			m: Tensor{j.mass, 0, 0, j.mass, 0, j.mass},
		}
		hAng := j.origin.times(w).Add(h.Cross(v))
		hLin := v.Scale(j.mass).Sub(h.Cross(w))
		b.pAng = w.Cross(hAng).Add(v.Cross(hLin))
		b.pLin = w.Cross(hLin)
	}
}

// inward is one step of the second pass of ABA: the articulated inertia of link i and all after it, as seen by the
// previous link.
func (c *Chain) inward(d *Data, i int, tau, armature float64) {
	b := &d.bodies[i]
	in := &b.inertia
	var axis float64
	if c.joints[i].prismatic {
		b.uAng = vec{X: in.h[2], Y: in.h[5], Z: in.h[8]}
		b.uLin = vec{X: in.m.XZ, Y: in.m.YZ, Z: in.m.ZZ}
		axis = b.uLin.Z
		b.residue = tau - b.pLin.Z
	} else {
		b.uAng = vec{X: in.i.XZ, Y: in.i.YZ, Z: in.i.ZZ}
		b.uLin = vec{X: in.h[6], Y: in.h[7], Z: in.h[8]}
		axis = b.uAng.Z
		b.residue = tau - b.pAng.Z
	}
	b.scale = 1 / (axis + armature)
	if i == 0 {
		return
	}
	in.drop(b.uAng, b.uLin, b.scale)
	pAng, pLin := in.times(b.biasAng, b.biasLin)
	k := b.residue * b.scale
	pAng = b.pAng.Add(pAng).Add(b.uAng.Scale(k))
	pLin = b.pLin.Add(pLin).Add(b.uLin.Scale(k))
	t, up := &d.turned[i], &d.bodies[i-1]
	pLin = times(&t.rot, pLin)
	up.pLin = up.pLin.Add(pLin)
	up.pAng = up.pAng.Add(times(&t.rot, pAng)).Add(t.pos.Cross(pLin))
	in.shift(t)
	up.inertia.add(in)
}

// articulated is a 6×6 symmetric inertia in blocks: [i h; hᵀ m], angular rows first.
type articulated struct {
	i Tensor
	h spatial.Rot
	m Tensor
}

// times returns the force for the acceleration (w, v).
func (a *articulated) times(w, v vec) (ang, lin vec) {
	return a.i.times(w).Add(times(&a.h, v)), timesT(&a.h, w).Add(a.m.times(v))
}

// drop subtracts u·uᵀ·s: the freedom along a joint's axis.
func (a *articulated) drop(ua, ul vec, s float64) {
	x, y, z := s*ua.X, s*ua.Y, s*ua.Z
	a.i.XX -= x * ua.X
	a.i.XY -= x * ua.Y
	a.i.XZ -= x * ua.Z
	a.i.YY -= y * ua.Y
	a.i.YZ -= y * ua.Z
	a.i.ZZ -= z * ua.Z
	h := &a.h
	h[0] -= x * ul.X
	h[1] -= x * ul.Y
	h[2] -= x * ul.Z
	h[3] -= y * ul.X
	h[4] -= y * ul.Y
	h[5] -= y * ul.Z
	h[6] -= z * ul.X
	h[7] -= z * ul.Y
	h[8] -= z * ul.Z
	x, y, z = s*ul.X, s*ul.Y, s*ul.Z
	a.m.XX -= x * ul.X
	a.m.XY -= x * ul.Y
	a.m.XZ -= x * ul.Z
	a.m.YY -= y * ul.Y
	a.m.YZ -= y * ul.Z
	a.m.ZZ -= z * ul.Z
}

func (a *articulated) add(o *articulated) {
	a.i = a.i.plus(o.i)
	a.m = a.m.plus(o.m)
	for k := range a.h {
		a.h[k] += o.h[k]
	}
}

// shift transforms a from the frame t to the frame in which t is given: with E = t.rot and r = t.pos×,
// m ← EmEᵀ, h ← EhEᵀ + r·m, i ← EiEᵀ − (EhEᵀ)·r + r·hᵀ.
func (a *articulated) shift(t *turned) {
	a.i = a.i.conjugate(&t.rot)
	a.m = a.m.conjugate(&t.rot)
	var eh, h spatial.Rot
	product(&eh, &t.rot, &a.h)
	productT(&h, &eh, &t.rot)
	x, y, z := t.pos.X, t.pos.Y, t.pos.Z
	m := &a.m
	n := spatial.Rot{
		h[0] + y*m.XZ - z*m.XY, h[1] + y*m.YZ - z*m.YY, h[2] + y*m.ZZ - z*m.YZ,
		h[3] + z*m.XX - x*m.XZ, h[4] + z*m.XY - x*m.YZ, h[5] + z*m.XZ - x*m.ZZ,
		h[6] + x*m.XY - y*m.XX, h[7] + x*m.YY - y*m.XY, h[8] + x*m.YZ - y*m.XZ,
	}
	// −h·r has columns (h₃y − h₂z, h₁z − h₃x, h₂x − h₁y) of h's columns; r·nᵀ has columns r × row of n.
	a.i.XX += h[2]*y - h[1]*z + y*n[2] - z*n[1]
	a.i.XY += h[0]*z - h[2]*x + y*n[5] - z*n[4]
	a.i.XZ += h[1]*x - h[0]*y + y*n[8] - z*n[7]
	a.i.YY += h[3]*z - h[5]*x + z*n[3] - x*n[5]
	a.i.YZ += h[4]*x - h[3]*y + z*n[6] - x*n[8]
	a.i.ZZ += h[7]*x - h[6]*y + x*n[7] - y*n[6]
	a.h = n
}

// productT sets out = a·bᵀ; out must be neither.
func productT(out, a, b *spatial.Rot) {
	for r := 0; r < 9; r += 3 {
		x, y, z := a[r], a[r+1], a[r+2]
		out[r] = x*b[0] + y*b[1] + z*b[2]
		out[r+1] = x*b[3] + y*b[4] + z*b[5]
		out[r+2] = x*b[6] + y*b[7] + z*b[8]
	}
}

// conjugate returns e·t·eᵀ.
func (t *Tensor) conjugate(e *spatial.Rot) Tensor {
	x := t.times(vec{X: e[0], Y: e[1], Z: e[2]})
	y := t.times(vec{X: e[3], Y: e[4], Z: e[5]})
	z := t.times(vec{X: e[6], Y: e[7], Z: e[8]})
	return Tensor{
		XX: e[0]*x.X + e[1]*x.Y + e[2]*x.Z,
		XY: e[0]*y.X + e[1]*y.Y + e[2]*y.Z,
		XZ: e[0]*z.X + e[1]*z.Y + e[2]*z.Z,
		YY: e[3]*y.X + e[4]*y.Y + e[5]*y.Z,
		YZ: e[3]*z.X + e[4]*z.Y + e[5]*z.Z,
		ZZ: e[6]*z.X + e[7]*z.Y + e[8]*z.Z,
	}
}
