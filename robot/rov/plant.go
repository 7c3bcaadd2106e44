package rov

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Plant is the motion of a vehicle in water:
//
//	M·ν̇r + C(νr)·νr + D(νr)·νr + g(q) = τ,  ν = νr + (Rᵀ·stream, 0)
//
// with M = M_RB + M_A diagonal (the centre of gravity is the origin), damping linear and quadratic per axis, and Coriolis
// forces in Kirchhoff's form: p = M₁₁·v, π = M₂₂·ω, force −ω×p, moment −(ω×π + v×p). A constant stream without rotation
// carries the whole vehicle along, so the equation holds for the speed νr through the water (Fossen 2011, section 8.3). The
// pressure on the hull that comes with the water's acceleration is left out: a changing stream acts through damping alone,
// which dominates as long as it changes slowly.
//
// The surface is at depth 0: near it the buoyancy fades as that of a cube with the vehicle's volume that emerges from the
// water. Added mass and damping do not change there, and there are no waves and no ground.
type Plant struct {
	Stream spatial.Vec3 // m/s, of the water in WORLD

	mass, inverse     [6]float64
	linear, quadratic [6]float64
	weight, buoyancy  float64 // N
	buoyant           spatial.Vec3
	half              float64 // m, half the edge of the cube that emerges from the water
}

// NewPlant returns the motion of v in water of a density in kg/m³. v must have passed Check.
func NewPlant(v *Vehicle, density float64) Plant {
	p := Plant{linear: v.Linear, quadratic: v.Quadratic, buoyant: v.Buoyant,
		weight: v.Mass * Gravity, buoyancy: density * v.Volume * Gravity,
		half: 0.5 * math.Cbrt(v.Volume)}
	for i, m := range [6]float64{v.Mass, v.Mass, v.Mass, v.Inertia.X, v.Inertia.Y, v.Inertia.Z} {
		p.mass[i] = m + v.Added[i]
		p.inverse[i] = 1 / p.mass[i]
	}
	return p
}

// motion is a state, or its rate of change, as numbers in a row: place, quaternion, speeds.
type motion [13]float64

func (s *State) motion() motion {
	return motion{s.P.X, s.P.Y, s.P.Z, s.Q.W, s.Q.X, s.Q.Y, s.Q.Z, s.Lin.X, s.Lin.Y, s.Lin.Z, s.Ang.X, s.Ang.Y, s.Ang.Z}
}

func (m *motion) state() State {
	return State{P: spatial.V(m[0], m[1], m[2]), Q: spatial.Quat{W: m[3], X: m[4], Y: m[5], Z: m[6]},
		Lin: spatial.V(m[7], m[8], m[9]), Ang: spatial.V(m[10], m[11], m[12])}
}

// Step advances s by dt seconds with the thrusters' wrench in ROBOT about the centre of gravity, by one step of the
// classical fourth-order Runge-Kutta method.
func (p *Plant) Step(s *State, tau *spatial.Wrench, dt float64) {
	var k, sum, y motion
	x := s.motion()
	p.rate(&x, tau, &k)
	sum = k
	h := dt / 2
	for i := range y {
		y[i] = x[i] + float64(h*k[i])
	}
	p.rate(&y, tau, &k)
	for i := range y {
		sum[i] += float64(2 * k[i])
		y[i] = x[i] + float64(h*k[i])
	}
	p.rate(&y, tau, &k)
	for i := range y {
		sum[i] += float64(2 * k[i])
		y[i] = x[i] + float64(dt*k[i])
	}
	p.rate(&y, tau, &k)
	h = dt / 6
	for i := range y {
		y[i] = x[i] + float64(h*(sum[i]+k[i]))
	}
	*s = y.state()
	s.Q = normal(s.Q)
}

// Acceleration returns the rate of change of the speeds in ROBOT; for Lin that of its coordinates, without ω×v.
func (p *Plant) Acceleration(s *State, tau *spatial.Wrench) (lin, ang spatial.Vec3) {
	var k motion
	x := s.motion()
	p.rate(&x, tau, &k)
	return spatial.V(k[7], k[8], k[9]), spatial.V(k[10], k[11], k[12])
}

// Energy returns the kinetic energy of vehicle and added mass in still water, and the potential energy of weight and
// buoyancy relative to the surface, in J.
func (p *Plant) Energy(s *State) float64 {
	m := s.motion()
	e := 0.0
	for i, x := range p.mass {
		e += float64(0.5 * x * m[7+i] * m[7+i])
	}
	centre := s.P.Add(s.Q.Rot().Apply(p.buoyant)).Z
	switch { // the integral of the buoyancy over the depth
	case centre <= -p.half:
		centre = 0
	case centre < p.half:
		centre = float64((centre+p.half)*(centre+p.half)) / (4 * p.half)
	}
	return e - float64(p.weight*s.P.Z) + float64(p.buoyancy*centre)
}

