package kinematics

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Data is the scratch memory for computing with a chain (and its With… copies). Each goroutine needs one.
type Data struct {
	frames []spatial.Pose // joint frames in base
	tip    spatial.Pose
	turned []turned
	bodies []body
	solver solver
	points []segment
}

// NewData returns scratch memory for c.
func NewData(c *Chain) *Data {
	n := c.N()
	return &Data{
		frames: make([]spatial.Pose, n),
		tip:    spatial.Identity(),
		turned: make([]turned, n),
		bodies: make([]body, n),
		solver: newSolver(n),
	}
}

// FK returns the tip frame in the base frame for joint positions q (rad or m) and leaves every link's frame
// for Frame.
func (c *Chain) FK(d *Data, q []float64) spatial.Pose {
	c.forward(d, q)
	return d.tip
}

func (c *Chain) forward(d *Data, q []float64) {
	q = q[:len(c.joints)]
	frames := d.frames[:len(c.joints)]
	up := spatial.IdentityRot()
	at := &up
	var p spatial.Vec3
	for i := range c.joints {
		j, f := &c.joints[i], &frames[i]
		p = p.Add(times(at, j.pos))
		if j.prismatic {
			product(&f.R, at, &j.rot)
			p = p.Add(f.R.Col(2).Scale(q[i]))
		} else {
			productSpun(&f.R, at, &j.rot, q[i])
		}
		f.P = p
		at = &f.R
	}
	d.tip.P = p.Add(times(at, c.end.P))
	product(&d.tip.R, at, &c.end.R)
}

// Frame returns the frame of link i (0 … N−1, moved by joint i) in the base frame, as left by the last FK,
// Jacobian or Closest with d.
func (c *Chain) Frame(d *Data, i int) spatial.Pose {
	f := d.frames[i]
	if c.joints[i].turned {
		f.R = f.R.Mul(c.joints[i].back)
	}
	return f
}

// Jacobian writes the geometric Jacobian for joint positions q into jac, 6×N row-major, and returns the tip
// frame. The first three rows map joint velocities to the velocity of the tip's origin, the last three to
// its angular velocity, both in the base frame (Siciliano 2009, eq. 3.30).
func (c *Chain) Jacobian(d *Data, q, jac []float64) spatial.Pose {
	c.forward(d, q)
	c.columns(d, d.tip.P, len(c.joints), jac)
	return d.tip
}

// Velocity returns the tip's twist for joint velocities dq and the Jacobian jac: J·dq.
func Velocity(jac, dq []float64) spatial.Twist {
	var v [6]float64
	n := len(dq)
	for r := range v {
		for i, j := range jac[r*n : (r+1)*n] {
			v[r] += float64(j * dq[i])
		}
	}
	return spatial.Twist{Lin: spatial.V(v[0], v[1], v[2]), Ang: spatial.V(v[3], v[4], v[5])}
}

// columns fills jac (6×N) for a point at p in base, moved by the joints before last.
func (c *Chain) columns(d *Data, p spatial.Vec3, last int, jac []float64) {
	n := len(c.joints)
	vx, vy, vz := jac[:n], jac[n:2*n], jac[2*n:3*n]
	wx, wy, wz := jac[3*n:4*n], jac[4*n:5*n], jac[5*n:6*n]
	for i := range vx {
		f := &d.frames[i]
		x, y, z := f.R[2], f.R[5], f.R[8]
		switch {
		case i >= last:
			vx[i], vy[i], vz[i], wx[i], wy[i], wz[i] = 0, 0, 0, 0, 0, 0
		case c.joints[i].prismatic:
			vx[i], vy[i], vz[i], wx[i], wy[i], wz[i] = x, y, z, 0, 0, 0
		default:
			rx, ry, rz := p.X-f.P.X, p.Y-f.P.Y, p.Z-f.P.Z
			vx[i], vy[i], vz[i] = y*rz-z*ry, z*rx-x*rz, x*ry-y*rx
			wx[i], wy[i], wz[i] = x, y, z
		}
	}
}

// times returns r·v. Unlike Rot.Apply, it copies no matrix.
func times(r *spatial.Rot, v spatial.Vec3) spatial.Vec3 {
	return spatial.Vec3{
		X: r[0]*v.X + r[1]*v.Y + r[2]*v.Z,
		Y: r[3]*v.X + r[4]*v.Y + r[5]*v.Z,
		Z: r[6]*v.X + r[7]*v.Y + r[8]*v.Z,
	}
}

// timesT returns rᵀ·v.
func timesT(r *spatial.Rot, v spatial.Vec3) spatial.Vec3 {
	return spatial.Vec3{
		X: r[0]*v.X + r[3]*v.Y + r[6]*v.Z,
		Y: r[1]*v.X + r[4]*v.Y + r[7]*v.Z,
		Z: r[2]*v.X + r[5]*v.Y + r[8]*v.Z,
	}
}

// product sets out = a·b; out must be neither.
func product(out, a, b *spatial.Rot) {
	for r := 0; r < 9; r += 3 {
		x, y, z := a[r], a[r+1], a[r+2]
		out[r] = x*b[0] + y*b[3] + z*b[6]
		out[r+1] = x*b[1] + y*b[4] + z*b[7]
		out[r+2] = x*b[2] + y*b[5] + z*b[8]
	}
}

// productSpun sets out = a·b·Rz(q); out must be neither a nor b.
func productSpun(out, a, b *spatial.Rot, q float64) {
	s, c := math.Sincos(q)
	for r := 0; r < 9; r += 3 {
		x, y, z := a[r], a[r+1], a[r+2]
		u := x*b[0] + y*b[3] + z*b[6]
		v := x*b[1] + y*b[4] + z*b[7]
		out[r] = c*u + s*v
		out[r+1] = c*v - s*u
		out[r+2] = x*b[2] + y*b[5] + z*b[8]
	}
}
