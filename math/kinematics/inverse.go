package kinematics

import "math"

// Inverse maps velocities of the tip to velocities of the joints by damped least squares (Nakamura and Hanafusa 1986, eq.
// 21), and finds what joints can do without moving the tip. It is scratch memory of one user.
type Inverse struct{ s solver }

// NewInverse returns scratch memory for a chain.
func NewInverse(c *Chain) *Inverse { return &Inverse{newSolver(c.N())} }

// Set takes a Jacobian as [Chain.Jacobian] writes it, and the damping that is added to J·Jᵀ: m² in the rows of
// translation, 1 in those of rotation, so that a singular J has an inverse too.
func (v *Inverse) Set(jac []float64, damping float64) {
	v.s.rows = 6
	copy(v.s.a, jac[:6*v.s.n])
	v.s.factor(damping)
}

// Joints sets dq to Jᵀ(J·Jᵀ + damping)⁻¹·x for a twist x: m/s, then rad/s.
func (v *Inverse) Joints(x [6]float64, dq []float64) {
	y := [maxRows]float64{x[0], x[1], x[2], x[3], x[4], x[5]}
	v.s.solve(&y)
	v.s.back(&y)
	copy(dq, v.s.step)
}

// Null takes from joint velocities, or torques, what moves the tip, or acts on it: z becomes z − Jᵀ(J·Jᵀ + damping)⁻¹J·z.
func (v *Inverse) Null(z []float64) {
	var y [maxRows]float64
	n := v.s.n
	for r := range 6 {
		for i, a := range v.s.a[r*n : r*n+n] {
			y[r] += a * z[i]
		}
	}
	v.s.solve(&y)
	v.s.back(&y)
	for i, x := range v.s.step {
		z[i] -= x
	}
}

// Sigma is the least singular value of the Jacobian that was set, a little too great near a repeated one: ten steps of
// inverse iteration. Set without damping to speak of, or it is that of the damped one.
func (v *Inverse) Sigma() float64 {
	y := [maxRows]float64{1, 0.9, 0.8, 0.7, 0.6, 0.5}
	size := 0.0
	for range 10 {
		v.s.solve(&y)
		size = 0
		for _, x := range y[:6] {
			size += x * x
		}
		size = math.Sqrt(size)
		for r := range y[:6] {
			y[r] /= size
		}
	}
	return 1 / math.Sqrt(size)
}