// rate is the equation of motion.
func (p *Plant) rate(x *motion, tau *spatial.Wrench, k *motion) {
	qw, qx, qy, qz := x[3], x[4], x[5], x[6]
	u, v, w := x[7], x[8], x[9]
	a, b, c := x[10], x[11], x[12]

	// R, row by row, from ROBOT to WORLD.
	xx, yy, zz := float64(qx*qx), float64(qy*qy), float64(qz*qz)
	xy, xz, yz := float64(qx*qy), float64(qx*qz), float64(qy*qz)
	wx, wy, wz := float64(qw*qx), float64(qw*qy), float64(qw*qz)
	r00, r01, r02 := 1-2*(yy+zz), 2*(xy-wz), 2*(xz+wy)
	r10, r11, r12 := 2*(xy+wz), 1-2*(xx+zz), 2*(yz-wx)
	r20, r21, r22 := 2*(xz-wy), 2*(yz+wx), 1-2*(xx+yy)

	k[0] = float64(r00*u) + float64(r01*v) + float64(r02*w)
	k[1] = float64(r10*u) + float64(r11*v) + float64(r12*w)
	k[2] = float64(r20*u) + float64(r21*v) + float64(r22*w)
	k[3] = 0.5 * (-float64(qx*a) - float64(qy*b) - float64(qz*c))
	k[4] = 0.5 * (float64(qw*a) + float64(qy*c) - float64(qz*b))
	k[5] = 0.5 * (float64(qw*b) + float64(qz*a) - float64(qx*c))
	k[6] = 0.5 * (float64(qw*c) + float64(qx*b) - float64(qy*a))

	s := &p.Stream
	su := float64(r00*s.X) + float64(r10*s.Y) + float64(r20*s.Z)
	sv := float64(r01*s.X) + float64(r11*s.Y) + float64(r21*s.Z)
	sw := float64(r02*s.X) + float64(r12*s.Y) + float64(r22*s.Z)
	u, v, w = u-su, v-sv, w-sw

	m := &p.mass
	px, py, pz := float64(m[0]*u), float64(m[1]*v), float64(m[2]*w)
	ix, iy, iz := float64(m[3]*a), float64(m[4]*b), float64(m[5]*c)
	f, t, o := &tau.Force, &tau.Torque, &p.buoyant
	lift := p.buoyancy
	if z := x[2] + float64(r20*o.X) + float64(r21*o.Y) + float64(r22*o.Z); z < p.half {
		lift *= max(0, (z+p.half)/(2*p.half))
	}
	heavy := p.weight - lift
	bx, by, bz := -float64(lift*r20), -float64(lift*r21), -float64(lift*r22)

	k[7] = float64(p.inverse[0]*(f.X-(float64(b*pz)-float64(c*py))-p.damping(0, u)+float64(heavy*r20))) - (float64(b*sw) - float64(c*sv))
	k[8] = float64(p.inverse[1]*(f.Y-(float64(c*px)-float64(a*pz))-p.damping(1, v)+float64(heavy*r21))) - (float64(c*su) - float64(a*sw))
	k[9] = float64(p.inverse[2]*(f.Z-(float64(a*py)-float64(b*px))-p.damping(2, w)+float64(heavy*r22))) - (float64(a*sv) - float64(b*su))
	k[10] = p.inverse[3] * (t.X - (float64(b*iz) - float64(c*iy)) - (float64(v*pz) - float64(w*py)) - p.damping(3, a) + (float64(o.Y*bz) - float64(o.Z*by)))
	k[11] = p.inverse[4] * (t.Y - (float64(c*ix) - float64(a*iz)) - (float64(w*px) - float64(u*pz)) - p.damping(4, b) + (float64(o.Z*bx) - float64(o.X*bz)))
	k[12] = p.inverse[5] * (t.Z - (float64(a*iy) - float64(b*ix)) - (float64(u*py) - float64(v*px)) - p.damping(5, c) + (float64(o.X*by) - float64(o.Y*bx)))
}

// damping returns the force against a speed v along axis i.
func (p *Plant) damping(i int, v float64) float64 {
	return float64(p.linear[i]*v) + float64(float64(p.quadratic[i]*math.Abs(v))*v)
}
